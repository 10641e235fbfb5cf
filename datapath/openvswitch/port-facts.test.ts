import { describe, expect, it } from 'vitest';
import type { Capability } from '../../model/hardware/capability.ts';
import type { DatapathFacts } from '../datapath.ts';
import { defaultPortPlan, emptyPlan, type PortPlan } from '../plan.ts';
import { checkAbilities, inspectPorts } from './port-facts.ts';

const facts = (energyEfficient: boolean, ...lacking: Capability[]): DatapathFacts => ({
  kind: 'openvswitch',
  ports: [{ number: 1, name: 'eth1', media: 'copper', speeds: [], pse: false, energyEfficient }],
  lacking: new Set(lacking),
  forwardingDatabaseSize: 1,
  mirrorSessions: 1,
  uncounted: new Set(),
});

describe('what a plan asks of an interface that cannot do it', () => {
  it.each<[string, Capability, Partial<PortPlan>, string]>([
    ['a speed', 'portMode', { mode: '1000F' }, 'can run in mode auto only'],
    ['flow control', 'flowControl', { flowControl: true }, 'cannot do flow control'],
    ['long frames', 'jumbo', { maximumFrame: 9000 }, 'cannot pass jumbo frames'],
    ['sleeping links', 'powerOverEthernet', { energyEfficient: true }, 'cannot do Energy-Efficient Ethernet'],
  ])('is refused by its own name: %s', (_, lacking, part, words) => {
    const plan = { ...emptyPlan, ports: new Map([[1, { ...defaultPortPlan(1n), ...part }]]) };
    expect(() => checkAbilities(plan, facts(false, lacking))).toThrow(`Port 1 (eth1) ${words}.`);
    const everything = (['portMode', 'flowControl', 'jumbo'] as const).filter((one) => one !== lacking);
    expect(() => checkAbilities(plan, facts(true, ...everything))).not.toThrow();
  });
});

it('takes 64 interfaces at most', async () => {
  const named = (count: number) => inspectPorts(Array.from({ length: count }, (_, at) => `none${at}`));
  await expect(named(65)).rejects.toThrow('A switch has at most 64 ports; 65 are named.');
  await expect(named(64)).rejects.toThrow('None of the 64 interfaces');
});
