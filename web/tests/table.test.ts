import { describe, expect, it } from 'vitest';
import { faceOf } from '../src/cards/face';
import { actionsOf } from '../src/table/actions';
import { chairStates, namer, seatingOf } from '../src/table/chairs';
import { readMoves } from '../src/table/compose';
import { handAfter, handLayout, moved, sorted, type HandCard } from '../src/table/hand';
import { fromBottom, spotsRound } from '../src/table/layout';
import { motionOf, shownCards } from '../src/table/motion';
import { notice } from '../src/table/notice';
import { soundsOf } from '../src/table/sounds';
import { samples } from './fixtures/positions';

describe('cards by their text', () => {
  it('have a name of their own', () => {
    const names = (game: string, ...texts: string[]): string[] => texts.map((text) => faceOf(game, text).name);
    expect(names('wild-apex', 'R5', 'G+2', 'B-SHIFT', 'WILD4', 'R5/2', 'FURY/3')).toEqual([
      'red 5',
      'Draw 2, green',
      'Shift, blue',
      'Wild Draw 4',
      'red 5 of deck 2',
      'Wild Fury of deck 3',
    ]);
    expect(names('uno-etheria', 'Y-REV', 'FOIL')).toEqual(['Reverse, yellow', 'Foil Unite']);
    expect(names('whats-wild', 'A12', 'CHAM')).toEqual(['alligator 12', 'Chameleon']);
    expect(names('wild-side', '^P4', 'BADGER')).toEqual(['paw 4', 'Honey Badger']);
    expect(names('cl4sh', 'F+2', 'DUEL', 'A3')).toEqual(['Pick-Up 2, fire', 'Duel, fire', 'air 3']);
  });

  it('are all known that occur in the positions', () => {
    for (const { game, position } of samples) {
      const hand = position.view['hand'];
      for (const card of Array.isArray(hand) ? hand : []) {
        const face = faceOf(game, String(card));
        expect(face.suit !== null || face.sign !== null).toBe(true);
      }
    }
  });
});

describe('chairs', () => {
  const phone = { width: 352, height: 420, chairWidth: 78, chairHeight: 68 };
  const desk = { width: 1040, height: 640, chairWidth: 190, chairHeight: 80 };

  for (const [name, room] of Object.entries({ phone, desk })) {
    for (const count of [1, 3, 7, 11]) {
      it(`${count} stand clear of each other and of the edges, ${name}`, () => {
        const spots = spotsRound(count, room);
        for (const [place, spot] of spots.entries()) {
          expect(spot.x).toBeGreaterThanOrEqual(room.chairWidth / 2 - 1);
          expect(spot.x).toBeLessThanOrEqual(room.width - room.chairWidth / 2 + 1);
          expect(spot.y).toBeGreaterThanOrEqual(room.chairHeight / 2 - 1);
          for (const other of spots.slice(place + 1)) {
            const overlapX = room.chairWidth - Math.abs(spot.x - other.x);
            const overlapY = room.chairHeight - Math.abs(spot.y - other.y);
            expect(Math.min(overlapX, overlapY)).toBeLessThan(6);
          }
        }
      });
    }
  }

  it('go clockwise from the left', () => {
    const [first, second, third] = spotsRound(3, desk);
    expect(first?.x).toBeLessThan(second?.x ?? 0);
    expect(second?.x).toBeLessThan(third?.x ?? 0);
    expect(fromBottom(['A', 'B', 'C', 'D'], 'C')).toEqual(['C', 'D', 'A', 'B']);
  });

  it('say who is asked, in every position', () => {
    for (const { info, position, seats } of samples) {
      const chairs = chairStates(info, position);
      expect(chairs).toHaveLength(seats);
      expect(
        chairs
          .filter((chair) => chair.asked)
          .map((chair) => chair.seat)
          .sort(),
      ).toEqual(position.over ? [] : [...position.required].sort());
      expect(notice(info, position, 'A').text).not.toBe('');
      expect(seatingOf(info, position)).toHaveLength(seats);
    }
  });

  it('say what is owed', () => {
    const owing = samples.filter(({ position }) => position.view['attack_cards'] === 2 && position.required[0] === 'A');
    expect(owing.length).toBeGreaterThan(0);
    for (const { info, position } of owing) {
      expect(notice(info, position, 'A')).toMatchObject({ urgent: true });
      expect(notice(info, position, 'A').text).toContain('You owe 2 cards');
      expect(chairStates(info, position)[0]?.marks.map((mark) => mark.word)).toContain('owes 2');
    }
  });
});

