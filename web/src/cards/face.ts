/** What a card shows, read from its text (`R5`, `G-SHIFT`, `CHAM`). */

import { SUITS, suitsOf, type Suit } from './suits';
import type { SignId } from './signs';

export interface Face {
  text: string;
  suit: Suit | null;
  corner: string; // at most three signs, for the corner; empty where `sign` stands there
  sign: SignId | null; // a drawing instead of a number
  caption: string; // the name of a card that is no number
  name: string; // what a screen reader says
  value: number; // for sorting within a suit
  deck: string; // of several decks, the number of the second and third
}

interface Special {
  sign: SignId;
  caption: string;
  name: string;
  corner?: string;
  suit?: string;
}

const SYMBOLS: Readonly<Record<string, Special>> = {
  '+1': { sign: 'plus-one', caption: 'DRAW 1', name: 'Draw 1', corner: '+1' },
  '+2': { sign: 'plus-two', caption: 'DRAW 2', name: 'Draw 2', corner: '+2' },
  '-SHIFT': { sign: 'shift', caption: 'SHIFT', name: 'Shift' },
  '-LEAP': { sign: 'leap', caption: 'LEAP', name: 'Leap' },
  '-SKIP': { sign: 'skip', caption: 'SKIP', name: 'Skip' },
  '-REV': { sign: 'shift', caption: 'REVERSE', name: 'Reverse' },
};

const WILDS: Readonly<Record<string, Readonly<Record<string, Special>>>> = {
  'wild-apex': {
    DODGE: { sign: 'dodge', caption: 'DODGE', name: 'Wild Dodge' },
    COUNTER: { sign: 'counter', caption: 'COUNTER', name: 'Wild Counter' },
    WILD4: { sign: 'plus-four', caption: 'DRAW 4', name: 'Wild Draw 4', corner: '+4' },
    FURY: { sign: 'fury', caption: 'FURY', name: 'Wild Fury' },
  },
  'uno-etheria': {
    WILD: { sign: 'wild', caption: 'WILD', name: 'Wild' },
    WILD4: { sign: 'plus-four', caption: 'DRAW 4', name: 'Wild Draw 4', corner: '+4' },
    UNITE: { sign: 'unite', caption: 'UNITE', name: 'Unite' },
    FOIL: { sign: 'foil', caption: 'UNITE', name: 'Foil Unite' },
  },
  'whats-wild': {
    WILD: { sign: 'wild', caption: 'WILD', name: 'Wild' },
    CHAM: { sign: 'chameleon', caption: 'CHAM', name: 'Chameleon' },
  },
  'wild-side': {
    BADGER: { sign: 'badger', caption: 'BADGER', name: 'Honey Badger' },
  },
  cl4sh: {
    DUEL: { sign: 'duel', caption: 'DUEL', name: 'Duel, fire', suit: 'F' },
    BALANCE: { sign: 'balance', caption: 'BALANCE', name: 'Balance, earth', suit: 'E' },
    CHAIN: { sign: 'chain', caption: 'CHAIN', name: 'Chain Reaction, air', suit: 'A' },
    ECHO: { sign: 'echo', caption: 'ECHO', name: 'Echo, water', suit: 'W' },
    ALMIGHTY: { sign: 'almighty', caption: 'ALMIGHTY', name: 'Almighty' },
    SHIELD: { sign: 'shield', caption: 'SHIELD', name: 'Shield' },
  },
};

const PICK_UPS: Readonly<Record<string, string>> = { '+1': 'Pick-Up 1', '+2': 'Pick-Up 2' };

export const ROW_MARK = '^';

export function plainCard(text: string): string {
  return text.startsWith(ROW_MARK) ? text.slice(1) : text;
}

const known = new Map<string, Face>();

export function faceOf(game: string, text: string): Face {
  const key = `${game} ${text}`;
  let face = known.get(key);
  if (face === undefined) {
    face = readFace(game, plainCard(text));
    known.set(key, face);
  }
  return face;
}

function readFace(game: string, text: string): Face {
  const [plain = text, deck = ''] = text.split('/');
  const suits = suitsOf(game);
  const wild = WILDS[game]?.[plain];
  const inDeck = deck === '' ? '' : ` of deck ${deck}`;
  if (wild !== undefined) {
    const suitId = wild.suit === undefined ? undefined : suits[wild.suit];
    return {
      text,
      suit: suitId === undefined ? null : SUITS[suitId],
      corner: wild.corner ?? '',
      sign: wild.sign,
      caption: wild.caption,
      name: wild.name + inDeck,
      value: 40 + Object.keys(WILDS[game] ?? {}).indexOf(plain),
      deck,
    };
  }
  const suitId = suits[plain.charAt(0)];
  const suit = suitId === undefined ? null : SUITS[suitId];
  const rest = plain.slice(1);
  const symbol = SYMBOLS[rest];
  if (suit !== null && symbol !== undefined) {
    const name = (game === 'cl4sh' ? PICK_UPS[rest] : undefined) ?? symbol.name;
    return {
      text,
      suit,
      corner: symbol.corner ?? '',
      sign: symbol.sign,
      caption: game === 'cl4sh' ? `PICK ${rest.slice(1)}` : symbol.caption,
      name: `${name}, ${suit.word}${inDeck}`,
      value: 20 + Object.keys(SYMBOLS).indexOf(rest),
      deck,
    };
  }
  if (suit !== null && /^\d+$/.test(rest)) {
    return {
      text,
      suit,
      corner: rest,
      sign: null,
      caption: '',
      name: `${suit.word} ${rest}${inDeck}`,
      value: Number(rest),
      deck,
    };
  }
  return { text, suit: null, corner: plain.slice(0, 3), sign: null, caption: plain, name: plain, value: 60, deck };
}
