import { connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ManualClock } from '../../datapath/clock.ts';
import type { KeyPair } from '../console-settings.ts';
import { createUniformBackend, Unavailable } from '../switch/backend.ts';
import { builtConsole } from './built-console.ts';
import { createCertificate } from './certificate.ts';
import { type ConnectionLimits, Connections } from './connections.ts';
import { HandshakeTurns } from './handshake-turns.ts';
import { consoleListener, type Listener, plainOnly, secureOnly } from './listener.ts';
import { OwnNames } from './own-names.ts';
import { defaultTimeouts, type Timeouts } from './timeouts.ts';
import { startWebServer } from './web-server.ts';

/** Short where it is tested, long where it must not be what ends a connection. */
const short = 150;
const patient: Timeouts = { ...defaultTimeouts, check: 20 };

let pair: KeyPair;
let listener: Listener;
let isSecure = false;
let port: number;
let sockets: Socket[];
/** The RPC texts that reached the switch. */
let calls: string[];
/** How often the switch was asked who somebody is. */
let questions: number;
/** Lets the calls that wait be answered. */
let answerCalls: () => void;
/** What they are answered. */
let answerText: string;
let ownNames: OwnNames;

beforeAll(async () => {
  pair = await createCertificate(['127.0.0.1']);
});

beforeEach(() => {
  sockets = [];
  calls = [];
  questions = 0;
  answerText = 'answered';
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await listener.close();
});

const KNOWN_COOKIE = 'mine';

interface Opening {
  readonly timeouts?: Partial<Timeouts>;
  readonly limits?: ConnectionLimits;
  readonly secure?: boolean;
  readonly turns?: HandshakeTurns;
  readonly stationOf?: (address: string) => string | undefined;
}

async function open({ timeouts: changed, limits, secure = false, turns, stationOf }: Opening = {}): Promise<void> {
  const timeouts = { ...patient, ...changed };
  const connections = new Connections({ ...(limits && { limits }), ...(stationOf && { stationOf }) });
  isSecure = secure;
  const ways = secure ? secureOnly : plainOnly;
  listener = consoleListener(connections, { ways, pair: async () => pair, timeouts, ...(turns && { turns }) });
  ownNames = new OwnNames();
  let waits: (() => void)[] = [];
  answerCalls = () => {
    for (const go of waits) go();
    waits = [];
  };
  const backend = createUniformBackend(async (method, question) => {
    if (method === 'visitor') {
      questions += 1;
      const isSignedIn = Reflect.get(question ?? {}, 'cookie') === KNOWN_COOKIE;
      return { isSignedIn, isKnown: isSignedIn } as never;
    }
    if (method !== 'call') throw new Unavailable();
    calls.push(String(Reflect.get(question ?? {}, 'rpc')));
    await new Promise<void>((resolve) => waits.push(resolve));
    return { text: answerText } as never;
  });
  const consoleDirectory = '/nowhere';
  listener.onServer((server, isTls) =>
    startWebServer({
      backend,
      connections,
      built: builtConsole(consoleDirectory),
      server,
      secure: isTls,
      ownNames,
      timeouts,
    }),
  );
  port = await listener.listen(0, '127.0.0.1');
}

/** Resolves with what the other end sent, once it has ended the connection. */
function ended(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let all = '';
    socket.on('data', (part) => {
      all += part;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(all));
  });
}

/** A TCP connection that is open. */
async function tcp(localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  sockets.push(socket);
  await new Promise((resolve) => socket.once('connect', resolve));
  return socket;
}

/** The same as somebody who speaks to the web server: in TLS where it does. */
async function speaking(localAddress?: string): Promise<Socket> {
  const socket = await tcp(localAddress);
  if (!isSecure) return socket;
  const tls = connectTls({ socket, rejectUnauthorized: false });
  await new Promise((resolve, reject) => tls.once('secureConnect', resolve).once('error', reject));
  return tls;
}

