/** What travels between the browser and the server; docs/protocol.md is the reference. */

export type Seat = string; // a letter, `A` first
export type CardText = string; // as written: `R5`
export type MoveText = string; // as written: `play R5 uno`; one that ends in ` …` stands for several

export type GameId = 'wild-apex' | 'uno-etheria' | 'whats-wild' | 'wild-side' | 'cl4sh' | (string & {});
export type Level = 'random' | 'brisk' | 'calm' | 'sharp' | 'fierce' | (string & {});
export type Reaction = 'wave' | 'clap' | 'laugh' | 'wow' | 'sad' | 'angry' | 'think' | 'hurry';

/** Whatever a game's view or an option holds: plain JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type View = { readonly [field: string]: Json };
export type Options = Record<string, Json>;

export interface Chair {
  seat: Seat;
  kind: 'person' | 'bot' | 'empty';
  name: string;
  person: string | null;
  level: Level | null;
  stand_in: boolean;
  here: boolean;
  wins: number; // matches at this table
}

export interface Clock {
  move: number; // seconds
  bank: number; // seconds
}

export interface Info {
  table: string;
  game: GameId;
  title: string;
  options: Options;
  changed: string[];
  open: boolean;
  spectators: boolean;
  clock: Clock | null;
  grace: number; // milliseconds
  pace: number; // milliseconds
  state: 'waiting' | 'playing' | 'over' | 'closed';
  match: number;
  host: string;
  watching: number;
  seats: Chair[];
}

export interface Clocks {
  running: Seat[];
  left: Record<Seat, number>; // milliseconds
  bank: Record<Seat, number>; // milliseconds
}

export interface Position {
  n: number;
  match: number;
  over: boolean;
  round_over: boolean;
  view: View;
  required: Seat[];
  optional: Seat[];
  moves: MoveText[];
  must: boolean;
  clocks: Clocks | null;
  lines: string[];
  laid: Record<Seat, Laid>; // in What's Wild?!: the hands that one sees, at their best
  commitment: string;
  secret?: string | null;
  winners: Seat[];
  scores: number[];
  /** In a replay that shows every hand. */
  hands?: Record<Seat, CardText[]>;
}

/** A hand in the groups that count, and what does not fit. */
export interface Laid {
  melds: CardText[][];
  left: CardText[];
  points: number;
}

export interface GameEvent {
  kind: string;
  rules: string[]; // the first is the one to quote
  seat: Seat | null;
  other: Seat | null;
  as: CardText | null;
  more: number | null;
  card: CardText | null;
  number: number;
  cards: CardText[];
  text: string;
}

interface EntryCommon {
  type: 'entry';
  n: number;
  at: number; // milliseconds since 1970
  position?: Position | null;
  info?: Info | null;
}

export type EntryFrame = EntryCommon &
  (
    | { kind: 'opened' }
    | { kind: 'sat'; seat: Seat; name: string; person: string }
    | { kind: 'left'; seat: Seat; name: string; why: string }
    | { kind: 'bot'; seat: Seat; name: string; level: Level; stand_in: boolean; why: string }
    | { kind: 'back'; seat: Seat }
    | { kind: 'emptied'; seat: Seat }
    | { kind: 'host'; person: string }
    | { kind: 'began'; match: number; commitment: string; events: GameEvent[] }
    | { kind: 'moved'; seat: Seat; move: MoveText; by: 'person' | 'bot' | 'clock'; events: GameEvent[]; tag?: string }
    | { kind: 'said'; seat: Seat | null; name: string; text: string; tag?: string }
    | { kind: 'reacted'; seat: Seat; what: Reaction }
    | { kind: 'closed'; why: string }
  );

export interface You {
  person: string | null;
  seat: Seat | null;
  host: boolean;
}

export interface TableFrame {
  type: 'table';
  n: number;
  you: You;
  info: Info;
  position: Position | null;
  recent: EntryFrame[];
}

export interface Refused {
  type: 'refused';
  id?: string | number;
  rule: string | null;
  text: string;
}

export interface WireError {
  type: 'error';
  id?: string | number;
  code: string;
  text: string;
}

/** A move that was thought about, and the part of the rounds that it won; null where there was nothing to think about. */
export interface Weighed {
  move: MoveText;
  share: number | null;
}

export interface HintFrame {
  type: 'hint';
  id?: string | number;
  move: MoveText;
  moves: Weighed[]; // the best first
}

export interface MovesFrame {
  type: 'moves';
  id?: string | number;
  moves: MoveText[];
}

export interface Presence {
  type: 'presence';
  here: Record<Seat, boolean>;
  watching: number;
}

export type ServerFrame =
  | TableFrame
  | EntryFrame
  | Refused
  | WireError
  | HintFrame
  | MovesFrame
  | Presence
  | { type: 'pong'; id?: string | number }
  | { type: 'bye' };

export type ClientFrame =
  | { type: 'move'; id?: string; move: MoveText; n: number; tag: string }
  | { type: 'moves'; id: string; begin: string }
  | { type: 'sit'; id?: string; seat?: Seat }
  | { type: 'leave' | 'back' | 'begin' | 'close' | 'ping'; id?: string }
  | { type: 'bot'; id?: string; seat: Seat; level: Level }
  | { type: 'empty' | 'kick'; id?: string; seat: Seat }
  | { type: 'say'; id?: string; text: string; tag: string }
  | { type: 'react'; id?: string; what: Reaction }
  | { type: 'hint'; id: string };
