import { expect, it } from 'vitest';
import { Configuration } from '../../model/configuration/configuration.ts';
import { say, wordsOf } from '../../model/values/message.ts';
import { bareInformation, SystemCapability } from '../../protocols/lldp/information.ts';
import { mendedObjects } from '../mended-objects.ts';
import { menu } from '../menu.ts';
import { storms } from '../network/bandwidth-control/slots.ts';
import { lldpState } from '../network/lldp/slots.ts';
import { PortModeValue, portCtrlEntry } from '../network/physical-interface/objects.ts';
import { closePort } from '../network/physical-interface/slots.ts';
import { type SpanningTreeHandle, spanningTree } from '../network/spanning-tree/slots.ts';
import { dot1qPortVlanEntry } from '../network/vlan/objects.ts';
import { dot1qVlanStaticEntry } from '../network/vlan/static-vlan-objects.ts';
import { dhcpSnoopingConfig, dhcpSnoopingPortEntry, dhcpSnoopingVlanEntry } from '../security/dhcp-snooping/objects.ts';
import { type Authenticator, authenticator } from '../security/port-access-control/slots.ts';
import { duplicateAddresses } from '../system/l3-feature/slots.ts';
import { snmpCommunityEntry } from '../system/snmp/community-objects.ts';
import { snmpAgentCtrl } from '../system/snmp/objects.ts';
import { sslCtrl } from '../system/ssl/objects.ts';
import { present } from '../system/ssl/slots.ts';
import { syslogCtrl, syslogServEntry } from '../system/system-log/objects.ts';
import type { Facts, PortSituation } from './facts.ts';
import { findAll } from './finding.ts';
import { rules } from './rules.ts';
import { facts, port, slotsWith } from './testing.ts';

/** The findings: severity, key, text, and the labels of their actions. */
function found(change: Partial<Facts>): readonly string[] {
  return findAll(rules, facts(change)).map(({ severity, key, what }) => `${severity} ${key}: ${wordsOf(what)}`);
}

const atPort = (...changes: Partial<PortSituation>[]): Partial<Facts> => ({ ports: changes.map(port) });
const { empty } = Configuration;
const forced = empty.withRow(portCtrlEntry, { ifIndex: 1, portMode: PortModeValue['100H'] });
const server = (state: 1 | 2) =>
  empty.withRow(syslogServEntry, {
    ...{ syslogServIndex: 1, syslogServAddrType: 1, syslogServAddr: '192.0.2.7', syslogServState: state },
  });
const half = { duplex: 'half', speed: 100, fastestSeen: 100 } as const;
const slow = { speed: 100, fastestSeen: 1000 } as const;

const camera = { kind: 'camera', reply: 'replied', address: '192.0.2.9' } as const;
const DAY = 86_400_000;

/** A tree with port 1 in this state; the rules read no other parts of a bridge. */
function treeOf(cist: { readonly role: string; readonly disputed?: boolean }): Partial<Facts> {
  const rootPriority = { root: '10000014D1000002' };
  const bridge = { ports: new Map([[1, { number: 1, cist: { ...cist, tree: { rootPriority } } }]]) };
  const handle = { bridge: () => bridge } as unknown as SpanningTreeHandle;
  return { slots: slotsWith((slots) => slots.update(spanningTree, () => handle)) };
}

/** A neighbor at port 1, which is in VLAN 1 here. */
function neighborOf(portVlan: number, enabled: number): Partial<Facts> {
  const identifier = { subtype: 4, octets: new Uint8Array() };
  const information = {
    ...bareInformation(identifier, identifier),
    ...{ portVlan, systemName: 'core', capabilities: { supported: enabled, enabled } },
  };
  const times = { since: 0, changedAt: 0, expiresAt: 0 };
  const neighbour = { port: 1, index: 1, information, octets: new Uint8Array(), ...times };
  return {
    configuration: empty.withRow(dot1qPortVlanEntry, { dot1dBasePort: 1, dot1qPvid: 1 }),
    slots: slotsWith((slots) =>
      slots.update(lldpState, (state) => ({ ...state, neighbours: new Map([['1 1', neighbour]]) })),
    ),
  };
}

