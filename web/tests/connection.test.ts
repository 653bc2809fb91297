import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection } from '../src/lib/connection.svelte';
import { FakeServer, info, moved, table } from './fake_socket';

let server: FakeServer;
let connection: Connection;

beforeEach(() => {
  vi.useFakeTimers();
  server = new FakeServer();
  connection = new Connection('k3x9q2m7', server.open);
  connection.connect();
  server.newest.open();
});

afterEach(() => {
  connection.end();
  vi.useRealTimers();
});

function reconnected() {
  const before = server.sockets.length;
  vi.advanceTimersByTime(10_000);
  expect(server.sockets.length).toBe(before + 1);
  server.newest.open();
  return server.newest;
}

const numbers = () => connection.log.map((entry) => entry.n);

describe('what comes', () => {
  it('begins with the table as it is', () => {
    server.newest.say(table(41, [moved(40, 'draw'), moved(41, 'pass')]));
    expect(server.newest.path).toBe('/ws/k3x9q2m7');
    expect(connection.info?.title).toBe('Wild Apex');
    expect(connection.position?.n).toBe(41);
    expect(numbers()).toEqual([40, 41]);
    expect(connection.latest).toBeNull();
  });

  it('follows entry by entry', () => {
    server.newest.say(table(41), moved(42, 'draw'), moved(43, 'pass'));
    expect(numbers()).toEqual([42, 43]);
    expect(connection.position?.n).toBe(43);
    expect(connection.latest?.n).toBe(43);
  });

  it('keeps the position until the newest of several entries brings one', () => {
    const early = moved(42, 'draw');
    delete early.position;
    server.newest.say(table(41), early);
    expect(connection.position?.n).toBe(41);
    server.newest.say(moved(43, 'pass'));
    expect(connection.position?.n).toBe(43);
  });

  it('does not take an entry twice', () => {
    server.newest.say(table(41), moved(42, 'draw'), moved(42, 'draw'), moved(41, 'play R5'));
    expect(numbers()).toEqual([42]);
    expect(connection.position?.n).toBe(42);
  });

  it('asks again where an entry is missing, and once only', () => {
    server.newest.say(table(41), moved(43, 'pass'));
    expect(server.sockets.length).toBe(2);
    expect(server.newest.path).toBe('/ws/k3x9q2m7?last=41');
    expect(connection.log).toEqual([]);
    server.newest.open();
    server.newest.say(moved(43, 'pass'));
    expect(server.sockets.length).toBe(2);
    expect(numbers()).toEqual([43]);
  });

  it('knows who is there, and which chair is ours', () => {
    server.newest.say(table(41), { type: 'presence', here: { A: true, B: false }, watching: 3 });
    expect(connection.info?.watching).toBe(3);
    expect(connection.info?.seats[1]?.here).toBe(false);
    const others = info({ host: 'pben', seats: info().seats.map((chair) => ({ ...chair, person: null })) });
    server.newest.say({ type: 'entry', n: 42, at: 0, kind: 'left', seat: 'A', name: 'Ada', why: 'kicked', info: others });
    expect(connection.you).toEqual({ person: 'pada', seat: null, host: false });
  });

  it('passes over what it does not understand', () => {
    server.newest.say(table(41));
    server.newest.onmessage?.({ data: 'no json' });
    server.newest.onmessage?.({ data: '{"type":"song"}' });
    expect(connection.status).toBe('open');
  });
});

