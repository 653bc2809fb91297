/** Moves and words of moves as a person reads them on a button. */

import { faceOf } from '../cards/face';
import { suitOfLetter } from '../cards/suits';
import type { ListedMove } from './compose';

export interface ActionLabel {
  text: string;
  key: string; // the letter that does it
  tone: 'call' | 'answer' | 'plain';
}

type Names = (seat: string | null) => string;

const KEYS: Readonly<Record<string, string>> = {
  draw: 'd',
  deck: 'd',
  pass: 'p',
  take: 't',
  pile: 't',
  challenge: 'c',
  uno: 'u',
  signal: 's',
  shield: 's',
  catch: 'c',
  clash: 'c',
  accuse: 'a',
  place: 'p',
  done: 'd',
  say: 'y',
  cut: 'x',
};

const TONES: Readonly<Record<string, ActionLabel['tone']>> = {
  catch: 'call',
  uno: 'call',
  clash: 'call',
  signal: 'call',
  accuse: 'call',
  challenge: 'answer',
  shield: 'answer',
  take: 'answer',
};

const PLAIN: Readonly<Record<string, string>> = {
  draw: 'Draw',
  deck: 'Draw',
  pile: 'Take top card',
  pass: 'Pass',
  challenge: 'Challenge',
  uno: 'Call “UNO”',
  signal: 'Take a signal card',
  shield: 'Shield',
  place: 'Place the secret card',
  done: 'Add nothing',
  say: 'Say something',
};

export function actionLabel(move: ListedMove, names: Names, owed: number): ActionLabel {
  const seat = move.words[0] ?? null;
  const said: Readonly<Record<string, () => string>> = {
    take: () => (owed > 0 ? `Take ${owed} card${owed === 1 ? '' : 's'}` : 'Take'),
    catch: () => `Catch ${names(seat)}`,
    clash: () => `CL4SH! ${names(seat)}`,
    accuse: () => `Accuse ${names(seat)}`,
    blind: () => `Blind card ${seat ?? ''}`,
    keep: () => 'Keep it, and name a colour',
    color: () => 'Choose a colour',
  };
  const text = said[move.verb]?.() ?? PLAIN[move.verb] ?? move.text;
  const key = move.verb === 'blind' ? (seat ?? '') : (KEYS[move.verb] ?? '');
  return { text, key, tone: TONES[move.verb] ?? 'plain' };
}

export function colorWord(game: string, letter: string): string {
  const suit = suitOfLetter(game, letter);
  return suit === null ? letter : suit.word.charAt(0).toUpperCase() + suit.word.slice(1);
}

const WORDS: Readonly<Record<string, string>> = {
  all: 'One card to everybody else',
  give: 'Give four cards away',
  counter: 'Counter',
  as: 'As another card',
  gowild: 'Go wild!',
};

export function wordLabel(word: string): string {
  return WORDS[word] ?? word;
}

/** The question for the next word. */
export function question(game: string, cards: readonly string[], kinds: ReadonlySet<string>): string {
  const asked = kinds.has('color')
    ? 'which colour?'
    : kinds.has('seat')
      ? 'whom?'
      : kinds.has('card')
        ? 'as which card?'
        : kinds.has('number')
          ? 'the new wild number?'
          : 'how?';
  const [card] = cards;
  const said = card === undefined ? asked : `${faceOf(game, card).name}: ${asked}`;
  return said.charAt(0).toUpperCase() + said.slice(1);
}

const CRIES: Readonly<Record<string, string>> = { uno: 'call “UNO!”', signal: 'take signal', cry: 'cry!' };

/** `cry` is that of the card's own deck, `cry=2` the one of the second deck. */
export function callLabel(call: string, cries: readonly string[]): string {
  const deck = /^cry=(\d)$/.exec(call)?.[1];
  if (deck !== undefined) return cries[Number(deck) - 1] ?? `cry ${deck}`;
  return CRIES[call] ?? call;
}
