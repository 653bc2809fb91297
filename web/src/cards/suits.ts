/** The groups that cards belong to: each has a colour, a shape of its own, and a word. */

export type SuitId =
  | 'red'
  | 'yellow'
  | 'green'
  | 'blue'
  | 'alligator'
  | 'cheetah'
  | 'peacock'
  | 'zebra'
  | 'claw'
  | 'feather'
  | 'paw'
  | 'wing'
  | 'fire'
  | 'earth'
  | 'air'
  | 'water';

export interface Suit {
  id: SuitId;
  word: string;
  field: string; // the card's body
  ink: string; // what is written on the body
  deep: string; // what is written on the light shape in its middle
  soft: string; // a pattern on the body
  badge: string; // on something dark
}

export const LIGHT = '#fffaf0';
export const DARK = '#20242c';

function suit(id: SuitId, field: string, ink: string, deep: string, soft: string): Suit {
  // Red and brown are too dark on dark ground, where their lighter relative serves.
  const badge = ink === LIGHT ? soft : field;
  return { id, word: id, field, ink, deep, soft, badge };
}

export const SUITS: Readonly<Record<SuitId, Suit>> = {
  red: suit('red', '#c62f35', LIGHT, '#a31c24', '#d65257'),
  yellow: suit('yellow', '#f1b51c', '#2b2003', '#6b4c00', '#f8cf60'),
  green: suit('green', '#1f7a46', LIGHT, '#136035', '#3c9562'),
  blue: suit('blue', '#2560b8', LIGHT, '#184a96', '#4b80cf'),
  alligator: suit('alligator', '#3d7d3f', LIGHT, '#25582a', '#579a55'),
  cheetah: suit('cheetah', '#eeb04a', '#2a1a04', '#6a4207', '#8a5a1a'),
  peacock: suit('peacock', '#14708c', LIGHT, '#0b4f67', '#37a0ad'),
  zebra: suit('zebra', '#f3efe6', '#17181b', '#17181b', '#2e3036'),
  claw: suit('claw', '#2c7a3a', LIGHT, '#1c5c29', '#479555'),
  feather: suit('feather', '#e58a1f', '#2a1602', '#7a4100', '#f1a94f'),
  paw: suit('paw', '#2b62ad', LIGHT, '#1b4a8c', '#4f82c8'),
  wing: suit('wing', '#b92f3c', LIGHT, '#971d2a', '#cf5560'),
  fire: suit('fire', '#cf4524', LIGHT, '#a52d10', '#e2704f'),
  earth: suit('earth', '#77562f', LIGHT, '#563a18', '#927147'),
  air: suit('air', '#d9e6ee', '#20354a', '#2d5575', '#b4cddd'),
  water: suit('water', '#20688f', LIGHT, '#124e70', '#4189b0'),
};

const GROUPS: Readonly<Record<string, Readonly<Record<string, SuitId>>>> = {
  'wild-apex': { R: 'red', Y: 'yellow', G: 'green', B: 'blue' },
  'uno-etheria': { R: 'red', Y: 'yellow', G: 'green', B: 'blue' },
  'whats-wild': { A: 'alligator', C: 'cheetah', P: 'peacock', Z: 'zebra' },
  'wild-side': { C: 'claw', F: 'feather', P: 'paw', W: 'wing' },
  cl4sh: { F: 'fire', E: 'earth', A: 'air', W: 'water' },
};

/** The suits of a game by their letter, in the order of the rules. A game that is not known here has the four colours. */
export function suitsOf(game: string): Readonly<Record<string, SuitId>> {
  return GROUPS[game] ?? GROUPS['wild-apex'] ?? {};
}

export function suitOfLetter(game: string, letter: string): Suit | null {
  const id = suitsOf(game)[letter];
  return id === undefined ? null : SUITS[id];
}