/** An authenticator with port 1; the rules read no other parts of a port. */
function accessOf(control: string): Partial<Facts> {
  const state = { settings: { control, mode: 'port' }, isUp: true, isGuest: false, conversations: new Map() };
  const handle = { port: () => state } as unknown as Authenticator;
  return { slots: slotsWith((slots) => slots.update(authenticator, () => handle)) };
}

function communityOf(snmpCommunityName: string, snmpCommunitySecurityName: string): Partial<Facts> {
  const row = { snmpCommunityIndex: 'one', snmpCommunityName, snmpCommunitySecurityName };
  return { configuration: empty.withGroup(snmpAgentCtrl, { snmpAgentState: 1 }).withRow(snmpCommunityEntry, row) };
}

function snoopedOf(dhcpSnoopingPortTrust: 1 | 2): Partial<Facts> {
  return {
    configuration: empty
      .withGroup(dhcpSnoopingConfig, { dhcpSnoopingStatus: 1 })
      .withRow(dot1qVlanStaticEntry, { dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '1' })
      .withRow(dhcpSnoopingVlanEntry, { dhcpSnoopingVlanId: 20 })
      .withRow(dhcpSnoopingPortEntry, { dhcpSnoopingPort: 1, dhcpSnoopingPortTrust })
      .withRow(dhcpSnoopingPortEntry, { dhcpSnoopingPort: 2, dhcpSnoopingPortTrust: 1 }),
  };
}

/** A certificate that ends in so many days. */
function certificateOf(days: number): Partial<Facts> {
  const ends = facts().now + days * DAY;
  return {
    configuration: empty.withGroup(sslCtrl, { sslState: 1 }),
    slots: slotsWith((slots) => slots.update(present, (certificate) => ({ ...certificate, ends }))),
  };
}

