import { expect, test } from 'vitest';
import { features } from '../../apps/device/features.ts';
import type { CommandIo } from '../../device/command-line/command-io.ts';
import { Outcome, Shell } from '../../device/command-line/shell.ts';
import type { DeviceContext } from '../../device/feature.ts';
import { eventId } from '../../device/log/event-id.ts';
import { theDevice } from '../../device/management.ts';
import type { ObjectDeclaration } from '../../model/schema/object.ts';
import { reportVerbs } from './report-verbs.ts';

/** The switch's answers, by object. */
const answers: Readonly<Record<string, unknown>> = {
  sysSystemCtrl: {
    modelName: 'TPE-1021WS',
    sysHardwareVersion: 'A1',
    sysBootVersion: '1.0',
    sysSoftwareVersion: '2.3.4',
    sysSerialNumber: '0223EA1D1600',
    systemSwitchBaseMacAddress: '02-23-EA-1D-16-00',
  },
  system: { sysName: 'core switch', sysUpTime: 100 * (3 * 86_400 + 2 * 3600 + 60) },
  ifEntry: [
    { ifIndex: 1, ifOperStatus: 1, ifAdminStatus: 1 },
    { ifIndex: 2, ifOperStatus: 2, ifAdminStatus: 1 },
    { ifIndex: 3, ifOperStatus: 2, ifAdminStatus: 2 },
  ],
  portCtrlEntry: [
    {
      ifIndex: 1,
      ifAlias: 'Uplink to the basement',
      portMode: 1,
      dot3StatsDuplexStatus: 3,
      ifHighSpeed: 1000,
      portMediaType: 1,
    },
    { ifIndex: 2, ifAlias: '', portMode: 2, dot3StatsDuplexStatus: 1, ifHighSpeed: 0, portMediaType: 2 },
    { ifIndex: 3, ifAlias: 'a\u202eb', portMode: 1, dot3StatsDuplexStatus: 1, ifHighSpeed: 0, portMediaType: 1 },
  ],
  dot1qPortVlanEntry: [{ dot1qPvid: 1 }, { dot1qPvid: 20 }, { dot1qPvid: 4094 }],
  dot1qVlanStaticEntry: [
    { dot1qVlanIndex: 1, dot1qVlanStaticName: 'Default VLAN', dot1qVlanStaticUntaggedPorts: '1-8,10,12-13,26' },
    { dot1qVlanIndex: 20, dot1qVlanStaticName: 'Cameras', dot1qVlanStaticUntaggedPorts: '1-7,10,12-13' },
    { dot1qVlanIndex: 4094, dot1qVlanStaticName: '', dot1qVlanStaticUntaggedPorts: '' },
  ],
  dot1qTpFdbEntry: [
    { dot1qFdbId: 1, dot1qTpFdbAddress: '02-00-5E-AB-CD-EF', dot1qTpFdbPort: 3, dot1qTpFdbStatus: 3 },
    { dot1qFdbId: 20, dot1qTpFdbAddress: '02-00-5E-AB-CD-E0', dot1qTpFdbPort: 5002, dot1qTpFdbStatus: 3 },
    { dot1qFdbId: 4094, dot1qTpFdbAddress: '02-00-00-00-00-01', dot1qTpFdbPort: 0, dot1qTpFdbStatus: 5 },
  ],
  lldpRemEntry: [
    {
      lldpRemLocalPortNum: 4,
      lldpRemSysName: 'a name that is longer than its column',
      lldpRemChassisId: 'x',
      lldpRemExpires: 120,
      lldpRemSysCapEnabled: 'bridge, router',
      lldpRemPortId: 'eth0',
    },
  ],
  syslogMsgEntry: [
    { syslogMsgDescr: '<190> Jan 31 13:05:10 2026Trunk 2 up.', syslogMsgSaid: '' },
    {
      syslogMsgDescr: '<188> Jan 31 13:05:09 2026Port 3 link down.',
      syslogMsgSaid: '{"text":"Port {{port}} link down.","values":{"port":3}}',
    },
  ],
  dot1dStp: {
    stpGlobalStatus: 1,
    dot1dStpVersion: 2,
    dot1dStpDesignatedRoot: '4096 00-11-22-33-44-55',
    dot1dStpRootCost: 20_000,
    dot1dStpRootPort: 5001,
    stpBridgeId: '32768 02-23-EA-1D-16-00',
  },
  dot1dStpPortEntry: [
    {
      dot1dStpPort: 5001,
      stpPortRole: 1,
      dot1dStpPortState: 5,
      dot1dStpPortPathCost32: 20_000,
      dot1dStpPortPriority: 128,
    },
    {
      dot1dStpPort: 2,
      stpPortRole: 2,
      dot1dStpPortState: 2,
      dot1dStpPortPathCost32: 200_000,
      dot1dStpPortPriority: 16,
    },
  ],
  dot1dStpExtPortEntry: [{ dot1dStpPortOperEdgePort: 2 }, { dot1dStpPortOperEdgePort: 2 }],
};

async function shown(line: string): Promise<readonly string[]> {
  const printed: string[] = [];
  const io: CommandIo = {
    width: 80,
    async print(lines) {
      for await (const one of lines) printed.push(one);
    },
    complain: (message) => Promise.reject(new Error(message)),
    ask: async () => false,
    signal: new AbortController().signal,
  };
  const context = {
    objects: features.flatMap((feature) => feature.objects),
    configuration: () => ({ rows: () => [] }),
    management: { read: async ({ name }: ObjectDeclaration) => answers[name] },
  };
  expect(await new Shell(context as unknown as DeviceContext, theDevice, reportVerbs).run(line, io)).toBe(Outcome.done);
  return printed;
}

