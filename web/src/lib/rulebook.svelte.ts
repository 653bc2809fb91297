import * as api from './api';

export interface FoundRule {
  game: api.Game;
  chapter: string;
  rule: api.Rule;
}

/** A rule by its id, from the book whose prefix it has. */
export async function findRule(id: string): Promise<FoundRule> {
  const game = (await api.games()).find((one) => id.startsWith(`${one.prefix}-`));
  if (game) {
    for (const chapter of (await api.rules(game.id)).chapters) {
      const rule = chapter.rules.find((one) => one.id === id);
      if (rule) return { game, chapter: chapter.title, rule };
    }
  }
  throw new Error(`There is no rule ${id}.`);
}

/** The rule that is being shown over the page, wherever somebody has asked for it. */

class ShownRule {
  id = $state<string | null>(null);

  show(id: string): void {
    this.id = id;
  }

  close(): void {
    this.id = null;
  }
}

export const shownRule = new ShownRule();
