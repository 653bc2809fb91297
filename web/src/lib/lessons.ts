/** Lessons: which of them are done, what was answered, and what follows. The server says what is right. */

import type { Answer, Lesson, LessonLine } from './api';
import { sentence } from './story';

/** By the id of the game: the lessons that were gone through, and whether every answer was right at once. */
export type Progress = Readonly<Record<string, Readonly<Record<string, Done>>>>;
export type Done = 'done' | 'faultless';

const KEY = 'wildtable.lessons';
const MOST_LESSONS = 1000; // of a game; more than there are, so that rubbish does not grow

/** Progress from whatever was stored: what makes no sense is left out. */
export function readProgress(text: string | null): Progress {
  let stored: unknown = null;
  try {
    stored = JSON.parse(text ?? 'null');
  } catch {
    // Not ours, or broken: nothing is done yet.
  }
  return mapped(stored, (lessons) => mapped(lessons, (done) => (done === 'done' || done === 'faultless' ? done : null)));
}

function mapped<Value>(stored: unknown, read: (value: unknown) => Value | null): Record<string, Value> {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return {};
  const found: Record<string, Value> = {};
  for (const [key, value] of Object.entries(stored).slice(0, MOST_LESSONS)) {
    const known = read(value);
    if (known !== null) found[key] = known;
  }
  return found;
}

export function loadProgress(): Progress {
  try {
    return readProgress(localStorage.getItem(KEY));
  } catch {
    return {}; // storage is forbidden here
  }
}

export function saveProgress(progress: Progress): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(progress));
  } catch {
    // Without storage it holds until the page is closed.
  }
}

/** With this lesson gone through. Once faultless is always faultless. */
export function withDone(progress: Progress, game: string, lesson: string, done: Done): Progress {
  const before = progress[game] ?? {};
  return { ...progress, [game]: { ...before, [lesson]: before[lesson] === 'faultless' ? 'faultless' : done } };
}

export function without(progress: Progress, game: string): Progress {
  const { [game]: _forgotten, ...others } = progress;
  return others;
}

/** Those of the examples that ask something. */
export function asking(lines: readonly LessonLine[]): LessonLine[] {
  return lines.filter((line) => line.questions > 0);
}

export function countDone(lines: readonly LessonLine[], progress: Progress, game: string): number {
  return lines.filter((line) => progress[game]?.[line.id] !== undefined).length;
}

/** The next one after this in the book, or null after the last. */
export function following(lines: readonly LessonLine[], lesson: string): LessonLine | null {
  return lines[lines.findIndex((line) => line.id === lesson) + 1] ?? null;
}

/** The first that has not been gone through. */
export function firstOpen(lines: readonly LessonLine[], progress: Progress, game: string): LessonLine | null {
  return lines.find((line) => progress[game]?.[line.id] === undefined) ?? null;
}

export function examplesOf(lines: readonly LessonLine[], rule: string): LessonLine[] {
  return lines.filter((line) => line.rules.includes(rule));
}

/** The example to show beside a rule: one that is made for it, or else one that shows it as well. */
export function bestExample(lines: readonly LessonLine[], rule: string): LessonLine | null {
  const found = examplesOf(lines, rule);
  return found.find((line) => line.rules[0] === rule) ?? found[0] ?? null;
}

export interface StoryLine {
  text: string;
  shows: boolean; // the rule that the story is told for
}

/** What happens in an example, and what is refused in it by the rule that it is told for. */
export function exampleStory(lesson: Lesson, rule: string): StoryLine[] {
  return lesson.moments.flatMap((moment) => {
    const refused = moment.answers.filter((answer) => !answer.legal && answer.rule === rule).slice(0, 1);
    const events = moment.events.filter((event) => event.text);
    return [
      ...refused.map((answer) => ({ text: sentence(answer.text), shows: true })),
      ...events.map((event) => ({ text: sentence(event.text), shows: event.rules.includes(rule) })),
    ];
  });
}

/** By the number of each answer: whether it was taken for what it is. */
export function verdicts(answers: readonly Answer[], chosen: ReadonlySet<number>): boolean[] {
  return answers.map((answer, place) => answer.legal === chosen.has(place));
}
