/** Simulations: what is asked of the server, the lines that come back, and what can be said from them. */

import { ApiError, fetched } from './api';
import { seatLetter } from '../table/view';
import { labelOf, valueText } from './options';
import type { GameId, Level, Options, Seat } from './wire';

export interface LabWanted {
  game: GameId;
  seats: number;
  players: Level[]; // one for all chairs, or one for each
  games: number;
  seed: number;
  options: Options;
  against: Options | null;
}

/** Numbers are null where nothing was counted. */
export interface Share {
  wins: number;
  share: number | null;
  low: number;
  high: number;
}

export interface Mean {
  mean: number | null;
  error: number | null; // it is right to within this, in 95 of 100 cases
}

export const MEASURES = ['choices', 'moves', 'rounds'] as const;
export type MeasureName = (typeof MEASURES)[number];

export interface Simulation {
  seats: number;
  players: Level[];
  games_asked: number;
  games: number;
  interrupted: boolean;
  wins: Record<Seat, Share>;
  without_winner: number;
  over_limit: number;
  a_match: Record<MeasureName, Mean>;
  scores: Record<Seat, Mean>;
}

export interface Difference {
  difference: number | null;
  low: number | null;
  high: number | null;
}

export interface Differences {
  wins: Record<Seat, Difference>;
  a_match: Record<MeasureName, Difference>;
  scores: Record<Seat, Difference>;
}

export type LabLine =
  | { type: 'progress'; variant: number; games: number }
  | { type: 'result'; variant: number; command: string | null; result: Simulation }
  | { type: 'difference'; difference: Differences }
  | { type: 'error'; text: string };

/** The lines as they come. Whoever stops asking, or aborts by the signal, ends the simulation. */
export async function* simulation(wanted: LabWanted, signal: AbortSignal): AsyncGenerator<LabLine> {
  const answer = await fetched('/api/lab', wanted, signal);
  if (!answer.body) return;
  for await (const line of linesIn(answer.body)) yield JSON.parse(line) as LabLine;
}

export async function* linesIn(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      const parts = (rest + (done ? decoder.decode() : decoder.decode(value, { stream: true }))).split('\n');
      rest = parts.pop() ?? '';
      yield* parts.filter((line) => line !== '');
      if (done) break;
    }
    if (rest !== '') throw new ApiError(0, 'offline', 'The connection was lost before the simulation was over.');
  } finally {
    // Where nobody reads on, nothing more need be sent.
    await reader.cancel().catch(() => undefined);
  }
}

// --- charts ---

/** A value with what it may be, in 95 of 100 cases. */
export interface Interval {
  value: number;
  low: number;
  high: number;
}

export interface Row {
  label: string;
  marks: (Interval | null)[]; // by variant
}

export function ofShare(share: Share | undefined): Interval | null {
  return share && share.share !== null ? { value: share.share, low: share.low, high: share.high } : null;
}

export function ofMean(mean: Mean | undefined): Interval | null {
  if (!mean || mean.mean === null) return null;
  const error = mean.error ?? 0; // of one match alone nothing is known
  return { value: mean.mean, low: mean.mean - error, high: mean.mean + error };
}

export function ofDifference(found: Difference | undefined): Interval | null {
  if (!found || found.difference === null || found.low === null || found.high === null) return null;
  return { value: found.difference, low: found.low, high: found.high };
}

export function chairs(seats: number): Seat[] {
  return Array.from({ length: seats }, (_, place) => seatLetter(place));
}

export interface Scale {
  low: number;
  high: number;
  ticks: number[];
}

const STEPS = [1, 2, 2.5, 5, 10];

