import { describe, expect, test } from 'vitest';
import { accessRuleKey } from '../../model/access-control/access-rule.ts';
import { attackFrame } from './attack-packets.ts';
import { type Bench, PATIENCE } from './bench.ts';
import { others } from './learning.ts';
import { buildTestFrame, stationMac } from './test-frame.ts';

const SERIAL = 0x7ff5_0000;
/** The one rule of these scenarios. */
const RULE = accessRuleKey(1, 1);
const EXPERIMENTAL = 0x88b5;
const everyFrame = { [RULE]: {} };
/** A packet from an address to itself, from any sender. */
const land = (destination = stationMac('B')) => attackFrame({ protocol: 'icmp', to: 1, destination });

/** Frames that two stages would decide about: the first one does, and the counters of the other do not change. */
export function describeStageOrder(bench: () => Bench): void {
  const hits = async () => Number((await bench().datapath.accessHits()).get(RULE) ?? 0n);
  const attacked = async () => (await bench().datapath.attackDrops()).get('land') ?? 0n;
  const unknownAt = async (port: number) => (await bench().datapath.secureSources()).unknown.get(port) ?? 0n;
  /** That the frame of an honest station at port 1 is the only one that the rule has seen since it had seen `before`. */
  const isFirstOfRule = async (before: number) => {
    await bench().passes({ port: 1, from: 'D', to: 'all' }, others(1));
    await expect.poll(async () => (await hits()) - before, PATIENCE).toBe(1);
  };

  describe('what is dropped', () => {
    test('since it claims to come from a group has been copied as received', async () => {
      await bench().begin({ mirrors: [{ target: 6, ingress: '1' }] });
      const frame = buildTestFrame({ port: 1, from: '03-AA-00-00-00-01', to: 'all' }, SERIAL);
      await bench().passesOctets(1, frame, ['6 untagged']);
    });

    test('by a trunk that does not collect is no attack', async () => {
      await bench().begin({ trunks: { 5001: '2,3' }, deniedAttacks: ['land'] });
      await bench().decide({ trunks: { 5001: { collecting: '2', distributing: '2,3' } } });
      const before = await attacked();
      await bench().passesOctets(3, land(), []);
      await bench().passesOctets(2, land(), []);
      await expect.poll(async () => (await attacked()) - before, PATIENCE).toBe(1n);
    });

    test('since its port is closed is no attack', async () => {
      await bench().begin({ deniedAttacks: ['land'] });
      await bench().decide({ access: { 2: { admits: new Set(), sends: false } } });
      const before = await attacked();
      await bench().passesOctets(2, land(), []);
      await bench().passesOctets(1, land(), []);
      await expect.poll(async () => (await attacked()) - before, PATIENCE).toBe(1n);
    });

    test('as an attack is of no storm, is no unknown source, and is asked for by no rule', async () => {
      const rates = { 1: { broadcasts: 20 } };
      await bench().begin({ deniedAttacks: ['land'], accessControl: everyFrame, secured: '1', rates });
      await bench().decide({ secureAddresses: [{ vlan: 1, port: 1, address: stationMac('D') }] });
      await bench().harness.advance(1500);
      const [before, seen] = [await unknownAt(1), await hits()];
      for (let frame = 0; frame < 60; frame += 1) await bench().harness.send(1, land('FF-FF-FF-FF-FF-FF'));
      await isFirstOfRule(seen);
      await bench().passes({ port: 1, from: 'B', to: 'C' }, []);
      await expect.poll(async () => (await unknownAt(1)) - before, PATIENCE).toBe(1n);
      expect((await hits()) - seen).toBe(1);
    });

    test('by the VLAN filter is no unknown source', async () => {
      await bench().begin({ vlans: { 10: { tagged: '2,3' } }, secured: '1' });
      const before = await unknownAt(1);
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '10' }, []);
      await bench().passes({ port: 1, from: 'A', to: 'all' }, []);
      await expect.poll(async () => (await unknownAt(1)) - before, PATIENCE).toBe(1n);
    });

    test('since it goes to a filtered address is asked for by no rule', async () => {
      await bench().begin({ destinationFilter: [stationMac('B')], accessControl: everyFrame });
      const seen = await hits();
      await bench().passes({ port: 1, from: 'A', to: 'B' }, []);
      await isFirstOfRule(seen);
    });

    test('by a rule is not handed to the agent at inspection', async () => {
      const matches = [{ etherType: EXPERIMENTAL }];
      const punts = { looked: { stage: 'inspection', action: 'copy', rate: 1000, matches } } as const;
      await bench().begin({ punts, accessControl: { [RULE]: { ports: '1', action: 'deny' } } });
      await bench().passes({ port: 1, from: 'A', to: 'all' }, []);
      await bench().passes({ port: 2, from: 'B', to: 'all' }, [...others(2), 'punted looked in 1']);
    });
  });

  test('what the agent takes out at inspection has been asked for by the rule, once, however it goes on', async () => {
    const taken = { stage: 'inspection', action: 'take', rate: 1000, matches: [{ etherType: EXPERIMENTAL }] } as const;
    await bench().begin({ punts: { taken }, accessControl: everyFrame });
    const seen = await hits();
    const frame = buildTestFrame({ port: 1, from: 'A', to: 'all' }, SERIAL + 1);
    await bench().harness.send(1, frame);
    const { punted } = await bench().harness.collect({ left: 0, punted: 1 });
    for (const one of punted) bench().datapath.resume(one);
    await bench().leave(frame, others(1));
    await expect.poll(async () => (await hits()) - seen, PATIENCE).toBe(1);
  });
}
