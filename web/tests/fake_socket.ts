import type { OpenSocket, Socket } from '../src/lib/connection.svelte';
import type { ClientFrame, EntryFrame, GameEvent, Info, Position, ServerFrame, TableFrame } from '../src/lib/wire';

/** A server's end of a socket, to be played by a test. */
export class FakeSocket implements Socket {
  onopen: Socket['onopen'] = null;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;
  sent: ClientFrame[] = [];
  isClosed = false;

  constructor(readonly path: string) {}

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientFrame);
  }

  close(): void {
    this.isClosed = true;
  }

  open(): void {
    this.onopen?.();
  }

  say(...frames: ServerFrame[]): void {
    for (const frame of frames) this.onmessage?.({ data: JSON.stringify(frame) });
  }

  hangUp(code = 1006): void {
    this.onclose?.({ code });
  }

  sentOf<Type extends ClientFrame['type']>(type: Type): Extract<ClientFrame, { type: Type }>[] {
    return this.sent.filter((frame): frame is Extract<ClientFrame, { type: Type }> => frame.type === type);
  }
}

export class FakeServer {
  sockets: FakeSocket[] = [];

  readonly open: OpenSocket = (path) => {
    const socket = new FakeSocket(path);
    this.sockets.push(socket);
    return socket;
  };

  get newest(): FakeSocket {
    const socket = this.sockets.at(-1);
    if (!socket) throw new Error('nobody has connected');
    return socket;
  }
}

export function position(n: number): Position {
  return {
    n,
    match: 1,
    over: false,
    round_over: false,
    view: { hand: ['R5'] },
    required: ['A'],
    optional: [],
    moves: ['draw', 'play R5'],
    must: true,
    clocks: null,
    lines: [],
    laid: {},
    commitment: '9f',
    winners: [],
    scores: [0, 0],
  };
}

export function info(changes: Partial<Info> = {}): Info {
  return {
    table: 'k3x9q2m7',
    game: 'wild-apex',
    title: 'Wild Apex',
    options: {},
    changed: [],
    open: false,
    spectators: true,
    clock: null,
    grace: 400,
    pace: 800,
    state: 'playing',
    match: 1,
    host: 'pada',
    watching: 0,
    seats: [
      { seat: 'A', kind: 'person', name: 'Ada', person: 'pada', level: null, stand_in: false, here: true, wins: 0 },
      { seat: 'B', kind: 'bot', name: 'Bo', person: null, level: 'calm', stand_in: false, here: true, wins: 0 },
    ],
    ...changes,
  };
}

export function table(n: number, recent: EntryFrame[] = []): TableFrame {
  return {
    type: 'table',
    n,
    you: { person: 'pada', seat: 'A', host: true },
    info: info(),
    position: position(n),
    recent,
  };
}

export function event(text: string, changes: Partial<GameEvent> = {}): GameEvent {
  return {
    kind: 'played',
    rules: ['WA-13'],
    seat: 'A',
    other: null,
    as: null,
    more: null,
    card: null,
    number: 0,
    cards: [],
    text,
    ...changes,
  };
}

export function moved(n: number, move: string, tag?: string): EntryFrame {
  const entry: EntryFrame = {
    type: 'entry',
    n,
    at: 1_760_000_000_000 + n,
    kind: 'moved',
    seat: 'A',
    move,
    by: 'person',
    events: [event(`Ada: ${move}`)],
    position: position(n),
  };
  return tag === undefined ? entry : { ...entry, tag };
}
