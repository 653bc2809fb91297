import { expect, it } from 'vitest';
import { moveParts } from '../src/table/move_words';

const NAMES: Readonly<Record<string, string>> = { A: 'you', B: 'Ben', C: 'Cleo', D: 'Dan' };
const told = (game: string, move: string): string =>
  moveParts(game, move, (seat) => NAMES[seat] ?? seat)
    .map((part) => (part.kind === 'card' ? `[${part.card}]` : part.text))
    .join(' ');

it.each([
  ['wild-apex', 'draw', 'Draw'],
  ['wild-apex', 'play R5 cry', 'Play [R5] and cry!'],
  ['wild-apex', 'play WILD4 R', 'Play [WILD4] red'],
  ['wild-apex', 'play FURY R give B:2 C:1 D:1', 'Play [FURY] red give 2 to Ben 1 to Cleo 1 to Dan'],
  ['wild-apex', 'play FURY as DODGE R', 'Play [FURY] as [DODGE] red'],
  ['wild-apex', 'accuse C', 'Accuse Cleo'],
  ['wild-apex', 'cut 17', 'Cut 17'],
  ['uno-etheria', 'play R5 uno', 'Play [R5] and call “UNO!”'],
  ['uno-etheria', 'catch B', 'Catch Ben'],
  ['uno-etheria', 'keep G', 'Keep the secret card, and go on with green'],
  ['whats-wild', 'discard CHAM 7', 'Discard [CHAM] 7'],
  ['whats-wild', 'discard Z3 gowild', 'Discard [Z3] and go wild'],
  ['wild-side', 'play F4 ^P4', 'Play [F4] [^P4]'],
  ['wild-side', 'blind 2', 'Play blind card 2'],
  ['cl4sh', 'play DUEL C', 'Play [DUEL] Cleo'],
  ['cl4sh', 'play ALMIGHTY as F5', 'Play [ALMIGHTY] as [F5]'],
  ['cl4sh', 'clash D', 'Call “CL4SH” on Dan'],
])('%s: %s', (game, move, wanted) => expect(told(game, move)).toBe(wanted));
