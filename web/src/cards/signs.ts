/** Drawings in a square of 100 by 100, as paths: what is filled, and what is drawn as a line on top of it. */

import type { SuitId } from './suits';

export type SignId =
  | 'plus-one'
  | 'plus-two'
  | 'plus-four'
  | 'shift'
  | 'leap'
  | 'skip'
  | 'dodge'
  | 'counter'
  | 'fury'
  | 'wild'
  | 'unite'
  | 'foil'
  | 'chameleon'
  | 'badger'
  | 'duel'
  | 'balance'
  | 'chain'
  | 'echo'
  | 'almighty'
  | 'shield';

export interface Drawing {
  fill?: string;
  line?: string; // in the same colour as the filling
  width?: number; // of the line
  cut?: string; // in the colour of what lies below: eyes, stripes
  cutLine?: string;
}

/** The shape of a suit. The four of a game differ without their colours too. */
export const MARKS: Readonly<Record<SuitId, Drawing>> = {
  red: { fill: 'M50 4a46 46 0 1 0 .1 0z' },
  yellow: { fill: 'M50 3 99 92H1z' },
  green: { fill: 'M9 9h82v82H9z' },
  blue: { fill: 'M50 0 98 50 50 100 2 50z' },
  alligator: {
    // Seen from the side: a long jaw with teeth, an eye on top.
    fill: 'M4 62c0-16 10-29 25-31 3-8 14-9 18-1 8 4 14 9 24 11l22 4c5 1 6 8 1 10l-9 2-5 8-5-7-7 1-5 8-5-7-8 1-4 8-5-7h-6c2 6 9 9 18 10l36 1c5 1 6 8 1 10-20 6-48 7-66 1C12 82 4 74 4 62z',
    cut: 'M37 30a4.5 4.5 0 1 0 .1 0zM87 47a2.5 2.5 0 1 0 .1 0z',
  },
  cheetah: {
    // A head from the front, with the two tear lines.
    fill: 'M20 12c9-3 17 2 20 9 6-2 14-2 20 0 3-7 11-12 20-9 7 4 7 16 2 23 5 8 7 17 6 26-3 17-19 31-38 31S15 78 12 61c-1-9 1-18 6-26-5-7-5-19 2-23z',
    cut: 'M35 44a6 6 0 1 0 .1 0zM65 44a6 6 0 1 0 .1 0zM41 65h18l-9 10zM50 24a3.5 3.5 0 1 0 .1 0zM40 30a3 3 0 1 0 .1 0zM60 30a3 3 0 1 0 .1 0z',
    cutLine: 'M40 52c3 6 3 12 0 20M60 52c-3 6-3 12 0 20M50 75v7m0 0c-4 4-9 4-12 1m12-1c4 4 9 4 12 1',
  },
  peacock: {
    // The train spread behind the body.
    fill: 'M50 3a12 12 0 1 0 .1 0zM20 14a12 12 0 1 0 .1 0zM80 14a12 12 0 1 0 .1 0zM12 44a11 11 0 1 0 .1 0zM88 44a11 11 0 1 0 .1 0zM50 38c8 0 11 7 9 13 8 10 11 24 8 45H33c-3-21 0-35 8-45-2-6 1-13 9-13z',
    line: 'M50 60V20M47 70 22 28M53 70 78 28M42 82 14 56M58 82 86 56',
    width: 5,
    cut: 'M50 10a5 5 0 1 0 .1 0zM20 21a5 5 0 1 0 .1 0zM80 21a5 5 0 1 0 .1 0zM12 50.5a4.5 4.5 0 1 0 .1 0zM88 50.5a4.5 4.5 0 1 0 .1 0zM46 46a2.5 2.5 0 1 0 .1 0z',
  },
  zebra: {
    // A head from the side, with mane and stripes.
    fill: 'M40 14 44 2l9 10c9 2 17 8 22 16l19 32c4 8 2 15-5 19-6 4-13 3-17-1L56 64c-2 12 0 22 4 34H12c-4-26 2-54 18-70z',
    cut: 'M60 33a4.5 4.5 0 1 0 .1 0zM83 66a3 3 0 1 0 .1 0z',
    cutLine: 'M36 30l12 12M27 42l16 12M21 56l21 8M17 71l24 4M16 86l27-1M64 49l12 2M56 20l-4 10',
  },
  claw: {
    fill: 'M12 96C6 64 10 32 26 4c6 30 4 62-14 92zM41 98C35 66 39 32 55 2c6 32 4 66-14 96zM70 96C64 64 68 32 84 4c6 30 4 62-14 92z',
  },
  feather: {
    fill: 'M88 4C60 4 34 18 24 42c-5 12-5 22-3 30l-13 22 7 4 13-21c10 1 20-1 29-7l-9-3 20-7c6-7 10-15 12-22l-12-2 16-8c3-8 5-16 4-24z',
    cutLine: 'M28 76C38 56 52 38 72 20',
  },
  paw: {
    fill: 'M50 48c16 0 32 18 32 32 0 10-8 15-17 13-6-1-10-3-15-3s-9 2-15 3c-9 2-17-3-17-13 0-14 16-32 32-32zM17 32c7-2 14 5 15 13s-2 15-9 15-13-6-14-13 2-14 8-15zM83 32c-7-2-14 5-15 13s2 15 9 15 13-6 14-13-2-14-8-15zM38 6c8-1 13 7 13 16s-4 17-11 17-13-7-13-16S31 7 38 6zM62 6c-8-1-13 7-13 16s4 17 11 17 13-7 13-16S69 7 62 6z',
  },
  wing: {
    fill: 'M97 10C72 2 34 10 2 38c10 3 20 3 29 1-6 7-12 11-19 15 11 3 22 2 32-2-5 7-10 12-15 16 13 1 25-2 34-9-1 8-4 14-8 20 24-7 39-32 42-69z',
    cutLine: 'M88 20C68 20 50 26 36 38M86 32c-16 2-30 9-40 20',
  },
  fire: {
    fill: 'M54 1c4 16 18 24 26 38 13 24 2 58-30 60C20 98 8 66 20 42c3-7 8-11 11-18 4 6 6 11 6 18C49 32 54 18 54 1z',
    cut: 'M51 50c3 9 12 13 12 26a13 14 0 0 1-26 0c0-8 4-11 5-17 2 3 4 5 4 8 4-5 5-11 5-17z',
  },
  earth: {
    fill: 'M1 90 36 22c3-5 8-5 11 0l12 23 8-13c3-4 7-4 10 0l22 46c3 7 0 12-6 12z',
    cut: 'M41 26 53 50l-7-4-5 7-5-7-7 4z',
  },
  air: {
    line: 'M6 36h56c14 0 18-8 18-14S74 10 66 10s-12 5-12 11M6 56h76c10 0 14 6 14 12s-5 11-12 11-10-4-10-9M6 76h40c9 0 12 5 12 10s-4 9-10 9-9-4-9-8',
    width: 10,
  },
  water: {
    fill: 'M50 1c14 24 34 42 34 64a34 34 0 0 1-68 0C16 43 36 25 50 1z',
    cutLine: 'M30 66c1 11 8 18 18 20',
  },
};

