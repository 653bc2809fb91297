/** How a hand of What's Wild?! that lies open is laid out: in herds and caravans, for the eye only. */

import { plainCard } from '../cards/face';

export interface Laid {
  melds: string[][];
  rest: string[];
}

interface Plain {
  text: string;
  skin: string;
  number: number;
}

const FEWEST = 3;
const HIGHEST = 12;
const MOST_TRIES = 20000;

/** Herds and caravans that use as many cards as can be found in a short search. */
export function laidOut(hand: readonly string[], wildNumber: number): Laid {
  const wilds: string[] = [];
  const chameleons: string[] = [];
  const plain: Plain[] = [];
  for (const text of hand.map(plainCard)) {
    const number = Number(text.slice(1));
    if (text === 'CHAM') chameleons.push(text);
    else if (text === 'WILD' || number === wildNumber) wilds.push(text);
    else plain.push({ text, skin: text.charAt(0), number });
  }
  plain.sort((one, other) => one.number - other.number || one.skin.localeCompare(other.skin));
  const best = search(plain, wilds.length);
  const left = [...wilds];
  const melds = best.melds.map((meld) => meld.map((card) => card ?? left.pop() ?? 'WILD'));
  // Wilds that are over join a meld, for there is always room in a herd.
  const rest = [...best.rest.map((card) => card.text), ...chameleons];
  if (melds[0] !== undefined) melds[0].push(...left);
  else if (left.length >= FEWEST) melds.push(left);
  else rest.push(...left);
  return { melds, rest };
}

interface Found {
  melds: (string | null)[][]; // null: a wild
  rest: Plain[];
}

function search(cards: readonly Plain[], wilds: number): Found {
  let best: Found = { melds: [], rest: [...cards] };
  let tries = 0;
  const go = (left: readonly Plain[], wild: number, melds: (string | null)[][], rest: Plain[]): void => {
    if (++tries > MOST_TRIES || cost(rest) >= cost(best.rest)) return;
    const [first, ...others] = left;
    if (first === undefined) {
      best = { melds: [...melds], rest: [...rest] };
      return;
    }
    for (const [meld, used] of [...herds(first, others, wild), ...caravans(first, others, wild)]) {
      const after = others.filter((card) => !used.includes(card));
      go(after, wild - meld.filter((card) => card === null).length, [...melds, meld], rest);
    }
    go(others, wild, melds, [...rest, first]);
  };
  go(cards, wilds, [], []);
  return best;
}

function cost(rest: readonly Plain[]): number {
  return rest.reduce((sum, card) => sum + card.number, 0);
}

type Candidate = [meld: (string | null)[], used: Plain[]];

function herds(first: Plain, others: readonly Plain[], wild: number): Candidate[] {
  const same = others.filter((card) => card.number === first.number);
  const found: Candidate[] = [];
  for (let size = same.length; size >= 0; size--) {
    const used = same.slice(0, size);
    const missing = Math.max(0, FEWEST - 1 - size);
    if (missing <= wild)
      found.push([[first.text, ...used.map((card) => card.text), ...Array<null>(missing).fill(null)], used]);
  }
  return found;
}

/** Caravans in which `first` is the lowest plain card. */
function caravans(first: Plain, others: readonly Plain[], wild: number): Candidate[] {
  const found: Candidate[] = [];
  const meld: (string | null)[] = [first.text];
  const used: Plain[] = [];
  let missing = 0;
  for (let number = first.number + 1; number <= HIGHEST && missing <= wild; number++) {
    const card = others.find((other) => other.skin === first.skin && other.number === number);
    if (card === undefined) {
      missing += 1;
      meld.push(null);
    } else {
      used.push(card);
      meld.push(card.text);
    }
    if (missing > wild) break;
    if (meld.length >= FEWEST) found.unshift([[...meld], [...used]]);
  }
  // At the upper end there is no higher card, but a wild fits below.
  if (meld.length === FEWEST - 1 && missing < wild && first.number > 1) found.push([[null, ...meld], [...used]]);
  return found;
}
