import { expect, it } from 'vitest';
import { readCommand } from '../src/lib/command';
import { position } from './fake_socket';

const now = { ...position(7), lines: ['B7 on top'] };

it.each([
  ['  play   R5 uno ', { kind: 'move', move: 'play R5 uno' }],
  ['2', { kind: 'move', move: 'play R5' }],
  ['9', { kind: 'move', move: '9' }],
  ['table', { kind: 'tell', lines: ['B7 on top'] }],
  ['moves', { kind: 'list', moves: ['draw', 'play R5'] }],
  ['hint', { kind: 'hint' }],
  [' ', { kind: 'nothing' }],
])('%j is understood', (text, command) => expect(readCommand(text, now)).toEqual(command));

it('a number means what was read in the list, also when others have gone on', () => {
  expect(readCommand('2', { ...now, moves: ['draw', 'play B7'] }, ['draw', 'play R5'])).toEqual({
    kind: 'move',
    move: 'play R5',
  });
});

it('there is an answer also when nothing is on the table', () => {
  expect(readCommand('table', null)).toEqual({ kind: 'tell', lines: ['Nothing is dealt yet.'] });
  expect(readCommand('moves', { ...now, moves: [] })).toEqual({ kind: 'tell', lines: ['You have no move now.'] });
});