/** From a round number below everything to one above, with some ticks between. */
export function scaleOf(rows: readonly Row[], reference: number | null, most = 6): Scale {
  const all = rows.flatMap((row) => row.marks).filter((mark) => mark !== null);
  const ends = all.flatMap((mark) => [mark.low, mark.high, mark.value]);
  if (reference !== null) ends.push(reference);
  let low = Math.min(...ends);
  let high = Math.max(...ends);
  if (ends.length === 0) [low, high] = [0, 1];
  if (high - low < 1e-9) {
    const room = Math.max(Math.abs(low) * 0.1, 0.01);
    [low, high] = [low - room, high + room];
  }
  const raw = (high - low) / Math.max(1, most - 1);
  const size = 10 ** Math.floor(Math.log10(raw));
  const step = size * (STEPS.find((one) => one * size >= raw * 0.999) ?? 10);
  const first = Math.floor(low / step + 1e-9);
  const last = Math.ceil(high / step - 1e-9);
  const ticks = Array.from({ length: last - first + 1 }, (_, place) => Number(((first + place) * step).toPrecision(12)));
  return { low: ticks[0] ?? low, high: ticks.at(-1) ?? high, ticks };
}

/** Where a value lies, from 0 to 1. */
export function placeOn(scale: Scale, value: number): number {
  return Math.min(1, Math.max(0, (value - scale.low) / (scale.high - scale.low)));
}

// --- words ---

export type Format = (value: number) => string;

export const percent: Format = (value) => `${trimmed(value * 100, 1)} %`;

/** Of a difference of shares: 3 of 100 matches more are 3 points. */
export const points: Format = (value) => signed(value * 100, 1);

export const plain: Format = (value) => trimmed(value, Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2);
export const difference: Format = (value) => (value > 0 ? `+${plain(value)}` : plain(value).replace('-', '−'));

function trimmed(value: number, digits: number): string {
  const text = value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return text.includes('.') ? text.replace(/\.?0+$/, '').replace(/^-0$/, '0') : text;
}

function signed(value: number, digits: number): string {
  const text = trimmed(value, digits);
  return value > 0 && text !== '0' ? `+${text}` : text.replace('-', '−');
}

export const isSure = (found: Interval): boolean => found.low > 0 || found.high < 0;

const NAMES: Readonly<Record<MeasureName, string>> = {
  choices: 'Choices in a match',
  moves: 'Moves in a match',
  rounds: 'Rounds in a match',
};

export function measureName(name: MeasureName): string {
  return NAMES[name];
}

/** Whether points are counted at all in this game. */
export function hasPoints(results: readonly Simulation[]): boolean {
  return results.some((result) => Object.values(result.scores).some((score) => score.mean !== 0 && score.mean !== null));
}

/** What differs by more than chance explains, as sentences; the interval in brackets. */
export function findings(found: Differences, counted: boolean): string[] {
  const told: string[] = [];
  for (const [seat, one] of Object.entries(found.wins)) {
    const interval = ofDifference(one);
    if (!interval || !isSure(interval)) continue;
    const size = trimmed(Math.abs(interval.value * 100), 1);
    const range = `${points(interval.low)} to ${points(interval.high)}`;
    told.push(`Chair ${seat} wins ${size} of 100 matches ${interval.value > 0 ? 'more' : 'fewer'} (${range}).`);
  }
  for (const name of MEASURES) {
    const interval = ofDifference(found.a_match[name]);
    if (!interval || !isSure(interval)) continue;
    told.push(
      `A match has ${plain(Math.abs(interval.value))} ${name} ${interval.value > 0 ? 'more' : 'fewer'} (${difference(interval.low)} to ${difference(interval.high)}).`,
    );
  }
  for (const [seat, one] of Object.entries(counted ? found.scores : {})) {
    const interval = ofDifference(one);
    if (!interval || !isSure(interval)) continue;
    told.push(
      `Chair ${seat} ends with ${plain(Math.abs(interval.value))} points ${interval.value > 0 ? 'more' : 'fewer'} (${difference(interval.low)} to ${difference(interval.high)}).`,
    );
  }
  return told;
}

/** What a variant changes, in words. */
export function changesText(options: Options): string {
  const changes = Object.entries(options).map(([name, value]) => `${labelOf(name)}: ${valueText(value)}`);
  return changes.length > 0 ? changes.join('; ') : 'as in the rule book';
}
