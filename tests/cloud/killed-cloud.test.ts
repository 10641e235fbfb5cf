// @long-running
import { connect } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MemberCondition, RolloutCondition } from '../../fleet/rollouts/objects.ts';
import { SwitchCondition, SwitchStanding } from '../../fleet/switches/objects.ts';
import { AgentClient } from '../agent/agent-client.ts';
import { CloudProcess, cloudPassword } from './cloud-process.ts';
import { type JoinableFleet, type Member as Joined, joinFleet, passes as letPass } from './members.ts';
import { RawSwitch } from './raw-switch.ts';

// The cloud as it is shipped, ended by kill -9 between a question and its answer.

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const HOST = '127.0.0.1';
const patience = { timeout: 60_000, interval: 50 };

let cloud: CloudProcess;
let owner: AgentClient;

const place = () => ({ host: HOST, port: Number(cloud.place.split(':')[1]) });

async function signIn(): Promise<void> {
  owner = new AgentClient(cloud.origin);
  expect(await owner.login(cloudPassword)).toBe(0);
}

/** Starts the cloud that was killed again, on what it kept. */
async function again(): Promise<void> {
  await cloud.begin();
  await signIn();
}

beforeEach(async () => {
  cloud = await CloudProcess.start();
  await signIn();
});

afterEach(() => cloud.stop());

const rows = async (object: string, query: Record<string, string> = {}) => {
  const read = await owner.read(object, query).catch(() => []);
  return Array.isArray(read) ? read : [];
};

