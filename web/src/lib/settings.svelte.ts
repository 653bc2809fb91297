/** What a person has set on this device. */

export interface Settings {
  theme: 'system' | 'light' | 'dark';
  sound: boolean;
  motion: 'system' | 'reduced' | 'full';
  sort: 'color' | 'value' | 'dealt';
  cardSize: 'small' | 'medium' | 'large';
}

const KEY = 'wildtable.settings';

const USUAL: Settings = { theme: 'system', sound: true, motion: 'system', sort: 'color', cardSize: 'medium' };

const CHOICES: { [Name in keyof Settings]: readonly Settings[Name][] } = {
  theme: ['system', 'light', 'dark'],
  sound: [true, false],
  motion: ['system', 'reduced', 'full'],
  sort: ['color', 'value', 'dealt'],
  cardSize: ['small', 'medium', 'large'],
};

/** Settings from whatever was stored: what is not one of the choices is as usual. */
export function readSettings(text: string | null): Settings {
  let stored: unknown = null;
  try {
    stored = JSON.parse(text ?? 'null');
  } catch {
    // Not ours, or broken: as usual.
  }
  const found: Partial<Record<string, unknown>> = typeof stored === 'object' && stored !== null ? { ...stored } : {};
  const pick = <Name extends keyof Settings>(name: Name): Settings[Name] =>
    CHOICES[name].find((choice) => choice === found[name]) ?? USUAL[name];
  return {
    theme: pick('theme'),
    sound: pick('sound'),
    motion: pick('motion'),
    sort: pick('sort'),
    cardSize: pick('cardSize'),
  };
}

function load(): Settings {
  try {
    return readSettings(localStorage.getItem(KEY));
  } catch {
    return { ...USUAL }; // storage is forbidden here
  }
}

export const settings = $state<Settings>(load());

/** Stores the settings and puts them on the page. To be called in an effect. */
export function applySettings(): void {
  const { theme, motion, cardSize } = settings;
  const root = document.documentElement;
  root.toggleAttribute('data-theme', theme !== 'system');
  if (theme !== 'system') root.dataset['theme'] = theme;
  root.toggleAttribute('data-motion', motion !== 'system');
  if (motion !== 'system') root.dataset['motion'] = motion;
  root.dataset['cards'] = cardSize;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Without storage they hold until the page is closed.
  }
}

/** Whether things may move: the person's own wish, or else the system's. */
export function movesAllowed(): boolean {
  if (settings.motion !== 'system') return settings.motion === 'full';
  return !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
