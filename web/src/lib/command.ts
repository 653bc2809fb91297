/** What somebody may type at a table: a move as it is written, or a question to the page. */

import type { Position } from './wire';

export type Command =
  | { kind: 'move'; move: string }
  | { kind: 'tell'; lines: string[] }
  | { kind: 'list'; moves: string[] }
  | { kind: 'hint' }
  | { kind: 'nothing' };

export const QUESTIONS = 'table, moves, hint';

/** `listed` are the moves that were told last: a number means what was read there, whatever others have done since. */
export function readCommand(text: string, position: Position | null, listed: readonly string[] = []): Command {
  const words = text.trim().replace(/\s+/g, ' ');
  switch (words) {
    case '':
      return { kind: 'nothing' };
    case 'table':
      return { kind: 'tell', lines: position?.lines ?? ['Nothing is dealt yet.'] };
    case 'moves':
      if (!position?.moves.length) return { kind: 'tell', lines: ['You have no move now.'] };
      return { kind: 'list', moves: position.moves };
    case 'hint':
      return { kind: 'hint' };
    default: {
      const list = listed.length > 0 ? listed : position?.moves;
      const meant = /^\d{1,3}$/.test(words) ? list?.[Number(words) - 1] : undefined;
      return { kind: 'move', move: meant ?? words };
    }
  }
}
