import { describe, expect, it } from 'vitest';
import {
  actionMoves,
  callsOf,
  END,
  expanded,
  litCards,
  nextStep,
  numberRange,
  OPEN_END,
  readMoves,
  severalTogether,
  splitState,
  withCard,
  withoutCard,
  withWord,
  type Draft,
} from '../src/table/compose';
import { samples, type Sample } from './fixtures/positions';

const noCall = (): null => null;

/** What the server answers when it is asked for the moves that begin so. */
function answer(sample: Sample, begin: string): string[] {
  return sample.all.filter((move) => move.startsWith(`${begin} `));
}

/** Composes a move as a person would who wants exactly this one, and gives what would be sent. */
function compose(sample: Sample, target: string): string | null {
  let moves = readMoves(sample.position.moves);
  const [wanted] = readMoves([target]);
  if (wanted === undefined) return null;
  const call = wanted.words.at(-1);
  const wish = (words: readonly string[]): string | null => (call !== undefined && words.includes(call) ? call : null);
  let draft: Draft = { verb: wanted.verb, cards: [], settled: wanted.cards.length === 0, words: [] };
  const left = [...wanted.cards];
  if (left.length > 0) draft = withCard(sample.game, moves, null, left.shift() ?? '');
  for (let steps = 0; steps < 60; steps++) {
    const step = nextStep(sample.game, moves, draft, wish);
    if (step.kind === 'done') return step.move;
    if (step.kind === 'dead') return null;
    if (step.kind === 'expand') moves = expanded(moves, step.begin, answer(sample, step.begin));
    else if (step.kind === 'cards') {
      const card = left.shift();
      if (card === undefined) {
        if (!step.playable) return null;
        draft = { ...draft, settled: true };
      } else {
        if (!litCards(moves, draft).has(card)) return null;
        draft = withCard(sample.game, moves, draft, card);
      }
    } else if (step.kind === 'order') {
      draft = { ...draft, cards: wanted.cards };
    } else if (step.kind === 'split') {
      const given: Record<string, number> = {};
      for (const word of wanted.words) {
        const [seat = '', count] = word.split(':');
        if (count !== undefined) given[seat] = Number(count);
      }
      const split = splitState(sample.game, moves, { ...draft, words: step.words }, given, wish);
      if (split.expand === null) return split.move;
      moves = expanded(moves, split.expand, answer(sample, split.expand));
    } else {
      draft = withWord(draft, step.words, wanted.words[step.words.length] ?? END);
    }
  }
  return null;
}

describe('every listed move can be composed', () => {
  for (const [place, sample] of samples.entries()) {
    const all = sample.all.length > 0 ? sample.all : sample.position.moves;
    it(`${sample.game}, ${sample.seats} seats, position ${place}: ${all.length} moves`, () => {
      const some = all.length > 150 ? all.filter((_, number) => number % 7 === 0) : all;
      for (const move of some) expect(compose(sample, move)).toBe(move);
    });
  }
});

