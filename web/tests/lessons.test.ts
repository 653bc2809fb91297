import { describe, expect, it } from 'vitest';
import type { Lesson, LessonLine } from '../src/lib/api';
import {
  asking,
  bestExample,
  countDone,
  exampleStory,
  examplesOf,
  firstOpen,
  following,
  readProgress,
  verdicts,
  withDone,
  without,
} from '../src/lib/lessons';

const line = (id: string, questions: number, ...rules: string[]): LessonLine => ({ id, title: id, rules, questions });
const lines = [line('a', 1, 'CL-01'), line('b', 0, 'CL-02'), line('c', 2, 'CL-01', 'CL-02')];

describe('progress', () => {
  it('is as it was stored', () => {
    const stored = { cl4sh: { a: 'done', c: 'faultless' }, 'wild-apex': {} };
    expect(readProgress(JSON.stringify(stored))).toEqual(stored);
  });

  it.each([null, '', 'no json', '7', '[]', 'null', '["cl4sh"]', '{"cl4sh": 3, "x": null}'])('%s is rubbish', (text) => {
    expect(countDone(lines, readProgress(text), 'cl4sh')).toBe(0);
  });

  it('leaves out what makes no sense and keeps the rest', () => {
    expect(readProgress('{"cl4sh": {"a": "done", "b": true, "c": ["done"]}, "x": []}')).toEqual({
      cl4sh: { a: 'done' },
      x: {},
    });
  });

  it('does not grow with rubbish', () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`n${n}`, 'done']));
    expect(Object.keys(readProgress(JSON.stringify({ cl4sh: many }))['cl4sh'] ?? {})).toHaveLength(1000);
  });

  it('takes what was done, and faultless stays faultless', () => {
    let progress = withDone({}, 'cl4sh', 'a', 'faultless');
    progress = withDone(progress, 'cl4sh', 'a', 'done');
    progress = withDone(progress, 'wild-side', 'b', 'done');
    expect(progress).toEqual({ cl4sh: { a: 'faultless' }, 'wild-side': { b: 'done' } });
    expect(without(progress, 'cl4sh')).toEqual({ 'wild-side': { b: 'done' } });
  });

  it('counts the lessons that there are, and not those that were', () => {
    const progress = { cl4sh: { a: 'done', gone: 'done' } } as const;
    expect(countDone(lines, progress, 'cl4sh')).toBe(1);
    expect(countDone(lines, progress, 'wild-side')).toBe(0);
    expect(firstOpen(asking(lines), progress, 'cl4sh')?.id).toBe('c');
    expect(firstOpen(asking(lines), { cl4sh: { a: 'done', c: 'done' } }, 'cl4sh')).toBeNull();
  });
});

it('a lesson asks something, and is followed by the next that does', () => {
  expect(asking(lines).map((one) => one.id)).toEqual(['a', 'c']);
  expect(following(asking(lines), 'a')?.id).toBe('c');
  expect(following(asking(lines), 'c')).toBeNull();
  // An example that asks nothing is in no row of lessons: the first one follows it.
  expect(following(asking(lines), 'b')?.id).toBe('a');
});

it('a rule has the examples that show it', () => {
  expect(examplesOf(lines, 'CL-02').map((one) => one.id)).toEqual(['b', 'c']);
  expect(examplesOf(lines, 'CL-99')).toEqual([]);
});

it('beside a rule stands the example that was made for it', () => {
  expect(bestExample(lines, 'CL-02')?.id).toBe('b');
  expect(bestExample([line('z', 1, 'CL-01', 'CL-02')], 'CL-02')?.id).toBe('z');
  expect(bestExample(lines, 'CL-99')).toBeNull();
});

it('an example is told with what the rule refuses in it', () => {
  const event = (text: string, ...rules: string[]) => ({ text, rules });
  const lesson = {
    moments: [
      {
        answers: [
          { move: 'play R5', legal: false, rule: 'CL-02', text: 'A may not play R5 now by CL-02' },
          { move: 'play R6', legal: false, rule: 'CL-02', text: 'A may not play R6 now by CL-02' },
          { move: 'play Y1', legal: false, rule: 'CL-03', text: 'A may not play Y1 now by CL-03' },
        ],
        events: [event('Ada draws', 'CL-01', 'CL-02'), event('', 'CL-02')],
      },
      { answers: [], events: [event('Ben plays earth 1', 'CL-04')] },
    ],
  } as unknown as Lesson;
  expect(exampleStory(lesson, 'CL-02')).toEqual([
    { text: 'A may not play R5 now by CL-02.', shows: true },
    { text: 'Ada draws.', shows: true },
    { text: 'Ben plays earth 1.', shows: false },
  ]);
});

it('an answer is right if it was taken for what it is', () => {
  const answer = (legal: boolean) => ({ move: 'draw', legal, rule: null, text: '' });
  expect(verdicts([answer(true), answer(true), answer(false), answer(false)], new Set([0, 2]))).toEqual([
    true,
    false,
    false,
    true,
  ]);
});
