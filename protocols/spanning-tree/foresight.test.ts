import { describe, expect, it } from 'vitest';
import type { BridgePort } from './bridge-state.ts';
import { unsettledPorts } from './foresight.ts';
import type { ProtocolName, SpanningTreePortSettings, SpanningTreeSettings } from './settings.ts';
import { TestNetwork } from './testing.ts';

/** Nine bridges in a row, the first of which is the root in all trees; a station at port 3 of each. */
function row(protocol: ProtocolName): TestNetwork {
  const network = new TestNetwork();
  for (let bridge = 1; bridge <= 9; bridge += 1) {
    const priority = bridge === 1 ? 4096 : 32_768;
    network.add({ protocol, vlans: { 10: 1 }, priorities: { 0: priority, 1: priority } });
    network.plug(bridge, 3);
    if (bridge > 1) network.connect({ bridge: bridge - 1, port: 2 }, { bridge, port: 1 });
  }
  network.run(20);
  expect(network.parts(0)).toBe(1);
  return network;
}

/** The ports that bridge `index` may close for other settings, by tree. */
function feared(network: TestNetwork, index: number, settings: Partial<SpanningTreeSettings>) {
  const bridge = network.bridge(index);
  const ports = unsettledPorts(bridge, { ...bridge.settings, ...settings });
  return Object.fromEntries([...ports].map(([tree, numbers]) => [tree, numbers.toSorted((a, b) => a - b)]));
}

/** Sets a bridge, and says whether any of its ports closed within a minute. */
function closes(network: TestNetwork, index: number, settings: Partial<SpanningTreeSettings>): boolean {
  network.configure(index, settings);
  const open = [1, 2, 3].filter((port) => network.bridge(index).ports.has(port));
  for (let tenth = 0; tenth < 600; tenth += 1) {
    if (!open.every((port) => network.port(index, port).endsWith('forwarding'))) return true;
    network.run(0.1);
  }
  return false;
}

describe('what may grow too old', () => {
  it.each([
    ['rstp', { maxAge: 6 }, { 0: [2] }],
    ['mstp', { maxHops: 6 }, { 0: [2], 1: [2] }],
  ] as const)(
    'is feared where messages of the root reach fewer bridges, and cuts the far ones off (%s)',
    (protocol, settings, ports) => {
      const network = row(protocol);
      expect(feared(network, 1, settings)).toEqual(ports);
      network.configure(1, settings);
      network.run(30);
      expect(network.parts(0)).toBe(2);
    },
  );

  it('is feared where messages come more rarely than the standard has it', () => {
    const network = row('rstp');
    expect(feared(network, 5, { helloTime: 3 })).toEqual({ 0: [1, 2] });
    expect(feared(network, 5, { helloTime: 1 })).toEqual({});
  });
});

describe('nothing is feared, and no port closes,', () => {
  it.each<[string, number, Partial<SpanningTreeSettings>]>([
    ['where messages reach fewer bridges than before, but those of another root count', 5, { maxAge: 6, maxHops: 6 }],
    ['where messages reach more', 1, { maxAge: 40, maxHops: 40 }],
    ['where they come more often', 1, { helloTime: 1 }],
    ['for a shorter forward delay', 1, { forwardDelay: 4 }],
    ['for a longer one', 1, { forwardDelay: 30 }],
    ['for fewer BPDUs at once', 5, { transmitHoldCount: 1 }],
  ])('%s', (_what, bridge, settings) => {
    const network = row('rstp');
    expect(feared(network, bridge, settings)).toEqual({});
    expect(closes(network, bridge, settings)).toBe(false);
  });

  it.each<[string, Partial<SpanningTreePortSettings>]>([
    ['for links that may have several neighbours', { pointToPoint: false }],
    ['for ports that are to be no edge any more', { edge: 'no' }],
    ['for ports that are to be one', { edge: 'yes' }],
  ])('%s', (_what, settings) => {
    const network = row('rstp');
    const changed = ({ settings: former }: BridgePort) => ({ ...former, ...settings });
    const ports = new Map([...network.bridge(5).ports].map(([number, port]) => [number, changed(port)]));
    expect(feared(network, 5, { ports })).toEqual({});
    expect(closes(network, 5, { ports })).toBe(false);
  });
});

it("a station's port is feared for where it is to be no edge any more in the same change", () => {
  const network = row('rstp');
  const priorities = new Map([[0, 0]]);
  expect(feared(network, 5, { priorities })).toEqual({ 0: [1, 2] });
  const { settings } = network.bridge(5);
  const ports = new Map([...settings.ports].map(([number, port]) => [number, { ...port, edge: 'no' as const }]));
  expect(feared(network, 5, { priorities, ports })).toEqual({ 0: [1, 2, 3] });
});
