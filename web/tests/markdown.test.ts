import { describe, expect, it } from 'vitest';
import { blocks, inlines } from '../src/lib/markdown';

describe('a sentence', () => {
  it('has words that are stressed, code, and rules', () => {
    expect(inlines('A *seat* plays `R5` (WA-13).')).toEqual([
      { kind: 'text', text: 'A ' },
      { kind: 'stressed', text: 'seat' },
      { kind: 'text', text: ' plays ' },
      { kind: 'code', text: 'R5' },
      { kind: 'text', text: ' (' },
      { kind: 'rule', text: 'WA-13' },
      { kind: 'text', text: ').' },
    ]);
  });

  it('keeps stars that stress nothing, and HTML as letters', () => {
    expect(inlines('R5*3 is <b>three</b> * of them')).toEqual([
      { kind: 'text', text: 'R5*3 is <b>three</b> * of them' },
    ]);
  });
});

describe('a text', () => {
  it('has paragraphs and lists', () => {
    expect(blocks('One\ntwo.\n\n- first\n- second')).toEqual([
      { kind: 'paragraph', parts: [{ kind: 'text', text: 'One two.' }] },
      { kind: 'list', items: [[{ kind: 'text', text: 'first' }], [{ kind: 'text', text: 'second' }]] },
    ]);
  });

  it('has tables, whose line of dashes is not a row', () => {
    const [table] = blocks('| card | number |\n|---|---:|\n| `R0` | 1 |\n| wild | 4 |');
    expect(table).toMatchObject({
      kind: 'table',
      head: [[{ text: 'card' }], [{ text: 'number' }]],
      rows: [
        [[{ kind: 'code', text: 'R0' }], [{ text: '1' }]],
        [[{ text: 'wild' }], [{ text: '4' }]],
      ],
    });
  });

  it('may be empty', () => expect(blocks('')).toEqual([]));
});
