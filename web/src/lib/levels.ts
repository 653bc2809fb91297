import type { Level } from './wire';

/** How well machine players play, in the order of their strength. */
export const LEVELS: readonly { level: Level; words: string }[] = [
  { level: 'random', words: 'plays anything that is allowed' },
  { level: 'brisk', words: 'the same, but not foolishly' },
  { level: 'calm', words: 'a decent player of the family' },
  { level: 'sharp', words: 'thinks ahead for a moment' },
  { level: 'fierce', words: 'thinks ahead for a second' },
];
