import { addressKey, type PortSecurityPlan, type StaticUnicastPlan } from '../../../datapath/plan.ts';
import { type BlockedPorts, EVERY_VLAN, type StatePart } from '../../../datapath/state.ts';
import type { Contribution, StateContribution } from '../../../device/contribution.ts';
import {
  type DeviceContext,
  type DeviceFeature,
  type LiveColumnsOf,
  type LiveRowOf,
  live,
  operation,
  type Service,
} from '../../../device/feature.ts';
import { placeIn, Refusal } from '../../../device/refusal.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { type RowOf, rowKey } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { onceFor } from '../../../model/values/once-for.ts';
import { portListOf } from '../../../model/values/port-list.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { stepPortSecurity } from '../../../protocols/port-security/port-security.ts';
import {
  addressesAt,
  addressesInUse,
  ageingOf,
  learntAt,
  learntElsewhere,
} from '../../../protocols/port-security/secure-entries.ts';
import {
  idlePortSecurity,
  type PortSecuritySettings,
  type SecureEntry,
  type PortSecurityState as SecurityState,
} from '../../../protocols/port-security/state.ts';
import { closedPorts, portsClosedBy } from '../../network/physical-interface/slots.ts';
import { dot1qStaticUnicastEntry } from '../../network/static-unicast/objects.ts';
import { dot1qPortVlanEntry } from '../../network/vlan/objects.ts';
import {
  AddressOrigin,
  AddressType,
  NEVER_AGES,
  PortSecurityState,
  portSecAddrEntry,
  portSecClear,
  portSecGlobal,
  portSecInUseEntry,
  portSecPortEntry,
  ViolationAction,
} from './objects.ts';
import { portSecurityRules } from './rules.ts';
import { securedRows } from './secured-rows.ts';
import { administrators, settingsOf, settingsRead, UNKNOWN_SOURCES } from './settings.ts';
import { portSecurityDesk, secureEntries } from './slots.ts';

/** Frames a second and port from unknown sources that the agent decides on. */
const SOURCES_A_SECOND = 100;
const MINUTE = 60_000;

const portPart = onceFor((row: RowOf<typeof portSecPortEntry>): PortSecurityPlan => ({ maximum: row.portSecMaxAddr }));

/** Secured ports, and what comes from sources that they do not know or by which another port is secured, for the agent. */
const secured: Contribution = {
  reads: [portSecPortEntry],
  compile(configuration) {
    const rows = securedRows(configuration);
    if (rows.length === 0) return {};
    return {
      portSecurity: new Map(rows.map((row) => [row.portSecPort, portPart(row)])),
      punts: new Map([
        [UNKNOWN_SOURCES, { stage: 'learning', action: 'take', rate: SOURCES_A_SECOND, eachPort: true, matches: [{}] }],
      ]),
    };
  },
};

const rowPart = onceFor(
  (row: RowOf<typeof portSecAddrEntry>): StaticUnicastPlan => ({
    vlan: row.portSecAddrVlan,
    address: row.portSecAddrMac,
    port: row.portSecAddrPort,
  }),
);

/**
 * Addresses accepted by secured ports: configured ones from the first moment, and learned ones; and the ports that are
 * shut down.
 */
const secureSources: StateContribution = {
  reads: settingsRead,
  uses: [secureEntries, closedPorts],
  compile: (configuration, _hardware, slots) =>
    sourcesPart(configuration, { entries: slots.get(secureEntries), shut: portsClosedBy(slots, 'portSecurity') }),
  foresee(configuration, hardware, slots, former) {
    const before = new Set(
      securedRows(former)
        .filter(isShutByViolation)
        .map(({ portSecPort }) => portSecPort),
    );
    const feared = securedRows(configuration)
      .filter((row) => isShutByViolation(row) && !before.has(row.portSecPort))
      .map(({ portSecPort }) => portSecPort);
    const present = {
      ...idlePortSecurity,
      entries: slots.get(secureEntries),
      shut: portsClosedBy(slots, 'portSecurity'),
    };
    const event = {
      kind: 'configure',
      former: settingsOf(former, slots, hardware.baseMacAddress),
      stations: administrators(configuration, slots),
    } as const;
    const { state } = stepPortSecurity(settingsOf(configuration, slots, hardware.baseMacAddress), present, event, 0);
    return sourcesPart(configuration, { entries: state.entries, shut: new Set([...state.shut, ...feared]) });
  },
};

