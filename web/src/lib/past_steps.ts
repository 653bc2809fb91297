/** The positions of a match that is over, fetched as they are needed, by the eyes of whoever. */

import type { StepPosition } from './api';

export type LoadSteps = (eyes: string, from: number, count: number) => Promise<StepPosition[]>;

const PORTION = 40;

export class PastSteps {
  readonly #count: number; // of positions, the deal included
  readonly #load: LoadSteps;
  #known = new Map<string, StepPosition>();
  #underWay = new Map<string, Promise<void>>();

  constructor(count: number, load: LoadSteps) {
    this.#count = count;
    this.#load = load;
  }

  /** The position after a step, if it is here already. */
  known(eyes: string, step: number): StepPosition | null {
    return this.#known.get(`${eyes} ${step}`) ?? null;
  }

  /** The position after a step; what follows it is fetched meanwhile. */
  async at(eyes: string, step: number): Promise<StepPosition> {
    await this.#portion(eyes, Math.floor(step / PORTION));
    const next = Math.floor((step + PORTION / 2) / PORTION);
    // If that fails it is asked for again when it is needed.
    if (next * PORTION < this.#count) this.#portion(eyes, next).catch(() => undefined);
    const found = this.known(eyes, step);
    if (!found) throw new Error(`There is no step ${step} in this match.`);
    return found;
  }

  #portion(eyes: string, number: number): Promise<void> {
    const key = `${eyes} ${number}`;
    const found = this.#underWay.get(key);
    if (found) return found;
    const asked = this.#load(eyes, number * PORTION, PORTION).then((steps) => {
      for (const step of steps) this.#known.set(`${eyes} ${step.step}`, step);
    });
    this.#underWay.set(key, asked);
    asked.catch(() => this.#underWay.delete(key));
    return asked;
  }
}