/** Written data passes to the socket up to this number of octets, the rest once the test continues. */
function pausing(socket: Socket, octets: number): { readonly stream: Duplex; goOn(): void } {
  let sent = 0;
  let held: Buffer | undefined = Buffer.alloc(0);
  const stream = new Duplex({
    read() {},
    write(part: Buffer, _encoding, done) {
      const now = held ? part.subarray(0, Math.max(0, octets - sent)) : part;
      sent += now.length;
      if (held) held = Buffer.concat([held, part.subarray(now.length)]);
      if (now.length > 0) socket.write(now);
      done();
    },
  });
  socket.on('data', (part) => stream.push(part));
  const goOn = () => {
    if (held) socket.write(held);
    held = undefined;
  };
  return { stream, goOn };
}

/** Sends text an octet at a time for as long as the other end bears it. */
function drip(socket: Socket, text: string): void {
  let at = 0;
  const timer = setInterval(() => socket.write(text.charAt(at++ % text.length)), 20);
  socket.once('close', () => clearInterval(timer));
}

const head = (lines: readonly string[], first = 'POST /iss/specific/rpc.js HTTP/1.1') =>
  [first, 'Host: 127.0.0.1', 'Content-Type: application/x-www-form-urlencoded', ...lines, '', ''].join('\r\n');
const signedIn = () => `Cookie: ${isSecure ? '__Host-faceplate' : 'faceplate'}-${port}=${KNOWN_COOKIE}`;

/** Resolves with the first part of what comes. */
const firstPart = (socket: Socket) =>
  new Promise<string>((resolve) => socket.once('data', (part) => resolve(String(part))));

describe.each([
  ['plain HTTP', false],
  ['HTTPS', true],
])('a connection of %s that wastes time', (_, secure) => {
  test('is ended where it says nothing', async () => {
    await open({ secure, timeouts: { head: short, handshake: short } });
    expect(await ended(await tcp())).toMatch(secure ? /^$/ : /^(HTTP\/1\.1 408 |$)/);
  });

  test('is ended where its head comes an octet at a time', async () => {
    await open({ secure, timeouts: { head: short } });
    const socket = await speaking();
    const end = ended(socket);
    drip(socket, `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: ${'x'.repeat(10_000)}`);
    expect(await end).toMatch(/^(HTTP\/1\.1 408 |$)/);
  });

  test('is ended where its body comes an octet at a time', async () => {
    await open({ secure, timeouts: { body: short } });
    const socket = await speaking();
    const end = ended(socket);
    socket.write(head(['Content-Length: 9000']));
    drip(socket, 'RPC=x');
    await end;
    expect(calls).toEqual([]);
  });

  test('is ended where its body comes slowly and it is signed in', async () => {
    await open({ secure, timeouts: { request: 4 * short, head: short } });
    const socket = await speaking();
    const end = ended(socket);
    socket.write(head(['Content-Length: 90000', signedIn()]));
    drip(socket, 'RPC=x');
    expect(await end).toMatch(/^(HTTP\/1\.1 408 |$)/);
  });

  test('is ended where it does nothing after an answer', async () => {
    await open({ secure, timeouts: { idle: short } });
    const socket = await speaking();
    const end = ended(socket);
    socket.write(head([], 'GET /nothing HTTP/1.1'));
    expect(await end).toMatch(/^HTTP\/1\.1 404/);
  });
});