const cases: readonly [string, Partial<Facts>, readonly string[]][] = [
  ['nothing', {}, []],
  ['half duplex', atPort(half), ['warning half-duplex 1: Port 1 runs at half duplex.']],
  ['no half duplex of a link that is down', atPort({ ...half, isUp: false }), []],
  [
    'half duplex with damaged frames, once',
    atPort({ ...half, damaged: 25 }),
    ['critical half-duplex 1: Port 1 runs at half duplex: 25 CRC errors in 15 minutes.'],
  ],
  [
    'damaged frames, the worse finding first',
    atPort(half, { port: 2, damaged: 100 }),
    [
      'critical damaged-frames 2: Port 2 receives damaged frames: 100 CRC errors in 15 minutes.',
      'warning half-duplex 1: Port 1 runs at half duplex.',
    ],
  ],
  ['a link that goes away now and then', atPort({ losses: 3 }), []],
  [
    'a link that flaps',
    atPort({ losses: 4 }),
    ['critical flapping 1: The link of port 1 went down 4 times in 15 minutes.'],
  ],
  ['a gigabit link that became slower', atPort(slow), ['warning slow-link 1: Port 1 runs at 100 Mbit/s only.']],
  ['a device that never was faster', atPort({ speed: 100, fastestSeen: 100 }), []],
  ['10 Mbit/s', atPort({ speed: 10, fastestSeen: 10 }), ['warning slow-link 1: Port 1 runs at 10 Mbit/s only.']],
  ['a port that is no faster', atPort({ ...slow, fastest: 100 }), []],
  ['fiber', atPort({ ...slow, isCopper: false }), []],
  ['a speed that somebody chose', { ...atPort(slow), configuration: forced }, []],
  [
    'a bad cable',
    atPort({ cableFault: { words: say('a wire is broken'), metres: 12 } }),
    ['critical damaged-cable 1: The cable of port 1 is damaged.'],
  ],
  [
    'log servers that get nothing',
    { configuration: server(1) },
    ['warning remote-syslog-off: No messages are sent to the log servers.'],
  ],
  ['log servers that are disabled', { configuration: server(2) }, []],
  ['log servers that get messages', { configuration: server(1).withGroup(syslogCtrl, { syslogState: 1 }) }, []],
  ['a loop', atPort({ isLooped: true }), ['critical loop 1: Port 1 is blocked: there is a loop behind it.']],
  [
    'a device that gets no power',
    atPort({ power: { status: 'Overload', milliwatts: 0 } }),
    ['critical power-fault 1: The device on port 1 gets no power: Overload.'],
  ],
  ['a port without power that somebody switched off', atPort({ power: { status: 'POWER OFF', milliwatts: 0 } }), []],
  [
    'a camera without a link',
    atPort({ device: camera, isUp: false }),
    ['critical no-link 1: The camera 192.0.2.9 on port 1 has no link.'],
  ],
  [
    'a recorder that hangs',
    atPort({ device: { kind: 'recorder', reply: 'silent', address: undefined } }),
    ['critical silent 1: The recorder on port 1 does not answer.'],
  ],
  [
    'a device that draws much',
    atPort({ allowed: 15_400, power: { status: 'POWER ON', milliwatts: 14_000 } }),
    ['warning port-power-high 1: The device on port 1 draws nearly as much power as the port may give.'],
  ],
  [
    'a supply that is nearly used up',
    { supply: { budget: 370_000, drawn: 333_000 } },
    ['warning supply-high: The PoE supply is nearly used up.'],
  ],
  ['a supply with room', { supply: { budget: 370_000, drawn: 332_000 } }, []],
  [
    'a storm',
    { slots: slotsWith((slots) => slots.update(storms, () => [{ port: 1, kind: 'broadcasts' as const }])) },
    ['critical storm 1 broadcasts: Storm on port 1: too many broadcasts.'],
  ],
  [
    'a port that the switch shut',
    { slots: slotsWith((slots) => closePort(slots, 'portSecurity', 1, true)) },
    ['critical err-disabled 1: Port 1 is err-disabled.'],
  ],
  [
    'a port that the tree blocks',
    treeOf({ role: 'alternate' }),
    ['warning tree-blocked 1: Port 1 is blocked by the spanning tree.'],
  ],
  ['a port that the tree opens', treeOf({ role: 'root' }), []],
  [
    'a second root',
    treeOf({ role: 'designated', disputed: true }),
    ['critical second-root 1: The bridge behind port 1 has another root.'],
  ],
  [
    'a native VLAN of its own at the far end',
    neighborOf(30, SystemCapability.bridge),
    ['warning native-vlan 1 1: The ends of the link at port 1 have different native VLANs.'],
  ],
  ['the same native VLAN', neighborOf(1, SystemCapability.bridge), []],
  ['a phone, which has its own', neighborOf(30, SystemCapability.bridge | SystemCapability.telephone), []],
  ['a port that nobody has opened', accessOf('auto'), ['warning unauthorized 1: Port 1 is unauthorized.']],
  ['a port that is closed for all', accessOf('forceUnauthorized'), ['warning unauthorized 1: Port 1 is unauthorized.']],
  ['no closed port without a link', { ...accessOf('auto'), ports: [port({ isUp: false })] }, []],
  [
    'an address that another station has',
    { slots: slotsWith((slots) => slots.update(duplicateAddresses, () => new Set(['1 192.0.2.1']))) },
    ['critical duplicate-address 1 192.0.2.1: Another station has the address 192.0.2.1 of this switch.'],
  ],
  [
    'an address that two stations have',
    { contested: [{ address: '192.0.2.9', macs: ['02-00-00-00-00-0A', '02-00-00-00-00-0B'] }] },
    ['warning contested-address 192.0.2.9: Two stations claim the address 192.0.2.9.'],
  ],
  [
    'an address table that is full',
    { addresses: { used: 950, size: 1000 } },
    ['critical address-table-full: The MAC address table is full.'],
  ],
  ['an address table with room', { addresses: { used: 949, size: 1000 } }, []],
  [
    'a default community',
    communityOf('public', 'ReadOnly'),
    ['warning weak-community one: SNMP community one is easy to guess: it reads the switch.'],
  ],
  [
    'a short community that may set',
    communityOf('x7Kq2', 'ReadWrite'),
    ['critical weak-community one: SNMP community one is easy to guess: it may change the switch.'],
  ],
  ['a long community', communityOf('x7Kq2Mw9', 'ReadWrite'), []],
  [
    'a snooped VLAN without a trusted port',
    snoopedOf(2),
    ['critical no-trusted-port 20: Stations in VLAN 20 get no address by DHCP.'],
  ],
  ['a snooped VLAN with a trusted port', snoopedOf(1), []],
  [
    'a certificate that expires',
    certificateOf(9.5),
    ['warning certificate-ends: The certificate of the console expires in 9 days.'],
  ],
  [
    'a certificate that has expired',
    certificateOf(-1),
    ['critical certificate-ends: The certificate of the console has expired.'],
  ],
  [
    'a certificate that expires within a month',
    certificateOf(30 - 1 / DAY),
    ['warning certificate-ends: The certificate of the console expires in 29 days.'],
  ],
  ['a certificate for a month', certificateOf(30), []],
  ['a clock that was never set', { isClockSet: false }, ['warning clock-never-set: The clock was never set.']],
  [
    'changes from the day before',
    { unsaved: [{ what: say('Name'), user: 'admin', time: facts().now - DAY, of: [] }] },
    ['warning unsaved-for-long: Changes have not been saved for more than a day.'],
  ],
  ['changes of today', { unsaved: [{ what: say('Name'), user: 'admin', time: facts().now - DAY + 1, of: [] }] }, []],
];

