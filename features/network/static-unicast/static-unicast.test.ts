import { describe, expect, it } from 'vitest';
import { mirrorSessionEntry } from '../mirroring/objects.ts';
import { factory, messagesOf, planOf, problemsOf, testHardware } from '../testing.ts';
import { dot1qVlan } from '../vlan/objects.ts';
import { dot1qVlanStaticEntry } from '../vlan/static-vlan-objects.ts';
import { dot1qStaticUnicastEntry } from './objects.ts';

const mac = '00-11-22-33-44-55';
const before = factory().withRow(dot1qVlanStaticEntry, { dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '4-5' });

function pinned(vlan: number, port: number, address = mac) {
  return before.withRow(dot1qStaticUnicastEntry, {
    dot1qVlanIndex: vlan,
    dot1qStaticUnicastAddress: address,
    dot1qStaticUnicastAllowedToGoTo: port,
  });
}

describe('static unicast addresses', () => {
  it('reach the plan, and an unchanged one keeps its identity there', () => {
    const one = pinned(20, 4);
    const two = one.withRow(dot1qStaticUnicastEntry, { dot1qVlanIndex: 1, dot1qStaticUnicastAddress: mac });
    const addressesOf = (configuration: typeof one) => planOf(configuration).staticUnicast;
    expect(messagesOf(before, one)).toEqual([]);
    expect(addressesOf(one)).toEqual(new Map([[`20,${mac}`, { vlan: 20, address: mac, port: 4 }]]));
    expect(addressesOf(two).get(`20,${mac}`)).toBe(addressesOf(one).get(`20,${mac}`));
    expect(addressesOf(two).size).toBe(2);
  });

  it('need a VLAN that exists and a port in it', () => {
    expect(messagesOf(before, pinned(30, 4))).toEqual(['VLAN 30 does not exist.']);
    expect(messagesOf(before, pinned(20, 6))).toEqual(['Port 6 is not a member of VLAN 20.']);
  });

  it('are of one station that is not the switch', () => {
    expect(messagesOf(before, pinned(1, 1, testHardware.baseMacAddress))).toEqual(['Invalid MAC address.']);
    const { dot1qStaticUnicastAddress } = dot1qStaticUnicastEntry.fields;
    for (const wrong of ['01-00-5E-00-00-01', 'FF-FF-FF-FF-FF-FF', '00-00-00-00-00-00', '00-11-22-33-44', 'x']) {
      expect(dot1qStaticUnicastAddress.read(wrong).ok).toBe(false);
    }
    expect(dot1qStaticUnicastAddress.read('00:11:22:33:44:5a')).toEqual({ ok: true, value: '00-11-22-33-44-5A' });
  });

  it('are not behind the target of a mirroring session, where nothing but copies goes', () => {
    const session = {
      mirrorSessionId: 1,
      mirrorSessionStatus: 1,
      mirrorTargetPort: 4,
      mirrorIngressPorts: '1',
    } as const;
    const mirrored = before.withRow(mirrorSessionEntry, session);
    const both = pinned(20, 4).withRow(mirrorSessionEntry, session);
    expect(messagesOf(mirrored, both)).toEqual(['Port 4 is a mirroring target port.']);
    expect(problemsOf(pinned(20, 4), both)).toMatchObject([
      { message: `Port 4 is in use by static unicast address ${mac} of VLAN 20.`, column: 'mirrorTargetPort' },
    ]);
    const off = pinned(20, 4).withRow(mirrorSessionEntry, { ...session, mirrorSessionStatus: 2 });
    expect(messagesOf(pinned(20, 4), off)).toEqual([]);
  });

  it('hold their VLAN and its port', () => {
    const used = pinned(20, 4);
    const gone = problemsOf(used, used.withoutRow(dot1qVlanStaticEntry, { dot1qVlanIndex: 20 }));
    expect(gone).toMatchObject([
      { message: `VLAN 20 is in use by static unicast address ${mac} of VLAN 20.`, row: { dot1qVlanIndex: 20 } },
    ]);
    const lost = used.withRow(dot1qVlanStaticEntry, { dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '5' });
    expect(messagesOf(used, lost)).toHaveLength(1);
    const both = lost.withRow(dot1qStaticUnicastEntry, {
      dot1qVlanIndex: 20,
      dot1qStaticUnicastAddress: mac,
      dot1qStaticUnicastAllowedToGoTo: 5,
    });
    expect(messagesOf(used, both)).toEqual([]);
  });

  it('are on one port only where the VLANs share what they learn', () => {
    const shared = before.withGroup(dot1qVlan, { dot1qConstraintTypeDefault: 2 });
    const twice = pinned(20, 4).withRow(dot1qStaticUnicastEntry, {
      dot1qVlanIndex: 1,
      dot1qStaticUnicastAddress: mac,
      dot1qStaticUnicastAllowedToGoTo: 1,
    });
    expect(messagesOf(before, twice)).toEqual([]);
    const merged = twice.withGroup(dot1qVlan, { dot1qConstraintTypeDefault: 2 });
    expect(problemsOf(twice, merged)).toMatchObject([{ object: 'dot1qVlan', message: expect.stringContaining(mac) }]);
    expect(problemsOf(shared, merged)).toMatchObject([{ object: 'dot1qStaticUnicastEntry' }]);
  });
});
