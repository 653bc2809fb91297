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
