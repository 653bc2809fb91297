/** One click from a picture to a dealt table. */

import * as api from './api';
import { me } from './me.svelte';
import { go } from './router.svelte';

const BOTS = 3;

export async function playNow(game: api.Game): Promise<void> {
  await me.somebody();
  const seats = Math.min(BOTS + 1, game.seats.most);
  const opened = await api.openTable({
    game: game.id,
    seats,
    bots: Array.from({ length: seats - 1 }, () => 'calm' as const),
    begin: true,
  });
  go(opened.path);
}