describe('the hand', () => {
  const cards = (...texts: string[]): HandCard[] => texts.map((text, id) => ({ id, text }));

  it('keeps its cards where they are, and new ones come last', () => {
    const before = cards('R5', 'G1', 'R5');
    expect(handAfter(before, ['B2', 'R5', 'G1'], 10)).toEqual([
      { id: 0, text: 'R5' },
      { id: 1, text: 'G1' },
      { id: 10, text: 'B2' },
    ]);
  });

  it('is sorted by colour or by number, and left alone otherwise', () => {
    const hand = cards('G7', 'WILD4', 'R9', 'R1', 'G1');
    const texts = (sort: 'color' | 'value' | 'dealt'): string[] =>
      sorted('wild-apex', hand, sort).map((card) => card.text);
    expect(texts('color')).toEqual(['R1', 'R9', 'G1', 'G7', 'WILD4']);
    expect(texts('value')).toEqual(['R1', 'G1', 'G7', 'R9', 'WILD4']);
    expect(texts('dealt')).toEqual(['G7', 'WILD4', 'R9', 'R1', 'G1']);
    expect(moved(hand, 0, 2).map((card) => card.text)).toEqual(['WILD4', 'R9', 'G7', 'R1', 'G1']);
  });

  it('is in as many rows as leave 44 pixels of every card to touch, and never wider than its room', () => {
    for (const [count, rows, free] of [
      [5, 1, 44],
      [14, 2, 44],
      [28, 4, 44],
      [60, 4, 20],
    ] as const) {
      const { spots } = handLayout(count, 344, 56);
      expect(new Set(spots.map((spot) => spot.y)).size).toBe(rows);
      for (const [place, spot] of spots.entries()) {
        expect(spot.x).toBeGreaterThanOrEqual(0);
        expect(spot.x + 56).toBeLessThanOrEqual(344.001);
        const next = spots[place + 1];
        if (next !== undefined && next.y === spot.y) expect(next.x - spot.x).toBeGreaterThanOrEqual(free);
      }
    }
  });
});

describe('what moves and sounds', () => {
  it('follows from the events', () => {
    const kinds = new Set<string>();
    for (const { latest, info } of samples) {
      const motion = motionOf(latest, 'A');
      for (const flight of motion.flights) {
        kinds.add(`${flight.from}>${flight.to.slice(0, 4)}`);
        expect(flight.to === 'hand' || info.seats.some((chair) => flight.to === `seat-${chair.seat}`)).toBe(true);
        if (flight.to !== 'hand' && flight.from === 'draw') expect(flight.card).toBeNull();
      }
    }
    expect(kinds).toContain('draw>seat');
    expect(kinds).toContain('draw>hand');
    expect(motionOf(null, 'A').flights).toEqual([]);
  });

  it('tells the turn to whoever has it, once', () => {
    const sample = samples.find(({ position }) => position.must);
    if (sample === undefined) throw new Error('no such position');
    expect(soundsOf(null, null, sample.position, 'A')).toEqual(['turn']);
    expect(soundsOf(null, sample.position, sample.position, 'A')).toEqual([]);
    expect(soundsOf(null, null, sample.position, null)).toEqual([]);
  });

  it('turns up the cards of a Unite, the secret one by its name', () => {
    const shown = samples.flatMap(({ latest }) => shownCards(latest));
    expect(shown.some((card) => card.secret)).toBe(true);
  });
});

describe('buttons for moves without a card', () => {
  it('have names and letters of their own, calls first', () => {
    const names = (seat: string | null): string => `seat ${seat ?? ''}`;
    const actions = actionsOf(readMoves(['draw', 'catch B', 'catch C', 'keep R', 'keep G', 'play R5']), names, 0);
    expect(actions.map((action) => action.text)).toEqual([
      'Catch seat B',
      'Catch seat C',
      'Draw',
      'Keep it, and name a colour',
    ]);
    expect(new Set(actions.map((action) => action.key)).size).toBe(4);
    expect(actionsOf(readMoves(['take']), names, 4)[0]?.text).toBe('Take 4 cards');
  });

  it('are there for every move without a card of the positions', () => {
    for (const { info, position } of samples) {
      for (const action of actionsOf(readMoves(position.moves), namer(info, 'A'), 0)) {
        expect(action.text).not.toBe('');
        expect(action.key).not.toBe('');
      }
    }
  });
});
