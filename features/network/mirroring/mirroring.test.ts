import { describe, expect, it } from 'vitest';
import { portListOf } from '../../../model/values/port-list.ts';
import { factory, messagesOf, planOf } from '../testing.ts';
import { mirrorSessionEntry } from './objects.ts';

const before = factory();
type Row = Parameters<typeof before.withRow<typeof mirrorSessionEntry>>[1];

function set(...rows: Row[]) {
  return rows.reduce((configuration, row) => configuration.withRow(mirrorSessionEntry, row), before);
}

function mirrorsOf(configuration: typeof before) {
  return planOf(configuration).mirrors;
}

describe('mirroring sessions', () => {
  it('are as many as the switch has, all disabled, and copy nothing', () => {
    expect(before.rows(mirrorSessionEntry).map((row) => row.mirrorSessionStatus)).toEqual([2, 2]);
    expect(mirrorsOf(before)).toEqual(new Map());
  });

  it('copy what an enabled session says, and keep the ports of a disabled one', () => {
    const enabled: Row = { mirrorSessionId: 1, mirrorSessionStatus: 1, mirrorTargetPort: 8, mirrorIngressPorts: '1-2' };
    const after = set({ ...enabled, mirrorEgressPorts: '3' });
    expect(messagesOf(before, after)).toEqual([]);
    expect(mirrorsOf(after)).toEqual(
      new Map([[1, { session: 1, target: 8, ingress: portListOf([1, 2]), egress: portListOf([3]) }]]),
    );
    const disabled = after.withRow(mirrorSessionEntry, { mirrorSessionId: 1, mirrorSessionStatus: 2 });
    expect(mirrorsOf(disabled)).toEqual(new Map());
    expect(disabled.row(mirrorSessionEntry, { mirrorSessionId: 1 })?.mirrorIngressPorts).toBe('1-2');
  });

  it('need a source', () => {
    expect(messagesOf(before, set({ mirrorSessionId: 1, mirrorSessionStatus: 1 }))).toEqual([
      'An enabled mirroring session needs at least one ingress or egress port.',
    ]);
  });

  it('refuse a target that is a source, of the same session or of another', () => {
    const own: Row = { mirrorSessionId: 1, mirrorSessionStatus: 1, mirrorTargetPort: 4, mirrorEgressPorts: '4-5' };
    expect(messagesOf(before, set(own))).toEqual(['Port 4 is a mirroring target port.']);
    const first: Row = { mirrorSessionId: 1, mirrorSessionStatus: 1, mirrorTargetPort: 4, mirrorEgressPorts: '5' };
    const second: Row = { mirrorSessionId: 2, mirrorSessionStatus: 1, mirrorTargetPort: 6, mirrorIngressPorts: '4' };
    expect(messagesOf(before, set(first, second))).toEqual(['Port 4 is a mirroring target port.']);
    expect(messagesOf(before, set(first, { ...second, mirrorSessionStatus: 2 }))).toEqual([]);
  });

  it('refuse a target that another session uses', () => {
    const first: Row = { mirrorSessionId: 1, mirrorSessionStatus: 1, mirrorTargetPort: 4, mirrorEgressPorts: '5' };
    expect(messagesOf(before, set(first, { ...first, mirrorSessionId: 2 }))).toEqual(['The entry already exists.']);
  });

  it('refuse ports beyond the last one', () => {
    expect(messagesOf(before, set({ mirrorSessionId: 1, mirrorTargetPort: 10, mirrorIngressPorts: '10' }))).toEqual([]);
    expect(messagesOf(before, set({ mirrorSessionId: 1, mirrorTargetPort: 11 }))).toEqual([
      'Please enter an integer between 1 ~ 10',
    ]);
    expect(messagesOf(before, set({ mirrorSessionId: 1, mirrorEgressPorts: '9-11' }))).toEqual([
      'Egress Ports: ports must be within 1 ~ 10.',
    ]);
    expect(mirrorSessionEntry.fields.mirrorTargetPort.read(0).ok).toBe(false);
    expect(mirrorSessionEntry.fields.mirrorTargetPort.read(65).ok).toBe(false);
  });
});
