/** Which page an address stands for. */

export type Page =
  | { name: 'home' }
  | { name: 'new'; game: string }
  | { name: 'table'; table: string }
  | { name: 'rules'; game: string }
  | { name: 'lessons'; game: string }
  | { name: 'lesson'; game: string; lesson: string }
  | { name: 'lab'; game: string }
  | { name: 'replay'; table: string; match: number; step: number | null }
  | { name: 'player'; person: string }
  | { name: 'ratings'; game: string }
  | { name: 'unknown' };

export function pageOf(address: URL): Page {
  const parts = address.pathname.split('/').filter(Boolean).map(decoded);
  const [first, second, third, ...more] = parts;
  const game = address.searchParams.get('game') ?? '';
  if (more.length > 0) return { name: 'unknown' };
  if (first === undefined) return { name: 'home' };
  if (first === 't' && second === 'new' && third === undefined) return { name: 'new', game };
  if (first === 't' && second !== undefined && third === undefined) return { name: 'table', table: second };
  if (first === 'rules' && third === undefined) return { name: 'rules', game: second ?? '' };
  if (first === 'lessons' && third === undefined) return { name: 'lessons', game: second ?? '' };
  if (first === 'lessons' && second !== undefined && third !== undefined) {
    return { name: 'lesson', game: second, lesson: third };
  }
  if (first === 'lab' && second === undefined) return { name: 'lab', game };
  if (first === 'replay' && second !== undefined && third !== undefined && /^\d+$/.test(third)) {
    return { name: 'replay', table: second, match: Number(third), step: stepIn(address.hash) };
  }
  if (first === 'players' && second === undefined) return { name: 'ratings', game };
  if (first === 'players' && second !== undefined && third === undefined) return { name: 'player', person: second };
  return { name: 'unknown' };
}

/** Pages with the same key are one page whose address has changed a little, such as to another step of a replay. */
export function keyOf(page: Page): string {
  switch (page.name) {
    case 'table':
      return `table ${page.table}`;
    case 'replay':
      return `replay ${page.table} ${page.match}`;
    case 'rules':
      return `rules ${page.game}`;
    case 'lessons':
      return `lessons ${page.game}`;
    case 'lesson':
      return `lesson ${page.game} ${page.lesson}`;
    case 'player':
      return `player ${page.person}`;
    default:
      return page.name;
  }
}

function stepIn(hash: string): number | null {
  return /^#\d{1,6}$/.test(hash) ? Number(hash.slice(1)) : null;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
