import { describe, expect, it } from 'vitest';
import { changesBetween } from '../../../model/configuration/change.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { factory } from '../testing.ts';
import { dot1qVlanStaticEntry } from './objects.ts';
import { touchesSession } from './session-vlan.ts';

const before = factory();
const path = { port: 3, vlan: 1 };

function changes(vlan: number, row: Partial<RowOf<typeof dot1qVlanStaticEntry>>) {
  const after = before.withRow(dot1qVlanStaticEntry, { dot1qVlanIndex: vlan, ...row });
  return changesBetween([dot1qVlanStaticEntry], before, after);
}

describe('a drawn VLAN and the session that draws it', () => {
  it('touch where the session’s port leaves its VLAN or gets a tag there', () => {
    expect(touchesSession(changes(1, { dot1qVlanStaticEgressPorts: '1-2' }), path, true)).toBe(true);
    expect(touchesSession(changes(1, { dot1qVlanStaticUntaggedPorts: '1-2' }), path, false)).toBe(true);
    expect(touchesSession(changes(1, { dot1qVlanStaticUntaggedPorts: '1-9' }), path, true)).toBe(false);
  });

  it('touch where the port moves to another VLAN, PVID and all', () => {
    const added = changes(20, { dot1qVlanStaticEgressPorts: '3', dot1qVlanStaticUntaggedPorts: '3' });
    expect(touchesSession(added, path, true)).toBe(true);
    expect(touchesSession(added, path, false)).toBe(false);
  });

  it('do not touch where the session comes in past the ports', () => {
    expect(touchesSession(changes(1, { dot1qVlanStaticEgressPorts: '' }), undefined, true)).toBe(false);
  });
});
