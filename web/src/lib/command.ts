/** What somebody may type at a table: a move as it is written, or a question to the page. */

import type { Position } from './wire';

export type Command =
  | { kind: 'move'; move: string }
  | { kind: 'tell'; lines: string[] }
  | { kind: 'hint' }
  | { kind: 'nothing' };

export const QUESTIONS = 'table, moves, hint';

export function readCommand(text: string, position: Position | null): Command {
  const words = text.trim().replace(/\s+/g, ' ');
  switch (words) {
    case '':
      return { kind: 'nothing' };
    case 'table':
      return { kind: 'tell', lines: position?.lines ?? ['Nothing is dealt yet.'] };
    case 'moves':
      return { kind: 'tell', lines: position?.moves.length ? position.moves : ['You have no move now.'] };
    case 'hint':
      return { kind: 'hint' };
    default: {
      // The number in the list that `moves` tells stands for the move.
      const listed = /^\d{1,3}$/.test(words) ? position?.moves[Number(words) - 1] : undefined;
      return { kind: 'move', move: listed ?? words };
    }
  }
}
