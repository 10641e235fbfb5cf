import { describe, expect, it } from 'vitest';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { firstPorts, portListOf } from '../../../model/values/port-list.ts';
import { factory, messagesOf, planOf, problemsOf, testHardware } from '../testing.ts';
import { dot1dTp, dot1qPortVlanEntry, dot1qVlan } from './objects.ts';
import { privateVlanPortEntry } from './private-vlan-objects.ts';
import { dot1qVlanStaticEntry } from './static-vlan-objects.ts';

const before = factory();

function vlan(configuration: Configuration, id: number, members: string, untagged = ''): Configuration {
  return configuration.withRow(dot1qVlanStaticEntry, {
    dot1qVlanIndex: id,
    dot1qVlanStaticEgressPorts: members,
    dot1qVlanStaticUntaggedPorts: untagged,
  });
}

function pvid(configuration: Configuration, port: number, id: number): Configuration {
  return configuration.withRow(dot1qPortVlanEntry, { dot1dBasePort: port, dot1qPvid: id });
}

/** Ports 1-4 moved from VLAN 1 to VLAN 20, as the VLAN page does it. */
function moved(configuration: Configuration): Configuration {
  const rows = vlan(vlan(configuration, 1, '5-10', '5-10'), 20, '1-4', '1-4');
  return [1, 2, 3, 4].reduce((soFar, port) => pvid(soFar, port, 20), rows);
}

function vlansOf(configuration: Configuration) {
  return planOf(configuration).vlans;
}

describe('VLANs', () => {
  it('begin with the default VLAN, untagged on every port', () => {
    const everyPort = firstPorts(testHardware.portCount);
    expect(vlansOf(before)).toEqual(new Map([[1, { members: everyPort, untagged: everyPort, forbidden: 0n }]]));
    expect(before.rows(dot1qVlanStaticEntry)[0]?.dot1qVlanStaticName).toBe('Default VLAN');
  });

  it('reach the plan; the others keep their identity there', () => {
    const one = vlan(before, 20, '1-4,9');
    const two = vlan(one, 30, '9');
    expect(messagesOf(one, two)).toEqual([]);
    expect(vlansOf(two)?.get(20)).toBe(vlansOf(one)?.get(20));
    expect(vlansOf(two)?.get(30)).toEqual({ members: portListOf([9]), untagged: 0n, forbidden: 0n });
  });

  it('take ports over from the default VLAN in one change', () => {
    expect(messagesOf(before, moved(before))).toEqual([]);
  });

  it('refuse an untagged port that is no member, and ports beyond the last one', () => {
    expect(messagesOf(before, vlan(before, 20, '1', '1-2'))).toContain('Port 2 is not a member of VLAN 20.');
    expect(messagesOf(before, vlan(before, 20, '10'))).toEqual([]);
    expect(messagesOf(before, vlan(before, 20, '10-11'))).toEqual(['Member Ports: ports must be within 1 ~ 10.']);
  });

  it('forbid ports to protocols, none of them a member', () => {
    const forbidding = vlan(before, 20, '1-2').withRow(dot1qVlanStaticEntry, {
      dot1qVlanIndex: 20,
      dot1qVlanForbiddenEgressPorts: '3-4',
    });
    expect(messagesOf(before, forbidding)).toEqual([]);
    expect(vlansOf(forbidding)?.get(20)?.forbidden).toBe(portListOf([3, 4]));
    expect(messagesOf(forbidding, vlan(forbidding, 20, '1-3'))).toEqual([
      'Port 3 cannot be both a member of VLAN 20 and forbidden.',
    ]);
  });

  it('share no untagged port unless asymmetric VLAN is on', () => {
    const overlap = vlan(before, 20, '1', '1');
    expect(messagesOf(before, overlap)).toEqual([
      'Port 1 cannot be untagged in VLAN 1 together with VLAN 20 unless asymmetric VLAN is enabled.',
    ]);
    const asymmetric = before.withGroup(dot1qVlan, { dot1qConstraintTypeDefault: 2, asymmetricVlanStatus: 1 });
    const allowed = vlan(asymmetric, 20, '1', '1');
    expect(messagesOf(asymmetric, allowed)).toEqual([]);
    const symmetric = allowed.withGroup(dot1qVlan, { asymmetricVlanStatus: 2 });
    expect(problemsOf(allowed, symmetric)).toMatchObject([{ object: 'dot1qVlan', column: 'asymmetricVlanStatus' }]);
  });

  it('keep the default one, and its name', () => {
    expect(messagesOf(before, before.withoutRow(dot1qVlanStaticEntry, { dot1qVlanIndex: 1 }))).toContain(
      'The default VLAN cannot be deleted.',
    );
    const renamed = before.withRow(dot1qVlanStaticEntry, { dot1qVlanIndex: 1, dot1qVlanStaticName: 'office' });
    expect(messagesOf(before, renamed)).toEqual(['The name of the default VLAN cannot be changed.']);
  });

  it('stay while they are the PVID of a port, and so does that port in them', () => {
    const used = moved(before);
    const gone = problemsOf(used, used.withoutRow(dot1qVlanStaticEntry, { dot1qVlanIndex: 20 }));
    expect(gone[0]).toMatchObject({
      message: 'VLAN 20 is in use by the PVID of port 1.',
      object: 'dot1qVlanStaticEntry',
      row: { dot1qVlanIndex: 20 },
    });
    expect(messagesOf(used, vlan(used, 20, '1-3', '1-3'))).toEqual(['VLAN 20 is in use by the PVID of port 4.']);
  });

  it('are numbered up to what the switch can', () => {
    const hardware = { ...testHardware, maxVlanId: 100 };
    expect(messagesOf(before, vlan(before, 100, '1'), hardware)).toEqual([]);
    expect(messagesOf(before, vlan(before, 101, '1'), hardware)).toEqual(['Please enter an integer between 2 ~ 100']);
    const { dot1qVlanIndex, dot1qVlanStaticName } = dot1qVlanStaticEntry.fields;
    expect([0, 4095].map((id) => dot1qVlanIndex.read(id).ok)).toEqual([false, false]);
    expect([1, 4094].map((id) => dot1qVlanIndex.read(id).ok)).toEqual([true, true]);
    expect(dot1qVlanStaticName.read('x'.repeat(33)).ok).toBe(false);
  });
});

