/**
 * Composing a move from the moves that the server lists, word by word. Nothing here knows a rule: what is offered next
 * is what the listed moves go on with.
 */

export const OPEN_END = ' …';
export const END = '';

export type WordKind = 'color' | 'seat' | 'card' | 'number' | 'share' | 'call' | 'plain';

export interface ListedMove {
  text: string;
  verb: string;
  cards: string[]; // of the hand or the row, straight after the verb
  words: string[]; // what comes after them
  open: boolean; // stands for all moves that begin so
}

export interface Draft {
  verb: string;
  cards: string[]; // in the order in which they were chosen
  settled: boolean; // no further card is wanted
  words: string[];
}

export interface WordOption {
  word: string; // END where the move is complete without a further word
  kind: WordKind;
}

export type Step =
  | { kind: 'cards'; playable: boolean } // choose further cards, or play those that are chosen
  | { kind: 'order'; orders: string[][] } // the same cards are listed in several orders
  | { kind: 'word'; words: string[]; options: WordOption[] } // `words` are those that are settled, the options follow
  | { kind: 'split'; words: string[] } // shares follow after these words: `splitState` tells which
  | { kind: 'expand'; begin: string }
  | { kind: 'done'; move: string }
  | { kind: 'dead' }; // no listed move goes on like this

interface Share {
  seat: string;
  count: number;
}

const CARD_VERBS = new Set(['play', 'discard', 'secret', 'show', 'choose', 'add']);
const SEAT_VERBS = new Set(['catch', 'accuse', 'clash']);
const COLOR_VERBS = new Set(['color', 'keep']);
const CALLS = /^(uno|signal|cry(=\d)?)$/;
const SHARE = /^([A-L]):(\d+)$/;
const SEVERAL_CARDS = new Set(['wild-side', 'cl4sh']);

/** After which cards a letter names a colour; elsewhere it names a seat. */
const COLOR_GAMES = new Set(['wild-apex', 'uno-etheria']);

export function takesCards(verb: string): boolean {
  return CARD_VERBS.has(verb);
}

/** Whether a word after the verb is a card: not a single letter, and not one of the small words. */
function isCardWord(word: string): boolean {
  return /^\^?[A-Z][A-Z0-9+/-]+\d*$/.test(word);
}

function readMove(text: string): ListedMove {
  const open = text.endsWith(OPEN_END);
  const [verb = '', ...rest] = (open ? text.slice(0, -OPEN_END.length) : text).split(' ');
  const cards: string[] = [];
  if (takesCards(verb)) while (rest[0] !== undefined && isCardWord(rest[0])) cards.push(...rest.splice(0, 1));
  return { text, verb, cards, words: rest, open };
}

export function readMoves(texts: readonly string[]): ListedMove[] {
  return texts.map(readMove);
}

function isCall(word: string): boolean {
  return CALLS.test(word);
}

export function kindOf(game: string, verb: string, before: readonly string[], word: string): WordKind {
  if (isCall(word)) return 'call';
  if (SHARE.test(word)) return 'share';
  if (before.at(-1) === 'as') return 'card';
  if (/^\d+$/.test(word)) return 'number';
  if (/^[A-L]$|^[RY]$/.test(word)) {
    if (SEAT_VERBS.has(verb)) return 'seat';
    return COLOR_VERBS.has(verb) || COLOR_GAMES.has(game) ? 'color' : 'seat';
  }
  return 'plain';
}

/** The cards that are left of `cards` without `taken`, or null if not all of `taken` are among them. */
function without(cards: readonly string[], taken: readonly string[]): string[] | null {
  const left = [...cards];
  for (const card of taken) {
    const place = left.indexOf(card);
    if (place < 0) return null;
    left.splice(place, 1);
  }
  return left;
}

function startsWith(words: readonly string[], start: readonly string[]): boolean {
  return start.every((word, place) => words[place] === word);
}

/** The cards that can be chosen now: those with which some move begins, or which some move has beside those chosen. */
export function litCards(moves: readonly ListedMove[], draft: Draft | null): Map<string, number> {
  const lit = new Map<string, number>();
  if (draft?.settled) return lit;
  for (const move of moves) {
    if (move.cards.length === 0 || (draft !== null && move.verb !== draft.verb)) continue;
    const left = without(move.cards, draft?.cards ?? []);
    for (const card of left ?? []) {
      const copies = (left ?? []).filter((other) => other === card).length;
      lit.set(card, Math.max(lit.get(card) ?? 0, copies));
    }
  }
  return lit;
}

