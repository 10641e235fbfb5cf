import { describe, expect, it } from 'vitest';
import { changesBetween } from '../../../model/configuration/change.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { wordsOfChanges } from '../../../model/configuration/told-changes.ts';
import { asWritten } from '../../../model/values/translate.ts';
import { factory } from '../testing.ts';
import { dot1qPortVlanEntry } from './objects.ts';
import { dot1qVlanStaticEntry } from './static-vlan-objects.ts';

/** Ten ports, all untagged in VLAN 1. */
const before = factory();

function withVlan(from: Configuration, vlan: number, untagged: string, tagged = ''): Configuration {
  const egress = [untagged, tagged].filter((list) => list !== '').join(',');
  return from.withRow(dot1qVlanStaticEntry, {
    dot1qVlanIndex: vlan,
    dot1qVlanStaticEgressPorts: egress,
    dot1qVlanStaticUntaggedPorts: untagged,
  });
}

function withPvid(from: Configuration, ports: readonly number[], vlan: number): Configuration {
  return ports.reduce((next, port) => next.withRow(dot1qPortVlanEntry, { dot1dBasePort: port, dot1qPvid: vlan }), from);
}

function said(from: Configuration, to: Configuration): string[] {
  return wordsOfChanges(changesBetween([dot1qVlanStaticEntry, dot1qPortVlanEntry], from, to), asWritten).map((line) =>
    line.to === '' ? line.what : `${line.what}: ${line.from} > ${line.to}`,
  );
}

describe('a change of VLANs', () => {
  const offices = withVlan(before, 20, '');
  const moved = withPvid(withVlan(withVlan(offices, 1, '1-4,9-10'), 20, '5-8'), [5, 6, 7, 8], 20);

  it('says that ports move, in place of two lists of each VLAN and the PVIDs', () => {
    expect(changesBetween([dot1qVlanStaticEntry, dot1qPortVlanEntry], offices, moved)).toHaveLength(8);
    expect(said(offices, moved)).toEqual(['Ports 5-8 move from VLAN 1 to VLAN 20, untagged']);
    expect(said(moved, offices)).toEqual(['Ports 5-8 move from VLAN 20 to VLAN 1, untagged']);
  });

  it('tells apart who moves where, and who comes or goes beside them', () => {
    const cameras = withPvid(withVlan(withVlan(withVlan(moved, 30, '4', '10'), 1, '1-2,9'), 20, '5-8'), [4], 30);
    expect(said(offices, withVlan(cameras, 20, '5-8', '10'))).toEqual([
      'Ports 3,10 leave VLAN 1',
      'VLAN 30 added',
      'Port 10 joins VLANs 20,30, tagged',
      'Port 4 moves from VLAN 1 to VLAN 30, untagged',
      'Ports 5-8 move from VLAN 1 to VLAN 20, untagged',
    ]);
  });

  it('says no move where the PVID stays, and every other PVID by itself', () => {
    const both = withVlan(withVlan(offices, 1, '1-4,9-10'), 20, '5-8');
    expect(said(offices, both)).toEqual(['Ports 5-8 leave VLAN 1', 'Ports 5-8 join VLAN 20, untagged']);
    expect(said(offices, withPvid(offices, [1, 2], 20))).toEqual(['PVID of ports 1-2: 1 > 20']);
  });

  it('says who is tagged now and who is not any more', () => {
    const tagged = withVlan(offices, 1, '1-9', '10');
    expect(said(offices, tagged)).toEqual(['Port 10 becomes tagged in VLAN 1']);
    expect(said(tagged, offices)).toEqual(['Port 10 becomes untagged in VLAN 1']);
  });

  it('does not say that ports leave a VLAN that goes, and says several VLANs at once', () => {
    const trunked = [10, 11, 12].reduce((next, vlan) => withVlan(next, vlan, '', '1-2'), before);
    expect(said(before, trunked)).toEqual(['VLANs 10-12 added', 'Ports 1-2 join VLANs 10-12, tagged']);
    expect(said(trunked, before)).toEqual(['VLANs 10-12 removed']);
  });

  it('keeps what is no membership as it is', () => {
    const named = offices.withRow(dot1qVlanStaticEntry, { dot1qVlanIndex: 20, dot1qVlanStaticName: 'Offices' });
    expect(said(offices, named)).toEqual(['VLAN Name of VLAN 20: (empty) > Offices']);
  });
});
