/** A match that is over in the shapes that the table surface shows. */

import type { PastMatch, StepPosition } from './api';
import { eventLines, type Line } from './story';
import type { EntryFrame, Info, Position } from './wire';

/** The chairs with the names that they had then. */
export function infoThen(info: Info, past: PastMatch): Info {
  const seats = info.seats.map((chair, place) => ({
    ...chair,
    name: past.names[place] ?? chair.name,
    kind: chair.kind === 'empty' ? ('bot' as const) : chair.kind,
    stand_in: false,
    here: true,
  }));
  return { ...info, seats, options: past.options, clock: null, state: 'playing', match: past.match };
}

export function positionThen(step: StepPosition, past: PastMatch): Position {
  const position: Position = {
    n: step.step,
    match: past.match,
    over: step.over,
    round_over: step.round_over,
    view: step.view,
    required: step.required,
    optional: step.optional,
    moves: [],
    must: false,
    clocks: null,
    lines: step.lines,
    laid: step.laid,
    commitment: past.commitment,
    secret: past.secret,
    winners: step.winners,
    scores: step.scores,
  };
  return step.hands ? { ...position, hands: step.hands } : position;
}

/** The entry that a step was, so that its cards fly as they did. */
export function entryThen(past: PastMatch, step: number): EntryFrame | null {
  const found = past.steps[step];
  if (!found) return null;
  if (!found.seat || !found.move) {
    return { type: 'entry', n: step, at: 0, kind: 'began', match: past.match, commitment: '', events: found.events };
  }
  return {
    type: 'entry',
    n: step,
    at: 0,
    kind: 'moved',
    seat: found.seat,
    move: found.move,
    by: 'person',
    events: found.events,
  };
}

export function linesThen(past: PastMatch): Line[] {
  return past.steps.flatMap((step, n) => eventLines(step.events, { n, at: 0 }));
}
