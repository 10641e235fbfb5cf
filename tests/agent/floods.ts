import { buildEthernet, EtherType, padFrame } from '../../protocols/frames/ethernet.ts';
import { AttributeEvent, buildGvrp } from '../../protocols/gvrp/pdu.ts';
import { buildLacpdu } from '../../protocols/lacp/lacpdu.ts';
import { neighbourFrame } from '../../protocols/lldp/testing.ts';
import { igmp, mld } from '../../protocols/multicast-snooping/family.ts';
import type { TreeMessage } from '../../protocols/spanning-tree/bpdu.ts';
import { buildBpduFrame } from '../../protocols/spanning-tree/bpdu-frame.ts';

/** What a root of the spanning tree says. */
export const rootBpdu: TreeMessage = {
  kind: 'rapid',
  role: 'designated',
  topologyChange: false,
  proposal: true,
  learning: true,
  forwarding: true,
  agreement: false,
  acknowledgment: false,
  root: '1000020000000009',
  externalCost: 0,
  bridge: '1000020000000009',
  port: 0x8001,
  messageAge: 0,
  maxAge: 20,
  helloTime: 2,
  forwardDelay: 15,
};

const hex = (value: number, digits: number) => value.toString(16).toUpperCase().padStart(digits, '0');
const macOf = (value: number) => `02-FF-${hex(value, 8).match(/../g)?.join('-')}`;

/** What an attacker sends as frame `n`. */
export const floods = {
  'BPDUs of changing roots': (n: number) => {
    const bridge = `${hex(n % 2 === 0 ? 0x0000 : 0xf000, 4)}02FF${hex(n % 5000, 8)}`;
    return buildBpduFrame(macOf(n), { ...rootBpdu, root: bridge, bridge, topologyChange: true });
  },
  'topology changes': () => buildBpduFrame(macOf(1), { kind: 'notification' }),
  'LACPDUs of changing partners': (n: number) => {
    const party = { systemPriority: n % 3, system: macOf(n), key: n % 7, portPriority: 0, port: n % 9, state: 0x3f };
    return buildLacpdu(macOf(n), party, { ...party, system: '02-00-00-00-00-01' });
  },
  'LLDP of ever new chassis': (n: number) => neighbourFrame(`liar ${n}`),
  'GVRP of every VLAN': (n: number) => {
    const first = 1 + ((n * 200) % 4094);
    const attributes = Array.from({ length: 200 }, (_, at) => ({
      event: AttributeEvent.joinIn,
      vlan: 1 + ((first + at) % 4094),
    }));
    return buildGvrp(macOf(1), attributes)[0] ?? new Uint8Array();
  },
  'IGMP reports of distinct groups': (n: number) =>
    padFrame(
      igmp.build(
        { kind: 'report', version: 2, group: `235.${(n >> 16) & 127}.${(n >> 8) & 255}.${n & 255}` },
        { mac: macOf(1), address: '192.0.2.5' },
      ),
    ),
  'MLD reports of distinct groups': (n: number) =>
    mld.build(
      { kind: 'report', version: 1, group: `ff1e::${hex(n & 0xffff, 1).toLowerCase()}` },
      { mac: macOf(1), address: 'fe80::5' },
    ),
  'loop probes in the name of the switch': (n: number) =>
    buildEthernet({
      destination: 'CF-00-00-00-00-00',
      source: '02-00-00-00-00-01',
      etherType: EtherType.loopback,
      payload: new Uint8Array(60).fill(n & 255),
    }),
} satisfies Readonly<Record<string, (n: number) => Uint8Array>>;