describe('lost and back', () => {
  beforeEach(() => server.newest.say(table(41)));

  it('asks for what it missed', () => {
    server.newest.hangUp();
    expect(connection.status).toBe('lost');
    const socket = reconnected();
    expect(socket.path).toBe('/ws/k3x9q2m7?last=41');
    socket.say(moved(42, 'draw'), moved(43, 'pass'));
    expect(connection.status).toBe('open');
    expect(numbers()).toEqual([42, 43]);
  });

  it('waits longer each time, and is quick again after a success', () => {
    const attempts = () => server.sockets.length;
    server.newest.hangUp();
    vi.advanceTimersByTime(250);
    expect(attempts()).toBe(2);
    for (let lost = 0; lost < 8; lost += 1) {
      server.newest.hangUp();
      vi.advanceTimersByTime(10_000);
    }
    const before = attempts();
    server.newest.hangUp();
    vi.advanceTimersByTime(5_000);
    expect(attempts()).toBe(before);
    vi.advanceTimersByTime(5_000);
    expect(attempts()).toBe(before + 1);
    server.newest.open();
    server.newest.say(moved(42, 'draw'));
    server.newest.hangUp();
    vi.advanceTimersByTime(250);
    expect(attempts()).toBe(before + 2);
  });

  it('takes a fresh table where too much was missed, and keeps the older log', () => {
    server.newest.say(moved(42, 'draw'));
    server.newest.hangUp();
    reconnected().say(table(500, [moved(499, 'draw'), moved(500, 'pass')]));
    expect(numbers()).toEqual([42, 499, 500]);
    expect(connection.position?.n).toBe(500);
    expect(connection.latest).toBeNull();
    server.newest.say(moved(501, 'draw'));
    expect(numbers()).toEqual([42, 499, 500, 501]);
  });

  it('notices a connection that is silent', () => {
    vi.advanceTimersByTime(20_000);
    expect(server.newest.sentOf('ping').length).toBe(1);
    server.newest.say({ type: 'pong' });
    vi.advanceTimersByTime(19_000);
    expect(connection.status).toBe('open');
    vi.advanceTimersByTime(9_000);
    expect(connection.status).toBe('lost');
    expect(server.sockets[0]?.isClosed).toBe(true);
  });

  it('listens to nothing that an old socket still says', () => {
    const old = server.newest;
    old.hangUp();
    reconnected();
    old.say(moved(42, 'draw'));
    expect(connection.log).toEqual([]);
  });

  it('comes at once when the device is online again', () => {
    for (let lost = 0; lost < 6; lost += 1) {
      server.newest.hangUp();
      vi.advanceTimersByTime(10_000);
    }
    server.newest.hangUp();
    const before = server.sockets.length;
    connection.wake();
    expect(server.sockets.length).toBe(before + 1);
  });

  it('comes back after the server has said bye', () => {
    server.newest.say({ type: 'bye' });
    expect(connection.status).toBe('lost');
    expect(connection.ending?.text).toContain('starts anew');
    reconnected();
    expect(connection.status).toBe('open');
    expect(connection.ending).toBeNull();
  });
});

describe('moves', () => {
  beforeEach(() => server.newest.say(table(41)));

  it('go with the number that the person has seen', () => {
    connection.move('play R5');
    expect(server.newest.sent).toMatchObject([{ type: 'move', move: 'play R5', n: 41 }]);
    expect(connection.waiting.length).toBe(1);
    server.newest.say(moved(42, 'play R5', server.newest.sentOf('move')[0]?.tag));
    expect(connection.waiting).toEqual([]);
  });

  it('are not made twice by a second click', () => {
    connection.move('draw');
    connection.move('draw');
    expect(server.newest.sentOf('move').length).toBe(1);
    server.newest.say(moved(42, 'draw', server.newest.sentOf('move')[0]?.tag));
    connection.move('draw');
    expect(server.newest.sentOf('move').length).toBe(2);
  });

  it('are sent again with the same tag and number when their answer was lost', () => {
    connection.move('play R5');
    const first = server.newest.sentOf('move')[0];
    server.newest.hangUp();
    const socket = reconnected();
    expect(socket.sentOf('move')).toEqual([first]);
    socket.say(moved(42, 'play R5', first?.tag));
    socket.hangUp();
    expect(reconnected().sentOf('move')).toEqual([]);
  });

  it('that are clicked while the connection is gone are sent when it is back, in their order', () => {
    server.newest.hangUp();
    connection.move('draw');
    connection.say('hello');
    connection.move('pass');
    const socket = reconnected();
    expect(socket.sent).toMatchObject([
      { type: 'move', move: 'draw', n: 41 },
      { type: 'say', text: 'hello' },
      { type: 'move', move: 'pass', n: 41 },
    ]);
  });

  it('are acknowledged by a fresh table too', () => {
    connection.move('play R5');
    const tag = server.newest.sentOf('move')[0]?.tag;
    server.newest.hangUp();
    reconnected().say(table(200, [moved(150, 'play R5', tag)]));
    expect(connection.waiting).toEqual([]);
  });

  it('that are refused say by which rule, and are forgotten', () => {
    connection.move('play R5');
    const tag = server.newest.sentOf('move')[0]?.tag ?? '';
    server.newest.say({ type: 'refused', id: tag, rule: 'WA-13', text: 'R5 does not match B7.' });
    expect(connection.notice).toEqual({
      kind: 'refused',
      rule: 'WA-13',
      text: 'R5 does not match B7.',
      move: 'play R5',
    });
    expect(connection.waiting).toEqual([]);
    connection.move('draw');
    expect(connection.notice).toBeNull();
  });

  it('that come too late are told and forgotten', () => {
    connection.move('draw');
    const tag = server.newest.sentOf('move')[0]?.tag ?? '';
    server.newest.say({ type: 'error', id: tag, code: 'stale', text: 'The table has moved on.' });
    expect(connection.notice?.text).toBe('The table has moved on.');
    expect(connection.waiting).toEqual([]);
  });
});