/** Whether several cards can be played together now, so that a card is chosen first and played after that. */
export function severalTogether(game: string, moves: readonly ListedMove[]): boolean {
  return SEVERAL_CARDS.has(game) && moves.some((move) => move.cards.length > 1 || (move.open && takesCards(move.verb)));
}

/**
 * The draft after choosing a card, in the hand or the row. Where several can be played together it waits for more, but
 * not with a card that is only ever played alone and needs further words.
 */
export function withCard(game: string, moves: readonly ListedMove[], draft: Draft | null, card: string): Draft {
  const verb = draft?.verb ?? moves.find((move) => move.cards.includes(card))?.verb ?? 'play';
  const cards = [...(draft?.cards ?? []), card];
  const goesOn = moves.some((move) => {
    const left = move.verb === verb ? without(move.cards, cards) : null;
    return move.open || (left !== null && (left.length > 0 || move.words.every(isCall)));
  });
  return { verb, cards, settled: !(severalTogether(game, moves) && goesOn), words: [] };
}

export function withoutCard(draft: Draft, card: string): Draft | null {
  const cards = [...draft.cards];
  cards.splice(cards.lastIndexOf(card), 1);
  return cards.length > 0 ? { ...draft, cards, settled: false, words: [] } : null;
}

export function withWord(draft: Draft, words: readonly string[], word: string): Draft {
  return { ...draft, settled: true, words: [...words, word] };
}

/** The call to make where a move is listed with several or with none: its word, or null for no call. */
export type CallWish = (words: readonly string[]) => string | null;

/** The calls that the listed moves can be made with. */
export function callsOf(moves: readonly ListedMove[]): string[] {
  const calls = new Set<string>();
  for (const move of moves) {
    const last = move.words.at(-1);
    if (last !== undefined && takesCards(move.verb) && isCall(last)) calls.add(last);
  }
  return [...calls].sort();
}

function beginOf(open: ListedMove): string {
  return open.text.slice(0, -OPEN_END.length);
}

function expand(open: ListedMove): Step {
  return { kind: 'expand', begin: beginOf(open) };
}

/** What has to be said next. */
export function nextStep(game: string, moves: readonly ListedMove[], draft: Draft, wish: CallWish): Step {
  const ofVerb = moves.filter((move) => move.verb === draft.verb);
  if (!draft.settled) return cardStep(ofVerb, draft);
  const sameCards = ofVerb.filter(
    (move) => move.cards.length === draft.cards.length && without(move.cards, draft.cards)?.length === 0,
  );
  const orders = [...new Map(sameCards.map((move) => [move.cards.join(' '), move.cards])).values()];
  const exact = orders.find((order) => order.join(' ') === draft.cards.join(' '));
  // The order in which the cards were chosen is meant where it is listed; a single one is no question.
  const order = exact ?? (orders.length === 1 ? orders[0] : undefined);
  if (order === undefined) return orders.length > 0 ? { kind: 'order', orders } : openStep(ofVerb, draft);
  const listed = sameCards.filter((move) => move.cards.join(' ') === order.join(' '));
  return wordStep(game, listed, draft, draft.words, wish);
}

/** With cards that could belong to a move which is not listed yet. */
function openStep(moves: readonly ListedMove[], draft: Draft): Step {
  const open = moves.find((move) => move.open && without(draft.cards, move.cards) !== null);
  return open === undefined ? { kind: 'dead' } : expand(open);
}

function cardStep(moves: readonly ListedMove[], draft: Draft): Step {
  const open = moves.find((move) => move.open && move.words.length === 0);
  if (open !== undefined) return expand(open);
  let possible = false;
  let playable = false;
  for (const move of moves) {
    const left = without(move.cards, draft.cards);
    possible ||= left !== null;
    playable ||= left?.length === 0;
  }
  return possible ? { kind: 'cards', playable } : { kind: 'dead' };
}

