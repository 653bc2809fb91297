/** Short sounds, made by the browser itself. Nothing sounds before the first gesture, as browsers want it. */

import type { EntryFrame, Position, Seat } from '../lib/wire';

export type Sound = 'turn' | 'play' | 'draw' | 'attack' | 'call' | 'win';

interface Tone {
  at: number; // seconds
  hertz: number;
  to?: number; // glides there
  length: number;
  type: OscillatorType;
  loud: number;
}

const TONES: Readonly<Record<Sound, readonly Tone[]>> = {
  turn: [
    { at: 0, hertz: 587, length: 0.12, type: 'sine', loud: 0.12 },
    { at: 0.1, hertz: 880, length: 0.2, type: 'sine', loud: 0.12 },
  ],
  play: [{ at: 0, hertz: 320, to: 140, length: 0.07, type: 'triangle', loud: 0.16 }],
  draw: [{ at: 0, hertz: 180, to: 260, length: 0.06, type: 'triangle', loud: 0.1 }],
  attack: [
    { at: 0, hertz: 220, to: 90, length: 0.28, type: 'sawtooth', loud: 0.08 },
    { at: 0.05, hertz: 110, to: 60, length: 0.3, type: 'square', loud: 0.05 },
  ],
  call: [
    { at: 0, hertz: 660, to: 990, length: 0.14, type: 'square', loud: 0.05 },
    { at: 0.14, hertz: 990, length: 0.16, type: 'square', loud: 0.05 },
  ],
  win: [523, 659, 784, 1047].map((hertz, place) => ({
    at: place * 0.12,
    hertz,
    length: 0.3,
    type: 'triangle',
    loud: 0.12,
  })),
};

let context: AudioContext | null = null;

/** To be called by a gesture of the person. */
export function wakeSounds(): void {
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
}

export function sound(which: Sound): void {
  if (context === null || context.state !== 'running') return;
  for (const tone of TONES[which]) {
    const start = context.currentTime + tone.at;
    const end = start + tone.length;
    const source = context.createOscillator();
    const gain = context.createGain();
    source.type = tone.type;
    source.frequency.setValueAtTime(tone.hertz, start);
    if (tone.to !== undefined) source.frequency.exponentialRampToValueAtTime(tone.to, end);
    gain.gain.setValueAtTime(tone.loud, start);
    gain.gain.exponentialRampToValueAtTime(0.001, end);
    source.connect(gain).connect(context.destination);
    source.start(start);
    source.stop(end);
  }
}

const BY_EVENT: Readonly<Record<string, Sound>> = {
  match_won: 'win',
  round_won: 'win',
  attacked: 'attack',
  stacked: 'attack',
  duel_called: 'attack',
  cried: 'call',
  called: 'call',
  caught: 'call',
  signalled: 'call',
  clashed: 'call',
  went_wild: 'call',
  played: 'play',
  placed: 'play',
  discarded: 'play',
  set_played: 'play',
  run_played: 'play',
  badger_played: 'attack',
  blind_turned: 'play',
  higher_played: 'play',
  added: 'play',
  drew: 'draw',
  took: 'draw',
  pile_taken: 'draw',
};

const ORDER: readonly Sound[] = ['win', 'attack', 'call', 'play', 'draw'];

/** The sounds of a new entry: the weightiest of what happened, and whether it is one's turn now. */
export function soundsOf(entry: EntryFrame | null, before: Position | null, now: Position, eyes: Seat | null): Sound[] {
  const events = entry !== null && 'events' in entry ? entry.events : [];
  const heard = new Set(events.map((event) => BY_EVENT[event.kind]));
  const loudest = ORDER.find((one) => heard.has(one));
  const asked = (position: Position | null): boolean =>
    eyes !== null && position !== null && position.required.includes(eyes);
  const turn: Sound[] = asked(now) && !asked(before) && !now.over ? ['turn'] : [];
  return loudest === undefined ? turn : [loudest, ...turn];
}
