import { describe, expect, it } from 'vitest';
import {
  difference,
  findings,
  hasPoints,
  linesIn,
  ofDifference,
  ofMean,
  ofShare,
  percent,
  placeOn,
  plain,
  points,
  scaleOf,
  type Differences,
  type Row,
  type Simulation,
} from '../src/lib/lab';

function stream(...chunks: (string | Uint8Array)[]): { body: ReadableStream<Uint8Array>; isCancelled: () => boolean } {
  let cancelled = false;
  const left = chunks.map((chunk) => (typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk));
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = left.shift();
      if (next) controller.enqueue(next);
      else controller.close();
    },
    cancel() {
      cancelled = true;
    },
  });
  return { body, isCancelled: () => cancelled };
}

async function all(lines: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = [];
  for await (const line of lines) found.push(line);
  return found;
}

describe('lines that come bit by bit', () => {
  it('are put together, also where a letter is cut in two', async () => {
    const star = new TextEncoder().encode('{"c":"★"}\n');
    const { body } = stream('{"a"', ':1}\n{"b":2}\n', star.slice(0, 7), star.slice(7));
    expect(await all(linesIn(body))).toEqual(['{"a":1}', '{"b":2}', '{"c":"★"}']);
  });

  it('that end in the middle are a lost connection', async () => {
    await expect(all(linesIn(stream('{"a":1}\n{"b').body))).rejects.toThrow('The connection was lost');
  });

  it('are no longer sent when nobody reads on', async () => {
    const { body, isCancelled } = stream('1\n', '2\n', '3\n');
    for await (const line of linesIn(body)) {
      expect(line).toBe('1');
      break;
    }
    expect(isCancelled()).toBe(true);
  });
});

describe('a scale', () => {
  const row = (...ends: [number, number, number][]): Row => ({
    label: '',
    marks: ends.map(([low, value, high]) => ({ low, value, high })),
  });

  it('has round numbers round everything', () => {
    expect(scaleOf([row([0.21, 0.24, 0.27]), row([0.23, 0.26, 0.29])], 0.25)).toEqual({
      low: 0.2,
      high: 0.3,
      ticks: [0.2, 0.22, 0.24, 0.26, 0.28, 0.3],
    });
    expect(scaleOf([row([-0.011, 0.002, 0.013])], 0).ticks).toEqual([-0.015, -0.01, -0.005, 0, 0.005, 0.01, 0.015]);
    expect(scaleOf([row([812, 830, 851])], null).ticks).toEqual([810, 820, 830, 840, 850, 860]);
  });

  it.each([
    [[] as Row[], null],
    [[{ label: '', marks: [null, null] }], null],
    [[row([10, 10, 10])], null],
    [[row([0, 0, 0])], 0],
  ])('is there for anything: %j', (rows, reference) => {
    const scale = scaleOf(rows, reference);
    expect(scale.high).toBeGreaterThan(scale.low);
    expect(scale.ticks.length).toBeGreaterThan(1);
    expect(scale.ticks.length).toBeLessThan(9);
    expect(scale.ticks.every(Number.isFinite)).toBe(true);
  });

  it('places what lies on it', () => {
    const scale = { low: -1, high: 3, ticks: [] };
    expect([-1, 1, 3, 9].map((value) => placeOn(scale, value))).toEqual([0, 0.5, 1, 1]);
  });
});

it('numbers are short', () => {
  expect([0.25, 0.2537, 1, 0].map(percent)).toEqual(['25 %', '25.4 %', '100 %', '0 %']);
  expect([0.031, -0.02, 0, 0.0001].map(points)).toEqual(['+3.1', '−2', '0', '0']);
  expect([41.26, 3.456, 812.7, 0, 12345.6].map(plain)).toEqual(['41.3', '3.46', '813', '0', '12,346']);
  expect([4, -4.25, 0].map(difference)).toEqual(['+4', '−4.25', '0']);
});

it('what was not counted is no mark', () => {
  expect(ofShare({ wins: 0, share: null, low: 0, high: 1 })).toBeNull();
  expect(ofMean({ mean: null, error: null })).toBeNull();
  expect(ofMean({ mean: 3, error: null })).toEqual({ value: 3, low: 3, high: 3 });
  expect(ofDifference({ difference: null, low: null, high: null })).toBeNull();
  expect(ofDifference(undefined)).toBeNull();
});

it('only what is sure is said to differ', () => {
  const found: Differences = {
    wins: {
      A: { difference: 0.031, low: 0.012, high: 0.05 },
      B: { difference: -0.01, low: -0.03, high: 0.01 },
      C: { difference: -0.021, low: -0.04, high: -0.002 },
    },
    a_match: {
      choices: { difference: 4.2, low: 3.9, high: 4.5 },
      moves: { difference: null, low: null, high: null },
      rounds: { difference: 0, low: 0, high: 0 },
    },
    scores: { A: { difference: -12.5, low: -14, high: -11 } },
  };
  const sentences = [
    'Chair A wins 3.1 of 100 matches more (+1.2 to +5).',
    'Chair C wins 2.1 of 100 matches fewer (−4 to −0.2).',
    'A match has 4.2 choices more (+3.9 to +4.5).',
  ];
  expect(findings(found, false)).toEqual(sentences);
  expect(findings(found, true)).toEqual([...sentences, 'Chair A ends with 12.5 points fewer (−14 to −11).']);
});

it('a game without points has no chart of them', () => {
  const scores = (mean: number | null) => ({ scores: { A: { mean, error: null } } }) as unknown as Simulation;
  expect(hasPoints([scores(0), scores(null)])).toBe(false);
  expect(hasPoints([scores(0), scores(3)])).toBe(true);
});
