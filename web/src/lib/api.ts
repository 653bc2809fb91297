/** The REST part of docs/protocol.md. */

import type { CardText, Clock, GameEvent, GameId, Info, Json, Laid, Level, MoveText, Options, Position, Seat, View } from './wire';

export interface Option {
  name: string;
  kind: 'flag' | 'number' | 'choice' | 'choice-or-number' | 'numbers' | 'words';
  default: Json; // null where it depends on the table
  usual: string; // the default in words
  low: number | null;
  high: number | null;
  values: Json[];
  keys: Record<string, number> | null;
  range: string;
  sentence: string;
  rules: string[];
}

export interface Game {
  id: GameId;
  title: string;
  prefix: string;
  summary: string;
  seats: { fewest: number; most: number };
  options: Option[];
  legend: string[];
}

export interface Rule {
  id: string;
  title: string;
  text: string;
  ruling: string;
}

export interface Chapter {
  title: string;
  text: string;
  rules: Rule[];
}

export interface Book {
  game: GameId;
  title: string;
  intro: string;
  chapters: Chapter[];
}

/** A worked example; a lesson if it asks something. */
export interface LessonLine {
  id: string;
  title: string;
  rules: string[];
  questions: number;
}

export interface Answer {
  move: MoveText;
  legal: boolean;
  rule: string | null; // by which it is refused, or that it carries out
  text: string; // the refusal as a sentence
}

/** A position by the eyes of `seat`, what may be answered there, and what the example goes on with. */
export interface Moment {
  seat: Seat;
  position: Position;
  answers: Answer[];
  move: MoveText | null;
  events: GameEvent[];
  after: Position | null;
}

export interface Lesson extends LessonLine {
  game: GameId;
  info: Info;
  moments: Moment[];
}

export interface Person {
  person: string;
  name: string;
}

export interface NewTable {
  game: GameId;
  seats?: number;
  options?: Options;
  open?: boolean;
  spectators?: boolean;
  clock?: Clock | null;
  bots?: Level[];
  begin?: boolean;
}

export interface Opened {
  table: string;
  path: string;
}

/** A table in the lobby, or one of your own. */
export interface TableLine {
  table: string;
  game: GameId;
  state: Info['state'];
  open: boolean;
  spectators: boolean;
  match: number;
  seats: number;
  free: number; // chairs that a person can take
  names: string[]; // by seat; empty for an empty chair
}

export interface Standing {
  matches: number;
  wins: number;
  mu: number;
  sigma: number;
}

export interface Played {
  table: string;
  match: number;
  game: GameId;
  ended: number; // milliseconds since 1970
  rated: boolean;
  won: boolean;
  score: number;
  names: string[];
}

export interface Player {
  person: string;
  name: string;
  games: Record<string, Standing>;
  last: Played[]; // the newest first
}

export interface Rated extends Standing {
  who: string; // a person, or `bot:calm`
  name: string;
}

export interface PastStep {
  seat: Seat | null;
  move: MoveText | null;
  events: GameEvent[];
}

export interface PastMatch {
  table: string;
  match: number;
  game: GameId;
  title: string;
  options: Options;
  names: string[];
  secret: string;
  commitment: string;
  winners: Seat[];
  scores: number[];
  steps: PastStep[];
}

export interface StepPosition {
  step: number;
  seat: Seat | null;
  move: MoveText | null;
  over: boolean;
  round_over: boolean;
  view: View;
  required: Seat[];
  optional: Seat[];
  lines: string[];
  laid: Record<Seat, Laid>;
  winners: Seat[];
  scores: number[];
  hands?: Record<Seat, CardText[]>;
}

/** What the server says is wrong, in its own sentence. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    text: string,
  ) {
    super(text);
  }
}

/** An answer of the server, which may come bit by bit; what is wrong is thrown. */
export async function fetched(path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const request: RequestInit = { headers: { Accept: 'application/json' }, signal: signal ?? null };
  if (body !== undefined) {
    request.method = 'POST';
    request.headers = { ...request.headers, 'Content-Type': 'application/json' };
    request.body = JSON.stringify(body);
  }
  let answer: Response;
  try {
    answer = await fetch(path, request);
  } catch {
    throw new ApiError(0, 'offline', 'The server cannot be reached just now.');
  }
  if (answer.ok) return answer;
  const told: unknown = await answer.json().catch(() => null);
  const wrong: Partial<Record<string, unknown>> = typeof told === 'object' && told !== null ? { ...told } : {};
  const { code, text } = wrong;
  throw new ApiError(
    answer.status,
    typeof code === 'string' ? code : 'unknown',
    typeof text === 'string' ? text : `The server has answered with status ${answer.status}.`,
  );
}

async function ask<Answer>(path: string, body?: unknown): Promise<Answer> {
  const answer = await fetched(path, body);
  return (await answer.json().catch(() => null)) as Answer;
}

/** What does not change while the page is open is asked for once; after a failure it is asked for again. */
function once<Key extends string, Value>(load: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const known = new Map<Key, Promise<Value>>();
  return (key) => {
    const found = known.get(key);
    if (found) return found;
    const asked = load(key);
    known.set(key, asked);
    asked.catch(() => known.delete(key));
    return asked;
  };
}

const gamesOnce = once((path: string) => ask<Game[]>(path));
export const games = () => gamesOnce('/api/games');

export const rules = once((game: string) => ask<Book>(`/api/games/${encodeURIComponent(game)}/rules`));

export const lessons = once((game: string) => ask<LessonLine[]>(`/api/games/${encodeURIComponent(game)}/lessons`));
export const lesson = (game: string, id: string) =>
  ask<Lesson>(`/api/games/${encodeURIComponent(game)}/lessons/${encodeURIComponent(id)}`);

export async function me(): Promise<Person | null> {
  try {
    return await ask<Person>('/api/me');
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

export const nameMe = (name: string) => ask<Person>('/api/me', { name });
export const openTable = (wanted: NewTable) => ask<Opened>('/api/tables', wanted);
export const tableInfo = (table: string) => ask<Info>(`/api/tables/${encodeURIComponent(table)}`);

export const lobby = () => ask<TableLine[]>('/api/tables');
export const myTables = () => ask<TableLine[]>('/api/tables?mine=true');
export const player = (person: string) => ask<Player>(`/api/players/${encodeURIComponent(person)}`);
export const ratings = (game: string) => ask<Rated[]>(`/api/ratings?game=${encodeURIComponent(game)}`);

const matchPath = (table: string, match: number) => `/api/tables/${encodeURIComponent(table)}/matches/${match}`;

export const pastMatch = (table: string, match: number) => ask<PastMatch>(matchPath(table, match));
export async function pastSteps(
  table: string,
  match: number,
  eyes: string,
  from: number,
  count: number,
): Promise<StepPosition[]> {
  const query = new URLSearchParams({ eyes, from: String(from), count: String(count) });
  return (await ask<{ steps: StepPosition[] }>(`${matchPath(table, match)}/steps?${query}`)).steps;
}

export const recordAddress = (table: string, match: number) => `${matchPath(table, match)}/record`;
export const playOn = (table: string, match: number, step: number, seat: Seat, level: Level) =>
  ask<Opened>(`${matchPath(table, match)}/play-on`, { step, seat, level });