// The expressions are those that programs find the columns by.
test('"show version" says what programs look for', async () => {
  const text = (await shown('show ver')).join('\n');
  expect(/^.*Software\s.+\),\sVersion\s(\S+?),*\s+RELEASE.*$/m.exec(text)?.[1]).toBe('2.3.4');
  expect(/^\s*(\S+)\s+uptime\s+is\s+(.+)$/m.exec(text)?.slice(1)).toEqual(['core-switch', '3 days, 2 hours, 1 minute']);
  const below = text.slice(text.search(/^Switch\s+Port/m));
  expect(/^[Ss]ystem\s+serial\s+number\s+:\s+(\S+)/m.exec(below)?.[1]).toBe('0223EA1D1600');
  expect(/^[Mm]odel\s+[Nn]umber\s+:\s+(\S+)/m.exec(below)?.[1]).toBe('TPE-1021WS');
  expect(below).toMatch(/^\* +1 +3 +TPE-1021WS +2\.3\.4 /m);
  expect(/^Base [Ee]thernet MAC [Aa]ddress\s+:\s+(\S+)/m.exec(text)?.[1]).toBe('02:23:ea:1d:16:00');
});

test('"show inventory" names the chassis', async () => {
  const text = (await shown('show inventory')).join('\n');
  expect(/^NAME:\s+"(.*)",\s+DESCR:\s+"(.*)"$/m.exec(text)?.slice(1)).toEqual(['Chassis', 'TPE-1021WS']);
  expect(/^PID:\s+(\S+)?.*,.*VID:\s+(.*),.*SN:\s+(\S*)$/m.exec(text)?.slice(1)).toEqual([
    'TPE-1021WS',
    'A1',
    '0223EA1D1600',
  ]);
});

test('"show interfaces status" has a line for each port, its columns where its heading has them', async () => {
  expect(await shown('show interface status')).toEqual([
    'Port      Name               Status       Vlan       Duplex Speed  Type',
    '1         Uplink to the base connected    1          a-full a-1000 Copper',
    '2                            notconnect   20         auto   auto   Fiber',
    '3         a·b                disabled     4094       auto   auto   Copper',
  ]);
});

test('"show vlan" has a name without blanks for each VLAN, and its untagged ports one by one', async () => {
  expect(await shown('show vlan')).toEqual([
    'VLAN Name                             Status    Ports',
    '---- -------------------------------- --------- -------------------------------',
    '1    Default-VLAN                     active    1, 2, 3, 4, 5, 6, 7, 8, 10, 12,',
    '                                                13, 26',
    // The comma that leads to the next line would not fit behind port 13.
    '20   Cameras                          active    1, 2, 3, 4, 5, 6, 7, 10, 12,',
    '                                                13',
    '4094 VLAN4094                         active',
  ]);
});

test('"show mac address-table" has addresses with dots, and their number', async () => {
  const lines = await shown('show mac address-table');
  const row = /^\s*(\d+)\s+([0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4})\s+(\S+)\s+(\S+)$/;
  expect(lines.flatMap((line) => (row.exec(line) ? [row.exec(line)?.slice(1)] : []))).toEqual([
    ['1', '0200.5eab.cdef', 'DYNAMIC', '3'],
    ['20', '0200.5eab.cde0', 'DYNAMIC', 'Trunk2'],
    ['4094', '0200.0000.0001', 'STATIC', 'CPU'],
  ]);
  expect(lines.at(-1)).toBe('Total Mac Addresses for this criterion: 3');
});

test('"show lldp neighbors" cuts names to their column, and has letters for capabilities', async () => {
  const lines = await shown('show lldp neighbors');
  expect(lines.slice(-4)).toEqual([
    'Device ID           Local Intf     Hold-time  Capability      Port ID',
    'a-name-that-is-long 4              120        B,R             eth0',
    '',
    'Total entries displayed: 1',
  ]);
});

test('"show spanning-tree" has root, bridge and ports', async () => {
  expect(await shown('show spanning-tree')).toEqual([
    'MST0',
    '  Spanning tree enabled protocol rstp',
    '  Root ID    Priority    4096',
    '             Address     0011.2233.4455',
    '             Cost        20000',
    '             Port        Trunk1',
    '',
    '  Bridge ID  Priority    32768',
    '             Address     0223.ea1d.1600',
    '',
    'Interface           Role Sts Cost      Prio.Nbr Type',
    '------------------- ---- --- --------- -------- ----',
    'Trunk1              Root FWD 20000     128.5001 P2p',
    '2                   Altn BLK 200000    16.2     P2p',
  ]);
});

test('"show logging" has date, severity, kind of event and message, the newest last', async () => {
  const line = /^([A-Z][a-z]{2})\s+(\d{1,2})\s+(\d+:\d+:\d+):\s+%(\w+)-(\d)-(\S+):\s+(.+)$/;
  const kind = eventId({ message: { text: 'Port {{port}} link down.' } }).toUpperCase();
  const lines = (await shown('show logging')).slice(-2).map((text) => line.exec(text)?.slice(1));
  expect(lines).toEqual([
    ['Jan', '31', '13:05:09', 'FACEPLATE', '4', kind, 'Port 3 link down.'],
    ['Jan', '31', '13:05:10', 'FACEPLATE', '6', expect.stringMatching(/^[0-9A-F]{8}$/), 'Trunk 2 up.'],
  ]);
});
