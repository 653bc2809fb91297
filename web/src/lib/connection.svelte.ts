/**
 * The connection with one table. It survives losses: it asks for what it missed by the last number that it has, and
 * sends again what is not acknowledged, under the same tag, so that nothing is lost and nothing is done twice.
 */

import { endingOf, waitBefore, type Ending } from './closing';
import type {
  ClientFrame,
  EntryFrame,
  HintFrame,
  Info,
  Level,
  MoveText,
  Position,
  Reaction,
  Seat,
  ServerFrame,
  TableFrame,
  You,
} from './wire';

/** As much of a WebSocket as is used here. */
export interface Socket {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((message: { data: unknown }) => void) | null;
  onclose: ((ending: { code: number }) => void) | null;
}

export type OpenSocket = (path: string) => Socket;

/** Something that the person should read: a refused move, or what else could not be done. */
export interface Notice {
  kind: 'refused' | 'error';
  text: string;
  rule: string | null;
  move: MoveText | null;
}

type Tagged = Extract<ClientFrame, { type: 'move' | 'say' }>;
type Question = Extract<ClientFrame, { type: 'moves' | 'hint' }>;

interface Asked {
  frame: Question;
  answer: (frame: ServerFrame) => void;
  fail: (reason: Error) => void;
}

const QUIET = 20_000; // milliseconds without a word, after which we ask whether anybody is there
const PATIENCE = 8_000; // … and how long the answer may take
const ANSWER_TIME = 30_000; // for a question: fierce thinks for a while
const MOST_LOG = 5_000;

export class Connection {
  info = $state.raw<Info | null>(null);
  position = $state.raw<Position | null>(null);
  you = $state.raw<You | null>(null);
  log = $state.raw<readonly EntryFrame[]>([]);
  /** The newest entry that came while we looked on: what moves on the table. */
  latest = $state.raw<EntryFrame | null>(null);
  status = $state<'connecting' | 'open' | 'lost' | 'ended'>('connecting');
  ending = $state.raw<Ending | null>(null);
  notice = $state.raw<Notice | null>(null);
  /** Moves and words that are on their way. */
  waiting = $state.raw<readonly Tagged[]>([]);

  readonly #table: string;
  readonly #open: OpenSocket;
  #socket: Socket | null = null;
  #last = 0;
  #attempt = 0;
  #count = 0;
  #queued: ClientFrame[] = []; // for when the connection is back; they have no tag and are sent once
  #asked = new Map<string, Asked>();
  #gap = -1; // the last number before a gap for which we have connected again
  #retry: ReturnType<typeof setTimeout> | undefined;
  #quiet: ReturnType<typeof setTimeout> | undefined;

  constructor(table: string, open: OpenSocket = browserSocket) {
    this.#table = table;
    this.#open = open;
  }

