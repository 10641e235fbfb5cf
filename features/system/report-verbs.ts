import { fitForTerminal } from '../../device/command-line/answer-text.ts';
import type { RunnableVerb } from '../../device/command-line/runnable-verb.ts';
import { eventId } from '../../device/log/event-id.ts';
import type { Caller, Management } from '../../device/management.ts';
import { Status } from '../../model/schema/kinds/enumeration.ts';
import type { GroupObject, GroupValues, RowOf, TableObject } from '../../model/schema/object.ts';
import { interfaceName } from '../../model/values/interface-index.ts';
import { parseLogEntry } from '../../model/values/log-entry.ts';
import { parseMessage } from '../../model/values/message.ts';
import { NO_PORTS, type PortList, parsePortList, portsOf } from '../../model/values/port-list.ts';
import { lldpRemEntry } from '../network/lldp/said-objects.ts';
import { ifEntry, portCtrlEntry } from '../network/physical-interface/objects.ts';
import { dot1dStp, dot1dStpExtPortEntry, dot1dStpPortEntry } from '../network/spanning-tree/objects.ts';
import { dot1qTpFdbEntry, FdbStatus } from '../network/vlan/address-table-objects.ts';
import { dot1qPortVlanEntry } from '../network/vlan/objects.ts';
import { dot1qVlanStaticEntry } from '../network/vlan/static-vlan-objects.ts';
import { syslogMsgEntry } from './system-log/message-objects.ts';
import { sysSystemCtrl, system } from './system-management/objects.ts';

/** Reads objects for the caller. */
class Reading {
  readonly #management: Management;
  readonly #caller: Caller;

  constructor(management: Management, caller: Caller) {
    this.#management = management;
    this.#caller = caller;
  }

  group<G extends GroupObject>(object: G): Promise<GroupValues<G>> {
    return this.#management.read(object, {}, this.#caller) as Promise<GroupValues<G>>;
  }

  rows<T extends TableObject>(object: T): Promise<readonly RowOf<T>[]> {
    return this.#management.read(object, {}, this.#caller) as Promise<readonly RowOf<T>[]>;
  }
}

/** A verb prints the text of a table for scripts: its columns begin at fixed places. */
function report(
  words: RunnableVerb['words'],
  meaning: string,
  lines: (reading: Reading) => AsyncIterable<string>,
): RunnableVerb {
  return {
    words,
    meaning,
    arguments: [],
    run: (_given, { context, caller, print }) => print(fitting(lines(new Reading(context.management, caller)))),
  };
}

async function* fitting(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield fitForTerminal(line).trimEnd();
}

/** Texts in columns of these widths, the last one as long as it is; one that is too long is cut, but for a blank behind it. */
function columns(widths: readonly number[], texts: readonly (string | number)[]): string {
  return texts
    .map((text, at) => {
      const width = widths[at];
      return width === undefined
        ? String(text)
        : String(text)
            .slice(0, width - 1)
            .padEnd(width);
    })
    .join('');
}

/** "0011.2233.4455", as network operating systems write it. */
function dotted(mac: string): string {
  return mac
    .replaceAll(/[-:]/g, '')
    .toLowerCase()
    .replaceAll(/(.{4})(?=.)/g, '$1.');
}

/** "Trunk1" of "Trunk 1": a parser divides at blanks. */
function oneWord(name: string): string {
  return name.replaceAll(/\s+/g, '');
}

