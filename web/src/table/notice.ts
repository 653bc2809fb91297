/** The one sentence on the table that says what is going on and what is wanted of whom. */

import type { Info, Position } from '../lib/wire';
import { namer } from './chairs';
import { flag, number, text, texts } from './view';

export interface Notice {
  text: string;
  urgent: boolean; // something is owed by whoever reads it
}

function upper(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function cards(count: number): string {
  return `${count} card${count === 1 ? '' : 's'}`;
}

function joined(names: readonly string[]): string {
  const last = names.at(-1);
  if (last === undefined) return 'nobody';
  return names.length === 1 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

export function notice(info: Info, position: Position, eyes: string | null): Notice {
  const { view } = position;
  const name = namer(info, eyes);
  const named = (seats: readonly string[]): string => upper(joined(seats.map(name)));
  if (position.over) {
    return {
      text:
        position.winners.length > 0
          ? `${named(position.winners)} ${position.winners.length === 1 && position.winners[0] !== eyes ? 'wins' : 'win'} the match`
          : 'The match is over',
      urgent: false,
    };
  }
  const me = eyes !== null && position.required.includes(eyes);
  const has = (mine: string, theirs: string): string => (me && position.required.length === 1 ? mine : theirs);
  const who = joined(position.required.map(name));
  const attacker = name(text(view, 'attacker'));
  const tell = (said: string, urgent = me): Notice => ({ text: upper(said), urgent });
  const phase = text(view, 'phase');
  switch (phase) {
    case 'cutting':
      return tell(`${who} may cut the deck`, false);
    case 'dealer_chooses':
      return tell(`${who} ${has('choose', 'chooses')} for the start card`, false);
    case 'asking':
      return tell(`A Fury: ${who} may counter or take`);
    case 'answering':
      return tell(
        `${attacker} played Wild Draw 4: ${name(position.required[0] ?? null)} ${has('owe', 'owes')} 4 cards`,
      );
    case 'choosing':
      return tell(`Unite: ${who} ${has('choose', 'chooses')} a secret card`, false);
    case 'showing':
      return tell(`Unite: ${me ? 'show one card' : `${position.required.length} still to show a card`}`, false);
    case 'placing':
      return tell(`All is shown: ${who} ${has('place or keep', 'places or keeps')} the secret card`, false);
    case 'naming':
      return tell(`${who} ${has('name', 'names')} a colour`, false);
    case 'picking_up':
      return tell(`${who} ${has('owe', 'owes')} ${cards(number(view, 'attack_cards'))}: take or shield`);
    case 'balancing':
      return tell(`Balance: ${who} to draw two`);
    case 'chaining':
      return tell(
        `${attacker} ${text(view, 'attacker') === eyes ? 'want' : 'wants'} to swap chairs with ${joined(position.required.map(name))}`,
      );
    case 'dueling':
      return tell(`Duel: ${attacker} against ${name(text(view, 'defender'))}`, false);
  }
  if (number(view, 'attack_cards') > 0) {
    return tell(`${who} ${has('owe', 'owes')} ${cards(number(view, 'attack_cards'))}, attacked by ${attacker}`);
  }
  if (texts(view, 'gone').length > 0) {
    return tell(`${named(texts(view, 'gone'))} went wild: last turn for ${joined(position.required.map(name))}`);
  }
  if (flag(view, 'echo')) return tell(`Echo: ${who} ${has('play', 'plays')} water again`, false);
  if (flag(view, 'adding')) return tell(`${who} may add to the blind card`, false);
  return tell(
    me && position.required.length === 1
      ? 'Your turn'
      : position.required.length > 0
        ? `${who} to play`
        : 'Nobody has to play',
    false,
  );
}
