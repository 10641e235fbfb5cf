import { describe, expect, it } from 'vitest';
import type { RoleTold, TreeMessage } from './bpdu.ts';
import { bridgeIdentifier } from './bridge-identifier.ts';
import { TestNetwork } from './testing.ts';

/**
 * A region of three bridges in a row, the first and the last with a cable to one that is the root of all. The way out of the
 * region is by the first; its first bridge is the root of instance 1, too.
 */
function regionWithTwoWaysOut() {
  const network = new TestNetwork();
  const vlans = { 10: 1 };
  const outside = network.add({ protocol: 'rstp', priorities: { 0: 0 } });
  const first = network.add({ protocol: 'mstp', vlans, priorities: { 0: 4096, 1: 4096 } });
  const middle = network.add({ protocol: 'mstp', vlans });
  const last = network.add({ protocol: 'mstp', vlans });
  const wayOut = network.connect({ bridge: outside, port: 1 }, { bridge: first, port: 1 });
  network.connect({ bridge: outside, port: 2 }, { bridge: last, port: 1 });
  network.connect({ bridge: first, port: 2 }, { bridge: middle, port: 1 });
  network.connect({ bridge: middle, port: 2 }, { bridge: last, port: 2 });
  network.run(10);
  return { network, first, middle, last, wayOut };
}

describe('DESIGNATED_AGREED', () => {
  it('tells a root port that all beyond it are in step', () => {
    const { network, middle, last } = regionWithTwoWaysOut();
    for (const [bridge, port] of [
      [middle, 1],
      [last, 2],
    ] as const) {
      const at = network.bridge(bridge).trees.get(1)?.ports.get(port);
      expect(at).toMatchObject({ role: 'root', agreed: true, synced: true });
    }
  });

  it('has a master port open as soon as the whole region knows of the new way out', () => {
    const { network, first, last, wayOut } = regionWithTwoWaysOut();
    expect(network.port(first, 1, 1)).toBe('master forwarding');
    expect(network.port(last, 1, 1)).toBe('alternate discarding');
    network.cut(wayOut);
    network.run(0.1);
    expect(network.port(last, 1, 1)).toBe('master forwarding');
    expect(network.parts(1)).toBe(1);
  });
});

describe('syncMaster', () => {
  it('closes the ways into the region until all there agree to the new way out, also where its bridge is the same', () => {
    const { network, first, wayOut } = regionWithTwoWaysOut();
    expect(network.port(first, 2, 1)).toBe('designated forwarding');
    network.cut(wayOut);
    expect(network.port(first, 2, 1)).toBe('designated discarding');
    network.run(0.1);
    expect(network.port(first, 2, 1)).toBe('designated forwarding');
  });
});

describe('ROOT_DISCARD', () => {
  it('closes a root port at which another takes itself for designated and does not listen, for a while', () => {
    const network = new TestNetwork();
    const root = network.add({ priorities: { 0: 0 } });
    const leaf = network.add();
    network.connect({ bridge: root, port: 1 }, { bridge: leaf, port: 1 });
    network.run(10);
    expect(network.port(leaf, 1)).toBe('root forwarding');
    const deaf = bridgeIdentifier(61_440, 0, '02-00-00-00-00-99');
    const bpdu = { ...message('designated'), root: deaf, bridge: deaf, learning: true };
    network.tell(leaf, { kind: 'bpdu', port: 1, bpdu });
    expect(network.port(leaf, 1)).toBe('root discarding');
    network.run(5.9);
    expect(network.port(leaf, 1)).toBe('root discarding');
    // It does not yet have the other ports close for it, either.
    expect(network.bridge(leaf).cist.ports.get(1)?.reRoot).toBe(false);
    network.run(15);
    expect(network.port(leaf, 1)).toBe('root forwarding');
  });

  it('is not for what was disputed while the port was kept in reserve', () => {
    const network = new TestNetwork();
    const root = network.add({ priorities: { 0: 0 } });
    const leaf = network.add();
    const wayUp = network.connect({ bridge: root, port: 1 }, { bridge: leaf, port: 1 });
    network.connect({ bridge: root, port: 2 }, { bridge: leaf, port: 2 });
    network.run(10);
    const deaf = bridgeIdentifier(61_440, 0, '02-00-00-00-00-98');
    const bpdu = { ...message('designated'), root: deaf, bridge: deaf, learning: true };
    network.tell(leaf, { kind: 'bpdu', port: 2, bpdu });
    network.run(10);
    network.cut(wayUp);
    network.run(0.1);
    expect(network.port(leaf, 2)).toBe('root forwarding');
  });
});

