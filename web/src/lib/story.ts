/** What happened at a table, as lines that a person reads. */

import { capital } from './markdown';
import type { EntryFrame, GameEvent, Info, Seat } from './wire';

export interface Line {
  key: string;
  n: number;
  at: number;
  text: string;
  rules: string[];
  kind: 'game' | 'table' | 'said' | 'reacted' | 'began';
  seat: Seat | null;
}

export const REACTIONS = {
  wave: { sign: '👋', word: 'waves' },
  clap: { sign: '👏', word: 'claps' },
  laugh: { sign: '😄', word: 'laughs' },
  wow: { sign: '😮', word: 'is amazed' },
  sad: { sign: '😢', word: 'is sad' },
  angry: { sign: '😠', word: 'is angry' },
  think: { sign: '🤔', word: 'thinks' },
  hurry: { sign: '⏰', word: 'is in a hurry' },
} as const;

const WHY: Record<string, string> = {
  kicked: 'has been sent away by the host',
  left: 'has left',
  idle: 'was away for too long',
  clock: 'was out of time',
};

/** The name that a chair has in its last entry before or at this one, or else now. */
function nameOf(info: Info | null, seat: Seat): string {
  return info?.seats.find((chair) => chair.seat === seat)?.name || `Chair ${seat}`;
}

export function linesOf(entry: EntryFrame, info: Info | null): Line[] {
  const line = (text: string, kind: Line['kind'], seat: Seat | null = null): Line[] => [
    { key: `${entry.n}`, n: entry.n, at: entry.at, text, rules: [], kind, seat },
  ];
  switch (entry.kind) {
    case 'opened':
      return line('The table is open.', 'table');
    case 'sat':
      return line(`${entry.name} sits down.`, 'table', entry.seat);
    case 'left':
      return line(`${entry.name} ${WHY[entry.why] ?? 'has left'}.`, 'table', entry.seat);
    case 'bot':
      return line(botLine(entry, nameOf(info, entry.seat)), 'table', entry.seat);
    case 'back':
      return line(`${nameOf(info, entry.seat)} plays again.`, 'table', entry.seat);
    case 'emptied':
      return line(`Chair ${entry.seat} is free.`, 'table', entry.seat);
    case 'host': {
      const host = info?.seats.find((chair) => chair.person === entry.person)?.name;
      return line(host ? `${host} is the host now.` : 'There is a new host.', 'table');
    }
    case 'began':
      return [...line(`Match ${entry.match} begins.`, 'began'), ...eventLines(entry.events, entry)];
    case 'moved':
      return eventLines(entry.events, entry);
    case 'said':
      return line(`${entry.name}: ${entry.text}`, 'said', entry.seat);
    case 'reacted':
      return line(
        `${REACTIONS[entry.what]?.sign ?? ''} ${nameOf(info, entry.seat)} ${REACTIONS[entry.what]?.word ?? entry.what}.`,
        'reacted',
        entry.seat,
      );
    case 'closed':
      return line('The table is closed.', 'table');
  }
}

function botLine(entry: Extract<EntryFrame, { kind: 'bot' }>, name: string): string {
  if (!entry.stand_in) return `${entry.name}, a machine player (${entry.level}), sits down.`;
  return entry.why === 'clock' ? `${name} was out of time: a machine player goes on.` : `A machine player goes on for ${name}.`;
}

export function eventLines(events: readonly GameEvent[], entry: { n: number; at: number }): Line[] {
  return events
    .filter((event) => event.text)
    .map((event, place) => ({
      key: `${entry.n}.${place}`,
      n: entry.n,
      at: entry.at,
      text: sentence(event.text),
      rules: event.rules,
      kind: 'game',
      seat: event.seat,
    }));
}

/** As it stands in a log: with a capital letter and a full stop. */
export function sentence(text: string): string {
  const start = capital(text);
  return /[.!?:…]$/.test(start) ? start : `${start}.`;
}
