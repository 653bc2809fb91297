/** The little Markdown that rule texts are written in, as data: it is never turned into HTML text. */

export type Inline =
  | { kind: 'text' | 'stressed' | 'code'; text: string }
  | { kind: 'rule'; text: string };

export type Block =
  | { kind: 'paragraph'; parts: Inline[] }
  | { kind: 'list'; items: Inline[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] };

const INLINE = /`([^`]+)`|(?<!\w)\*([^*\s][^*]*)\*(?!\w)|\b([A-Z]{2}-\d{2})\b/g;

export function inlines(text: string): Inline[] {
  const parts: Inline[] = [];
  let end = 0;
  for (const found of text.matchAll(INLINE)) {
    if (found.index > end) parts.push({ kind: 'text', text: text.slice(end, found.index) });
    const [all, code, stressed, rule] = found;
    if (code !== undefined) parts.push({ kind: 'code', text: code });
    else if (stressed !== undefined) parts.push({ kind: 'stressed', text: stressed });
    else if (rule !== undefined) parts.push({ kind: 'rule', text: rule });
    end = found.index + all.length;
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}

export function blocks(text: string): Block[] {
  return text
    .split(/\n{2,}/)
    .filter((part) => part.trim())
    .map(block);
}

function block(text: string): Block {
  const lines = text.split('\n').filter((line) => line.trim());
  if (lines.length > 1 && lines.every((line) => line.startsWith('|'))) {
    const [head, ...rows] = lines.filter((line) => !/^\|[\s|:-]+\|?$/.test(line)).map(cells);
    return { kind: 'table', head: head ?? [], rows };
  }
  if (lines.every((line) => /^[-*] /.test(line))) {
    return { kind: 'list', items: lines.map((line) => inlines(line.slice(2).trim())) };
  }
  return { kind: 'paragraph', parts: inlines(lines.join(' ')) };
}

function cells(line: string): Inline[][] {
  return line
    .replace(/^\|/, '')
    .replace(/\|\s*$/, '')
    .split('|')
    .map((cell) => inlines(cell.trim()));
}

/** A text that went on after a colon, standing alone. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
