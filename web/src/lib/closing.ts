/** Why a connection has ended, as a sentence for the person, and whether to connect again. */

export interface Ending {
  code: number;
  text: string;
  again: 'soon' | 'later' | 'asked' | 'never'; // `asked`: only when the person wants it
}

const ENDINGS: Record<number, Omit<Ending, 'code'>> = {
  4001: { text: 'You have opened this table in another window, and it goes on there.', again: 'asked' },
  4003: { text: 'You cannot look at this table: it is not open to spectators.', again: 'never' },
  4004: { text: 'There is no such table.', again: 'never' },
  4008: { text: 'That was more than the connection could take. One moment.', again: 'later' },
  4009: { text: 'The host has taken you from the table.', again: 'never' },
  4010: { text: 'The server starts anew. Your table is kept, one moment.', again: 'soon' },
  4012: { text: 'Too many windows are connected from here. Close some of them; this one tries again.', again: 'later' },
  4013: { text: 'This table is closed.', again: 'never' },
};

const LOST: Omit<Ending, 'code'> = {
  text: 'The connection is gone. It comes back by itself, and what you have clicked is kept.',
  again: 'soon',
};

export function endingOf(code: number): Ending {
  return { code, ...(ENDINGS[code] ?? LOST) };
}

const SOON = 250; // milliseconds
const LATER = 4000;
const LONGEST = 10_000;

/** Milliseconds to wait before this attempt (from 0); `chance` from 0 to 1 keeps a crowd from knocking all at once. */
export function waitBefore(attempt: number, again: 'soon' | 'later', chance: number): number {
  const first = again === 'soon' ? SOON : LATER;
  const full = Math.min(LONGEST, first * 2 ** Math.min(attempt, 10));
  return Math.round(full * (0.6 + 0.4 * chance));
}
