import { createConnection } from 'node:net';
import { connect } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { SwitchCondition } from '../../fleet/switches/objects.ts';
import { closing, frame, RawSwitch, rawReport } from './raw-switch.ts';
import { FLEET_PASSWORD, startTestFleet, type TestFleet } from './test-fleet.ts';

vi.setConfig({ testTimeout: 120_000 });

let fleet: TestFleet;
/** A switch that does nothing wrong, all the while. */
let honest: RawSwitch;
let line: WebSocket;
let count = 0;

const make = () => {
  count += 1;
  return RawSwitch.make(fleet.place, `RAW${String(count).padStart(3, '0')}`);
};

async function type(serial: string, code: string): Promise<void> {
  const claim = { fleetClaimSerial: serial, fleetClaimCode: code, RowStatus: 4 };
  expect((await fleet.client.set('fleetClaimEntry', claim)).error.code).toBe(0);
}

/** A switch that was taken by its code. */
async function taken(): Promise<RawSwitch> {
  const made = await make();
  await type(made.serial, made.code);
  expect(await made.claim()).toBe(200);
  return made;
}

const rowOf = async (serial: string) => {
  const rows = await fleet.client.read('fleetSwitchEntry');
  return Array.isArray(rows) ? rows.find(({ fleetSwitchSerial }) => fleetSwitchSerial === serial) : undefined;
};

beforeAll(async () => {
  fleet = await startTestFleet();
  honest = await taken();
  line = await honest.connect({ name: 'honest' });
});

afterAll(() => fleet.close());

/** Whatever the others do, this one is served. */
beforeEach(() => async () => {
  expect(line.readyState).toBe(line.OPEN);
  const name = `honest ${Math.random()}`;
  line.send(frame('state', rawReport({ name })));
  await expect
    .poll(() => rowOf(honest.serial), { timeout: 30_000 })
    .toMatchObject({ fleetSwitchName: name, fleetSwitchCondition: SwitchCondition.connected });
});

describe('a claim', () => {
  it('is granted to the key whose code was typed, and to no other that says the same serial number', async () => {
    const [owner, thief] = [await make(), await make()];
    await type(owner.serial, owner.code);
    expect(await thief.claim(undefined, owner.serial)).toBe(404);
    expect(await owner.claim()).toBe(200);
    expect(await thief.claim(undefined, owner.serial)).toBe(404);
    expect(await rowOf(owner.serial)).toMatchObject({ fleetSwitchSerial: owner.serial });
  });

  it('is granted once: a replay by another key comes to nothing, and so does one by the same after its first line', async () => {
    const made = await taken();
    (await made.connect()).terminate();
    expect(await made.claim()).toBe(404);
    const other = await make();
    expect(await other.claim(undefined, made.serial)).toBe(404);
  });

  it('by a token is granted to the key that signed in', async () => {
    const [owner, thief] = [await make(), await make()];
    const { status, body } = await owner.post('/sign-in', { account: 'admin', password: FLEET_PASSWORD });
    expect(status).toBe(200);
    const { token } = JSON.parse(body);
    expect(await thief.claim(token)).toBe(403);
    expect(await thief.claim(`${token}x`)).toBe(403);
    expect(await thief.claim('.')).toBe(403);
    expect(await owner.claim(token)).toBe(200);
  });

  it('is not what is no claim', async () => {
    const made = await make();
    for (const body of ['', '{', '[]', 'null', '{"serial":7}', { serial: '../..', model: 'RAW' }, { serial: 'A' }]) {
      expect((await made.post('/claim', body)).status).toBe(400);
    }
    expect((await made.post('/claim', 'x'.repeat(100_000))).status).toBe(413);
    expect((await made.post('/switches', '{}')).status).toBe(404);
  });
});