it.each(cases)('finds %s', (_, change, findings) => {
  expect(found(change)).toEqual(findings);
});

/** Everything that the cases above find. */
const all = cases.flatMap(([, change]) => findAll(rules, facts(change)));

/** The ports of a finding, its cause, its advice and its actions, with where those lead. */
function told({ key, ports = [], cause, advice, actions, circumstance }: (typeof all)[number]): readonly string[] {
  const steps = actions.map((action) => {
    const target = 'to' in action ? action.to : 'calls' in action ? action.calls.map(({ object }) => object) : 'here';
    return `${wordsOf(action.label)} (${target})`;
  });
  const head = `${key}, ports ${ports}, ${circumstance ?? 'always'}`;
  return [head, wordsOf(cause), ...(advice ? [wordsOf(advice)] : []), ...steps];
}

it('says for each finding why it is, and what can be done', () => {
  const different = new Map(all.map(told).map((one) => [one.join(), one]));
  expect([...different.values()]).toEqual([
    [
      'half-duplex 1, ports 1, always',
      'The far end does not negotiate, so this end falls back to half duplex.',
      'Set the far end to Auto. If it is fixed to full duplex, set this port to the same mode.',
      'Set to 100F (portCtrlEntry)',
      'Test cable (/Tools/Diagnostics)',
      'Open port (/?port=1)',
    ],
    [
      'damaged-frames 2, ports 2, always',
      'A bad cable, plug or module damages frames on the way.',
      'Try another cable.',
      'Test cable (/Tools/Diagnostics)',
      'Show errors (/System/Statistics/Error)',
    ],
    [
      'flapping 1, ports 1, always',
      'A loose plug, a bad cable, or a device that restarts.',
      'Test cable (/Tools/Diagnostics)',
      'Open port (/?port=1)',
    ],
    [
      'slow-link 1, ports 1, 100',
      'The link ran at 1 Gbit/s before: one of the four pairs of the cable may be broken.',
      'Try another cable.',
      'Test cable (/Tools/Diagnostics)',
      'Open port (/?port=1)',
    ],
    [
      'slow-link 1, ports 1, 10',
      'Nearly every device is faster: the cable may be bad.',
      'Try another cable.',
      'Test cable (/Tools/Diagnostics)',
      'Open port (/?port=1)',
    ],
    [
      'damaged-cable 1, ports 1, always',
      'The cable test found: a wire is broken, 12 m from the switch.',
      'Replace the cable, then test it again.',
      'Test cable (/Tools/Diagnostics)',
    ],
    [
      'remote-syslog-off, ports , 192.0.2.7',
      'Servers are configured (192.0.2.7), but remote syslog is disabled.',
      'Enable remote syslog (syslogCtrl)',
      'Open System Log (/System/SystemLog)',
    ],
    [
      'loop 1, ports 1, always',
      'A probe that the switch sent came back: two sockets are joined by a cable.',
      'Remove the cable; the port opens by itself after the recover time.',
      'Open port again (sysLBDCtrlEntry)',
      'Open Loopback Detection (/Network/LoopbackDetection)',
    ],
    [
      'power-fault 1, ports 1, Overload',
      'The device draws more than the port may give.',
      'Open PoE (/PoE/PowerOverEthernet)',
    ],
    ['no-link 1, ports 1, always', 'The cable is unplugged, or the device has no power.', 'Open port (/?port=1)'],
    [
      'silent 1, ports 1, always',
      'It has a link but sends no replies: it hangs, or its address has changed.',
      'Open PoE (/PoE/PowerOverEthernet)',
    ],
    ['port-power-high 1, ports 1, 15400', 'It draws 14.0 of 15.4 W.', 'Open PoE (/PoE/PowerOverEthernet)'],
    [
      'supply-high, ports , 370000',
      'Devices draw 333.0 of 370.0 W; the next one may get nothing.',
      'Open PoE (/PoE/PowerOverEthernet)',
    ],
    [
      'storm 1 broadcasts, ports 1, always',
      'A loop behind the port, or a device that floods the network. Excess frames are dropped.',
      'Open Storm Control (/Network/BandwidthControl/StormControl)',
    ],
    [
      'err-disabled 1, ports 1, portSecurity',
      'Port Security shut it down: a station with an address that is not allowed sent frames.',
      'Remove the cause, then open the port again.',
      'Disable and enable port (ifEntry,ifEntry)',
      'Open Port Security (/Security/PortSecurity/PortSettings)',
      'Open port (/?port=1)',
    ],
    [
      'tree-blocked 1, ports 1, alternate 10000014D1000002',
      'There is a second way to the root bridge (00-14-D1-00-00-02, priority 4096).',
      'This is as intended if the cable is in reserve.',
      'Show the tree (/Network/SpanningTree/Protocol)',
    ],
    [
      'second-root 1, ports 1, always',
      'It does not receive the BPDUs of this switch: the link carries frames in one direction only, or something filters BPDUs.',
      'Check the cable and the settings of the far end.',
      'Show the tree (/Network/SpanningTree/Protocol)',
    ],
    [
      'native-vlan 1 1, ports 1, 1 30',
      'Untagged frames are in VLAN 1 here and in VLAN 30 at core.',
      'Give both ends the same PVID.',
      'Open VLANs of ports (/Network/VLAN/Port)',
      'Show neighbors (/Network/LLDP/Neighbors)',
    ],
    [
      'unauthorized 1, ports 1, silent',
      '802.1X: no station has logged in.',
      'Open Port Access Control (/Security/PortAccessControl)',
    ],
    [
      'unauthorized 1, ports 1, forceUnauthorized',
      'The port is set to force unauthorized.',
      'Open Port Access Control (/Security/PortAccessControl)',
    ],
    [
      'duplicate-address 1 192.0.2.1, ports , always',
      'It answers for the address in VLAN 1; management sessions may break off.',
      'Give one of the two another address.',
      'Open addresses (/System/L3Feature/IPv4Interface)',
    ],
    [
      'contested-address 192.0.2.9, ports , 02-00-00-00-00-0A 02-00-00-00-00-0B',
      '02-00-00-00-00-0A and 02-00-00-00-00-0B answer for it in turn; connections to it break off.',
      'Give one of the two another address.',
      'Show hosts (/Hosts)',
    ],
    [
      'address-table-full, ports , always',
      '950 of 1000 entries are in use; frames to further addresses are flooded to all ports.',
      'A station that sends from many addresses fills it; port security limits them.',
      'Show addresses (/Network/VLAN/Dynamic)',
    ],
    [
      'weak-community one, ports , ReadOnly known',
      'It is a default that attackers try first.',
      'Choose a longer string, limit it to one host, or use SNMPv3.',
      'Open communities (/System/SNMP/Community)',
    ],
    [
      'weak-community one, ports , ReadWrite short',
      'It is shorter than 8 characters.',
      'Choose a longer string, limit it to one host, or use SNMPv3.',
      'Open communities (/System/SNMP/Community)',
    ],
    [
      'no-trusted-port 20, ports , always',
      'DHCP is snooped there, and no port of the VLAN is trusted: replies of all servers are dropped.',
      'Trust the port that leads to the DHCP server.',
      'Choose trusted ports (/Security/DHCPSnooping/Interfaces)',
    ],
    [
      'certificate-ends, ports , 1770681600000 false',
      'Browsers warn of an expired certificate or refuse it.',
      'Open certificate (/System/SSL)',
    ],
    [
      'certificate-ends, ports , 1769774400000 true',
      'Browsers warn of an expired certificate or refuse it.',
      'Open certificate (/System/SSL)',
    ],
    [
      'certificate-ends, ports , 1772452799999 false',
      'Browsers warn of an expired certificate or refuse it.',
      'Open certificate (/System/SSL)',
    ],
    [
      'clock-never-set, ports , always',
      'Times in the log are wrong, time ranges do not apply, and certificates cannot be checked.',
      'Set the clock (/System/SystemTime)',
    ],
    [
      'unsaved-for-long, ports , always',
      'A restart or a power failure would lose them.',
      'Save (here)',
      'Show changes (/Save)',
    ],
  ]);
});