function sourcesPart(
  configuration: Pick<Configuration, 'rows'>,
  { entries, shut }: Pick<SecurityState, 'entries' | 'shut'>,
): StatePart {
  if (securedRows(configuration).length === 0) return {};
  const addresses = new Map<string, StaticUnicastPlan>();
  for (const { place } of entries.values()) addresses.set(addressKey(place.vlan, place.address), place);
  for (const row of configuration.rows(portSecAddrEntry)) {
    addresses.set(addressKey(row.portSecAddrVlan, row.portSecAddrMac), rowPart(row));
  }
  return { secureAddresses: addresses, blocked: blockedAt([...shut]) };
}

function isShutByViolation({ portSecViolation }: { readonly portSecViolation: number }): boolean {
  return portSecViolation === ViolationAction.shutdown;
}

function blockedAt(ports: readonly number[]): ReadonlyMap<number, BlockedPorts> {
  return ports.length === 0 ? new Map() : new Map([[EVERY_VLAN, { ports: portListOf(ports) }]]);
}

interface Present {
  readonly settings: PortSecuritySettings;
  readonly state: SecurityState;
}

/** The state in force. */
function present({ configuration, hardware, slots }: DeviceContext): Present {
  const [entries, shut] = [slots.get(secureEntries), portsClosedBy(slots, 'portSecurity')];
  return {
    settings: settingsOf(configuration(), slots, hardware.baseMacAddress),
    state: { ...idlePortSecurity, entries, shut },
  };
}

async function livePorts(context: DeviceContext): Promise<LiveColumnsOf<typeof portSecPortEntry>> {
  const { settings, state } = present(context);
  const counts = context.slots.get(portSecurityDesk)?.counts;
  const unknown =
    settings.ports.size > 0 ? (await context.datapath.secureSources()).unknown : new Map<number, bigint>();
  return new Map(
    [...context.hardware.ports.keys()].map((port) => {
      const secure = settings.ports.get(port);
      const counted = secure && secure.violation !== 'protect' ? counts?.of(port, unknown.get(port) ?? 0n) : undefined;
      const here = state.shut.has(port) ? PortSecurityState.errDisabled : PortSecurityState.forwarding;
      const columns = {
        portSecCurrent: secure ? addressesAt(settings, state, port) : 0,
        portSecViolationCount: String(counted ?? 0n),
        portSecCurrentState: secure ? here : PortSecurityState.none,
      };
      return [rowKey(portSecPortEntry, { portSecPort: port }), columns];
    }),
  );
}

function liveAddresses(context: DeviceContext): readonly LiveRowOf<typeof portSecInUseEntry>[] {
  const { settings, state } = present(context);
  const now = context.slots.get(portSecurityDesk)?.now() ?? 0;
  const pinned = settings.pinned
    .filter(({ port }) => settings.ports.has(port))
    .map(
      (place): SecureEntry => ({
        place,
        isConfigured: true,
        isLearnt: false,
        isPermanent: true,
        since: 0,
        heardAt: 0,
        frames: 0n,
      }),
    );
  const named = new Map(
    [...pinned, ...state.entries.values()].map((entry) => [
      `${entry.place.port},${entry.place.vlan},${entry.place.address}`,
      entry,
    ]),
  );
  return [...named.values()]
    .sort(
      ({ place: one }, { place: other }) =>
        one.port - other.port || one.vlan - other.vlan || (one.address < other.address ? -1 : 1),
    )
    .map((entry) => {
      const ends = ageingOf(settings.ports.get(entry.place.port), entry);
      return {
        portSecInUsePort: entry.place.port,
        portSecInUseVlan: entry.place.vlan,
        portSecInUseMac: entry.place.address,
        portSecAddrType: entry.isPermanent ? AddressType.permanent : AddressType.deleteOnTimeout,
        portSecInUseOrigin: entry.isLearnt ? AddressOrigin.learnt : AddressOrigin.configured,
        portSecAddrRemaining: Number.isFinite(ends) ? Math.max(0, Math.ceil((ends - now) / MINUTE)) : NEVER_AGES,
      };
    });
}

/** A maximum is never below what a port has; violations are counted from zero again where that is asked for. */
const ports = operation(portSecPortEntry, {
  async prepare(context, { values }) {
    const { settings, state } = present(context);
    const port = Number(values.portSecPort);
    const maximum = values.portSecMaxAddr;
    // With a maximum of 0 a port has its configured addresses.
    const inUse = Number(maximum) === 0 ? learntAt(state, port) : addressesAt(settings, state, port);
    if (maximum !== undefined && settings.ports.has(port) && Number(maximum) < inUse) {
      const message = say('Maximum is below the addresses in use on port {{port}}.', { port });
      throw new Refusal(ErrorCode.inconsistentValue, message, placeIn(portSecPortEntry, values, 'portSecMaxAddr'));
    }
    return values;
  },
  async operate({ slots, datapath }, { values }) {
    if (values.portSecClear === undefined) return;
    const port = Number(values.portSecPort);
    const { unknown } = await datapath.secureSources();
    slots.get(portSecurityDesk)?.counts.clear(port, unknown.get(port) ?? 0n);
  },
});