describe('what has no tag', () => {
  beforeEach(() => server.newest.say(table(41)));

  it('is sent once, and waits for the connection', () => {
    connection.bot('B', 'calm');
    server.newest.hangUp();
    connection.begin();
    const socket = reconnected();
    expect(socket.sent).toEqual([{ type: 'begin' }]);
    socket.hangUp();
    expect(reconnected().sent).toEqual([]);
  });

  it('does not wave after minutes', () => {
    server.newest.hangUp();
    connection.react('wave');
    expect(reconnected().sent).toEqual([]);
  });
});

describe('questions', () => {
  beforeEach(() => server.newest.say(table(41)));

  it('get their own answers', async () => {
    const first = connection.moves('play FURY');
    const second = connection.moves('cut');
    const [one, two] = server.newest.sentOf('moves');
    server.newest.say(
      { type: 'moves', id: two?.id ?? '', moves: ['cut 1'] },
      { type: 'moves', id: one?.id ?? '', moves: ['play FURY R'] },
    );
    expect(await first).toEqual(['play FURY R']);
    expect(await second).toEqual(['cut 1']);
  });

  it('are asked again after a loss', async () => {
    const answer = connection.hint();
    server.newest.hangUp();
    const socket = reconnected();
    socket.say({ type: 'hint', id: socket.sentOf('hint')[0]?.id ?? '', move: 'draw', moves: [{ move: 'draw', share: 0.4 }] });
    expect(await answer).toMatchObject({ move: 'draw' });
  });

  it('fail with the sentence of the server, or after a while', async () => {
    const refused = connection.hint();
    const id = server.newest.sentOf('hint')[0]?.id ?? '';
    server.newest.say({ type: 'error', id, code: 'not_now', text: 'Nothing to decide.' });
    await expect(refused).rejects.toThrow('Nothing to decide.');
    expect(connection.notice).toBeNull();
    const forgotten = connection.moves('cut');
    server.newest.hangUp(4013);
    await expect(forgotten).rejects.toThrow('This table is closed.');
  });
});

describe('the end', () => {
  it.each([4003, 4004, 4009, 4013])('%i is for good, with a sentence', (code) => {
    server.newest.hangUp(code);
    expect(connection.status).toBe('ended');
    expect(connection.ending?.text).toMatch(/\.$/);
    vi.advanceTimersByTime(60_000);
    expect(server.sockets.length).toBe(1);
  });

  it('4001 waits until the person wants this window', () => {
    server.newest.hangUp(4001);
    expect(connection.ending?.again).toBe('asked');
    vi.advanceTimersByTime(60_000);
    expect(server.sockets.length).toBe(1);
    connection.connect();
    server.newest.open();
    expect(connection.status).toBe('open');
  });

  it.each([4008, 4012])('%i tries again later', (code) => {
    server.newest.hangUp(code);
    vi.advanceTimersByTime(2_000);
    expect(server.sockets.length).toBe(1);
    vi.advanceTimersByTime(4_000);
    expect(server.sockets.length).toBe(2);
  });

  it('is quiet when the person leaves the page', () => {
    connection.end();
    expect(server.newest.isClosed).toBe(true);
    vi.advanceTimersByTime(60_000);
    expect(server.sockets.length).toBe(1);
  });
});