it('has a case for each rule', () => {
  const covered = new Set(all.map(({ rule }) => rule.name));
  expect(rules.map(({ name }) => name).filter((name) => !covered.has(name))).toEqual([]);
});

it('gives each rule a name of its own, and leads to pages that there are', () => {
  const paths = new Set(menu.full.map(({ path }) => path));
  const linked = all.flatMap(({ actions }) => actions.flatMap((action) => ('to' in action ? [action.to] : [])));
  const shown = rules.flatMap(({ pages }) => pages);
  expect([...linked, ...shown].filter((path) => !paths.has(path.replace(/\?.*/, '')))).toEqual([]);
  expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length);
});

it('leads to the port itself where a link is bad', () => {
  const [found] = findAll(rules, facts(atPort(half)));
  expect(found?.actions).toContainEqual({ label: say('Open port'), to: '/?port=1' });
});

it('mends a half duplex link by the mode that the far end is likely to have', () => {
  const values = (change: Partial<Facts>) =>
    findAll(rules, facts(change)).flatMap(({ actions }) =>
      actions.flatMap((action) => ('calls' in action ? action.calls.map((call) => call.values.portMode) : [])),
    );
  expect(values(atPort(half))).toEqual([PortModeValue['100F']]);
  expect(values(atPort({ ...half, speed: 10, fastest: 100 }))).toEqual([PortModeValue['10F']]);
  expect(values({ ...atPort(half), configuration: forced })).toEqual([PortModeValue.auto]);
  expect(values({ ...atPort(half), hardware: { ...facts().hardware, lacking: new Set(['portMode']) } })).toEqual([]);
});

it('mends by columns that there are, with values that they take', () => {
  const calls = all.flatMap(({ actions }) => actions.flatMap((action) => ('calls' in action ? action.calls : [])));
  const wrong = calls.filter(({ object, values }) => {
    const fields = mendedObjects.get(object)?.fields ?? {};
    return !Object.entries(values).every(([column, value]) => fields[column]?.read(value).ok);
  });
  expect(calls.length).toBeGreaterThan(4);
  expect(wrong).toEqual([]);
});

it('says no community in words', () => {
  const { configuration } = communityOf('sekret', 'ReadOnly');
  expect(JSON.stringify(findAll(rules, facts({ configuration })))).not.toContain('sekret');
});
