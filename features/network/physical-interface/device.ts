import type { PortMedia, PortState } from '../../../datapath/datapath.ts';
import type { PortPart } from '../../../datapath/plan.ts';
import type { Contribution } from '../../../device/contribution.ts';
import {
  type DeviceContext,
  type DeviceFeature,
  type LiveColumnsOf,
  type LiveOf,
  live,
  type Service,
} from '../../../device/feature.ts';
import type { Capability } from '../../../model/hardware/capability.ts';
import type { HardwarePort } from '../../../model/hardware/hardware.ts';
import { Status, TruthValue } from '../../../model/schema/kinds/enumeration.ts';
import { type RowOf, rowKey } from '../../../model/schema/object.ts';
import { onceFor } from '../../../model/values/once-for.ts';
import { trunkOfPort } from '../../bridge-ports.ts';
import { loopBlocks } from '../loopback-detection/slots.ts';
import {
  DuplexStatus,
  dot3PauseEntry,
  ifEntry,
  LinkStatus,
  PauseMode,
  PortLoopStatus,
  portCtrlEntry,
} from './objects.ts';
import { modesOffered, portModeOf } from './port-modes.ts';
import { settingsSupported } from './rules.ts';
import { closedPorts, followAdministrator } from './slots.ts';
import { portCtrlSupport } from './support-objects.ts';

/** Octets of the largest frame with one tag and the FCS, without and with jumbo frames. */
const MaximumFrame = { standard: 1522, jumbo: 9216 } as const;

const adminPart = onceFor((row: RowOf<typeof ifEntry>): PortPart => ({ admin: row.ifAdminStatus === Status.enabled }));

/** A port that the switch has taken down is down regardless of the administrator's setting. */
const DOWN: PortPart = { admin: false };

const pausePart = onceFor(
  (row: RowOf<typeof dot3PauseEntry>): PortPart => ({
    flowControl: row.dot3PauseAdminMode === PauseMode.bothDirections,
  }),
);

const controlPart = onceFor(
  (row: RowOf<typeof portCtrlEntry>): PortPart => ({
    mode: portModeOf(row.portMode),
    maximumFrame: row.portJumbo === Status.enabled ? MaximumFrame.jumbo : MaximumFrame.standard,
    eapPass: row.portEapPass === Status.enabled,
    bpduPass: row.portBpduPass === Status.enabled,
  }),
);

const admin: Contribution = {
  reads: [ifEntry],
  uses: [closedPorts],
  compile(configuration, _hardware, slots) {
    const closed = slots.get(closedPorts);
    const rows = configuration.rows(ifEntry);
    return { ports: new Map(rows.map((row) => [row.ifIndex, closed.has(row.ifIndex) ? DOWN : adminPart(row)])) };
  },
};

/** Opens what an administrator has disabled and enabled. */
const reopening: Service = {
  name: 'closed ports',
  reads: [ifEntry],
  async start({ configuration, slots }) {
    const changed = () =>
      followAdministrator(
        slots,
        (ifIndex) => configuration().row(ifEntry, { ifIndex })?.ifAdminStatus === Status.enabled,
      );
    slots.follow([closedPorts], changed);
    return { changed };
  },
};

const flowControl: Contribution = {
  reads: [dot3PauseEntry],
  compile: (configuration) => ({
    ports: new Map(configuration.rows(dot3PauseEntry).map((row) => [row.dot3StatsIndex, pausePart(row)])),
  }),
};

const control: Contribution = {
  reads: [portCtrlEntry],
  compile: (configuration) => ({
    ports: new Map(configuration.rows(portCtrlEntry).map((row) => [row.ifIndex, controlPart(row)])),
  }),
};

const mediaType = { copper: 1, fiber: 2, combo: 3 } as const satisfies Record<PortMedia, number>;
const speedCode = new Map<number, LiveOf<typeof portCtrlEntry>['portLinkSpeed']>([
  [10, 1],
  [100, 2],
  [1000, 3],
  [10_000, 4],
]);

function liveColumns(
  port: HardwarePort,
  state: PortState | undefined,
  trunk: number | undefined,
  { hardware, slots }: Pick<DeviceContext, 'hardware' | 'slots'>,
): LiveOf<typeof portCtrlEntry> {
  const up = state?.link === 'up';
  return {
    portTrunkId: trunk ?? 0,
    // A port that is closed for some VLANs carries the others still.
    portLoopStatus: slots.get(loopBlocks).some((place) => place.port === port.number && place.vlan === 0)
      ? PortLoopStatus.loop
      : PortLoopStatus.normal,
    portErrDisabled: slots.get(closedPorts).has(port.number) ? TruthValue.yes : TruthValue.no,
    portMediaType: mediaType[port.media],
    portModesOffered: modesOffered(port, hardware).join(','),
    portLinkSpeed: (up && speedCode.get(state.speed)) || 0,
    ifHighSpeed: up ? state.speed : 0,
    dot3StatsDuplexStatus: up ? DuplexStatus[state.duplex] : DuplexStatus.unknown,
  };
}

async function liveLinks({ datapath, hardware }: DeviceContext): Promise<LiveColumnsOf<typeof ifEntry>> {
  const states = await datapath.portStates();
  return new Map(
    [...hardware.ports.keys()].map((ifIndex) => [
      rowKey(ifEntry, { ifIndex }),
      { ifOperStatus: states.get(ifIndex)?.link === 'up' ? LinkStatus.up : LinkStatus.down },
    ]),
  );
}

async function livePorts(context: DeviceContext): Promise<LiveColumnsOf<typeof portCtrlEntry>> {
  const { datapath, hardware } = context;
  const states = await datapath.portStates();
  const trunks = trunkOfPort(context.configuration());
  return new Map(
    [...hardware.ports.values()].map((port) => [
      rowKey(portCtrlEntry, { ifIndex: port.number }),
      liveColumns(port, states.get(port.number), trunks.get(port.number), context),
    ]),
  );
}

function support({ hardware: { lacking } }: DeviceContext): LiveOf<typeof portCtrlSupport> {
  const supported = (capability: Capability) => (lacking.has(capability) ? 2 : 1);
  return {
    portModeSupport: supported('portMode'),
    portJumboSupport: supported('jumbo'),
    dot3PauseSupport: supported('flowControl'),
  };
}

/** Network > Physical Interface. */
export const physicalInterface: DeviceFeature = {
  objects: [ifEntry, dot3PauseEntry, portCtrlEntry, portCtrlSupport],
  rules: [settingsSupported],
  contributions: [admin, flowControl, control],
  live: [
    live(ifEntry, { columns: liveLinks }),
    live(portCtrlEntry, { columns: livePorts }),
    live(portCtrlSupport, { group: support }),
  ],
  services: [reopening],
};