describe('a line', () => {
  it('is opened with a certificate of the cloud, and with none that somebody made himself in its name', async () => {
    const made = await taken();
    const forged = await RawSwitch.make(fleet.place, made.serial);
    await expect(forged.open(forged.own.certificate)).rejects.toThrow('status 403');
    // The right certificate without its key.
    await expect(forged.open(made.issued, forged.own.key)).rejects.toThrow();
    await expect(made.open()).resolves.toBeDefined();
  });

  it('that is refused holds no connection, though its other end closes nothing', async () => {
    const halfOpen = createConnection({ ...fleet.place, allowHalfOpen: true });
    const socket = connect({ socket: halfOpen, rejectUnauthorized: false });
    const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => {});
    const said = await new Promise<string>((resolve) => {
      let text = '';
      socket.on('data', (octets) => {
        text += octets;
      });
      socket.once('end', () => resolve(text));
      socket.write(
        `GET /switch HTTP/1.1\r\nHost: ${fleet.place.host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
      );
    });
    expect(said).toContain('403 Forbidden');
    const talks = setInterval(() => socket.write('x'), 20);
    await gone;
    clearInterval(talks);
  });

  it('is not opened with a certificate that was revoked, also within a TLS session from before', async () => {
    const made = await taken();
    const ticket = await new Promise<Buffer>((resolve, reject) => {
      const socket = connect({ ...fleet.place, cert: made.issued, key: made.own.key, rejectUnauthorized: false });
      socket.once('session', resolve);
      socket.once('error', reject);
      socket.once('secureConnect', () => socket.write('GET / HTTP/1.1\r\nHost: cloud\r\n\r\n'));
    });
    const own = await made.connect();
    const closed = closing(own);
    await fleet.client.set('fleetSwitchEntry', { fleetSwitchSerial: made.serial, RowStatus: 6 });
    expect(await closed).toBe(1008);
    await expect(made.open()).rejects.toThrow('status 403');
    const answer = await new Promise<string>((resolve, reject) => {
      const options = { ...fleet.place, cert: made.issued, key: made.own.key, session: ticket };
      const socket = connect({ ...options, rejectUnauthorized: false });
      let text = '';
      socket.on('data', (piece) => {
        text += piece;
      });
      socket.on('close', () => resolve(text));
      socket.on('error', reject);
      socket.once('secureConnect', () => {
        text = `${socket.isSessionReused()} `;
        socket.write(
          'GET /switch HTTP/1.1\r\nHost: cloud\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
            'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
        );
      });
    });
    expect(answer).toMatch(/^true HTTP\/1\.1 403 /);
  });

  it('is of the switch in its certificate, whatever it says of itself', async () => {
    const [one, other] = [await taken(), await taken()];
    const socket = await one.connect({ name: other.serial, ...{ serial: other.serial, tenant: 'other' } });
    expect(await rowOf(other.serial)).toMatchObject({
      fleetSwitchCondition: SwitchCondition.away,
      fleetSwitchName: '',
    });
    expect(await rowOf(one.serial)).toMatchObject({ fleetSwitchName: other.serial });
    socket.terminate();
  });

  const frames: readonly [string, string | Buffer][] = [
    ['nothing', ''],
    ['no JSON', '{'],
    ['another first word', frame('state', rawReport())],
    ['no report', frame('connect', {}, 'connect')],
    ['a report with a wrong hash', frame('connect', rawReport({ hash: 'x' }), 'connect')],
    ['a name that is no text', frame('connect', { ...rawReport(), name: { toString: 'x' } }, 'connect')],
    ['octets', Buffer.from([1, 2, 3])],
    ['deep nesting', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
    ['a prototype', '{"jsonrpc":"2.0","id":"connect","method":"connect","__proto__":{"params":{}}}'],
  ];

  it.each(frames)('ends with %s', async (_what, said) => {
    const made = await taken();
    const socket = await made.open();
    const closed = closing(socket);
    socket.send(said);
    expect([1007, 1008]).toContain(await closed);
    expect(await rowOf(made.serial)).toMatchObject({ fleetSwitchCondition: SwitchCondition.away });
  });

  it('ends with a frame that is too long, with a second first word, and with a flood', async () => {
    const made = await taken();
    const long = await made.connect();
    const tooLong = closing(long);
    long.send('x'.repeat(5 * 1024 * 1024));
    expect(await tooLong).toBe(1009);
    const twice = await made.connect();
    const second = closing(twice);
    twice.send(frame('connect', rawReport(), 'connect'));
    expect(await second).toBe(1008);
    const flooding = await made.connect();
    const flooded = closing(flooding);
    for (let sent = 0; sent < 2_000; sent += 1) flooding.send(frame('state', rawReport({ name: `n${sent}` })));
    expect(await flooded).toBe(1008);
  });

  it('is one of a few of its switch: the oldest ends', async () => {
    const made = await taken();
    const lines = [await made.connect(), await made.connect(), await made.connect()];
    const [oldest] = lines;
    const closed = oldest && closing(oldest);
    lines.push(await made.connect());
    expect(await closed).toBe(1008);
    for (const each of lines) each.terminate();
  });
});

it('guesses no password: three wrong ones close the management for its address', async () => {
  const made = await make();
  const guess = async (password: string) => (await made.post('/sign-in', { account: 'admin', password })).status;
  expect([await guess('wrong1'), await guess('wrong2'), await guess('wrong3')]).toEqual([401, 401, 401]);
  expect(await guess(FLEET_PASSWORD)).toBe(429);
});
