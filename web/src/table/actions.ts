/** The buttons for moves that need no card. */

import { actionMoves, type ListedMove } from './compose';
import { actionLabel, type ActionLabel } from './labels';

export interface Action extends ActionLabel {
  move: ListedMove;
  starts: boolean; // more words are to be asked for
}

const RANK: Readonly<Record<Action['tone'], number>> = { call: 0, answer: 1, plain: 2 };
const ASKED_FOR_BY_WORD = new Set(['color', 'keep']);
const ON_THE_TABLE = new Set(['cut']); // has a place of its own

/** One button a move, but one for all moves of a verb that goes on with a colour. Each has a letter of its own. */
export function actionsOf(
  moves: readonly ListedMove[],
  names: (seat: string | null) => string,
  owed: number,
): Action[] {
  const seen = new Set<string>();
  const actions: Action[] = [];
  for (const move of actionMoves(moves)) {
    if (ON_THE_TABLE.has(move.verb)) continue;
    const starts = move.open || ASKED_FOR_BY_WORD.has(move.verb);
    if (starts && seen.has(move.verb)) continue;
    seen.add(move.verb);
    actions.push({ ...actionLabel(move, names, owed), move, starts });
  }
  actions.sort((one, other) => RANK[one.tone] - RANK[other.tone]);
  const taken = new Set<string>();
  return actions.map((action) => {
    const letters = [action.key, ...action.text.toLowerCase().replace(/[^a-z]/g, '')];
    const key = letters.find((letter) => letter !== '' && !taken.has(letter)) ?? '';
    taken.add(key);
    return { ...action, key };
  });
}
