import { describe, expect, it, vi } from 'vitest';
import type { StepPosition } from '../src/lib/api';
import { PastSteps, type LoadSteps } from '../src/lib/past_steps';

const COUNT = 100;

function step(number: number): StepPosition {
  return {
    step: number,
    seat: null,
    move: null,
    over: false,
    round_over: false,
    view: {},
    required: [],
    optional: [],
    lines: [],
    laid: {},
    winners: [],
    scores: [],
  };
}

const answer: LoadSteps = (_eyes, from, count) =>
  Promise.resolve(Array.from({ length: Math.min(count, COUNT - from) }, (_, place) => step(from + place)));

describe('the steps of a replay', () => {
  it('are fetched in portions, each of them once', async () => {
    const load = vi.fn(answer);
    const steps = new PastSteps(COUNT, load);
    expect((await steps.at('all', 3)).step).toBe(3);
    expect((await steps.at('all', 4)).step).toBe(4);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('are there before they are needed', async () => {
    const load = vi.fn(answer);
    const steps = new PastSteps(COUNT, load);
    await steps.at('all', 30);
    expect(load.mock.calls.map(([, from]) => from)).toEqual([0, 40]);
    await steps.at('all', 99);
    expect(load.mock.calls.map(([, from]) => from)).toEqual([0, 40, 80]);
  });

  it('are others by other eyes', async () => {
    const load = vi.fn(answer);
    const steps = new PastSteps(COUNT, load);
    await steps.at('all', 0);
    await steps.at('B', 0);
    expect(load.mock.calls.map(([eyes]) => eyes)).toEqual(['all', 'B']);
  });

  it('are asked for again after a failure', async () => {
    const load = vi.fn(answer);
    load.mockRejectedValueOnce(new Error('offline'));
    const steps = new PastSteps(COUNT, load);
    await expect(steps.at('all', 0)).rejects.toThrow('offline');
    expect((await steps.at('all', 0)).step).toBe(0);
  });
});