  connect(): void {
    clearTimeout(this.#retry);
    this.#drop();
    if (this.status === 'ended') this.status = 'connecting';
    const last = this.#last ? `?last=${this.#last}` : '';
    const socket = this.#open(`/ws/${encodeURIComponent(this.#table)}${last}`);
    this.#socket = socket;
    socket.onopen = () => this.#opened();
    socket.onmessage = ({ data }) => this.#received(data);
    socket.onclose = ({ code }) => this.#closed(code);
    // A socket that never opens is as good as lost.
    this.#listen(PATIENCE + QUIET);
  }

  /** The person has left the page. */
  end(): void {
    clearTimeout(this.#retry);
    this.#drop();
    for (const { fail } of this.#asked.values()) fail(new Error('The page was left.'));
    this.#asked.clear();
    this.status = 'ended';
  }

  /** To be called when the device says that it is online, or the page is looked at again. */
  wake(): void {
    if (this.status === 'lost') this.connect();
    else if (this.status === 'open') this.#ask();
  }

  // --- what a person does ---

  move(move: MoveText): void {
    this.notice = null;
    // A second click on the same thing is not a second move.
    if (this.waiting.some((one) => one.type === 'move' && one.move === move && one.n === this.#last)) return;
    const tag = newTag();
    this.#sendTagged({ type: 'move', id: tag, move, n: this.#last, tag });
  }

  say(text: string): void {
    const tag = newTag();
    this.#sendTagged({ type: 'say', id: tag, text, tag });
  }

  react(what: Reaction): void {
    // A gesture that arrives minutes later means nothing.
    if (this.status === 'open') this.#send({ type: 'react', what });
  }

  async moves(begin: string): Promise<MoveText[]> {
    const frame = await this.#question({ type: 'moves', id: this.#newId(), begin });
    return frame.type === 'moves' ? frame.moves : [];
  }

  async hint(): Promise<HintFrame | null> {
    const frame = await this.#question({ type: 'hint', id: this.#newId() });
    return frame.type === 'hint' ? frame : null;
  }

  sit(seat?: Seat): void {
    this.#once(seat === undefined ? { type: 'sit' } : { type: 'sit', seat });
  }

  bot(seat: Seat, level: Level): void {
    this.#once({ type: 'bot', seat, level });
  }

  empty(seat: Seat): void {
    this.#once({ type: 'empty', seat });
  }

  kick(seat: Seat): void {
    this.#once({ type: 'kick', seat });
  }

  leave(): void {
    this.#once({ type: 'leave' });
  }

  back(): void {
    this.#once({ type: 'back' });
  }

  begin(): void {
    this.#once({ type: 'begin' });
  }

  close(): void {
    this.#once({ type: 'close' });
  }

  // --- the socket ---

  #opened(): void {
    this.status = 'open';
    this.ending = null;
    for (const { frame } of this.#asked.values()) this.#send(frame);
    for (const frame of this.waiting) this.#send(frame);
    const queued = this.#queued;
    this.#queued = [];
    for (const frame of queued) this.#send(frame);
    this.#listen(QUIET);
  }

  #closed(code: number): void {
    this.#drop();
    const ending = endingOf(code);
    this.ending = ending;
    if (ending.again === 'soon' || ending.again === 'later') {
      this.status = 'lost';
      const wait = waitBefore(this.#attempt, ending.again, Math.random());
      this.#attempt += 1;
      this.#retry = setTimeout(() => this.connect(), wait);
    } else {
      this.status = 'ended';
      for (const { fail } of this.#asked.values()) fail(new Error(ending.text));
      this.#asked.clear();
      this.waiting = [];
      this.#queued = [];
    }
  }

  /** Forgets the socket, so that nothing late comes from it. */
  #drop(): void {
    clearTimeout(this.#quiet);
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = null;
    socket.onmessage = null;
    socket.onclose = null;
    socket.close();
  }

  #listen(patience: number): void {
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => (this.status === 'open' ? this.#ask() : this.#closed(1006)), patience);
  }

  #ask(): void {
    this.#send({ type: 'ping' });
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => this.#closed(1006), PATIENCE);
  }

  // --- what comes ---

  #received(data: unknown): void {
    this.#listen(QUIET);
    this.#attempt = 0;
    const frame = readFrame(data);
    if (!frame) return;
    switch (frame.type) {
      case 'table':
        return this.#fresh(frame);
      case 'entry':
        return this.#entry(frame);
      case 'refused':
      case 'error':
        return this.#complaint(frame);
      case 'moves':
      case 'hint':
        return this.#answered(frame.id, frame);
      case 'presence':
        return this.#presence(frame.here, frame.watching);
      case 'bye':
        return this.#closed(4010);
    }
  }

  #fresh(frame: TableFrame): void {
    this.#last = frame.n;
    this.#gap = -1;
    const first = frame.recent[0]?.n ?? frame.n + 1;
    this.log = [...this.log.filter((entry) => entry.n < first), ...frame.recent];
    this.you = frame.you;
    this.info = frame.info;
    this.position = frame.position;
    this.latest = null;
    for (const entry of frame.recent) this.#acknowledge(entry);
  }

  #entry(frame: EntryFrame): void {
    this.#acknowledge(frame);
    if (frame.n <= this.#last) return; // we have it already
    if (frame.n > this.#last + 1 && this.#gap !== this.#last) {
      // Something is missing: we ask for it once, and else go on with what there is.
      this.#gap = this.#last;
      this.connect();
      return;
    }
    this.#last = frame.n;
    this.log = [...this.log.slice(-MOST_LOG), frame];
    if (frame.info) this.#know(frame.info);
    if (frame.position) this.position = frame.position;
    this.latest = frame;
  }

  /** Who sits where may have changed for ourselves as well. */
  #know(info: Info): void {
    this.info = info;
    const person = this.you?.person ?? null;
    if (!person) return;
    const own = info.seats.find((chair) => chair.person === person);
    this.you = { person, seat: own?.seat ?? null, host: info.host === person };
  }

  #acknowledge(entry: EntryFrame): void {
    if (entry.kind !== 'moved' && entry.kind !== 'said') return;
    const tag = entry.tag;
    if (tag) this.#settle(tag);
  }

  #settle(tag: string | number | undefined): Tagged | undefined {
    const found = this.waiting.find((frame) => frame.tag === tag);
    if (found) this.waiting = this.waiting.filter((frame) => frame !== found);
    return found;
  }