describe('a TLS handshake', () => {
  test.each([
    ['one octet', [22]],
    ['the head of a record and then nothing', [22, 3, 1, 2, 0, 1]],
  ])('that stops after %s is ended', async (_, octets) => {
    await open({ secure: true, timeouts: { handshake: short } });
    const socket = await tcp();
    const end = ended(socket);
    socket.write(Uint8Array.from(octets));
    expect(await end).toBe('');
  });

  test('that comes an octet at a time is ended', async () => {
    await open({ secure: true, timeouts: { handshake: short } });
    const socket = await tcp();
    const end = ended(socket);
    socket.write(Uint8Array.of(22, 3, 1, 2, 0));
    drip(socket, '\u0001');
    expect(await end).toBe('');
  });

  test.each([1, 6, 100])('that pauses after %i octets goes on where it stopped, and is answered', async (octets) => {
    await open({ secure: true });
    const socket = await tcp();
    const paused = pausing(socket, octets);
    const tls = connectTls({ socket: paused.stream, rejectUnauthorized: false });
    const greeted = new Promise((resolve, reject) => tls.once('secureConnect', resolve).once('error', reject));
    // Another one comes in meanwhile, which takes longer than to be rid of the first.
    const other = await speaking();
    other.write(head([], 'GET /nothing HTTP/1.1'));
    expect(await firstPart(other)).toMatch(/^HTTP\/1\.1 404/);
    expect(socket.closed).toBe(false);
    paused.goOn();
    await greeted;
    tls.write(head([], 'GET /nothing HTTP/1.1'));
    expect(await firstPart(tls)).toMatch(/^HTTP\/1\.1 404/);
  });

  test('that is over holds no connection to its time', async () => {
    await open({ secure: true, timeouts: { handshake: 10 * short } });
    const [spoken, silent] = [await speaking(), await tcp()];
    // The silent one came later: its end proves that the time of the other is over too.
    await ended(silent);
    spoken.write(head([], 'GET /nothing HTTP/1.1'));
    expect(await firstPart(spoken)).toMatch(/^HTTP\/1\.1 404/);
  });

  test('of a source that began many waits for its turn, and that of a browser that was signed in before does not', async () => {
    const clock = new ManualClock();
    const turns = new HandshakeTurns(clock, { all: { rate: 1, burst: 3 }, source: { rate: 1, burst: 2 } });
    await open({ secure: true, turns });
    const owner = await speaking('127.0.0.2');
    owner.write(head([signedIn()], 'GET /nothing HTTP/1.1'));
    await firstPart(owner);
    const flood = await Promise.all([speaking('127.0.0.3'), speaking('127.0.0.3')]);
    expect(flood).toHaveLength(2);
    let isLet = false;
    const late = speaking('127.0.0.3').then((socket) => {
      isLet = true;
      return socket;
    });
    await speaking('127.0.0.2');
    expect(isLet).toBe(false);
    clock.advance(1_000);
    const served = await late;
    served.write(head([], 'GET /nothing HTTP/1.1'));
    expect(await firstPart(served)).toMatch(/^HTTP\/1\.1 404/);
  });

  test('of a station that comes from ever new addresses waits for its turn as those of one source', async () => {
    const clock = new ManualClock();
    const turns = new HandshakeTurns(clock, { all: { rate: 1, burst: 3 }, source: { rate: 1, burst: 2 } });
    const stationOf = (address: string) => (address === '127.0.0.2' ? undefined : '02-00-00-00-00-66');
    await open({ secure: true, turns, stationOf });
    await Promise.all([speaking('127.0.0.3'), speaking('127.0.0.4')]);
    let isLet = false;
    const late = speaking('127.0.0.5').then(() => {
      isLet = true;
    });
    await speaking('127.0.0.2');
    expect(isLet).toBe(false);
    clock.advance(1_000);
    await late;
  });

  test('is not waited for by plain HTTP to the same port, whose head has its time too', async () => {
    await open({ secure: true, timeouts: { head: short } });
    const socket = await tcp();
    const end = ended(socket);
    drip(socket, `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: ${'x'.repeat(10_000)}`);
    expect(await end).toMatch(/^(HTTP\/1\.1 408 |$)/);
    const patient = await tcp();
    patient.write(head([], 'GET / HTTP/1.1'));
    expect(await firstPart(patient)).toMatch(/^HTTP\/1\.1 308/);
  });
});

