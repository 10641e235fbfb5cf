import { describe, expect, it, vi } from 'vitest';
import { Configuration } from '../model/configuration/configuration.ts';
import { wordsOfChanges } from '../model/configuration/told-changes.ts';
import { portBit, portListOf } from '../model/values/port-list.ts';
import { asWritten } from '../model/values/translate.ts';
import { factory, messagesOf } from './network/testing.ts';
import { dot1qPortVlanEntry } from './network/vlan/objects.ts';
import { dot1qVlanStaticEntry } from './network/vlan/static-vlan-objects.ts';
import { Painter, painted, paintedChanges, readPasted, type Stroke, stateOf, strokesOf } from './vlan-painting.ts';

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

describe('a painter', () => {
  it('paints new strokes alone, and comes to the same', () => {
    const strokes = [stroke(20, [5, 6], 'untagged'), stroke(30, [5], 'untagged'), stroke(20, [6], 'tagged')];
    const painter = new Painter();
    const asked = vi.spyOn(Configuration.prototype, 'rowMap');
    const afters = strokes.map((_, at) => painter.paint(before, strokes.slice(0, at + 1)));
    const one = asked.mock.calls.length;
    painter.paint(before, [...strokes, stroke(99, [1], 'tagged')]);
    // A VLAN that is gone: the strokes before are not painted again.
    expect(asked.mock.calls.length - one).toBeLessThanOrEqual(2);
    asked.mockRestore();
    for (const [at, after] of afters.entries()) {
      expect(paintedChanges(after, painted(before, strokes.slice(0, at + 1)))).toEqual([]);
    }
    expect(painter.paint(before, [])).toBe(before);
    expect(stateOf(painter.paint(before, strokes.slice(1)), 20, 5)).toBe('none');
  });

  it('paints everything again on VLANs that have changed meanwhile', () => {
    const strokes = [stroke(20, [5], 'tagged')];
    const painter = new Painter();
    painter.paint(before, strokes);
    const since = painted(before, [stroke(30, [6], 'tagged')]);
    const after = painter.paint(since, [...strokes, stroke(20, [7], 'tagged')]);
    expect([stateOf(after, 20, 5), stateOf(after, 20, 7), stateOf(after, 30, 6)]).toEqual([
      'tagged',
      'tagged',
      'tagged',
    ]);
  });
});

it('makes of a pasted table a stroke for each VLAN and state, whatever its size', () => {
  const cells = Array.from({ length: 5000 }, () => Array.from({ length: 50 }, () => 'untagged' as const));
  const strokes = strokesOf(cells, [2, 3].map(portBit), [20, 30]);
  expect(strokes).toEqual([stroke(20, [2, 3], 'untagged'), stroke(30, [2, 3], 'untagged')]);
  expect(strokesOf(readPasted('T\tU\n-\tx'), [2, 3].map(portBit), [20, 30])).toEqual([
    stroke(20, [2], 'tagged'),
    stroke(20, [3], 'none'),
    stroke(30, [2], 'untagged'),
  ]);
});

it('reads cells of a spreadsheet, and no others', () => {
  expect(readPasted('U\tT\t-\r\n\tx\tu\n')).toEqual([
    ['untagged', 'tagged', 'none'],
    ['none', undefined, 'untagged'],
  ]);
});