/** "1 week, 2 days, 3 hours, 4 minutes" of hundredths of a second. */
function uptime(ticks: number): string {
  const minutes = Math.floor(ticks / 6000);
  const parts: readonly (readonly [number, string])[] = [
    [Math.floor(minutes / 10_080), 'week'],
    [Math.floor(minutes / 1440) % 7, 'day'],
    [Math.floor(minutes / 60) % 24, 'hour'],
    [minutes % 60, 'minute'],
  ];
  const shown = parts.filter(([count], at) => count > 0 || at === parts.length - 1);
  return shown.map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`).join(', ');
}

const switchWidths = [7, 6, 19, 22];

async function* version(reading: Reading): AsyncGenerator<string> {
  const [device, { sysName, sysUpTime }, ports] = await Promise.all([
    reading.group(sysSystemCtrl),
    reading.group(system),
    reading.rows(portCtrlEntry),
  ]);
  yield `Faceplate Software (${device.modelName}), Version ${device.sysSoftwareVersion}, RELEASE SOFTWARE`;
  yield `ROM: ${device.sysBootVersion}`;
  yield '';
  yield `${sysName.replaceAll(/\s+/g, '-') || device.modelName} uptime is ${uptime(sysUpTime)}`;
  yield '';
  // Parsers look for model and serial number below this heading only.
  yield columns(switchWidths, ['Switch', 'Ports', 'Model', 'SW Version', 'SW Image']);
  yield columns(switchWidths, ['------', '-----', '-----', '----------', '--------']);
  yield columns(switchWidths, ['*    1', ports.length, device.modelName, device.sysSoftwareVersion, device.modelName]);
  yield '';
  yield `Base ethernet MAC Address       : ${device.systemSwitchBaseMacAddress.replaceAll('-', ':').toLowerCase()}`;
  yield `Model number                    : ${device.modelName}`;
  yield `System serial number            : ${device.sysSerialNumber}`;
  yield `Hardware version                : ${device.sysHardwareVersion}`;
}

async function* inventory(reading: Reading): AsyncGenerator<string> {
  const { modelName, sysHardwareVersion, sysSerialNumber } = await reading.group(sysSystemCtrl);
  yield `NAME: "Chassis", DESCR: "${modelName}"`;
  yield `PID: ${modelName.padEnd(18)}, VID: ${sysHardwareVersion}, SN: ${sysSerialNumber}`;
}

const statusWidths = [10, 19, 13, 11, 7, 7];

async function* interfacesStatus(reading: Reading): AsyncGenerator<string> {
  const [links, ports, vlans] = await Promise.all([
    reading.rows(ifEntry),
    reading.rows(portCtrlEntry),
    reading.rows(dot1qPortVlanEntry),
  ]);
  const { portMode: mode, dot3StatsDuplexStatus: duplex, portMediaType } = portCtrlEntry.fields;
  yield columns(statusWidths, ['Port', 'Name', 'Status', 'Vlan', 'Duplex', 'Speed', 'Type']);
  for (const [at, port] of ports.entries()) {
    const link = links[at];
    const isUp = link?.ifOperStatus === ifEntry.fields.ifOperStatus.values.up;
    const isAuto = port.portMode === mode.values.auto;
    const negotiated = isAuto ? 'a-' : '';
    const state = link?.ifAdminStatus === Status.disabled ? 'disabled' : isUp ? 'connected' : 'notconnect';
    yield columns(statusWidths, [
      port.ifIndex,
      port.ifAlias,
      state,
      vlans[at]?.dot1qPvid ?? '',
      isUp ? `${negotiated}${duplex.show(port.dot3StatsDuplexStatus).toLowerCase()}` : 'auto',
      isUp ? `${negotiated}${port.ifHighSpeed}` : 'auto',
      portMediaType.show(port.portMediaType),
    ]);
  }
}

const vlanWidths = [5, 33, 10];

/** Characters of the ports of a VLAN on one line at most. */
const PORTS_OF_LINE = 31;

async function* vlans(reading: Reading): AsyncGenerator<string> {
  yield columns(vlanWidths, ['VLAN', 'Name', 'Status', 'Ports']);
  yield columns(vlanWidths, ['----', '-'.repeat(32), '-'.repeat(9), '-'.repeat(PORTS_OF_LINE)]);
  for (const row of await reading.rows(dot1qVlanStaticEntry)) {
    const id = row.dot1qVlanIndex;
    // A parser divides at blanks, and takes a line without a name for the continuation of the one above.
    const name = row.dot1qVlanStaticName.trim().replaceAll(/\s+/g, '-') || `VLAN${String(id).padStart(4, '0')}`;
    const [first = '', ...further] = portLines(parsePortList(row.dot1qVlanStaticUntaggedPorts) ?? NO_PORTS);
    yield columns(vlanWidths, [id, name, 'active', first]);
    for (const line of further) yield columns(vlanWidths, ['', '', '', line]);
  }
}

/** "1, 2, 5" on as many lines as it needs. */
function portLines(list: PortList): readonly string[] {
  const lines: string[] = [];
  for (const port of portsOf(list)) {
    const line = lines.at(-1);
    const longer = `${line}, ${port}`;
    // The comma that leads to the next line has room, too.
    if (line !== undefined && longer.length < PORTS_OF_LINE) lines[lines.length - 1] = longer;
    else lines.push(String(port));
  }
  return lines.map((line, at) => (at < lines.length - 1 ? `${line},` : line));
}

const addressWidths = [8, 18, 12];

async function* macAddressTable(reading: Reading): AsyncGenerator<string> {
  const addresses = await reading.rows(dot1qTpFdbEntry);
  const { dot1qTpFdbPort: port } = dot1qTpFdbEntry.fields;
  yield '          Mac Address Table';
  yield '-------------------------------------------';
  yield '';
  yield columns(addressWidths, ['Vlan', 'Mac Address', 'Type', 'Ports']);
  yield columns(addressWidths, ['----', '-----------', '--------', '-----']);
  for (const row of addresses) {
    const type = row.dot1qTpFdbStatus === FdbStatus.learned ? 'DYNAMIC' : 'STATIC';
    const vlan = String(row.dot1qFdbId).padStart(4);
    yield columns(addressWidths, [vlan, dotted(row.dot1qTpFdbAddress), type, oneWord(port.show(row.dot1qTpFdbPort))]);
  }
  yield `Total Mac Addresses for this criterion: ${addresses.length}`;
}

const neighborWidths = [20, 15, 11, 16];

/** Letters of capabilities by the names of their bits (LLDP-MIB LldpSystemCapabilitiesMap). */
const capabilityLetters: Readonly<Record<string, string>> = {
  other: 'O',
  repeater: 'P',
  bridge: 'B',
  wlanAccessPoint: 'W',
  router: 'R',
  telephone: 'T',
  docsisCableDevice: 'C',
  stationOnly: 'S',
};

async function* lldpNeighbors(reading: Reading): AsyncGenerator<string> {
  const neighbors = await reading.rows(lldpRemEntry);
  yield 'Capability codes:';
  yield '    (R) Router, (B) Bridge, (T) Telephone, (C) DOCSIS Cable Device';
  yield '    (W) WLAN Access Point, (P) Repeater, (S) Station, (O) Other';
  yield '';
  yield 'Device ID           Local Intf     Hold-time  Capability      Port ID';
  for (const row of neighbors) {
    const capabilities = row.lldpRemSysCapEnabled.split(',').flatMap((name) => capabilityLetters[name.trim()] ?? []);
    yield columns(neighborWidths, [
      (row.lldpRemSysName || row.lldpRemChassisId).replaceAll(/\s+/g, '-'),
      row.lldpRemLocalPortNum,
      row.lldpRemExpires,
      capabilities.join(','),
      row.lldpRemPortId,
    ]);
  }
  yield '';
  yield `Total entries displayed: ${neighbors.length}`;
}

/** Characters of " 2026" behind the date of an entry. */
const YEAR_LENGTH = 5;

async function* logging(reading: Reading): AsyncGenerator<string> {
  const messages = await reading.rows(syslogMsgEntry);
  yield 'Syslog logging: enabled';
  yield '';
  yield `Log Buffer (${messages.length} messages):`;
  yield '';
  // The newest comes last: a program that reads on sees what is new.
  for (const row of messages.toReversed()) yield logLine(row);
}

/** "Jan 31 13:05:09: %FACEPLATE-5-3F9C21AA: Port 3 link down.": date, severity, identifier of the kind of event, message. */
function logLine({ syslogMsgDescr, syslogMsgSaid }: RowOf<typeof syslogMsgEntry>): string {
  const entry = parseLogEntry(syslogMsgDescr);
  if (!entry) return syslogMsgDescr;
  const message = parseMessage(syslogMsgSaid) ?? { text: entry.message };
  // Parsers know no year.
  const date = entry.date.slice(0, -YEAR_LENGTH);
  return `${date}: %FACEPLATE-${entry.priority % 8}-${eventId({ message }).toUpperCase()}: ${entry.message}`;
}

const treeWidths = [20, 5, 4, 10, 9];
const roles = 'Disa Root Altn Desg Back Mstr'.split(' ');
const states: Readonly<Record<number, string>> = { 2: 'BLK', 3: 'LIS', 4: 'LRN', 5: 'FWD', 6: 'BKN' };

function* bridge(title: string, id: string): Generator<string> {
  const [, priority = '0', address = id] = /^(\d+)\D+([0-9A-F][0-9A-F-]+)$/i.exec(id) ?? [];
  yield `  ${title.padEnd(11)}Priority    ${priority}`;
  yield `             Address     ${dotted(address)}`;
}

async function* spanningTree(reading: Reading): AsyncGenerator<string> {
  const tree = await reading.group(dot1dStp);
  if (tree.stpGlobalStatus !== Status.enabled) {
    yield 'No spanning tree instances exist.';
    return;
  }
  const [ports, settings] = await Promise.all([reading.rows(dot1dStpPortEntry), reading.rows(dot1dStpExtPortEntry)]);
  yield 'MST0';
  yield `  Spanning tree enabled protocol ${dot1dStp.fields.dot1dStpVersion.show(tree.dot1dStpVersion).toLowerCase()}`;
  yield* bridge('Root ID', tree.dot1dStpDesignatedRoot);
  yield `             Cost        ${tree.dot1dStpRootCost}`;
  yield `             Port        ${oneWord(dot1dStp.fields.dot1dStpRootPort.show(tree.dot1dStpRootPort))}`;
  yield '';
  yield* bridge('Bridge ID', tree.stpBridgeId);
  yield '';
  yield columns(treeWidths, ['Interface', 'Role', 'Sts', 'Cost', 'Prio.Nbr', 'Type']);
  yield columns(treeWidths, ['-------------------', '----', '---', '---------', '--------', '----']);
  for (const [at, row] of ports.entries()) {
    const isEdge = settings[at]?.dot1dStpPortOperEdgePort === 1;
    yield columns(treeWidths, [
      oneWord(interfaceName(row.dot1dStpPort)),
      roles[row.stpPortRole] ?? '',
      states[row.dot1dStpPortState] ?? 'DIS',
      row.dot1dStpPortPathCost32,
      `${row.dot1dStpPortPriority}.${row.dot1dStpPort}`,
      isEdge ? 'P2p Edge' : 'P2p',
    ]);
  }
}

/** Reports with the columns that programs know from other network operating systems. */
export const reportVerbs: readonly RunnableVerb[] = [
  report(['show', 'version'], 'Model, firmware, serial number and uptime', version),
  report(['show', 'inventory'], 'Parts with their serial numbers', inventory),
  report(['show', 'interfaces', 'status'], 'A line for each port', interfacesStatus),
  report(['show', 'vlan'], 'VLANs and their untagged ports', vlans),
  report(['show', 'mac', 'address-table'], 'MAC addresses and their ports', macAddressTable),
  report(['show', 'lldp', 'neighbors'], 'LLDP neighbors', lldpNeighbors),
  report(['show', 'spanning-tree'], 'Root, bridge and ports of the common spanning tree', spanningTree),
  report(['show', 'logging'], 'Log messages, the newest last', logging),
];
