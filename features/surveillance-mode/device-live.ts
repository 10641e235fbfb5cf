import type { DeviceContext, LiveColumnsOf, LiveOf, LiveRowOf } from '../../device/feature.ts';
import { Status } from '../../model/schema/kinds/enumeration.ts';
import { rowKey } from '../../model/schema/object.ts';
import { formatDateTime } from '../../model/values/date-time.ts';
import { formatMessage, oneAfterAnother, wordsOf } from '../../model/values/message.ts';
import { hasPort } from '../../model/values/port-list.ts';
import type { SurveillanceDevice } from '../../protocols/surveillance/state.ts';
import type { Health } from '../port-health.ts';
import { deviceTimeAt } from '../system/system-time/objects.ts';
import { bridgePortOf, membersOfPorts, refusedDevices, uplinkPorts } from './device-settings.ts';
import { findingsOf } from './findings.ts';
import { type aSVGroupEntry, type aSVIpcEntry, type aSVNvrEntry, EvidenceKind, ReplyState } from './found-objects.ts';
import { portLoads, surveillanceState } from './slots.ts';
import { aSVDeviceEntry, type aSVGlobal, aSVPortEntry, DeviceType, HealthState } from './vlan-objects.ts';

/** Added to the number of a port for the group of what has no recorder (docs/specification/system.md B). */
export const PORT_GROUP_BASE = 100;

const devicesOf = ({ slots }: DeviceContext) => [...slots.get(surveillanceState).devices.values()];

/** `aSVGlobal`: how many devices there are, and how busy the way to them is. */
export function liveGlobal(context: DeviceContext): LiveOf<typeof aSVGlobal> {
  const devices = devicesOf(context);
  const count = (kind: SurveillanceDevice['kind']) => devices.filter((one) => one.kind === kind).length;
  return {
    aSVIpcCount: count('camera'),
    aSVNvrCount: count('recorder'),
    aSVOtherCount: count('other'),
    aSVUplinkUtilization: context.slots.get(portLoads).uplink,
  };
}

/** The group of a device: that of the recorder that it streams to, or of its port. */
export function groupOf({ slots }: DeviceContext, device: SurveillanceDevice): number {
  const { devices, streams } = slots.get(surveillanceState);
  const recorder = devices.get(streams.get(device.mac) ?? '');
  return device.group || recorder?.group || PORT_GROUP_BASE + device.port;
}

/** `aSVPortEntry`: what is at each port, and how it does. */
export async function livePorts(context: DeviceContext): Promise<LiveColumnsOf<typeof aSVPortEntry>> {
  const { hardware, datapath, slots } = context;
  const configuration = context.configuration();
  const findings = await findingsOf(context);
  const learnt = new Set(
    (await datapath.forwardingDatabase()).filter(({ origin }) => origin === 'learned').map(({ port }) => port),
  );
  const uplinks = membersOfPorts(configuration, hardware, uplinkPorts(configuration, hardware));
  const loads = slots.get(portLoads).kilobits;
  return new Map(
    [...hardware.ports.keys()].map((ifIndex) => {
      const bridgePort = bridgePortOf(configuration, hardware, ifIndex);
      const [device] = mainFirst(devicesOf(context).filter(({ port }) => port === bridgePort));
      const found = findings.get(ifIndex);
      const values = {
        aSVPortDeviceType: typeOf(device, hasPort(uplinks, ifIndex), learnt.has(ifIndex)),
        aSVPortIp: device?.address ?? '',
        aSVPortMac: device?.mac ?? '',
        aSVPortModel: device ? nameOf(device) : '',
        aSVPortSpeed: found?.isUp ? found.speed : 0,
        aSVPortThroughput: loads.get(ifIndex) ?? 0,
        aSVPortGroup: device ? groupOf(context, device) : 0,
        ...healthColumns(found?.health ?? { state: 'noDevice', reasons: [] }),
      };
      return [rowKey(aSVPortEntry, { ifIndex }), values];
    }),
  );
}

/** How a port does, as columns. */
export function healthColumns({ state, reasons }: Health) {
  const said = reasons.length === 0 ? undefined : oneAfterAnother(reasons);
  return {
    healthState: HealthState[state],
    healthReason: said ? wordsOf(said) : '',
    healthReasonSaid: formatMessage(said),
  };
}

function typeOf(device: SurveillanceDevice | undefined, isUplink: boolean, isLearnt: boolean) {
  if (isUplink) return DeviceType.uplink;
  if (device) return device.kind === 'other' ? DeviceType.otherSurveillance : DeviceType[device.kind];
  return isLearnt ? DeviceType.nonSurveillance : DeviceType.none;
}

