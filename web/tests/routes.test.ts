import { describe, expect, it } from 'vitest';
import { keyOf, pageOf } from '../src/lib/routes';

const page = (path: string) => pageOf(new URL(path, 'http://table.example'));

describe('an address', () => {
  it.each([
    ['/', { name: 'home' }],
    ['/t/new?game=cl4sh', { name: 'new', game: 'cl4sh' }],
    ['/t/k3x9q2m7', { name: 'table', table: 'k3x9q2m7' }],
    ['/rules', { name: 'rules', game: '' }],
    ['/rules/wild-apex#WA-12', { name: 'rules', game: 'wild-apex' }],
    ['/lessons', { name: 'lessons', game: '' }],
    ['/lessons/cl4sh', { name: 'lessons', game: 'cl4sh' }],
    ['/lessons/cl4sh/06-duel', { name: 'lesson', game: 'cl4sh', lesson: '06-duel' }],
    ['/lab?game=cl4sh', { name: 'lab', game: 'cl4sh' }],
    ['/replay/k3x9q2m7/2#17', { name: 'replay', table: 'k3x9q2m7', match: 2, step: 17 }],
    ['/replay/k3x9q2m7/2', { name: 'replay', table: 'k3x9q2m7', match: 2, step: null }],
    ['/players', { name: 'ratings', game: '' }],
    ['/players/pada', { name: 'player', person: 'pada' }],
  ])('%s stands for a page', (path, wanted) => expect(page(path)).toEqual(wanted));

  it.each(['/t', '/replay/k3x9q2m7', '/replay/k3x9q2m7/two', '/t/a/b', '/lab/a', '/a/b/c/d'])('%s is none of ours', (path) =>
    expect(page(path).name).toBe('unknown'),
  );

  it('may be written badly', () => expect(page('/players/%E0%A4%A').name).toBe('player'));
});

it('the steps of a replay are one page, and two tables are two', () => {
  expect(keyOf(page('/replay/a/1#3'))).toBe(keyOf(page('/replay/a/1#4')));
  expect(keyOf(page('/replay/a/1'))).not.toBe(keyOf(page('/replay/a/2')));
  expect(keyOf(page('/lessons/cl4sh/a'))).not.toBe(keyOf(page('/lessons/cl4sh/b')));
  expect(keyOf(page('/t/a'))).not.toBe(keyOf(page('/t/b')));
});
