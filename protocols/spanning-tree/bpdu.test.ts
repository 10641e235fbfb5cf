import { describe, expect, it } from 'vitest';
import { framesToTry, patience, seed } from '../random-frames.ts';
import type { Bpdu, TreeMessage } from './bpdu.ts';
import { buildBpduFrame, parseBpduFrame } from './bpdu-frame.ts';
import { buildBpdu } from './build-bpdu.ts';
import { configurationDigest } from './configuration-digest.ts';
import { parseBpdu } from './parse-bpdu.ts';
import { automaticPathCost } from './path-cost.ts';
import { stepSpanningTree } from './spanning-tree.ts';
import { TestNetwork } from './testing.ts';

const FRAMES = framesToTry(5000);

const rapid: TreeMessage = {
  kind: 'rapid',
  role: 'designated',
  topologyChange: false,
  proposal: true,
  learning: true,
  forwarding: false,
  agreement: false,
  acknowledgment: false,
  root: '1000020000000009',
  externalCost: 20_000,
  bridge: '8000020000000002',
  port: 0x8003,
  messageAge: 1,
  maxAge: 20,
  helloTime: 2,
  forwardDelay: 15,
};

const multiple: TreeMessage = {
  ...rapid,
  regional: {
    region: { name: 'campus', revision: 7, digest: configurationDigest(new Map([[10, 1]])) },
    internalCost: 200_000,
    bridge: '8000020000000004',
    remainingHops: 19,
    instances: [
      {
        topologyChange: true,
        proposal: false,
        role: 'root',
        learning: true,
        forwarding: true,
        agreement: true,
        master: false,
        regionalRoot: '1001020000000009',
        internalCost: 400,
        bridgePriority: 0x8000,
        portPriority: 0x80,
        remainingHops: 18,
      },
    ],
  },
};

describe('the configuration digest', () => {
  it('of no instances is that of the standard', () => {
    expect(configurationDigest(new Map())).toBe('AC36177F50283CD4B83821D8AB26DE62');
  });

  it('of every VLAN in instance 1 is that of the standard', () => {
    const all = new Map(Array.from({ length: 4094 }, (_, at): [number, number] => [at + 1, 1]));
    expect(configurationDigest(all)).toBe('E13A80F11ED0856ACD4EE3476941C73B');
  });
});

describe('a BPDU', () => {
  it('is read as it was written', () => {
    const old: Bpdu = {
      ...rapid,
      kind: 'configuration',
      proposal: false,
      learning: false,
      topologyChange: true,
      acknowledgment: true,
    };
    for (const bpdu of [rapid, multiple, old, { kind: 'notification' } as const]) {
      expect(parseBpduFrame(buildBpduFrame('02-00-00-00-00-02', bpdu))).toEqual(bpdu);
    }
  });

  it('has the octets of the standard', () => {
    const hex = Buffer.from(buildBpdu(rapid)).toString('hex');
    expect(hex).toBe('000002021e100002000000000900004e2080000200000000028003010014000200' + '0f0000');
    expect(buildBpdu(multiple)).toHaveLength(118);
  });

  it('that is no whole MST BPDU is read as an RST BPDU', () => {
    const octets = buildBpdu(multiple);
    octets[37] = 81;
    expect(parseBpdu(octets)).toEqual({ ...rapid });
    expect(parseBpdu(buildBpdu(multiple).subarray(0, 100))).toEqual({ ...rapid });
  });

  it('of STP is discarded where it is as old as it may be', () => {
    const old: Bpdu = { ...rapid, kind: 'configuration', messageAge: 20 };
    expect(parseBpdu(buildBpdu(old))).toBeUndefined();
    expect(parseBpdu(buildBpdu(rapid).subarray(0, 35))).toBeUndefined();
  });
});

describe('the path cost', () => {
  it('follows the speed', () => {
    expect([10, 100, 1000, 10_000, 3000].map((speed) => automaticPathCost(speed, 32))).toEqual([
      2_000_000, 200_000, 20_000, 2000, 6666,
    ]);
    expect([10, 100, 1000, 10_000].map((speed) => automaticPathCost(speed, 16))).toEqual([100, 19, 4, 2]);
  });
});

describe(`mutated BPDUs (FACEPLATE_SEED=${seed})`, () => {
  it(
    'break no bridge',
    () => {
      let state = seed;
      const upTo = (end: number) => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return Math.floor((state / 2 ** 32) * end);
      };
      const network = new TestNetwork();
      const index = network.add({ protocol: 'mstp', vlans: { 10: 1, 20: 2 }, region: 'campus' });
      for (const port of [1, 2, 3, 4]) network.plug(index, port);
      let bridge = network.bridge(index);
      let now = 0;
      const samples = [rapid, multiple, { kind: 'notification' } as const].map(buildBpdu);
      for (let run = 0; run < FRAMES; run += 1) {
        const octets = (samples[upTo(samples.length)] ?? new Uint8Array()).slice();
        for (let flips = upTo(6); flips > 0; flips -= 1) octets[upTo(octets.length)] = upTo(256);
        const bpdu = parseBpdu(octets.subarray(0, octets.length - (upTo(4) === 0 ? upTo(20) : 0)));
        now += upTo(700);
        const event = bpdu ? ({ kind: 'bpdu', port: 1 + upTo(4), bpdu } as const) : ({ kind: 'wake' } as const);
        const step = stepSpanningTree(bridge, event, now);
        bridge = step.bridge;
        expect(step.send.length).toBeLessThanOrEqual(24);
        for (const tree of bridge.trees.values()) {
          for (const at of tree.ports.values()) expect(at.forwarding && !at.learning).toBe(false);
        }
      }
      expect(bridge.trees.size).toBe(3);
      expect(bridge.ports.size).toBe(4);
    },
    patience(FRAMES),
  );
});
