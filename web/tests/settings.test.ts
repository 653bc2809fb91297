import { expect, it } from 'vitest';
import { readSettings } from '../src/lib/settings.svelte';

it('settings are as they were stored', () => {
  const stored = { theme: 'dark', sound: false, motion: 'reduced', sort: 'value', cardSize: 'large' };
  expect(readSettings(JSON.stringify(stored))).toEqual(stored);
});

it.each([null, '', 'no json', '[]', '7', '{"theme":"pink","sound":"loud"}'])('%s leaves them as usual', (text) => {
  expect(readSettings(text)).toEqual({
    theme: 'system',
    sound: true,
    motion: 'system',
    sort: 'color',
    cardSize: 'medium',
  });
});
