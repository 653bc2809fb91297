import { describe, expect, it } from 'vitest';
import type { Game, Option } from '../src/lib/api';
import { chosen, differences, isUsual, labelOf, usualText, valueText } from '../src/lib/options';

function option(changes: Partial<Option>): Option {
  return {
    name: 'must_play',
    kind: 'flag',
    default: false,
    usual: 'false',
    low: null,
    high: null,
    values: [],
    keys: null,
    range: 'true, false',
    sentence: 'Who can play may not draw instead.',
    rules: ['CL-09'],
    ...changes,
  };
}

const copies = option({ name: 'copies', kind: 'numbers', default: null, usual: 'zero 1, wild4 4', keys: { zero: 1, wild4: 4 } });
const target = option({ name: 'target', kind: 'choice-or-number', default: 'auto', usual: '15 in competition', values: ['auto'] });
const cries = option({ name: 'cries', kind: 'words', default: ['ROAR', 'HOWL'], usual: '["ROAR", "HOWL"]' });

const game: Game = {
  id: 'cl4sh',
  title: 'CL4SH',
  prefix: 'CL',
  summary: '',
  seats: { fewest: 2, most: 6 },
  options: [option({}), copies, target, cries],
  legend: [],
};

describe('words for options', () => {
  it('are read by people', () => {
    expect(labelOf('havoc_on_same_element')).toBe('Havoc on same element');
    expect(valueText(true)).toBe('yes');
    expect(valueText(['ROAR', 'HOWL'])).toBe('ROAR, HOWL');
    expect(valueText({ zero: 2 })).toBe('zero 2');
    expect(valueText('at_once')).toBe('at once');
  });

  it('tell the usual value without its quotes', () => {
    expect(usualText(option({}))).toBe('no');
    expect(usualText(cries)).toBe('ROAR, HOWL');
    expect(usualText(target)).toBe('15 in competition');
  });
});

describe('what differs', () => {
  it('is what the table names, and of a table of numbers only what has changed', () => {
    const options = { must_play: true, copies: { zero: 1, wild4: 2 }, target: 'auto', cries: ['ROAR', 'HOWL'] };
    expect(differences(game, options, ['must_play', 'copies'])).toMatchObject([
      { label: 'Must play', value: 'yes', usual: 'no', rules: ['CL-09'] },
      { label: 'Copies', value: 'wild4 2' },
    ]);
    expect(differences(game, options, [])).toEqual([]);
  });

  it('is all that a form sends', () => {
    expect(chosen(game, {})).toEqual({});
    expect(chosen(game, { must_play: false, copies: { zero: 1, wild4: 4 }, target: 'auto' })).toEqual({});
    expect(chosen(game, { must_play: true, target: 0, cries: ['YELL'] })).toEqual({
      must_play: true,
      target: 0,
      cries: ['YELL'],
    });
  });

  it('knows numbers by their keys, in any order', () => {
    expect(isUsual(copies, { wild4: 4, zero: 1 })).toBe(true);
    expect(isUsual(copies, { wild4: 3, zero: 1 })).toBe(false);
  });
});
