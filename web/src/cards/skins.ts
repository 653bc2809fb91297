/** Patterns over a whole card of 100 by 140, for the four skins. */

import type { SuitId } from './suits';

export interface Skin {
  fill?: string;
  line?: string;
  width?: number;
}

function repeated(step: (column: number, row: number) => string, columns: number, rows: number): string {
  let path = '';
  for (let row = 0; row < rows; row++) for (let column = 0; column < columns; column++) path += step(column, row);
  return path;
}

/** Overlapping scales. */
const SCALES = repeated(
  (column, row) => `M${column * 20 - (row % 2) * 10 - 0} ${row * 12 - 4}a10 12 0 0 0 20 0`,
  7,
  14,
);

/** Broken rings, each a little different. */
const SPOTS = repeated(
  (column, row) => {
    const x = column * 19 + (row % 2) * 9 + ((row * 7 + column * 5) % 5) - 2;
    const y = row * 15 + ((row * 3 + column * 11) % 6);
    const r = 3.2 + ((row + column * 2) % 3) * 0.8;
    return `M${x} ${y - r}a${r} ${r} 0 1 0 .1 0z`;
  },
  6,
  10,
);

/** Small eyes of a train. */
const EYES = repeated(
  (column, row) => `M${column * 24 + (row % 2) * 12} ${row * 17 - 7}c6 4 8 8 8 11a8 8 0 0 1-16 0c0-3 2-7 8-11z`,
  6,
  10,
);

/** Bent stripes from both edges that do not quite meet. */
const STRIPES = repeated(
  (_, row) => {
    const y = row * 22 - 8;
    return `M0 ${y}c18 2 34 8 46 18-14-3-30-3-46 0zM100 ${y + 11}c-18 1-34 6-48 15 16-1 32 1 48 5z`;
  },
  1,
  8,
);

export const SKINS: Readonly<Partial<Record<SuitId, Skin>>> = {
  alligator: { line: SCALES, width: 2.4 },
  cheetah: { fill: SPOTS },
  peacock: { fill: EYES },
  zebra: { fill: STRIPES },
};
