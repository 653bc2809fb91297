import { describe, expect, it } from 'vitest';
import { linesOf, sentence } from '../src/lib/story';
import { leftIn, listed, standings } from '../src/lib/standings';
import type { EntryFrame } from '../src/lib/wire';
import { event, info, moved } from './fake_socket';

const common = { type: 'entry', n: 7, at: 0 } as const;
const texts = (entry: EntryFrame) => linesOf(entry, info()).map((line) => line.text);

describe('the log', () => {
  it('tells a move by its events, each with its rules', () => {
    const entry = { ...moved(7, 'draw'), events: [event('Ada draws 2 cards', { rules: ['WA-15', 'WA-01'] }), event('')] };
    expect(linesOf(entry, info())).toMatchObject([
      { key: '7.0', text: 'Ada draws 2 cards.', rules: ['WA-15', 'WA-01'], kind: 'game' },
    ]);
  });

  it('tells who comes and goes', () => {
    expect(texts({ ...common, kind: 'sat', seat: 'B', name: 'Ben', person: 'pben' })).toEqual(['Ben sits down.']);
    expect(texts({ ...common, kind: 'left', seat: 'B', name: 'Ben', why: 'kicked' })).toEqual([
      'Ben has been sent away by the host.',
    ]);
    expect(
      texts({ ...common, kind: 'bot', seat: 'A', name: 'Ada', level: 'calm', stand_in: true, why: 'clock' }),
    ).toEqual(['Ada was out of time: a machine player goes on.']);
    expect(texts({ ...common, kind: 'back', seat: 'A' })).toEqual(['Ada plays again.']);
    expect(texts({ ...common, kind: 'host', person: 'pada' })).toEqual(['Ada is the host now.']);
  });

  it('keeps talk as it was said', () => {
    expect(linesOf({ ...common, kind: 'said', seat: null, name: 'Cleo', text: '<i>hm</i>' }, info())).toMatchObject([
      { text: 'Cleo: <i>hm</i>', kind: 'said', rules: [] },
    ]);
    expect(texts({ ...common, kind: 'reacted', seat: 'A', what: 'wave' })).toEqual(['👋 Ada waves.']);
  });

  it('begins a match with a heading', () => {
    const began: EntryFrame = { ...common, kind: 'began', match: 2, commitment: '9f', events: [event('Bo deals')] };
    expect(texts(began)).toEqual(['Match 2 begins.', 'Bo deals.']);
  });
});

it('a sentence has a capital letter and an end', () => {
  expect(sentence('two Fours')).toBe('Two Fours.');
  expect(sentence('Really?')).toBe('Really?');
});

it('who has won stands first, the others as they sit', () => {
  const rows = standings(info().seats, [12, 30], ['B']);
  expect(rows.map((row) => [row.name, row.score, row.won])).toEqual([
    ['Bo', 30, true],
    ['Ada', 12, false],
  ]);
  expect([listed([]), listed(['Ada']), listed(['Ada', 'Bo']), listed(['Ada', 'Bo', 'Cy'])]).toEqual([
    '',
    'Ada',
    'Ada and Bo',
    'Ada, Bo and Cy',
  ]);
});

it('what was left in hands is that of the newest round', () => {
  const left = (n: number, cards: string[]) => ({
    ...moved(n, 'play R5'),
    events: [event('', { kind: 'left', seat: 'B', cards }), event('', { kind: 'round_won' })],
  });
  expect(leftIn([])).toEqual(new Map());
  expect(leftIn([left(1, ['R1']), left(2, ['B2', 'FURY']), moved(3, 'draw')])).toEqual(new Map([['B', ['B2', 'FURY']]]));
});
