import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compileFlows, flowChanges, noFlows } from '../../../datapath/openvswitch/pipeline/compile-flows.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { buildArp } from '../../../protocols/frames/arp.ts';
import { buildEthernet, EtherType, padFrame } from '../../../protocols/frames/ethernet.ts';
import { Bench, settled, stationOf } from '../../network/test-bench.ts';
import { dhcpSnooping } from '../dhcp-snooping/device.ts';
import { BINDINGS, dhcpSnoopingStaticBindingEntry } from '../dhcp-snooping/objects.ts';
import { arpInspection } from './device.ts';
import { arpInspPortEntry, arpInspVlanEntry } from './objects.ts';

const ports = [1, 2, 3, 4, 5, 6];
const bench = new Bench([dhcpSnooping, arpInspection]);
let directory: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'binding-cost-'));
  await bench.start(directory);
  await bench.change((configuration) => {
    let next = configuration.withRow(arpInspVlanEntry, { arpInspVlanId: 1, arpInspVlanStatus: Status.enabled });
    for (const arpInspPort of ports) next = next.withRow(arpInspPortEntry, { arpInspPort, arpInspRate: 0 });
    return next;
  });
});

afterAll(async () => {
  await bench.stop();
  rmSync(directory, { recursive: true });
});

const bound = (at: number) => ({
  ...{
    bindingVlanId: 1,
    bindingMac: `02-00-00-01-0${at >> 8}-${(at & 0xff).toString(16).padStart(2, '0')}`.toUpperCase(),
  },
  ...{ bindingIp: `10.0.${at >> 8}.${at & 0xff}`, bindingPort: 3 },
});
const ann = { bindingVlanId: 1, bindingMac: stationOf(2), bindingIp: '192.0.2.2', bindingPort: 2 };

/** Whether what the station of port 2 says of its own address arrives. */
async function isHeard(): Promise<boolean> {
  const packet = { operation: 'reply', senderMac: ann.bindingMac, senderAddress: ann.bindingIp } as const;
  const payload = buildArp({ ...packet, targetMac: ann.bindingMac, targetAddress: ann.bindingIp });
  const frame = { destination: 'FF-FF-FF-FF-FF-FF', source: ann.bindingMac, etherType: EtherType.arp };
  return (await bench.passes(2, padFrame(buildEthernet({ ...frame, payload })))).length > 0;
}

/** Changes of the datapaths by an additional binding: parts of plan and state, and flows of Open vSwitch. */
async function costOfOne(): Promise<object> {
  const before = bench.context.forwarding();
  await bench.change((configuration) => configuration.withRow(dhcpSnoopingStaticBindingEntry, ann));
  await settled();
  const after = bench.context.forwarding();
  const flows = (present: typeof before, former = noFlows) => compileFlows(present.plan, present.state, ports, former);
  const compiled = flows(before);
  const { add, remove } = flowChanges(compiled, flows(after, compiled));
  return { plan: before.plan === after.plan, state: before.state === after.state, flows: [add.length, remove.length] };
}

it('one binding of 512 changes nothing that either datapath has to be told, as the only one does, and holds at once', async () => {
  const nothing = { plan: true, state: true, flows: [0, 0] };
  expect(await isHeard()).toBe(false);
  expect(await costOfOne()).toEqual(nothing);
  expect(await isHeard()).toBe(true);
  const others = Array.from({ length: BINDINGS - 1 }, (_, at) => bound(at + 1));
  await bench.change((configuration) => configuration.withRows(dhcpSnoopingStaticBindingEntry, others));
  expect(await isHeard()).toBe(false);
  expect(await costOfOne()).toEqual(nothing);
  expect(await isHeard()).toBe(true);
});
