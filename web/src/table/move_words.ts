/** A whole move as a person reads it: its cards as pictures, colours and players by name. */

import { kindOf, readMoves } from './compose';
import { callLabel, colorWord } from './labels';

export type MovePart = { kind: 'card'; card: string } | { kind: 'words'; text: string };

const VERBS: Readonly<Record<string, string>> = {
  uno: 'call “UNO”',
  signal: 'take a signal card',
  clash: 'call “CL4SH” on',
  deck: 'draw from the deck',
  pile: 'take the top card',
  blind: 'play blind card',
  keep: 'keep the secret card, and go on with',
  secret: 'choose in secret',
  color: 'choose the colour',
  done: 'add nothing',
  say: 'say something',
  decline: 'let it pass',
};

const PLAIN: Readonly<Record<string, string>> = {
  all: 'one card to everybody else',
  gowild: 'and go wild',
};

export function moveParts(
  game: string,
  move: string,
  nameOf: (seat: string) => string,
  cries: readonly string[] = [],
): MovePart[] {
  const [read] = readMoves([move]);
  if (read === undefined) return [];
  const parts: MovePart[] = [];
  const say = (text: string): void => {
    const last = parts.at(-1);
    if (last?.kind === 'words') last.text += ` ${text}`;
    else parts.push({ kind: 'words', text });
  };
  const verb = VERBS[read.verb] ?? read.verb;
  say(verb.charAt(0).toUpperCase() + verb.slice(1));
  for (const card of read.cards) parts.push({ kind: 'card', card });
  for (const [place, word] of read.words.entries()) {
    switch (kindOf(game, read.verb, read.words.slice(0, place), word)) {
      case 'card':
        parts.push({ kind: 'card', card: word });
        break;
      case 'color':
        say(colorWord(game, word).toLowerCase());
        break;
      case 'seat':
        say(nameOf(word));
        break;
      case 'share': {
        const [seat = '', count = ''] = word.split(':');
        say(`${count} to ${nameOf(seat)}`);
        break;
      }
      case 'call':
        say(`and ${callLabel(word, cries)}`);
        break;
      default:
        say(PLAIN[word] ?? word);
    }
  }
  return parts;
}
