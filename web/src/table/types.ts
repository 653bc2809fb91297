/** What the table surface needs of the wire (docs/protocol.md). */

export type GameId = 'wild-apex' | 'uno-etheria' | 'whats-wild' | 'wild-side' | 'cl4sh';

export interface SeatInfo {
  seat: string;
  kind: 'person' | 'bot' | 'empty';
  name: string;
  level: string | null;
  stand_in: boolean;
  here: boolean;
}

export interface TableInfo {
  game: string;
  title: string;
  options: Record<string, unknown>;
  clock: { move: number; bank: number } | null;
  state: string;
  seats: SeatInfo[];
}

export interface GameEvent {
  kind: string;
  seat: string | null;
  other: string | null;
  as: string | null;
  more: number | null;
  card: string | null;
  number: number;
  cards: string[];
  text: string;
}

export interface Clocks {
  running: string[];
  left: Record<string, number>;
  bank: Record<string, number>;
}

export interface Position {
  n: number;
  match: number;
  over: boolean;
  round_over: boolean;
  view: Record<string, unknown>;
  required: string[];
  optional: string[];
  moves: string[];
  must: boolean;
  clocks: Clocks | null;
  winners: string[];
  scores: number[];
}

/** The newest entry: its events say what moves on the table. */
export interface Entry {
  n: number;
  kind: string;
  seat?: string | null;
  move?: string;
  events?: GameEvent[];
}

export interface TableSettings {
  sort: 'color' | 'number' | 'hand';
  reducedMotion: boolean;
  cardSize: 'small' | 'normal' | 'large';
  sound: boolean;
}
