/** Options of a game as words, and which of them differ from the rule book. */

import type { Game, Option } from './api';
import type { Json, Options } from './wire';

/** `havoc_on_same_element` as a person reads it. */
export function labelOf(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function valueText(value: Json): string {
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (value === null) return 'as usual';
  if (Array.isArray(value)) return value.map((item: Json) => valueText(item)).join(', ');
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([key, item]) => `${labelOf(key).toLowerCase()} ${valueText(item)}`)
      .join(', ');
  }
  return String(value).replaceAll('_', ' ');
}

export interface Difference {
  name: string;
  label: string;
  value: string;
  usual: string;
  sentence: string;
  rules: string[];
}

/** What is not as the rule book has it, of a table that names its changed options. */
export function differences(game: Game, options: Options, changed: readonly string[]): Difference[] {
  return game.options
    .filter((option) => changed.includes(option.name))
    .map((option) => ({
      name: option.name,
      label: labelOf(option.name),
      value: changedPart(option, options[option.name] ?? null),
      usual: usualText(option),
      sentence: option.sentence,
      rules: option.rules,
    }));
}

/** Of a table of numbers only those that are not as usual. */
function changedPart(option: Option, value: Json): string {
  if (option.kind !== 'numbers' || typeof value !== 'object' || value === null || Array.isArray(value)) {
    return valueText(value);
  }
  const usual = option.keys ?? {};
  return valueText(Object.fromEntries(Object.entries(value).filter(([key, number]) => usual[key] !== number)));
}

export function usualText(option: Option): string {
  if (option.default === true) return 'yes';
  if (option.default === false) return 'no';
  if (option.kind === 'words' && Array.isArray(option.default)) return valueText(option.default);
  return option.usual.replaceAll('"', '');
}

/** The value that an option has without being named, where that does not depend on the table. */
export function usualValue(option: Option): Json {
  return option.kind === 'numbers' ? { ...option.keys } : option.default;
}

export function isUsual(option: Option, value: Json): boolean {
  const usual = usualValue(option);
  if (option.kind === 'numbers' && typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return Object.entries(option.keys ?? {}).every(([key, number]) => (value as Options)[key] === number);
  }
  return JSON.stringify(value) === JSON.stringify(usual);
}

/** Of what a form holds only what the server has to be told. */
export function chosen(game: Game, values: Options): Options {
  const told: Options = {};
  for (const option of game.options) {
    const value = values[option.name];
    if (value !== undefined && !isUsual(option, value)) told[option.name] = value;
  }
  return told;
}