describe('port VLAN settings', () => {
  it('reach the plan of their port', () => {
    const after = moved(before).withRow(dot1qPortVlanEntry, {
      dot1dBasePort: 1,
      dot1qPortAcceptableFrameTypes: 3,
      dot1qPortIngressFiltering: 2,
    });
    const { ports } = planOf(after);
    expect(ports.get(1)).toMatchObject({
      pvid: 20,
      acceptableFrameTypes: 'untaggedAndPriority',
      ingressFiltering: false,
    });
    expect(ports.get(5)).toMatchObject({ pvid: 1, acceptableFrameTypes: 'all', ingressFiltering: true });
  });

  it('refuse a PVID that is no VLAN, or one that the port is not in', () => {
    expect(problemsOf(before, pvid(before, 3, 20))).toMatchObject([
      { message: 'VLAN 20 does not exist.', object: 'dot1qPortVlanEntry', row: { dot1dBasePort: 3 } },
    ]);
    const other = vlan(before, 20, '1');
    expect(messagesOf(other, pvid(other, 3, 20))).toEqual(['Port 3 is not a member of VLAN 20.']);
  });

  it('take a PVID that the port is not in under asymmetric VLAN, and hold it there', () => {
    const asymmetric = vlan(before, 20, '1').withGroup(dot1qVlan, {
      dot1qConstraintTypeDefault: 2,
      asymmetricVlanStatus: 1,
    });
    const after = pvid(asymmetric, 3, 20);
    expect(messagesOf(asymmetric, after)).toEqual([]);
    expect(problemsOf(after, after.withGroup(dot1qVlan, { asymmetricVlanStatus: 2 }))).toMatchObject([
      { object: 'dot1qVlan', message: 'Port 3 is not a member of VLAN 20.' },
    ]);
  });
});

describe('VLAN forwarding', () => {
  it('shares learning only where told to', () => {
    const learningOf = (configuration: Configuration) => planOf(configuration).learning;
    expect(learningOf(before)).toEqual({ constraint: 'independent', ageingTime: 300 });
    const after = before
      .withGroup(dot1qVlan, { dot1qConstraintTypeDefault: 2 })
      .withGroup(dot1dTp, { dot1dTpAgingTime: 0 });
    expect(learningOf(after)).toEqual({ constraint: 'shared', ageingTime: 0 });
  });

  it('has asymmetric VLAN only on shared learning', () => {
    expect(messagesOf(before, before.withGroup(dot1qVlan, { asymmetricVlanStatus: 1 }))).toEqual([
      'Asymmetric VLAN requires shared VLAN learning to be enabled first.',
    ]);
  });

  it('ages within 10 to 1000000 seconds, or never', () => {
    const { dot1dTpAgingTime } = dot1dTp.fields;
    expect([0, 10, 1_000_000].map((time) => dot1dTpAgingTime.read(time).ok)).toEqual([true, true, true]);
    expect([-1, 1, 9, 1_000_001].map((time) => dot1dTpAgingTime.read(time).ok)).toEqual([false, false, false, false]);
  });
});

describe('private VLAN', () => {
  it('lets every port reach every port until it is told otherwise', () => {
    const forwardOf = (configuration: Configuration, port: number) => planOf(configuration).ports.get(port)?.forwardTo;
    expect(forwardOf(before, 1)).toBe(firstPorts(10));
    const after = before.withRow(privateVlanPortEntry, { privateVlanSourcePort: 1, privateVlanForwardPorts: '9-10' });
    expect(messagesOf(before, after)).toEqual([]);
    expect(forwardOf(after, 1)).toBe(portListOf([9, 10]));
    expect(forwardOf(after, 2)).toBe(firstPorts(10));
  });

  it('refuses forwarding ports beyond the last one', () => {
    const after = before.withRow(privateVlanPortEntry, { privateVlanSourcePort: 1, privateVlanForwardPorts: '1-11' });
    expect(messagesOf(before, after)).toEqual(['Forwarding Ports: ports must be within 1 ~ 10.']);
  });
});
