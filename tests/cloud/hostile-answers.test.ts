import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AgentClient } from '../agent/agent-client.ts';
import { closing, frame, RawSwitch, rawReport } from './raw-switch.ts';
import { startTestFleet, type TestFleet } from './test-fleet.ts';

vi.setConfig({ testTimeout: 120_000 });

const SERIAL = 'LIAR1';

let fleet: TestFleet;
let liar: RawSwitch;
/** What it answers by now, by method; nothing is never answered. */
let answers: Record<string, unknown> = {};

const claim = (serial: string, code: string) =>
  fleet.client.set('fleetClaimEntry', { fleetClaimSerial: serial, fleetClaimCode: code, RowStatus: 4 });

/** The liar's console, for the administrator. */
function liarConsole(): AgentClient {
  const { gambit, cookie } = fleet.client;
  return Object.assign(new AgentClient(`http://127.0.0.1:${fleet.cloud.port}/switch/${SERIAL}`), { gambit, cookie });
}

const connect = (values = {}) => liar.connect(values, (method) => answers[method]);

beforeAll(async () => {
  fleet = await startTestFleet();
  liar = await RawSwitch.make(fleet.place, SERIAL);
  await claim(SERIAL, liar.code);
  expect(await liar.claim()).toBe(200);
});

afterAll(() => fleet.close());

describe('a switch that lies in its own console', () => {
  it('is told from one that answers, and ends nobody’s session', async () => {
    const line = await connect();
    const lies = ['', '{', '[]', '{"error":7}', '['.repeat(100_000), `{"error":{"code":8701,"message":"out"}}`];
    for (const answer of lies) {
      answers = { call: { answer } };
      expect((await liarConsole().call('CommonGet', { Template: 'system' })).error).toMatchObject({
        code: 5,
        message: 'The switch sent an invalid answer.',
      });
    }
    answers = { call: { answer: 7 } };
    expect((await liarConsole().call('CommonGet', { Template: 'system' })).error.code).not.toBe(0);
    expect(await fleet.client.read('fleetSwitchEntry')).toHaveLength(1);
    line.terminate();
  });

  it('puts nothing but text into the page, and not too much of it', async () => {
    answers = { globals: { globals: JSON.stringify({ modelName: '</script><script>alert(1)</script>' }) } };
    const line = await connect();
    const page = await (await liarConsole().get('/')).text();
    expect(page).toContain('alert(1)');
    expect(page).not.toContain('<script>alert(1)');
    for (const globals of ['{', '[]', '7', JSON.stringify({ much: 'x'.repeat(100_000) })]) {
      answers = { globals: { globals } };
      expect((await liarConsole().get('/')).status).toBe(503);
    }
    line.terminate();
  });

  it('has its configuration compared, whatever names it gives its objects', async () => {
    const rows = [{ constructor: 'x', dot1qVlanIndex: '<img src=x onerror=alert(1)>' }];
    const text = JSON.stringify({
      objects: {
        constructor: { a: 1 },
        toString: [{}],
        dot1qVlanStaticEntry: rows,
        system: { constructor: 1, hasOwnProperty: 2 },
      },
    }).replace('"a":1', '"__proto__":1');
    answers = { configuration: { revision: 0, hash: 'a'.repeat(64), configuration: JSON.parse(text) } };
    const line = await connect({ owner: 'cloud' });
    line.send(frame('state', rawReport({ owner: 'cloud' })));
    const kept = async () => Object((await fleet.cloud.store.switchOf(SERIAL)) ?? {}).desiredRevision;
    await expect.poll(kept).toBeGreaterThan(0);
    answers = {
      configuration: { revision: 1, hash: 'b'.repeat(64), configuration: { objects: { system: { sysName: '<b>' } } } },
    };
    const read = await fleet.client.call('CommonGet', {
      Template: 'fleetDifferenceEntry',
      fleetDifferenceSwitch: SERIAL,
    });
    expect(read.error.code).toBe(0);
    line.terminate();
  });

  it('cannot count up to where nobody can count on', async () => {
    const line = await connect();
    const closed = closing(line);
    line.send(frame('state', rawReport({ revision: Number.MAX_SAFE_INTEGER })));
    expect(await closed).toBe(1007);
    const next = await connect({ revision: 2 ** 52 });
    expect(await fleet.client.read('fleetSwitchEntry')).toHaveLength(1);
    next.terminate();
  });

  it('says little at a time: a report that is far too long ends its line', async () => {
    const line = await connect();
    const closed = closing(line);
    const drift = [{ what: { text: 'x'.repeat(300_000) } }];
    line.send(frame('state', rawReport({ drift })));
    expect(await closed).toBe(1007);
  });

  it('fills no trail by changes that came back again and again', async () => {
    const line = await connect();
    for (let at = 1; at <= 60; at += 1) {
      const last = {
        status: 'reverted',
        id: `c${at}`,
        revision: at,
        cause: 'deadline',
        reason: { text: `made up ${at}` },
      } as const;
      line.send(frame('state', rawReport({ last, name: `n${at}` })));
      await expect
        .poll(async () => (await fleet.cloud.store.switchOf(SERIAL))?.name, { timeout: 20_000 })
        .toBe(`n${at}`);
    }
    const trail = JSON.stringify(await fleet.client.read('fleetAuditEntry'));
    expect(trail.split('made up').length - 1).toBeLessThan(40);
    line.terminate();
  });

  it('gets a certificate for the one that it shows, and has no more than these two', async () => {
    const line = await connect();
    const renewed = () =>
      new Promise<string>((resolve) => {
        line.once('message', (text) => resolve(JSON.parse(String(text)).result.certificate));
        line.send(JSON.stringify({ jsonrpc: '2.0', id: 'renew', method: 'renew' }));
      });
    const [first, second] = [await renewed(), await renewed()];
    await expect(liar.open(first)).rejects.toThrow('status 403');
    (await liar.open(second)).terminate();
    (await liar.open()).terminate();
    line.terminate();
  });
});

it('guesses no claim code: only five wrong ones from its address count, and none ends the claim of the owner there', async () => {
  const [owner, other] = [await RawSwitch.make(fleet.place, 'WANTED1'), await RawSwitch.make(fleet.place, 'WANTED2')];
  await claim('WANTED1', owner.code);
  await claim('WANTED2', 'AAAA-AAAA-AAAA');
  const thieves = await Promise.all(Array.from({ length: 6 }, () => RawSwitch.make(fleet.place, 'WANTED1')));
  const answers = await Promise.all(thieves.map((thief) => thief.claim()));
  expect(answers.toSorted()).toEqual([404, 404, 404, 404, 404, 429]);
  expect(await thieves[0]?.claim()).toBe(429);
  // Guesses at one switch keep no other one out.
  expect(await other.claim()).toBe(404);
  expect(await fleet.client.read('fleetClaimEntry')).toMatchObject([
    { fleetClaimSerial: 'WANTED1', fleetClaimWrongCodes: 5 },
    { fleetClaimSerial: 'WANTED2', fleetClaimWrongCodes: 1 },
  ]);
  expect(await owner.claim()).toBe(200);
  expect(await thieves[1]?.claim()).toBe(404);
});

it('has one switch for one key, also by a token', async () => {
  const twice = await RawSwitch.make(fleet.place, 'ONE1');
  const { body } = await twice.post('/sign-in', { account: 'admin', password: 'firstPassw0rd' });
  const { token } = JSON.parse(body);
  expect(await twice.claim(token)).toBe(200);
  expect(await twice.claim(token, 'TWO2')).toBe(409);
});