describe('a root port', () => {
  it('is the one with the lowest priority of those that hear the same, and then the lowest number', () => {
    const network = new TestNetwork();
    const leaf = network.add();
    const top = bridgeIdentifier(0, 0, '02-00-00-00-00-96');
    const bpdu = { ...message('designated'), root: top, bridge: top, learning: true, forwarding: true };
    const tree = (priority: number) => ({ trees: new Map([[0, { priority, internalCost: 20_000 }]]) });
    for (const [port, priority] of [
      [1, 128],
      [2, 128],
      [3, 16],
    ] as const) {
      network.plug(leaf, port, tree(priority));
      network.tell(leaf, { kind: 'bpdu', port, bpdu });
    }
    const roots = () => [1, 2, 3].map((port) => network.port(leaf, port)?.split(' ')[0]);
    expect(roots()).toEqual(['alternate', 'alternate', 'root']);
    network.plug(leaf, 3, tree(240));
    expect(roots()).toEqual(['root', 'alternate', 'alternate']);
  });
});

describe('an agreement', () => {
  /*
   * No message says which one it answers. So a designated port that hears a root port's agreement with a vector no better than
   * its own takes it (rcvInfo, 13.29.12: InferiorRootAlternateInfo; Port Information, 13.35: NOT_DESIGNATED; recordAgreement,
   * 13.29.15: agreed), and opens at once (Port Role Transitions, 13.37: DESIGNATED_LEARN, DESIGNATED_FORWARD), also where the
   * other has become a designated port since, and took such a one of this port in the same way. Both are open until the next
   * message, which is under way already, makes one of them the root port's reserve.
   */
  it('that crossed another opens a port until the next message comes, as the standard has it', () => {
    const network = new TestNetwork();
    const root = network.add({ priorities: { 0: 0 } });
    const a = network.add();
    network.connect({ bridge: root, port: 1 }, { bridge: a, port: 1 });
    network.plug(a, 2, { edge: 'no' });
    network.run(1);
    const other = bridgeIdentifier(4096, 0, '02-00-00-00-00-97');
    const top = network.bridge(a).cist.rootPriority.root;
    const fromOther = { root: top, bridge: other, messageAge: 1 };
    expect(network.port(a, 2)).toBe('designated discarding');
    const agreed = { ...message('root'), ...fromOther, externalCost: 40_000, agreement: true, learning: true };
    network.tell(a, { kind: 'bpdu', port: 2, bpdu: agreed });
    expect(network.port(a, 2)).toBe('designated forwarding');
    const next = { ...message('designated'), ...fromOther, externalCost: 20_000, proposal: true };
    network.tell(a, { kind: 'bpdu', port: 2, bpdu: next });
    expect(network.port(a, 2)).toBe('alternate discarding');
  });

  it('is no answer to what the port could not say yet, as it had sent as many BPDUs as it may', () => {
    const network = new TestNetwork();
    const a = network.add();
    network.plug(a, 1, { edge: 'no' });
    const agree = (own: string) => {
      const bpdu = { ...message('root'), root: own, externalCost: 20_000, agreement: true };
      network.tell(a, { kind: 'bpdu', port: 1, bpdu });
    };
    const own = () => network.bridge(a).cist.rootPriority.root;
    for (let priority = 0; priority < 8; priority += 1) {
      network.configure(a, { priorities: new Map([[0, 32_768 + 4096 * (priority % 2)]]) });
    }
    agree(own());
    expect(network.port(a, 1)).toBe('designated discarding');
    network.run(1);
    agree(own());
    expect(network.port(a, 1)).toBe('designated forwarding');
  });

  it('of an instance holds for the way out of the region that it was told with', () => {
    const { network, last } = regionWithTwoWaysOut();
    const { cist, ports } = network.bridge(last);
    const at = ports.get(2)?.trees.get(1);
    const { root, regionalRoot, designatedBridge } = cist.ports.get(2)?.portPriority ?? cist.rootPriority;
    const above = at?.portPriority.regionalRoot ?? '';
    const hear = (externalCost: number) =>
      network.tell(last, {
        kind: 'bpdu',
        port: 2,
        bpdu: {
          ...message('designated'),
          ...{ root, externalCost, bridge: regionalRoot, port: 0x8002, messageAge: 1 },
          regional: {
            region: network.bridge(last).settings.region,
            internalCost: 20_000,
            bridge: designatedBridge,
            remainingHops: 19,
            instances: [
              {
                ...message('designated'),
                ...{ agreement: true, master: true, regionalRoot: above, internalCost: 20_000, remainingHops: 19 },
                ...{ bridgePriority: 0x8000, portPriority: 0x80 },
              },
            ],
          },
        },
      });
    hear(20_000);
    expect(at).toMatchObject({ role: 'root', agreed: true });
    // The way out is by now so expensive that this bridge has a better one itself, which its neighbor did not agree to.
    hear(100_000);
    expect(network.port(last, 1, 1)).toBe('master discarding');
    expect(at).toMatchObject({ role: 'root', agreed: false, synced: false });
  });
});

/** An RST BPDU that says nothing but the sender's role. */
function message(role: RoleTold): TreeMessage {
  return {
    kind: 'rapid',
    role,
    topologyChange: false,
    proposal: false,
    learning: false,
    forwarding: false,
    agreement: false,
    acknowledgment: false,
    root: '',
    externalCost: 0,
    bridge: '',
    port: 0x8001,
    messageAge: 0,
    maxAge: 20,
    helloTime: 2,
    forwardDelay: 15,
  };
}
