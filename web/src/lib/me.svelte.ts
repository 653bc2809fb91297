/** Who sits before this browser. */

import * as api from './api';

export const GUEST = 'Guest';

const KEY = 'wildtable.somebody';

class Me {
  who = $state.raw<api.Person | null>(null);
  #asked: Promise<api.Person | null> | undefined;

  async load(): Promise<api.Person | null> {
    // No script can see the cookie; whoever has never had one need not be asked about.
    if (!wasSomebody()) return this.who;
    this.#asked ??= api.me();
    try {
      this.who ??= await this.#asked;
      if (this.who === null) forget();
    } catch (error) {
      this.#asked = undefined;
      throw error;
    }
    return this.who;
  }

  async name(name: string): Promise<void> {
    this.who = await api.nameMe(name);
    try {
      localStorage.setItem(KEY, 'yes');
    } catch {
      // Without storage there is hardly a cookie either.
    }
  }

  /** Somebody, if need be under a name that says nothing: to play at once needs no introduction. */
  async somebody(): Promise<void> {
    if (!(await this.load())) await this.name(GUEST);
  }
}

/** The cookie is gone: there is no need to ask again and again. */
function forget(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Then there is nothing to forget.
  }
}

function wasSomebody(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return true;
  }
}

export const me = new Me();
