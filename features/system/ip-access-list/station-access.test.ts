import { describe, expect, test } from 'vitest';
import { ipFrame } from '../../../datapath/contract/ip-frames.ts';
import { OWN_MAC, ownInterface } from '../../../datapath/contract/test-plan.ts';
import { StationAccess, TURNED_AWAY } from '../../../datapath/station-access.ts';
import type { ServicePorts } from '../../../device/service-places.ts';
import { Configuration } from '../../../model/configuration/configuration.ts';
import type { Hardware } from '../../../model/hardware/hardware.ts';
import { IpProtocol } from '../../../protocols/frames/ipv4.ts';
import { sslCtrl } from '../ssl/objects.ts';
import { ipAccessListCtrl, ipAccessListEntry } from './objects.ts';
import { stationAccess } from './station-access.ts';

const OWN = '192.0.2.1';
const ports: ServicePorts = { console: 443, portFor: (port) => port };
// None of it is asked for.
const hardware = {} as Hardware;

const row = (network: string, ipAccessPortList: string, ipAccessServices = 31) => {
  const [ipAccessAddr = '', prefix] = network.split('/');
  return { ipAccessAddr, ipAccessPrefixLength: Number(prefix), ipAccessServices, ipAccessPortList };
};

function compiled(base: Configuration, ...rows: ReturnType<typeof row>[]) {
  let configuration = base.withGroup(ipAccessListCtrl, { ipAccessListState: 1 });
  for (const one of rows) configuration = configuration.withRow(ipAccessListEntry, one);
  // There is one slot that it uses.
  return stationAccess.compile(configuration, hardware, { get: <Value>() => ports as Value });
}

/** The ports of six by which a packet of TCP, or to SNMP's port of UDP, is taken from a station. */
function letIn(part: ReturnType<typeof compiled>, source: string, destinationPort: number): number[] {
  const interfaces = new Map([[1, ownInterface(1, [{ address: OWN, prefix: 24 }])]]);
  const entries = [...(part.stationAccess ?? [])].flatMap(([key, entry]) => (entry ? [[key, entry] as const] : []));
  const access = new StationAccess({ interfaces, stationAccess: new Map(entries) });
  const protocol = destinationPort === 161 ? IpProtocol.udp : IpProtocol.tcp;
  const frame = ipFrame({ to: OWN_MAC, source, destination: OWN, protocol, destinationPort });
  return [1, 2, 3, 4, 5, 6].filter((port) => !access.turnsAway(frame, 1, port));
}

const everywhere = [1, 2, 3, 4, 5, 6];

describe('the ports of permitted addresses', () => {
  test('are asked of no packet where no address names any, or the list is off', () => {
    expect(compiled(Configuration.empty, row('192.0.2.0/24', ''))).toEqual({});
    const off = Configuration.empty.withRow(ipAccessListEntry, row('192.0.2.0/24', '1'));
    expect(stationAccess.compile(off, hardware, { get: <Value>() => ports as Value })).toEqual({});
  });

  test('hold for the services of the address, each at its port, and for what it names alone', () => {
    const part = compiled(Configuration.empty, row('192.0.2.0/24', '2-3'));
    for (const port of [443, 22, 23, 161]) expect(letIn(part, '192.0.2.9', port)).toEqual([2, 3]);
    expect(letIn(part, '192.0.2.9', 80)).toEqual(everywhere);
    // A client that is not listed is refused by the services, with a message.
    expect(letIn(part, '198.51.100.9', 443)).toEqual(everywhere);
    expect(part.punts?.get(TURNED_AWAY)).toMatchObject({ stage: 'delivery', action: 'take', matches: [] });
  });

  test('of a network hold for a station in it beside its own, and for no other', () => {
    const part = compiled(
      Configuration.empty,
      row('192.0.2.0/24', '1'),
      row('192.0.2.9/32', '4'),
      row('0.0.0.0/1', '6'),
    );
    expect(letIn(part, '192.0.2.9', 22)).toEqual([1, 4]);
    expect(letIn(part, '192.0.2.8', 22)).toEqual([1]);
    expect(letIn(part, '10.0.0.1', 22)).toEqual([6]);
    const open = compiled(Configuration.empty, row('192.0.2.0/24', ''), row('192.0.2.9/32', '4'));
    expect(letIn(open, '192.0.2.9', 22)).toEqual(everywhere);
  });

  test('are those of the service that is asked for', () => {
    const part = compiled(Configuration.empty, row('192.0.2.0/24', '', 0b00001), row('192.0.2.9/32', '4', 0b10001));
    expect(letIn(part, '192.0.2.9', 161)).toEqual(everywhere);
    expect(letIn(part, '192.0.2.9', 22)).toEqual([4]);
    expect(letIn(part, '192.0.2.9', 23)).toEqual(everywhere);
  });

  test('are asked of HTTPS where it has moved to', () => {
    const part = compiled(Configuration.empty.withGroup(sslCtrl, { sslPort: 8443 }), row('192.0.2.9/32', '4', 0b01000));
    expect(letIn(part, '192.0.2.9', 8443)).toEqual([4]);
    expect(letIn(part, '192.0.2.9', 443)).toEqual(everywhere);
  });
});