export const SIGNS: Readonly<Record<SignId, Drawing>> = {
  'plus-one': { fill: 'M30 12h40a6 6 0 0 1 6 6v64a6 6 0 0 1-6 6H30a6 6 0 0 1-6-6V18a6 6 0 0 1 6-6z' },
  'plus-two': {
    fill: 'M14 22h34a6 6 0 0 1 6 6v54a6 6 0 0 1-6 6H14a6 6 0 0 1-6-6V28a6 6 0 0 1 6-6zM60 12h26a6 6 0 0 1 6 6v54a6 6 0 0 1-6 6H60z',
  },
  'plus-four': {
    fill: 'M6 30h26v44H6zM38 22h26v44H38zM70 14h24v44H70zM38 72h56v20H38z',
  },
  shift: { fill: 'M8 44V32h50V14l34 24-34 24V44zM92 56v12H42v18L8 62l34-24v18z' },
  leap: { fill: 'M60 30 92 44 72 74l-5-14c-18-8-34-3-44 14C20 50 36 30 62 42zM6 82h88v10H6z' },
  skip: { line: 'M50 12a38 38 0 1 0 .1 0zM24 76 76 24', width: 14 },
  dodge: { fill: 'M10 88c0-38 20-56 48-58V10l36 32-36 32V54c-20 0-36 8-48 34z' },
  counter: { fill: 'M42 8v20h12c24 0 40 14 40 34S78 94 56 94H22V78h32c14 0 22-6 22-17s-8-16-22-16H42v20L8 36z' },
  fury: {
    fill: 'M50 0l9 24 20-16-5 26 25-2-19 18 20 16-26 3 7 26-22-14-9 20-9-20-22 14 7-26L0 66l20-16L1 32l25 2-5-26 20 16z',
    cut: 'M50 36a14 14 0 1 0 .1 0z',
  },
  wild: { fill: 'M50 0 61 36 98 36 68 58 79 95 50 73 21 95 32 58 2 36 39 36z' },
  unite: { line: 'M36 34a24 24 0 1 0 .1 0zM64 34a24 24 0 1 0 .1 0zM50 12a24 24 0 1 0 .1 0z', width: 9 },
  foil: {
    line: 'M36 34a24 24 0 1 0 .1 0zM64 34a24 24 0 1 0 .1 0zM50 12a24 24 0 1 0 .1 0z',
    width: 9,
    fill: 'M12 2l4 10 10 4-10 4-4 10-4-10-10-4 10-4zM88 72l4 10 8 4-8 4-4 10-4-10-8-4 8-4z',
  },
  chameleon: {
    fill: 'M96 40C92 26 76 20 64 26 48 24 30 32 24 46 8 48 0 62 4 76c4 13 20 18 30 10 8-7 6-19-3-22-6-2-12 2-11 8l7 1c4 6-3 11-9 8-7-4-7-14 0-19 6-4 14-4 20 0l-2 20h9l3-15 14-1 5 16h9l-3-19c6-4 9-9 10-15 7 1 11-2 13-8z',
    cut: 'M76 31a5.5 5.5 0 1 0 .1 0z',
  },
  badger: {
    // A dark face under a light cap, with small ears.
    fill: 'M50 3c17 0 29 6 35 17 9 0 13 10 9 18 2 20-5 34-16 43-6 8-14 16-28 16s-22-8-28-16C11 72 4 58 6 38c-4-8 0-18 9-18C21 9 33 3 50 3z',
    cut: 'M50 10c14 0 25 5 30 14-8 2-14 6-18 12-7 3-17 3-24 0-4-6-10-10-18-12 5-9 16-14 30-14zM32 45a6 6 0 1 0 .1 0zM68 45a6 6 0 1 0 .1 0zM40 69h20l-5 9H45z',
  },
  duel: {
    fill: 'M4 4h16l44 46 8-8 8 8-8 8 24 24-12 12-24-24-8 8-8-8 8-8L4 20zM96 4H80L60 25l14 14 22-21zM26 50l-6 6 8 8L4 84l12 12 22-22 8 8 6-7z',
  },
  balance: {
    fill: 'M46 4h8v10l34 6v8l10 28c0 9-8 14-16 14s-16-5-16-14l10-26-22-4v52h16v12H30V78h16V26l-22 4 10 26c0 9-8 14-16 14S2 65 2 56l10-28v-8l34-6zM18 38l-7 18h14zM82 38l-7 18h14z',
  },
  chain: {
    line: 'M44 60 30 74c-8 8-20 2-22-6-1-5 0-9 4-13l18-18c8-8 20-4 23 4M56 40l14-14c8-8 20-2 22 6 1 5 0 9-4 13L70 63c-8 8-20 4-23-4',
    width: 12,
  },
  echo: {
    fill: 'M50 40a11 11 0 1 0 .1 0z',
    line: 'M28 26a36 36 0 0 0 0 50M72 26a36 36 0 0 1 0 50M14 12a56 56 0 0 0 0 78M86 12a56 56 0 0 1 0 78',
    width: 9,
  },
  almighty: { fill: 'M8 26l22 20L50 8l20 38 22-20-10 52H18zM18 84h64v10H18z' },
  shield: {
    fill: 'M50 3c14 9 28 12 42 12 0 36-10 66-42 82C18 81 8 51 8 15 22 15 36 12 50 3z',
    cut: 'M50 18v62C28 66 21 47 20 27c10-1 20-3 30-9z',
  },
};