  #complaint(frame: Extract<ServerFrame, { type: 'refused' | 'error' }>): void {
    const asked = frame.id === undefined ? undefined : this.#asked.get(String(frame.id));
    if (asked) {
      this.#asked.delete(asked.frame.id);
      asked.fail(new Error(frame.text));
      return;
    }
    const found = this.#settle(frame.id);
    this.notice = {
      kind: frame.type,
      text: frame.text,
      rule: frame.type === 'refused' ? frame.rule : null,
      move: found?.type === 'move' ? found.move : null,
    };
  }

  #answered(id: string | number | undefined, frame: ServerFrame): void {
    const asked = this.#asked.get(String(id));
    if (!asked) return;
    this.#asked.delete(asked.frame.id);
    asked.answer(frame);
  }

  #presence(here: Record<Seat, boolean>, watching: number): void {
    if (!this.info) return;
    const seats = this.info.seats.map((chair) => ({ ...chair, here: here[chair.seat] ?? chair.here }));
    this.info = { ...this.info, seats, watching };
  }

  // --- what goes ---

  #send(frame: ClientFrame): void {
    this.#socket?.send(JSON.stringify(frame));
  }

  #sendTagged(frame: Tagged): void {
    this.waiting = [...this.waiting, frame];
    if (this.status === 'open') this.#send(frame);
  }

  #once(frame: ClientFrame): void {
    this.notice = null;
    if (this.status === 'open') this.#send(frame);
    else this.#queued.push(frame);
  }

  #question(frame: Question): Promise<ServerFrame> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#asked.delete(frame.id);
        reject(new Error('No answer came.'));
      }, ANSWER_TIME);
      this.#asked.set(frame.id, {
        frame,
        answer: (answer) => {
          clearTimeout(timer);
          resolve(answer);
        },
        fail: (reason) => {
          clearTimeout(timer);
          reject(reason);
        },
      });
      if (this.status === 'open') this.#send(frame);
    });
  }

  #newId(): string {
    this.#count += 1;
    return `q${this.#count}`;
  }
}

function readFrame(data: unknown): ServerFrame | null {
  if (typeof data !== 'string') return null;
  try {
    // The server is of the same version as this page; a frame of a kind that we do not know is passed over.
    return JSON.parse(data) as ServerFrame;
  } catch {
    return null;
  }
}

function newTag(): string {
  // Not crypto.randomUUID, which a page without https does not have.
  const parts = crypto.getRandomValues(new Uint32Array(4));
  return Array.from(parts, (part) => part.toString(36)).join('');
}

function browserSocket(path: string): Socket {
  const address = new URL(path, location.href);
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(address);
  const own: Socket = {
    onopen: null,
    onmessage: null,
    onclose: null,
    send: (text) => socket.send(text),
    close: () => socket.close(),
  };
  socket.onopen = () => own.onopen?.();
  socket.onmessage = (message: MessageEvent<unknown>) => own.onmessage?.({ data: message.data });
  socket.onclose = ({ code }) => own.onclose?.({ code });
  return own;
}
