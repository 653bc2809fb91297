/** One's own hand: every card keeps its identity from position to position, so that it can stay where it lies. */

import { faceOf } from '../cards/face';
import { suitsOf } from '../cards/suits';

export interface HandCard {
  id: number;
  text: string;
}

export type Sort = 'color' | 'value' | 'dealt';

/** The cards of the new hand: those that were there stay as they were, new ones come last. */
export function handAfter(before: readonly HandCard[], texts: readonly string[], nextId: number): HandCard[] {
  const left = [...texts];
  const kept = before.filter((card) => {
    const place = left.indexOf(card.text);
    if (place >= 0) left.splice(place, 1);
    return place >= 0;
  });
  return [...kept, ...left.map((text, place) => ({ id: nextId + place, text }))];
}

/** Equal cards stay in the order in which they came. */
export function sorted(game: string, cards: readonly HandCard[], sort: Sort): HandCard[] {
  if (sort === 'dealt') return [...cards];
  const suits = Object.values(suitsOf(game));
  const key = (card: HandCard): [number, number] => {
    const face = faceOf(game, card.text);
    const group = face.suit === null ? 9 : suits.indexOf(face.suit.id);
    return sort === 'color' ? [group, face.value] : [face.value, group];
  };
  return cards
    .map((card) => ({ card, key: key(card) }))
    .sort((one, other) => one.key[0] - other.key[0] || one.key[1] - other.key[1] || one.card.id - other.card.id)
    .map(({ card }) => card);
}

export function moved(cards: readonly HandCard[], id: number, to: number): HandCard[] {
  const card = cards.find((one) => one.id === id);
  if (card === undefined) return [...cards];
  const others = cards.filter((one) => one.id !== id);
  const place = Math.max(0, Math.min(others.length, to));
  return [...others.slice(0, place), card, ...others.slice(place)];
}

export interface HandSpot {
  x: number;
  y: number;
}

export interface HandLayout {
  spots: HandSpot[];
  height: number;
}

const GAP = 6;
const TARGET = 44; // pixels of a card that are not covered by the next one
const MOST_ROWS = 4;

/** One row where the cards find room, or as many as are needed; nobody has to scroll. */
export function handLayout(count: number, room: number, cardWidth: number): HandLayout {
  const cardHeight = cardWidth * 1.4;
  const target = Math.min(TARGET, cardWidth);
  const inRow = Math.max(1, Math.floor((room - cardWidth) / target) + 1);
  const rows = Math.max(1, Math.min(MOST_ROWS, Math.ceil(count / inRow)));
  const perRow = Math.ceil(count / rows);
  const step = perRow < 2 ? 0 : Math.min(cardWidth + GAP, (room - cardWidth) / (perRow - 1));
  const rowWidth = (cards: number): number => cardWidth + Math.max(0, cards - 1) * step;
  // Of the upper rows the corners stay visible, which say everything.
  const rowStep = rows > 2 ? target : Math.max(target, cardHeight * 0.64);
  const spots = Array.from({ length: count }, (_, place) => {
    const row = Math.floor(place / perRow);
    const cards = Math.min(perRow, count - row * perRow);
    return { x: (room - rowWidth(cards)) / 2 + (place - row * perRow) * step, y: row * rowStep };
  });
  return { spots, height: cardHeight + (rows - 1) * rowStep };
}