/** An address learned at one port is configured at no other. */
const configuredAddresses = operation(portSecAddrEntry, {
  async prepare(context, { values }) {
    const { settings, state } = present(context);
    const [port, vlan] = [Number(values.portSecAddrPort), Number(values.portSecAddrVlan ?? 0)];
    const pvid = context.configuration().row(dot1qPortVlanEntry, { dot1dBasePort: port })?.dot1qPvid ?? 0;
    const place = { port, vlan: vlan || pvid, address: String(values.portSecAddrMac) };
    const other = learntElsewhere(settings, state, place);
    if (other !== undefined) {
      const message = say('Address belongs to port {{port}}.', { port: other });
      throw new Refusal(ErrorCode.inconsistentValue, message, placeIn(portSecAddrEntry, values, 'portSecAddrMac'));
    }
    return values;
  },
});

/** An address learned at one port is pinned to no other. */
const pinnedAddresses = operation(dot1qStaticUnicastEntry, {
  async prepare(context, { values }) {
    const { settings, state } = present(context);
    const index = {
      dot1qVlanIndex: Number(values.dot1qVlanIndex),
      dot1qStaticUnicastAddress: String(values.dot1qStaticUnicastAddress),
    };
    const former = context.configuration().row(dot1qStaticUnicastEntry, index);
    const port = Number(values.dot1qStaticUnicastAllowedToGoTo ?? former?.dot1qStaticUnicastAllowedToGoTo ?? 0);
    const place = { port, vlan: index.dot1qVlanIndex, address: index.dot1qStaticUnicastAddress };
    const other = learntElsewhere(settings, state, place);
    if (other !== undefined) {
      const message = say('Address belongs to port {{port}}.', { port: other });
      const at = placeIn(dot1qStaticUnicastEntry, values, 'dot1qStaticUnicastAddress');
      throw new Refusal(ErrorCode.inconsistentValue, message, at);
    }
    return values;
  },
});

/** The limit of the switch is never below what it has. */
const limit = operation(portSecGlobal, {
  async prepare(context, { values }) {
    const { settings, state } = present(context);
    const wanted = { ...context.configuration().group(portSecGlobal), ...values };
    const count = addressesInUse(settings, state);
    if (wanted.portSecSysNoLimit !== Status.enabled && Number(wanted.portSecSysMaxAddr) < count) {
      const message = say('The limit is below the {{count}} addresses in use.', { count });
      throw new Refusal(ErrorCode.inconsistentValue, message, placeIn(portSecGlobal, undefined, 'portSecSysMaxAddr'));
    }
    return values;
  },
});

const clearing = operation(portSecClear, {
  operate({ slots }, { values }) {
    const desk = slots.get(portSecurityDesk);
    const { portSecClearPort: port, portSecClearMac: address, portSecClearAll: all } = values;
    if (port !== undefined) desk?.clear({ port: Number(port) });
    if (address !== undefined) desk?.clear({ address: String(address) });
    if (all !== undefined) desk?.clear({});
  },
});

const guarding: Service = {
  name: 'port security',
  reads: settingsRead,
  wanted: (configuration) => securedRows(configuration).length > 0,
  start: async (context) => (await import('./device-service.ts')).startPortSecurity(context),
};

/** Security > Port Security: Global Settings, Port Settings, Port Address Settings. */
export const portSecurity: DeviceFeature = {
  objects: [portSecGlobal, portSecPortEntry, portSecAddrEntry, portSecInUseEntry, portSecClear],
  rules: portSecurityRules,
  contributions: [secured],
  stateContributions: [secureSources],
  live: [
    live(portSecGlobal, {
      group(context) {
        const { settings, state } = present(context);
        return { portSecSysCurrent: addressesInUse(settings, state) };
      },
    }),
    live(portSecPortEntry, { columns: livePorts }),
    live(portSecInUseEntry, { rows: liveAddresses }),
  ],
  operations: [ports, configuredAddresses, pinnedAddresses, limit, clearing],
  services: [guarding],
};
