/** What moves on the table with a new entry, and how. Motion only follows what has happened: nothing waits for it. */

import type { EntryFrame, GameEvent, Seat } from '../lib/wire';

/** A place on the table that cards come from and go to; elements carry it as `data-anchor`. */
export type Anchor = 'draw' | 'pile' | 'hand' | `seat-${string}`;

export interface Flight {
  id: number;
  from: Anchor;
  to: Anchor;
  card: string | null; // null: face down
  delay: number;
}

export interface Motion {
  pileFrom: Anchor; // where the newest cards of the pile come from
  flights: Flight[];
}

export const FLIGHT_MS = 320;
const STAGGER_MS = 70;
const MOST_TO_ONE = 4; // cards in a row that are shown flying to one chair

const ONTO_PILE = new Set([
  'played',
  'discarded',
  'placed',
  'opened',
  'set_played',
  'run_played',
  'badger_played',
  'higher_played',
  'added',
  'blind_turned',
]);

let nextId = 0;

function flight(from: Anchor, to: Anchor, card: string | null, place: number): Flight {
  nextId += 1;
  return { id: nextId, from, to, card, delay: place * STAGGER_MS };
}

function eventsOf(entry: EntryFrame | null): readonly GameEvent[] {
  return entry !== null && 'events' in entry ? entry.events : [];
}

export function motionOf(entry: EntryFrame | null, eyes: Seat | null): Motion {
  const chair = (seat: Seat): Anchor => (seat === eyes ? 'hand' : `seat-${seat}`);
  const motion: Motion = { pileFrom: 'draw', flights: [] };
  for (const event of eventsOf(entry)) {
    const { seat } = event;
    if (seat === null) continue;
    if (ONTO_PILE.has(event.kind)) motion.pileFrom = chair(seat);
    else if (event.kind === 'took' && event.card !== null)
      motion.flights.push(flight('pile', chair(seat), event.card, 0));
    else if (event.kind === 'pile_taken') {
      const taken = event.cards.slice(-MOST_TO_ONE);
      taken.forEach((card, place) => motion.flights.push(flight('pile', chair(seat), card, place)));
    } else if (event.kind === 'drew') {
      for (let place = 0; place < Math.min(MOST_TO_ONE, event.number); place++) {
        motion.flights.push(flight('draw', chair(seat), event.cards[place] ?? null, place));
      }
    }
  }
  return motion;
}

/** Cards that an entry has turned up for everybody at once: those of a duel, or of a Unite. */
export function shownCards(entry: EntryFrame | null): { seat: Seat; card: string; secret: boolean }[] {
  return eventsOf(entry).flatMap((event) =>
    (event.kind === 'shown' || event.kind === 'revealed') && event.seat !== null && event.card !== null
      ? [{ seat: event.seat, card: event.card, secret: event.kind === 'revealed' && event.text.includes('secret') }]
      : [],
  );
}

export function anchorRect(surface: Element | null | undefined, anchor: Anchor): DOMRect | null {
  const found = surface?.querySelector(`[data-anchor="${anchor}"]`);
  return found?.getBoundingClientRect() ?? null;
}

interface Arrival {
  from: DOMRect | null;
  still: boolean;
}

/** A Svelte transition: the element comes from another place on the screen. */
export function arrive(
  node: Element,
  { from, still }: Arrival,
): {
  duration: number;
  easing?: (t: number) => number;
  css?: (t: number, u: number) => string;
} {
  if (still || from === null) return { duration: 0 };
  const to = node.getBoundingClientRect();
  const dx = from.left + from.width / 2 - to.left - to.width / 2;
  const dy = from.top + from.height / 2 - to.top - to.height / 2;
  const scale = to.width > 0 ? Math.min(1, from.width / to.width) : 1;
  return {
    duration: FLIGHT_MS,
    easing: (t) => 1 - (1 - t) ** 3,
    css: (t, u) =>
      `transform: translate(${dx * u}px, ${dy * u}px) scale(${1 - (1 - scale) * u}); opacity: ${Math.min(1, t * 4)}`,
  };
}

/** Another one: a card of the hand is seen where it belongs as soon as the card that flies there arrives. */
export function appear(
  _node: Element,
  { still }: { still: boolean },
): { delay: number; duration: number; css: (t: number) => string } {
  return { delay: still ? 0 : FLIGHT_MS * 0.6, duration: still ? 0 : FLIGHT_MS * 0.4, css: (t) => `opacity: ${t}` };
}
