import { describe, expect, it } from 'vitest';
import { wordsOfChanges } from '../../../model/configuration/told-changes.ts';
import { portListOf } from '../../../model/values/port-list.ts';
import { asWritten } from '../../../model/values/translate.ts';
import { factory, messagesOf } from '../testing.ts';
import { dot1qPortVlanEntry } from './objects.ts';
import { dot1qVlanStaticEntry } from './static-vlan-objects.ts';
import { painted, paintedChanges, readPasted, type Stroke, stateOf } from './vlan-painting.ts';

const row = (vlan: number, forbidden = '') => ({
  dot1qVlanIndex: vlan,
  dot1qVlanStaticName: `vlan ${vlan}`,
  dot1qVlanForbiddenEgressPorts: forbidden,
});
const before = factory().withRow(dot1qVlanStaticEntry, row(20)).withRow(dot1qVlanStaticEntry, row(30, '2'));

const stroke = (vlan: number, ports: readonly number[], state: Stroke['state']): Stroke => ({
  vlan,
  ports: portListOf(ports),
  state,
});
const wordsOf = (strokes: readonly Stroke[]) => {
  const after = painted(before, strokes);
  expect(messagesOf(before, after)).toEqual([]);
  return wordsOfChanges(paintedChanges(before, after), asWritten).map(({ what }) => what);
};

describe('painted membership', () => {
  it('moves a port that becomes untagged, with its PVID, and adds tagged ones beside', () => {
    expect(wordsOf([stroke(20, [5, 6], 'untagged'), stroke(30, [5], 'tagged')])).toEqual([
      'Port 5 joins VLAN 30, tagged',
      'Ports 5-6 move from VLAN 1 to VLAN 20, untagged',
    ]);
  });

  it('comes to nothing when everything is painted back', () => {
    const strokes = [stroke(20, [5], 'untagged'), stroke(20, [5], 'none')];
    expect(wordsOf(strokes)).toEqual([]);
    expect(painted(before, strokes).row(dot1qPortVlanEntry, { dot1dBasePort: 5 })?.dot1qPvid).toBe(1);
  });

  it('keeps the last of two untagged VLANs', () => {
    const after = painted(before, [stroke(20, [7], 'untagged'), stroke(30, [7], 'untagged')]);
    expect([1, 20, 30].map((vlan) => stateOf(after, vlan, 7))).toEqual(['none', 'none', 'untagged']);
  });

  it('leaves out forbidden ports and VLANs that are gone', () => {
    expect(wordsOf([stroke(30, [2, 3], 'tagged'), stroke(99, [3], 'tagged')])).toEqual([
      'Port 3 joins VLAN 30, tagged',
    ]);
  });
});

it('reads cells of a spreadsheet, and no others', () => {
  expect(readPasted('U\tT\t-\r\n\tx\tu\n')).toEqual([
    ['untagged', 'tagged', 'none'],
    ['none', undefined, 'untagged'],
  ]);
});