function wordStep(
  game: string,
  listed: readonly ListedMove[],
  draft: Draft,
  said: readonly string[],
  wish: CallWish,
): Step {
  let words = [...said];
  if (words.at(-1) === END) {
    const whole = listed.find((move) => !move.open && [...move.words, END].join(' ') === words.join(' '));
    return whole === undefined ? { kind: 'dead' } : { kind: 'done', move: whole.text };
  }
  for (;;) {
    const start = words;
    const fitting = listed.filter((move) => startsWith(move.words, start));
    const [first] = fitting;
    if (first === undefined) {
      // More words are known than an open move tells.
      const open = listed.find((move) => move.open && startsWith(start, move.words));
      return open === undefined ? { kind: 'dead' } : expand(open);
    }
    const open = fitting.find((move) => move.open && move.words.length === start.length);
    if (open !== undefined) return expand(open);
    const whole = fitting.find((move) => move.words.length === start.length);
    const next = [...new Set(fitting.flatMap((move) => move.words.slice(start.length, start.length + 1)))];
    const options = next.map((word) => ({ word, kind: kindOf(game, draft.verb, start, word) }));
    if (options.every((option) => option.kind === 'call')) {
      const call = options.length > 0 ? wish(next) : null;
      if (call !== null && next.includes(call)) words = [...start, call];
      else if (whole !== undefined) return { kind: 'done', move: whole.text };
      else words = [...start, next[0] ?? ''];
    } else if (options.every((option) => option.kind === 'share')) {
      return { kind: 'split', words };
    } else if (whole === undefined && options.length === 1 && options[0] !== undefined) {
      words = [...start, options[0].word]; // no question
    } else {
      const end: WordOption[] = whole === undefined ? [] : [{ word: END, kind: 'plain' }];
      return { kind: 'word', words: start, options: [...options, ...end] };
    }
  }
}

function sharesIn(words: readonly string[]): Share[] {
  return words.flatMap((word) => {
    const found = SHARE.exec(word);
    return found?.[1] === undefined ? [] : [{ seat: found[1], count: Number(found[2]) }];
  });
}

export interface SplitState {
  seats: string[];
  more: Set<string>; // who can be given one more
  move: string | null; // what is sent if these shares are all
  expand: string | null; // a beginning that has to be asked for before this is certain
}

/** How a split stands. The order of the shares does not matter. */
export function splitState(
  game: string,
  moves: readonly ListedMove[],
  draft: Draft,
  given: Readonly<Record<string, number>>,
  wish: CallWish,
): SplitState {
  const seats = new Set<string>();
  const more = new Set<string>();
  const whole: ListedMove[] = [];
  let words: string[] | null = null;
  let expand: string | null = null;
  let mayBeOpen = false;
  for (const move of moves) {
    if (move.verb !== draft.verb || move.cards.join(' ') !== draft.cards.join(' ')) continue;
    const shares = new Map(sharesIn(move.words).map((share) => [share.seat, share.count]));
    if (!startsWith(move.words, draft.words) || shares.size === 0) continue;
    for (const seat of shares.keys()) seats.add(seat);
    if (move.open) {
      // Its first shares are known: what follows is asked for as soon as all of them are given something.
      const fits = [...shares].every(([seat, count]) => (given[seat] ?? 0) <= count);
      mayBeOpen ||= fits;
      if (fits && [...shares.keys()].every((seat) => (given[seat] ?? 0) > 0)) expand ??= beginOf(move);
      continue;
    }
    whole.push(move);
    if (!Object.entries(given).every(([seat, count]) => (shares.get(seat) ?? 0) >= count)) continue;
    const growing = [...shares].filter(([seat, count]) => count > (given[seat] ?? 0));
    for (const [seat] of growing) more.add(seat);
    if (growing.length === 0) words ??= move.words.filter((word) => !isCall(word));
  }
  const sorted = [...seats].sort();
  if (words === null) return { seats: sorted, more: mayBeOpen ? seats : more, move: null, expand };
  const step = wordStep(game, whole, draft, words, wish);
  return { seats: sorted, more, move: step.kind === 'done' ? step.move : null, expand: null };
}

/** The moves with an open one replaced by what the server lists for it. */
export function expanded(moves: readonly ListedMove[], begin: string, found: readonly string[]): ListedMove[] {
  const known = new Set(moves.map((move) => move.text));
  const fresh = found.filter((text) => !known.has(text));
  return [...moves.filter((move) => move.text !== begin + OPEN_END), ...readMoves(fresh)];
}

/** A verb that is listed with every whole number of a range. */
export function numberRange(moves: readonly ListedMove[]): { verb: string; low: number; high: number } | null {
  const [first] = moves;
  if (first === undefined || moves.length < 2) return null;
  const numbers: number[] = [];
  for (const move of moves) {
    const [word] = move.words;
    if (move.verb !== first.verb || move.words.length !== 1 || word === undefined || !/^\d+$/.test(word)) return null;
    numbers.push(Number(word));
  }
  const low = Math.min(...numbers);
  const high = Math.max(...numbers);
  return high - low + 1 === numbers.length ? { verb: first.verb, low, high } : null;
}

/** The moves without a card of one's own, in the order of the rules. */
export function actionMoves(moves: readonly ListedMove[]): ListedMove[] {
  return moves.filter((move) => move.cards.length === 0);
}