describe('a claim', () => {
  /** Asks to be taken and reads no answer; what comes back breaks the connection off. */
  async function ask(made: RawSwitch, body: object): Promise<() => void> {
    const text = JSON.stringify(body);
    const { certificate: cert, key } = made.own;
    const socket = connect({ ...place(), cert, key, rejectUnauthorized: false });
    socket.on('error', () => {});
    await new Promise((resolve) => socket.once('secureConnect', resolve));
    socket.write(`POST /claim HTTP/1.1\r\nHost: ${HOST}\r\nContent-Length: ${text.length}\r\n\r\n${text}`);
    return () => socket.destroy();
  }

  const isListed = async (serial: string) =>
    (await rows('fleetSwitchEntry')).some(({ fleetSwitchSerial }) => fleetSwitchSerial === serial);

  async function typed(serial: string): Promise<RawSwitch> {
    const made = await RawSwitch.make(place(), serial);
    const claim = { fleetClaimSerial: serial, fleetClaimCode: made.code, RowStatus: 4 };
    expect((await owner.set('fleetClaimEntry', claim)).error.code).toBe(0);
    return made;
  }

  const isConnected = async (serial: string) =>
    (await rows('fleetSwitchEntry')).some(
      (row) => row.fleetSwitchSerial === serial && row.fleetSwitchCondition === SwitchCondition.connected,
    );

  it('by a code that was carried out and not answered is answered to the same key when it asks again, and to no other', async () => {
    const made = await typed('LOST1');
    const breakOff = await ask(made, { serial: 'LOST1', model: 'RAW' });
    await expect.poll(() => isListed('LOST1'), patience).toBe(true);
    await cloud.kill();
    breakOff();
    await again();
    const thief = await RawSwitch.make(place(), 'LOST1');
    expect(await thief.claim()).toBe(404);
    expect(await made.claim()).toBe(200);
    (await made.connect()).terminate();
    // From its first line on it has its certificate.
    expect(await made.claim()).toBe(404);
  });

  it('by an account that was carried out and not answered is answered to the same key, which has no token any more', async () => {
    const made = await RawSwitch.make(place(), 'LOST2');
    const { body } = await made.post('/sign-in', { account: 'admin', password: cloudPassword });
    const breakOff = await ask(made, { serial: 'LOST2', model: 'RAW', token: JSON.parse(body).token });
    await expect.poll(() => isListed('LOST2'), patience).toBe(true);
    await cloud.kill();
    breakOff();
    await again();
    expect(await made.claim()).toBe(200);
    await made.connect();
    await expect.poll(() => isConnected('LOST2'), patience).toBe(true);
  });

  it('that was just asked is carried out before or after, and the switch is connected in either case', async () => {
    for (let round = 0; round < 8; round += 1) {
      const serial = `JUST${round}`;
      const made = await typed(serial);
      const breakOff = await ask(made, { serial, model: 'RAW' });
      for (let turn = 0; turn < round; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      await cloud.kill();
      breakOff();
      await again();
      expect(await made.claim()).toBe(200);
      await made.connect();
      await expect.poll(() => isConnected(serial), patience).toBe(true);
    }
  });

  it('whose answer is only late gives two certificates that are both good', async () => {
    const made = await typed('LATE1');
    expect(await made.claim()).toBe(200);
    const first = made.issued;
    expect(await made.claim()).toBe(200);
    (await made.open(first)).terminate();
    (await made.open()).terminate();
  });
});

describe('while a switch makes a change', () => {
  interface Member extends Joined {
    /** What the next change that it applies brings about, once. */
    onChange: (() => Promise<void>) | undefined;
  }

  let members: Member[] = [];
  let restarted: Promise<void> | undefined;

  afterEach(async () => {
    await restarted?.catch(() => {});
    await Promise.all(members.map(({ agent }) => agent.close()));
    members = [];
  });

  async function join(): Promise<Member> {
    const fleet: JoinableFleet = {
      client: owner,
      place: place(),
      cloud: { port: Number(new URL(cloud.origin).port), fingerprint: cloud.fingerprint },
    };
    let member: Member | undefined;
    const joined = await joinFleet(fleet, {
      way: 'code',
      beforeApply() {
        const act = member?.onChange;
        if (member) member.onChange = undefined;
        restarted = act?.() ?? restarted;
      },
    });
    member = { ...joined, onChange: undefined };
    members.push(member);
    return member;
  }

  const passes = (holds: () => Promise<unknown>, wanted: unknown) => letPass(members, holds, wanted);

  const standing = async () =>
    (await rows('fleetSwitchEntry')).filter((row) => row.fleetSwitchStanding === SwitchStanding.asWanted).length;

  const afar = ({ serial }: Member) => owner.moved(`${cloud.origin}/switch/${serial}`);

  const hasVlan = async (client: AgentClient) =>
    (await client.call('CommonGet', { Template: 'dot1qVlanStaticEntry', dot1qVlanIndex: 20 })).error.code === 0;

  const vlan = { dot1qVlanIndex: 20, dot1qVlanStaticName: 'cameras', RowStatus: 4 };

  /** The cloud is gone at once, and back as soon as it can be. */
  const restart = async () => {
    await cloud.kill();
    await again();
  };

  it('for its console, the cloud comes back to one that has the change or has not, and makes the next one', async () => {
    const member = await join();
    await passes(standing, 1);
    member.onChange = restart;
    let isAnswered = false;
    void afar(member)
      .set('dot1qVlanStaticEntry', vlan)
      .catch(() => {})
      .finally(() => {
        isAnswered = true;
      });
    await passes(async () => isAnswered && restarted !== undefined, true);
    await restarted;
    await passes(
      async () => (await standing()) === 1 && (await hasVlan(afar(member))) === (await hasVlan(member.local)),
      true,
    );
    const name = { dot1qVlanIndex: 30, dot1qVlanStaticName: 'phones', RowStatus: 4 };
    let code = -1;
    void afar(member)
      .set('dot1qVlanStaticEntry', name)
      .then(({ error }) => {
        code = error.code;
      });
    await passes(async () => code, 0);
  });

  it('for a rollout, whoever carries that on finds how it ended, and all of it is done', async () => {
    const all = [await join(), await join(), await join()];
    await passes(standing, 3);
    const [model, first] = [...all].sort((one, other) => (one.serial < other.serial ? -1 : 1));
    if (!model || !first) throw new Error('no switches');
    let isMade = false;
    void afar(model)
      .set('dot1qVlanStaticEntry', vlan)
      .then(() => {
        isMade = true;
      });
    await passes(async () => isMade, true);
    await passes(standing, 3);
    first.onChange = restart;
    const made = {
      fleetRolloutName: 'cameras',
      fleetRolloutFrom: model.serial,
      fleetRolloutSettings: 'dot1qVlanStaticEntry',
      RowStatus: 4,
    };
    expect((await owner.set('fleetRolloutEntry', made)).error.code).toBe(0);
    await passes(async () => restarted !== undefined, true);
    await restarted;
    await passes(async () => (await rows('fleetRolloutEntry'))[0]?.fleetRolloutState, RolloutCondition.done);
    const states = await rows('fleetMemberEntry', { fleetMemberRollout: 'cameras' });
    expect(states.map(({ fleetMemberState }) => fleetMemberState)).toEqual([
      MemberCondition.done,
      MemberCondition.done,
    ]);
    expect(await Promise.all(all.map(({ local }) => hasVlan(local)))).toEqual([true, true, true]);
    await passes(standing, 3);
  });
});
