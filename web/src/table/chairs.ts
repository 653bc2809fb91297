/** What stands at each chair: read from a position, the same way for all games. */

import type { Chair, Info, Laid, Position } from '../lib/wire';
import { flagsOf, numberOf, numbers, placesOf, seatLetter, seatNumber, text, texts } from './view';

export interface Mark {
  word: string;
  tone: 'good' | 'bad' | 'plain';
}

export interface ChairState {
  seat: string;
  name: string;
  shortName: string; // the first word, where nobody else has the same
  level: string | null; // of a bot
  away: boolean;
  count: number; // of cards in the hand
  score: number | null;
  asked: boolean; // the table waits for this seat
  askedFor: string; // a turn, or an answer to somebody else's
  marks: Mark[];
  faceUp: (string | null)[]; // Wild Side
  faceDown: boolean[];
  laid: Laid | null; // What's Wild?!: a hand that lies open
}

function chairOf(info: Info, seat: string): Chair | undefined {
  return info.seats.find((chair) => chair.seat === seat);
}

export function nameOf(info: Info, seat: string | null): string {
  return seat === null ? 'nobody' : (chairOf(info, seat)?.name ?? `Seat ${seat}`);
}

function shortNameOf(info: Info, seat: string): string {
  const name = nameOf(info, seat);
  const [first = name] = name.split(' ');
  return info.seats.some((chair) => chair.seat !== seat && chair.name.split(' ')[0] === first) ? name : first;
}

/** Names by seat, with `you` for the seat whose eyes these are. */
export function namer(info: Info, eyes: string | null): (seat: string | null) => string {
  return (seat) => (seat !== null && seat === eyes ? 'you' : nameOf(info, seat));
}

/** The seats by chair, clockwise. */
export function seatingOf(info: Info, position: Position): string[] {
  const seating = texts(position.view, 'seating');
  return seating.length > 0 ? seating : info.seats.map((_, place) => seatLetter(place));
}

export function chairStates(info: Info, position: Position): ChairState[] {
  const { view } = position;
  const counts = numbers(view, 'counts');
  const scored = position.scores.some((score) => score !== 0);
  return seatingOf(info, position).map((seat) => {
    const chair = chairOf(info, seat);
    const gone = texts(view, 'gone').includes(seat);
    return {
      seat,
      name: nameOf(info, seat),
      shortName: shortNameOf(info, seat),
      level: chair?.kind === 'bot' || chair?.stand_in === true ? (chair.level ?? 'bot') : null,
      away: chair?.kind === 'person' && !chair.here,
      count: counts[seatNumber(seat)] ?? 0,
      score: scored ? (position.scores[seatNumber(seat)] ?? 0) : null,
      asked: position.required.includes(seat) && !position.over,
      askedFor: (text(view, 'turn') ?? seat) === seat ? 'turn' : 'asked',
      marks: marksOf(info.game, position, seat),
      faceUp: placesOf(view, 'face_up', seat),
      faceDown: flagsOf(view, 'face_down', seat),
      laid: gone ? (position.laid[seat] ?? null) : null,
    };
  });
}

const CALL_MISSED: Readonly<Record<string, string>> = {
  'wild-apex': 'no cry!',
  'uno-etheria': 'no “UNO”!',
  cl4sh: 'no signal!',
};

function marksOf(game: string, position: Position, seat: string): Mark[] {
  const { view } = position;
  const marks: Mark[] = [];
  const add = (holds: boolean, word: string, tone: Mark['tone'] = 'plain'): void => {
    if (holds) marks.push({ word, tone });
  };
  add(position.over && position.winners.includes(seat), 'wins', 'good');
  add(position.round_over && !position.over && texts(view, 'round_winners').includes(seat), 'won round', 'good');
  add(texts(view, 'uncalled').includes(seat), CALL_MISSED[game] ?? 'no call!', 'bad');
  add(texts(view, 'guards').includes(seat), 'guard', 'good');
  add(texts(view, 'signals').includes(seat), 'signal', 'good');
  add(texts(view, 'gone').includes(seat), 'gone wild', 'good');
  if (position.over) return marks;
  const turn = text(view, 'turn');
  const phase = text(view, 'phase');
  const attacker = text(view, 'attacker');
  add(game === 'wild-apex' && turn === seat && attacked(position) > 0, owes(attacked(position)), 'bad');
  add(numberOf(view, 'gifts', seat) > 0, owes(numberOf(view, 'gifts', seat)), 'bad');
  if (game === 'uno-etheria') {
    add(phase === 'answering' && position.required.includes(seat), owes(4), 'bad');
    add(
      texts(view, 'picked').includes(seat) && phase === 'showing',
      turn === seat ? 'secret card' : 'has chosen',
      'plain',
    );
    add(texts(view, 'matched').includes(seat), 'matches', 'good');
  }
  if (game === 'cl4sh') {
    const duels = phase === 'dueling' && (seat === attacker || seat === text(view, 'defender'));
    add(duels, texts(view, 'has_chosen').includes(seat) ? 'has chosen' : 'duel', 'plain');
    add(phase === 'picking_up' && position.required.includes(seat), owes(attacked(position)), 'bad');
    add(phase === 'balancing' && position.required.includes(seat), owes(2), 'bad');
    add(phase === 'chaining' && position.required.includes(seat), 'swap?', 'bad');
  }
  return marks;
}

function attacked(position: Position): number {
  const cards = position.view['attack_cards'];
  return typeof cards === 'number' ? cards : 0;
}

function owes(cards: number): string {
  return `owes ${cards}`;
}