describe('connections', () => {
  const limits = { strangers: 6, source: 3, known: 2 };
  const known = async (address?: string) => {
    const socket = await speaking(address);
    socket.write(head([signedIn()], 'GET /nothing HTTP/1.1'));
    expect(await firstPart(socket)).toMatch(/^HTTP\/1\.1 404/);
    return socket;
  };
  const answers = async (socket: Socket) => {
    socket.write(head([], 'GET /nothing HTTP/1.1'));
    expect(await firstPart(socket)).toMatch(/^HTTP\/1\.1 404/);
  };

  test('of one source push out the oldest of that source, and nobody else’s', async () => {
    await open({ limits });
    const other = await tcp('127.0.0.2');
    const oldest = await tcp();
    const end = ended(oldest);
    const others = [await tcp(), await tcp(), await tcp()];
    await end;
    for (const socket of [other, ...others]) await answers(socket);
  });

  test('that say something outlast those of their source that are silent', async () => {
    await open({ limits });
    const speaker = await tcp();
    await answers(speaker);
    await Promise.all(Array.from({ length: 9 }, () => tcp()));
    await answers(speaker);
  });

  test('of many sources push out those of the source that has most', async () => {
    await open({ limits });
    const [one, two] = [await tcp('127.0.0.2'), await tcp('127.0.0.3')];
    const many = [await tcp(), await tcp(), await tcp()];
    const end = ended(many[0] ?? one);
    await tcp('127.0.0.4');
    const last = await tcp('127.0.0.5');
    await end;
    for (const socket of [one, two, last]) await answers(socket);
  });

  test('of a browser that is signed in outlast a flood from its own address, and it gets new ones', async () => {
    await open({ limits });
    const mine = await known();
    const flood = Array.from({ length: 20 }, () => tcp());
    await Promise.all(flood);
    const second = await known();
    await Promise.all(Array.from({ length: 20 }, () => tcp()));
    await answers(mine);
    await answers(second);
  });

  test('of such browsers are bounded too, and the switch is asked about each once', async () => {
    await open({ limits });
    const first = await known();
    const end = ended(first);
    const second = await known();
    await answers(second);
    const asked = questions;
    await known('127.0.0.2');
    await end;
    second.write(head([signedIn()], 'GET /nothing HTTP/1.1'));
    expect(await firstPart(second)).toMatch(/^HTTP\/1\.1 404/);
    expect([asked, questions]).toEqual([2, 3]);
  });

  test('of one that shows any cookie are no better than others', async () => {
    await open({ limits });
    const socket = await tcp();
    const end = ended(socket);
    socket.write(head([`Cookie: faceplate-${port}=made-up`], 'GET /nothing HTTP/1.1'));
    await firstPart(socket);
    for (let count = 0; count < 3; count += 1) await answers(await tcp());
    await end;
  });
});

describe('a long body', () => {
  const LENGTH = 4_000_000;

  test.each([
    ['of a length', `Content-Length: ${LENGTH}`],
    ['of no stated length', 'Transfer-Encoding: chunked'],
  ])('%s is not read for a stranger', async (_, line) => {
    await open();
    const socket = await speaking();
    const end = ended(socket);
    socket.write(head([line]));
    expect(await end).toMatch(/^HTTP\/1\.1 403 .*Requests of this size require a login/s);
    expect(calls).toEqual([]);
  });

  test('is read for who is signed in, and few at a time', async () => {
    await open();
    const rpc = 'x'.repeat(3_000_000);
    const body = `Gambit=g&RPC=${rpc}`;
    const clients = await Promise.all([speaking(), speaking(), speaking()]);
    const answered = clients.map(firstPart);
    for (const socket of clients) socket.write(head([signedIn(), `Content-Length: ${body.length}`]) + body);
    await expect.poll(() => calls.length).toBe(2);
    // A short call of the same browser does not wait behind them.
    const quick = await speaking();
    quick.write(`${head([signedIn(), 'Content-Length: 7'])}RPC=now`);
    await expect.poll(() => calls.map(({ length }) => length)).toEqual([rpc.length, rpc.length, 3]);
    answerCalls();
    await expect.poll(() => calls.length).toBe(4);
    answerCalls();
    for (const answer of await Promise.all(answered)) expect(answer).toContain('answered');
  });

  test('that breaks off leaves its place to the next', async () => {
    await open();
    const body = `Gambit=g&RPC=${'x'.repeat(20_000)}`;
    for (let count = 0; count < 3; count += 1) {
      const socket = await speaking();
      socket.write(`${head([signedIn(), `Content-Length: ${LENGTH}`])}RPC=`);
      // Its head was read when the server answers what was asked after it on another connection.
      const other = await speaking();
      other.write(head([signedIn()], 'GET /nothing HTTP/1.1'));
      await firstPart(other);
      socket.destroy();
    }
    const socket = await speaking();
    socket.write(head([signedIn(), `Content-Length: ${body.length}`]) + body);
    await expect.poll(() => calls.length).toBe(1);
    answerCalls();
  });

  test('is refused where it proves longer than any call, and no more of it is read', async () => {
    await open();
    const socket = await speaking();
    const end = ended(socket);
    socket.write(head([signedIn(), 'Transfer-Encoding: chunked']));
    for (let count = 0; count < 5; count += 1) socket.write(`100000\r\n${'x'.repeat(0x100000)}\r\n`);
    expect(await end).toMatch(/^(HTTP\/1\.1 413 |$)/);
    expect(calls).toEqual([]);
  });

  test('of somebody who is not signed in is refused, whatever cookie comes with it', async () => {
    await open();
    const socket = await speaking();
    const end = ended(socket);
    socket.write(head(['Content-Length: 90000', signedIn().replace(KNOWN_COOKIE, 'another')]));
    expect(await end).toMatch(/^HTTP\/1\.1 403 /);
    expect(calls).toEqual([]);
  });

  test('has no place in a GET, nor where nothing long is taken', async () => {
    await open();
    const [get, login] = [await speaking(), await speaking()];
    const ends = [ended(get), ended(login)];
    get.write(head(['Content-Length: 5'], 'GET / HTTP/1.1'));
    login.write(head([`Content-Length: ${LENGTH}`, signedIn()], 'POST /iss/specific/login_data.js HTTP/1.1'));
    const [first, second] = await Promise.all(ends);
    expect(first).toMatch(/^HTTP\/1\.1 400/);
    expect(second).toMatch(/^HTTP\/1\.1 413/);
  });
});