/** Of several devices at a port the recorder represents it, then a camera. */
function mainFirst(devices: readonly SurveillanceDevice[]): readonly SurveillanceDevice[] {
  const ranks = { recorder: 0, camera: 1, other: 2 } as const;
  return [...devices].sort((a, b) => ranks[a.kind] - ranks[b.kind]);
}

/** "Axis M1065", or what there is of it. */
function nameOf({ manufacturer, model }: SurveillanceDevice): string {
  const name = model.startsWith(manufacturer) ? model : `${manufacturer} ${model}`;
  return name.trim().slice(0, 32);
}

/** `aSVIpcEntry`: cameras and other devices. */
export function ipcRows(context: DeviceContext): readonly LiveRowOf<typeof aSVIpcEntry>[] {
  const refused = refusedDevices(context.configuration());
  return sortedRows(
    devicesOf(context)
      .filter(({ kind }) => kind !== 'recorder')
      .map((device) => ({
        ifIndex: device.port,
        aSVIpcMac: device.mac,
        aSVIpcIp: device.address ?? '',
        aSVIpcModel: device.model.slice(0, 32),
        aSVIpcManufacturer: device.manufacturer.slice(0, 32),
        aSVIpcThroughput: throughputOf(context, device),
        aSVIpcType: device.kind === 'camera' ? DeviceType.camera : DeviceType.otherSurveillance,
        aSVIpcEvidence: EvidenceKind[device.evidence],
        aSVIpcReply: ReplyState[device.reply],
        aSVIpcState: refused.has(device.mac) ? Status.disabled : Status.enabled,
        aSVIpcDescription: descriptionOf(context, device.mac),
        aSVIpcGroup: groupOf(context, device),
        aSVIpcLastSeen: seenAt(context, device),
      })),
    'aSVIpcMac',
  );
}

/** `aSVNvrEntry`: recorders. */
export function nvrRows(context: DeviceContext): readonly LiveRowOf<typeof aSVNvrEntry>[] {
  const refused = refusedDevices(context.configuration());
  const streams = [...context.slots.get(surveillanceState).streams.values()];
  return sortedRows(
    devicesOf(context)
      .filter(({ kind }) => kind === 'recorder')
      .map((device) => ({
        ifIndex: device.port,
        aSVNvrMac: device.mac,
        aSVNvrIp: device.address ?? '',
        aSVNvrModel: device.model.slice(0, 32),
        aSVNvrManufacturer: device.manufacturer.slice(0, 32),
        aSVNvrIpcNumber: streams.filter((recorder) => recorder === device.mac).length,
        aSVNvrThroughput: throughputOf(context, device),
        aSVNvrEvidence: EvidenceKind[device.evidence],
        aSVNvrReply: ReplyState[device.reply],
        aSVNvrState: refused.has(device.mac) ? Status.disabled : Status.enabled,
        aSVNvrDescription: descriptionOf(context, device.mac),
        aSVNvrGroup: device.group,
        aSVNvrLastSeen: seenAt(context, device),
      })),
    'aSVNvrMac',
  );
}

/** `aSVGroupEntry`: who streams to whom. */
export function groupRows({ slots }: DeviceContext): readonly LiveRowOf<typeof aSVGroupEntry>[] {
  const { devices, streams } = slots.get(surveillanceState);
  const rows = [...streams].flatMap(([camera, recorder]) => {
    const [from, to] = [devices.get(camera), devices.get(recorder)];
    if (!from || !to) return [];
    return [{ ifIndex: from.port, aSVGroupNvrMac: recorder, aSVGroupIpcMac: camera, aSVGroupNumber: to.group }];
  });
  return sortedRows(rows, 'aSVGroupNvrMac', 'aSVGroupIpcMac');
}

function sortedRows<Row extends { readonly ifIndex: number }>(
  rows: readonly Row[],
  ...columns: readonly (keyof Row)[]
): readonly Row[] {
  const order = (a: Row, b: Row) => a.ifIndex - b.ifIndex;
  const text = (row: Row) => columns.map((column) => String(row[column])).join();
  return [...rows].sort((a, b) => order(a, b) || (text(a) < text(b) ? -1 : 1));
}

/** Throughput of its port. */
function throughputOf({ slots }: DeviceContext, { port }: SurveillanceDevice): number {
  return slots.get(portLoads).kilobits.get(port) ?? 0;
}

function descriptionOf(context: DeviceContext, mac: string): string {
  return context.configuration().row(aSVDeviceEntry, { aSVDeviceMac: mac })?.aSVDeviceDescription ?? '';
}

function seenAt(context: DeviceContext, { lastHeard }: SurveillanceDevice): string {
  const age = context.clock.now() - lastHeard;
  return formatDateTime(deviceTimeAt(context.configuration(), context.wallClock.now() - age));
}
