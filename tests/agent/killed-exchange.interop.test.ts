import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLab, type Lab } from '../namespaces/lab.ts';
import { LabAgent } from './lab-agent.ts';

const PATIENCE = { timeout: 60_000, interval: 20 };
/** Rules of each of two profiles, which say the contrary of the same frames: the first one asked decides. */
const RULES = 128;
/** The first of the EtherTypes that they look for. */
const FIRST = 0x9000;
const [PERMIT, DENY] = [1, 2];

/** The administrator is at port 1; the rules are for port 2. */
let lab: Lab;
let agent: LabAgent;

const call = (Template: string, values: object) => ({ method: 'CommonSet', params: { Template, ...values } });

/** What the first profile says of the EtherType of this number. */
const actionOf = (at: number) => (at % 2 === 0 ? DENY : PERMIT);

beforeAll(async () => {
  lab = await createLab({ ports: 2 });
  agent = new LabAgent(lab);
  await agent.start();
  for (const aclProfileId of [1, 2]) {
    const rules = Array.from({ length: RULES }, (_, at) =>
      call('aclRuleEntry', {
        aclProfileId,
        aclRuleId: at + 1,
        aclRuleEtherType: (FIRST + at).toString(16),
        aclRulePorts: '2',
        aclRuleAction: aclProfileId === 1 ? actionOf(at) : PERMIT + DENY - actionOf(at),
        RowStatus: 4,
      }),
    );
    await agent.batch([
      call('aclProfileEntry', {
        aclProfileId,
        aclProfilePlace: aclProfileId + 1,
        aclProfileUseEtherType: 1,
        RowStatus: 4,
      }),
      ...rules,
    ]);
  }
  await agent.save();
}, 180_000);

afterAll(async () => {
  await agent.stop();
  await lab.close();
}, 60_000);

/** By which profile Open vSwitch decides of frames, of all of which it decides by the same one. */
async function deciding(places: readonly number[] = [0, 1, 62, 63, 126, 127]): Promise<number> {
  const profiles = new Set<number>();
  for (const at of places) {
    const type = `0x${(FIRST + at).toString(16)}`;
    const actions = await agent.traced(`in_port=2,dl_type=${type},dl_src=02:00:00:00:00:22,dl_dst=ff:ff:ff:ff:ff:ff`);
    const action = actions === 'drop' ? DENY : PERMIT;
    profiles.add(action === actionOf(at) ? 1 : 2);
  }
  expect([...profiles]).toHaveLength(1);
  return [...profiles][0] ?? 0;
}

/** Puts the second profile behind the first one, which has place 2, or before it: that exchanges the order of all rules. */
const place = (aclProfilePlace: 1 | 3) => agent.attempt('aclProfileEntry', { aclProfileId: 2, aclProfilePlace });

/** Octets that Open vSwitch has not read yet. */
async function unread(): Promise<number> {
  const sockets = await lab.switch.exec('ss', '-x', '-H', '-n');
  return Math.max(...sockets.split('\n').map((line) => Number(/^\S+\s+\S+\s+(\d+)/.exec(line)?.[1] ?? 0)));
}

/**
 * Pauses Open vSwitch once it has received most rules, and not the end: it runs for a moment now and then until that.
 * Undefined if it was faster, and all are sent.
 */
async function stoppedAmid(told: Promise<unknown>): Promise<(() => void) | undefined> {
  let isTold = false;
  void told.then(() => {
    isTold = true;
  });
  while (!isTold) {
    const resume = agent.pause('ovs-vswitchd');
    if ((await unread()) > RULES * 64) return resume;
    resume();
    await delay(1);
  }
  return undefined;
}

test('on Open vSwitch, 256 rules whose exchange was told and not concluded when the agent died are the former ones', async () => {
  let resume: (() => void) | undefined;
  while (!resume) {
    await place(3);
    expect(await deciding()).toBe(1);
    resume = await stoppedAmid(place(1));
  }
  await agent.kill();
  resume();
  expect(await deciding()).toBe(1);
  await agent.start();
  expect(await deciding()).toBe(1);
}, 120_000);

test('on Open vSwitch, 256 rules are exchanged all at once, and are what was saved after an agent that died with them', async () => {
  void place(1);
  await expect.poll(() => deciding([127]), PATIENCE).toBe(2);
  expect(await deciding()).toBe(2);
  await agent.kill();
  expect(await deciding()).toBe(2);
  await agent.start();
  expect(await deciding()).toBe(1);
}, 120_000);