describe('composing', () => {
  it('asks for a colour after a wild card, and sends what was chosen', () => {
    const moves = readMoves(['draw', 'play WILD R', 'play WILD Y', 'play R5', 'play R5 uno']);
    let draft = withCard('uno-etheria', moves, null, 'WILD');
    const step = nextStep('uno-etheria', moves, draft, noCall);
    expect(step).toEqual({
      kind: 'word',
      words: [],
      options: [
        { word: 'R', kind: 'color' },
        { word: 'Y', kind: 'color' },
      ],
    });
    draft = withWord(draft, [], 'Y');
    expect(nextStep('uno-etheria', moves, draft, noCall)).toEqual({ kind: 'done', move: 'play WILD Y' });
  });

  it('makes a call where it is wished and listed', () => {
    const moves = readMoves(['play R5', 'play R5 uno', 'play G5']);
    expect(callsOf(moves)).toEqual(['uno']);
    const first = (words: readonly string[]): string | null => words[0] ?? null;
    expect(nextStep('uno-etheria', moves, withCard('uno-etheria', moves, null, 'R5'), first)).toEqual({
      kind: 'done',
      move: 'play R5 uno',
    });
    expect(nextStep('uno-etheria', moves, withCard('uno-etheria', moves, null, 'R5'), noCall)).toEqual({
      kind: 'done',
      move: 'play R5',
    });
    expect(nextStep('uno-etheria', moves, withCard('uno-etheria', moves, null, 'G5'), first)).toEqual({
      kind: 'done',
      move: 'play G5',
    });
  });

  it('knows a target from a colour by the game', () => {
    const moves = readMoves(['play DUEL B', 'play DUEL C']);
    const step = nextStep('cl4sh', moves, withCard('cl4sh', moves, null, 'DUEL'), noCall);
    expect(step).toEqual({
      kind: 'word',
      words: [],
      options: [
        { word: 'B', kind: 'seat' },
        { word: 'C', kind: 'seat' },
      ],
    });
  });

  it('lights what goes with the cards chosen, with as many copies as a move has', () => {
    const moves = readMoves(['play F4', 'play F4 F4', 'play F4 ^P4', 'play F9 F8']);
    expect([...litCards(moves, null)]).toEqual([
      ['F4', 2],
      ['^P4', 1],
      ['F9', 1],
      ['F8', 1],
    ]);
    const draft = withCard('wild-side', moves, null, 'F4');
    expect([...litCards(moves, draft).keys()]).toEqual(['F4', '^P4']);
    expect(nextStep('wild-side', moves, draft, noCall)).toEqual({ kind: 'cards', playable: true });
    expect(withoutCard(draft, 'F4')).toBeNull();
  });

  it('takes cards in any order where the list has one, and asks where it has several', () => {
    const run = readMoves(['play F9 F8', 'play F9', 'play F8']);
    const draft: Draft = { verb: 'play', cards: ['F8', 'F9'], settled: true, words: [] };
    expect(nextStep('wild-side', run, draft, noCall)).toEqual({ kind: 'done', move: 'play F9 F8' });
    const slams = readMoves(['play A+1 F+2 W+1', 'play W+1 A+1 F+2']);
    const mixed: Draft = { verb: 'play', cards: ['F+2', 'A+1', 'W+1'], settled: true, words: [] };
    expect(nextStep('cl4sh', slams, mixed, noCall).kind).toBe('order');
  });

  it('splits cards over seats as the list allows', () => {
    const moves = readMoves(['play FURY R give B:4', 'play FURY R give B:2 C:2', 'play FURY R give C:4']);
    const draft: Draft = { verb: 'play', cards: ['FURY'], settled: true, words: ['R', 'give'] };
    expect(nextStep('wild-apex', moves, { ...draft, words: [] }, noCall)).toEqual({
      kind: 'split',
      words: ['R', 'give'],
    });
    expect(splitState('wild-apex', moves, draft, { B: 2, C: 1 }, noCall)).toEqual({
      seats: ['B', 'C'],
      more: new Set(['C']),
      move: null,
      expand: null,
    });
    expect(splitState('wild-apex', moves, draft, { B: 2, C: 2 }, noCall).move).toBe('play FURY R give B:2 C:2');
    expect(splitState('wild-apex', moves, draft, { B: 3, C: 1 }, noCall).move).toBeNull();
  });

  it('asks for further splits only where they are wanted', () => {
    const moves = readMoves(['play FURY R give B:4', 'play FURY R give D:4', `play FURY R give D:1${OPEN_END}`]);
    const draft: Draft = { verb: 'play', cards: ['FURY'], settled: true, words: ['R', 'give'] };
    expect(splitState('wild-apex', moves, draft, { B: 1 }, noCall)).toMatchObject({ expand: null, move: null });
    expect(splitState('wild-apex', moves, draft, { B: 4 }, noCall).move).toBe('play FURY R give B:4');
    const asking = splitState('wild-apex', moves, draft, { B: 1, D: 1 }, noCall);
    expect(asking.expand).toBe('play FURY R give D:1');
    const known = expanded(moves, 'play FURY R give D:1', ['play FURY R give D:1 B:3']);
    expect(splitState('wild-apex', known, draft, { B: 3, D: 1 }, noCall).move).toBe('play FURY R give D:1 B:3');
  });

  it('asks the server where a beginning stands for many moves', () => {
    const moves = readMoves(['draw', `play FURY${OPEN_END}`]);
    const draft = withCard('wild-apex', moves, null, 'FURY');
    expect(nextStep('wild-apex', moves, draft, noCall)).toEqual({ kind: 'expand', begin: 'play FURY' });
    const known = expanded(moves, 'play FURY', ['play FURY R all', 'play FURY R counter']);
    expect(nextStep('wild-apex', known, draft, noCall).kind).toBe('word');
    expect(nextStep('wild-apex', expanded(moves, 'play FURY', []), draft, noCall)).toEqual({ kind: 'dead' });
  });

  it('finds the cut as a range, and the moves without a card', () => {
    expect(numberRange(readMoves(['cut 0', 'cut 1', 'cut 2']))).toEqual({ verb: 'cut', low: 0, high: 2 });
    expect(numberRange(readMoves(['cut 0', 'draw']))).toBeNull();
    expect(actionMoves(readMoves(['draw', 'play R5', 'catch B'])).map((move) => move.text)).toEqual([
      'draw',
      'catch B',
    ]);
  });

  it('knows which games play several cards at once', () => {
    expect(severalTogether('wild-side', readMoves(['play F4 ^P4', 'play F4']))).toBe(true);
    expect(severalTogether('wild-side', readMoves(['play F4', 'blind 2']))).toBe(false);
    expect(severalTogether('wild-apex', readMoves([`play FURY${OPEN_END}`]))).toBe(false);
  });
});
