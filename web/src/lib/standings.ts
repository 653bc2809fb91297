import type { CardText, Chair, EntryFrame, Seat } from './wire';

export interface Row {
  seat: Seat;
  name: string;
  score: number;
  won: boolean;
}

/** Who won first; the others stay as they sit, for in some games many points are good and in others few. */
export function standings(chairs: readonly Chair[], scores: readonly number[], winners: readonly Seat[]): Row[] {
  const rows = chairs.map((chair, place) => ({
    seat: chair.seat,
    name: chair.name || `Chair ${chair.seat}`,
    score: scores[place] ?? 0,
    won: winners.includes(chair.seat),
  }));
  return [...rows.filter((row) => row.won), ...rows.filter((row) => !row.won)];
}

/** By seat: the cards that lay open at the newest end of a round. */
export function leftIn(log: readonly EntryFrame[]): ReadonlyMap<Seat, readonly CardText[]> {
  for (const entry of log.toReversed()) {
    if (!('events' in entry)) continue;
    const told = entry.events.filter((event) => event.kind === 'left' || event.kind === 'laid_down');
    if (told.length > 0) return new Map(told.flatMap((event) => (event.seat ? [[event.seat, event.cards]] : [])));
  }
  return new Map();
}

/** `Ada`, `Ada and Ben`, `Ada, Ben and Cleo`. */
export function listed(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
