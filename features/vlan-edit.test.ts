import { describe, expect, it } from 'vitest';
import { changesBetween } from '../model/configuration/change.ts';
import type { Configuration } from '../model/configuration/configuration.ts';
import { wordsOfChanges } from '../model/configuration/told-changes.ts';
import { NO_PORTS, portListOf } from '../model/values/port-list.ts';
import { asWritten } from '../model/values/translate.ts';
import { factory, messagesOf } from './network/testing.ts';
import { dot1qPortVlanEntry, dot1qVlan } from './network/vlan/objects.ts';
import { dot1qVlanStaticEntry } from './network/vlan/static-vlan-objects.ts';
import { alongWith } from './vlan-changes.ts';
import { type VlanDraft, withVlan } from './vlan-edit.ts';

const before = factory();
const cameras: VlanDraft = {
  vlan: 20,
  name: 'cameras',
  untagged: portListOf([1, 2, 3, 4]),
  tagged: portListOf([9]),
  setPvid: true,
};

function pvids(configuration: Configuration): number[] {
  return configuration.rows(dot1qPortVlanEntry).map((row) => row.dot1qPvid);
}

function rowOf(configuration: Configuration, vlan: number) {
  return configuration.row(dot1qVlanStaticEntry, { dot1qVlanIndex: vlan });
}

function wordsOf(from: Configuration, to: Configuration): string[] {
  return wordsOfChanges(changesBetween([dot1qVlanStaticEntry, dot1qPortVlanEntry], from, to), asWritten).map((line) =>
    line.from || line.to ? `${line.what}: ${line.from} > ${line.to}` : line.what,
  );
}

describe('drawing a VLAN', () => {
  it('moves untagged ports here with their PVID, in a change that the switch accepts', () => {
    const after = withVlan(before, cameras);
    expect(rowOf(after, 20)).toMatchObject({
      dot1qVlanStaticEgressPorts: '1-4,9',
      dot1qVlanStaticUntaggedPorts: '1-4',
    });
    expect(rowOf(after, 1)).toMatchObject({ dot1qVlanStaticEgressPorts: '5-10', dot1qVlanStaticUntaggedPorts: '5-10' });
    expect(pvids(after)).toEqual([20, 20, 20, 20, 1, 1, 1, 1, 1, 1]);
    expect(messagesOf(before, after)).toEqual([]);
    expect(wordsOf(before, after)).toEqual([
      'VLAN 20 added',
      'Port 9 joins VLAN 20, tagged',
      'Ports 1-4 move from VLAN 1 to VLAN 20, untagged',
    ]);
  });

  it('gives ports that are taken out back to the default VLAN', () => {
    const used = withVlan(before, cameras);
    const after = withVlan(used, { ...cameras, untagged: portListOf([1, 2]), tagged: NO_PORTS });
    expect(pvids(after).slice(0, 4)).toEqual([20, 20, 1, 1]);
    expect(rowOf(after, 1)?.dot1qVlanStaticUntaggedPorts).toBe('3-10');
    expect(messagesOf(used, after)).toEqual([]);
  });

  it('keeps ports where they are else untagged, under asymmetric VLAN', () => {
    const asymmetric = before.withGroup(dot1qVlan, { dot1qConstraintTypeDefault: 2, asymmetricVlanStatus: 1 });
    const used = withVlan(asymmetric, cameras);
    expect(rowOf(used, 1)?.dot1qVlanStaticUntaggedPorts).toBe('1-10');
    const after = withVlan(used, { ...cameras, untagged: NO_PORTS });
    expect(pvids(after)).toEqual(pvids(before));
    expect(wordsOf(used, after)).toEqual(['Ports 1-4 leave VLAN 20', 'PVID of ports 1-4: 20 > 1']);
  });

  it('changes that VLAN alone where PVIDs are to stay', () => {
    const after = withVlan(before, { ...cameras, setPvid: false });
    expect(pvids(after)).toEqual(pvids(before));
    expect(alongWith(20, before, after)).toEqual({ calls: [], changes: [] });
    expect(messagesOf(before, after)).toHaveLength(1);
  });

  it('changes nothing when nothing was drawn', () => {
    const used = withVlan(before, cameras);
    expect(withVlan(used, cameras)).toBe(used);
  });

  it('sends one call a row, with the columns that changed', () => {
    const [vlan, port, ...more] = alongWith(20, before, withVlan(before, cameras)).calls;
    expect(vlan?.params).toEqual({
      Template: 'dot1qVlanStaticEntry',
      dot1qVlanIndex: 1,
      dot1qVlanStaticEgressPorts: '5-10',
      dot1qVlanStaticUntaggedPorts: '5-10',
    });
    expect(port?.params).toEqual({ Template: 'dot1qPortVlanEntry', dot1dBasePort: 1, dot1qPvid: 20 });
    expect(more).toHaveLength(3);
  });
});