describe.each([
  ['plain HTTP', false],
  ['HTTPS', true],
])('a connection of %s that asks', (_, secure) => {
  const call = () => `${head([signedIn(), 'Content-Length: 7'])}RPC=now`;

  test('one thing after the other is answered each time', async () => {
    await open({ secure });
    const socket = await speaking();
    for (const count of [1, 2, 3]) {
      const answer = firstPart(socket);
      socket.write(call());
      await expect.poll(() => calls.length).toBe(count);
      answerCalls();
      expect(await answer).toContain('answered');
    }
  });

  test('on before it was answered is ended, and costs the switch one question', async () => {
    await open({ secure });
    const socket = await speaking();
    const end = ended(socket);
    socket.write(head([signedIn()], 'GET /nothing HTTP/1.1').repeat(200));
    await end;
    expect(questions).toBeLessThanOrEqual(1);
  });
});

describe('the host that is asked for', () => {
  const status = async (host: string) => {
    const socket = await speaking();
    socket.write(`GET /nothing HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    return ended(socket);
  };

  test('is an address, localhost, or the device’s own name, alone, in its domain or in a private one', async () => {
    await open();
    ownNames.follow(['Core', 'TPE-1021WS9A00', 'Core.Example.com', 'edge.example.org']);
    for (const host of [
      '192.0.2.1',
      '192.0.2.1:8080',
      '[2001:db8::1]:443',
      'localhost:80',
      'core',
      'CORE.local:80',
      'core.example.com',
      'core.example.com.:8080',
      'core.lan',
      'edge.example.org',
      'tpe-1021ws9a00.local',
    ]) {
      expect(await status(host)).toMatch(/^HTTP\/1\.1 404/);
    }
  });

  test('is no other name: a page that made its own name lead here gets one sentence', async () => {
    await open();
    ownNames.follow(['core', '']);
    for (const host of [
      'evil.example',
      'evil-core.example',
      'core.evil.example',
      'core.example.com',
      'core.local.evil.example',
      'corex',
      '192.0.2.1.evil.example',
      '',
      'a b',
      '[::1',
      '1.2.3',
    ]) {
      const answer = await status(host);
      expect(answer).toMatch(/^HTTP\/1\.1 421 .*This device does not have that name/s);
      expect(answer).not.toContain('evil');
    }
  });

  test.each([
    ['Host: 192.0.2.1', 'Host: 192.0.2.1'],
    ['Host: 192.0.2.1', 'host: evil.example'],
    ['Host: evil.example', 'X-More: 1', 'HOST: 192.0.2.1'],
  ])('is said once: %s, %s', async (...lines) => {
    await open();
    const socket = await speaking();
    socket.write(['GET /nothing HTTP/1.1', ...lines, '', ''].join('\r\n'));
    expect(await ended(socket)).toMatch(/^HTTP\/1\.1 400/);
  });

  test('follows the name that the device is given', async () => {
    await open();
    ownNames.follow(['old']);
    ownNames.follow(['new']);
    expect(await status('old')).toMatch(/^HTTP\/1\.1 421/);
    expect(await status('new')).toMatch(/^HTTP\/1\.1 404/);
  });
});

describe('a call', () => {
  const body = 'Gambit=g&RPC=now';
  const send = async (lines: readonly string[], first?: string) => {
    const socket = await speaking();
    const end = ended(socket);
    socket.write(head(['Connection: close', ...lines], first));
    return end;
  };

  test.each([
    ['of another kind', '\r\nContent-Type: application/json'],
    ['of a kind that only begins alike', '\r\nContent-Type: application/x-www-form-urlencodedx'],
    ['of no kind', ''],
  ])('with a body %s is refused', async (_, kind) => {
    await open();
    const socket = await speaking();
    const end = ended(socket);
    socket.write(
      `POST /iss/specific/rpc.js HTTP/1.1\r\nHost: 127.0.0.1${kind}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    socket.end();
    expect(await end).toMatch(/^HTTP\/1\.1 415 /);
    expect(calls).toEqual([]);
  });

  test('goes by POST alone', async () => {
    await open();
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS']) {
      expect(await send([], `${method} /iss/specific/rpc.js HTTP/1.1`)).toMatch(/^HTTP\/1\.1 404 /);
    }
    expect(calls).toEqual([]);
  });

  test('may take long for a browser that is signed in, and not for anybody else', async () => {
    await open({ timeouts: { silence: short } });
    const [known, stranger] = [await speaking(), await speaking()];
    const answer = Promise.race([firstPart(known), ended(known)]);
    const end = ended(stranger);
    known.write(head([`Content-Length: ${body.length}`, signedIn()]) + body);
    stranger.write(head([`Content-Length: ${body.length}`]) + body);
    expect(await end).toBe('');
    answerCalls();
    expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('may take long to make its answer, which the browser that is signed in takes at once', async () => {
    await open({ timeouts: { silence: short } });
    answerText = 'x'.repeat(16 * 1024 * 1024);
    const gone = new Promise<void>((resolve) =>
      listener.onServer((server) => server.once('connection', (socket: Socket) => socket.once('close', resolve))),
    );
    const known = await speaking();
    known.pause();
    known.write(head([`Content-Length: ${body.length}`, signedIn()]) + body);
    await expect.poll(() => calls).toHaveLength(1);
    answerCalls();
    await gone;
  });

  test('whose long answer is not taken makes room for those that come after it', async () => {
    await open();
    answerText = 'x'.repeat(15 * 1024 * 1024);
    const gone: number[] = [];
    let count = 0;
    listener.onServer((server) =>
      server.on('connection', (socket: Socket) => {
        const at = count++;
        socket.once('close', () => gone.push(at));
      }),
    );
    for (const length of [1, 2, 3]) {
      const known = await speaking();
      known.pause();
      known.write(head([`Content-Length: ${body.length}`, signedIn()]) + body);
      await expect.poll(() => calls).toHaveLength(length);
    }
    answerCalls();
    await expect.poll(() => gone).toEqual([0]);
  });

  test('names what it means once: a field that is there twice counts for nothing', async () => {
    await open();
    const socket = await speaking();
    const twice = 'RPC=one&RPC=two&__proto__=x';
    socket.write(head([`Content-Length: ${twice.length}`]) + twice);
    await expect.poll(() => calls).toEqual(['']);
    answerCalls();
  });

  test('to nowhere finds nothing, whatever it is called', async () => {
    await open();
    for (const path of ['/%zz', '//x', '/iss/specific/cgi/', '/iss/specific/cgi/a%2fb', '/__proto__', '/constructor']) {
      expect(await send([], `GET ${path} HTTP/1.1`)).toMatch(/^HTTP\/1\.1 404 /);
    }
  });
});
