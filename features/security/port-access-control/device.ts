import { closedPort, openPort, type PortAccess } from '../../../datapath/port-access.ts';
import type { Contribution, StateContribution } from '../../../device/contribution.ts';
import {
  type DeviceContext,
  type DeviceFeature,
  type LiveAnswer,
  type LiveColumnsOf,
  type LiveOf,
  type LiveRowOf,
  live,
  type Operation,
  operation,
  type Service,
} from '../../../device/feature.ts';
import { type SlotReader, slotsWith } from '../../../device/slot.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { valueOrDefault } from '../../../model/schema/field.ts';
import { Status, TruthValue } from '../../../model/schema/kinds/enumeration.ts';
import { rowKey } from '../../../model/schema/object.ts';
import { plainLine } from '../../../model/values/plain-line.ts';
import { PAE_GROUP } from '../../../protocols/dot1x/eapol.ts';
import { BackendState, PaeState, type PortSettings } from '../../../protocols/dot1x/state.ts';
import { noStatistics } from '../../../protocols/dot1x/statistics.ts';
import { EtherType } from '../../../protocols/frames/ethernet.ts';
import { dot1qPortVlanEntry } from '../../network/vlan/objects.ts';
import {
  ControlDirection,
  dot1xAuthConfigEntry,
  dot1xAuthSessionStatsEntry,
  dot1xAuthStatsEntry,
  dot1xExtConfig,
  dot1xPaePortEntry,
  dot1xPaeSystem,
  dot1xPortExtEntry,
  PortStatus,
  VlanSource,
} from './objects.ts';
import { portAccessRules } from './rules.ts';
import { controlOf, EAPOL_FRAMES, isOn, settingsOf, settingsRead } from './settings.ts';
import { authenticator, type PortDecision, portDecisions } from './slots.ts';

/** EAPOL frames a second of each port: what one station with certificates needs, some times over. */
const EAPOL_RATE = 50;

/** EAPOL comes to the agent wherever ports authenticate, and ends there; while none does it may be let through. */
const eapol: Contribution = {
  reads: [dot1xPaeSystem, dot1xExtConfig],
  compile(configuration, { ports }) {
    if (isOn(configuration)) {
      const match = { destination: PAE_GROUP, etherType: EtherType.eapol };
      const own = { stage: 'control', action: 'take', rate: EAPOL_RATE, eachPort: true, matches: [match] } as const;
      return { punts: new Map([[EAPOL_FRAMES, own]]) };
    }
    const passes = configuration.group(dot1xExtConfig).dot1xFwdEapolWhenOff === Status.enabled;
    return passes ? { ports: new Map([...ports.keys()].map((port) => [port, { eapPass: true }])) } : {};
  },
};

const CLOSED_BOTH = closedPort;
const CLOSED_IN: PortAccess = { ...closedPort, sends: true };

/** A port in `auto` is closed unless the authenticator has decided otherwise, for the port's present settings. */
function accessOf(
  configuration: Configuration,
  decisions: ReadonlyMap<number, PortDecision>,
): ReadonlyMap<number, PortAccess> {
  const access = new Map<number, PortAccess>();
  const settings = settingsOf(configuration);
  if (settings.size === 0) return access;
  for (const row of configuration.rows(dot1xAuthConfigEntry)) {
    const port = row.dot1xPaePortNumber;
    const set = settings.get(port);
    if (!set || set.control === 'forceAuthorized') continue;
    const decision = set.control === 'auto' ? decisions.get(port) : undefined;
    const sendsAlways = row.dot1xAuthAdminControlledDirections === ControlDirection.in;
    if (decision && stands(decision, set)) access.set(port, openFor(decision));
    else access.set(port, sendsAlways ? CLOSED_IN : CLOSED_BOTH);
  }
  return access;
}

/** Whether a decision would be the same under these settings: who is in a VLAN that they do not give is to authenticate again. */
function stands(decision: PortDecision, { guestVlan, dynamicVlan, ...set }: PortSettings): boolean {
  const { mode, vlan, stationVlans, isGuest } = decision;
  if (mode !== set.mode) return false;
  if (isGuest && vlan !== guestVlan) return false;
  const assigned = [...(vlan === undefined ? [] : [vlan]), ...stationVlans.values()];
  return assigned.every((one) => (isGuest || dynamicVlan) && set.admitsVlan(one));
}

const opened = new WeakMap<PortDecision, PortAccess>();

/** The same object for the same decision. */
function openFor(decision: PortDecision): PortAccess {
  const known = opened.get(decision);
  if (known) return known;
  const { admits, vlan, stationVlans, isGuest } = decision;
  const made = { ...openPort, admits, vlan, stationVlans, isGuest };
  opened.set(decision, made);
  return made;
}

const gates: StateContribution = {
  reads: settingsRead,
  uses: [portDecisions],
  compile: (configuration, _hardware, slots) => ({ access: accessOf(configuration, slots.get(portDecisions)) }),
};

const service: Service = {
  name: 'port access control',
  reads: settingsRead,
  wanted: isOn,
  decides: [portDecisions],
  start: async (context) => (await import('./running-authenticator.ts')).startAuthenticator(context),
};

const { dot1xAuthPaeState, dot1xAuthBackendAuthState } = dot1xAuthConfigEntry.fields;

function keyOf(port: number): string {
  return rowKey(dot1xAuthConfigEntry, { dot1xPaePortNumber: port });
}

/** State of each port. */
function liveStates({ configuration, slots }: DeviceContext): LiveColumnsOf<typeof dot1xAuthConfigEntry> {
  const present = configuration();
  const running = slots.get(authenticator);
  const decisions = slots.get(portDecisions);
  return new Map(
    present.rows(dot1xAuthConfigEntry).map((row): [string, LiveOf<typeof dot1xAuthConfigEntry>] => {
      const port = row.dot1xPaePortNumber;
      const control = controlOf(row);
      const isOpen = !isOn(present) || control === 'forceAuthorized' || decisions.get(port)?.isGuest === false;
      const conversations = [...(running?.port(port)?.conversations.values() ?? [])];
      const shown = conversations.find(({ authorization }) => authorization) ?? conversations.at(-1);
      const forced = control === 'forceUnauthorized' ? PaeState.forceUnauthorized : PaeState.forceAuthorized;
      return [
        keyOf(port),
        {
          dot1xAuthAuthControlledPortStatus: isOpen ? PortStatus.authorized : PortStatus.unauthorized,
          dot1xAuthPaeState: valueOrDefault(dot1xAuthPaeState, control === 'auto' ? shown?.pae : forced),
          dot1xAuthBackendAuthState: valueOrDefault(
            dot1xAuthBackendAuthState,
            shown?.backend ?? BackendState.initialize,
          ),
        },
      ];
    }),
  );
}

/** The VLAN of each port, and the authenticated stations. */
function liveVlans({ configuration, slots }: DeviceContext): LiveColumnsOf<typeof dot1xPortExtEntry> {
  const present = configuration();
  const decisions = slots.get(portDecisions);
  return new Map(
    present.rows(dot1xPortExtEntry).map(({ dot1xPaePortNumber: port }): [string, LiveOf<typeof dot1xPortExtEntry>] => {
      const decision = decisions.get(port);
      const pvid = present.row(dot1qPortVlanEntry, { dot1dBasePort: port })?.dot1qPvid ?? 0;
      const conversations = [...(slots.get(authenticator)?.port(port)?.conversations.values() ?? [])];
      const stations = conversations.flatMap(({ authorization, station }) => {
        if (!authorization || !station) return [];
        const own = decision?.stationVlans.get(station);
        return own === undefined ? station : `${station} (VLAN ${own})`;
      });
      const [shared, ...others] = new Set(decision?.stationVlans.values());
      const isShared = others.length === 0 && decision?.stationVlans.size === stations.length;
      const vlan = decision?.vlan ?? (isShared ? shared : undefined);
      return [
        keyOf(port),
        {
          dot1xPortAssignedVlan: vlan ?? pvid,
          dot1xPortVlanSource:
            vlan === undefined ? VlanSource.pvid : decision?.isGuest ? VlanSource.guest : VlanSource.dynamic,
          dot1xPortStations: stations.join(', '),
        },
      ];
    }),
  );
}

function statistics({ hardware, slots }: DeviceContext): readonly LiveRowOf<typeof dot1xAuthStatsEntry>[] {
  const running = slots.get(authenticator);
  return [...hardware.ports.keys()].map((port) => {
    const counted = running?.port(port)?.statistics ?? noStatistics;
    return {
      dot1xPaePortNumber: port,
      dot1xAuthEapolFramesRx: String(counted.received),
      dot1xAuthEapolFramesTx: String(counted.sent),
      dot1xAuthEapolStartFramesRx: String(counted.starts),
      dot1xAuthEapolLogoffFramesRx: String(counted.logoffs),
      dot1xAuthEapolRespIdFramesRx: String(counted.identities),
      dot1xAuthEapolRespFramesRx: String(counted.responses),
      dot1xAuthEapolReqIdFramesTx: String(counted.identityRequests),
      dot1xAuthEapolReqFramesTx: String(counted.requests),
      dot1xAuthInvalidEapolFramesRx: String(counted.invalid),
      dot1xAuthEapLengthErrorFramesRx: String(counted.lengthErrors),
      dot1xAuthLastEapolFrameVersion: counted.lastVersion,
      dot1xAuthLastEapolFrameSource: counted.lastSource,
    };
  });
}

const { dot1xAuthSessionTerminateCause } = dot1xAuthSessionStatsEntry.fields;
const BY_SERVER = dot1xAuthSessionStatsEntry.fields.dot1xAuthSessionAuthenticMethod.values;

async function sessions({
  clock,
  slots,
}: DeviceContext): Promise<readonly LiveRowOf<typeof dot1xAuthSessionStatsEntry>[]> {
  const present = (await slots.get(authenticator)?.sessions()) ?? new Map();
  return [...present].map(([port, { id, user, isLocal, since, ended, traffic }]) => ({
    dot1xPaePortNumber: port,
    // Stations choose it as they like.
    dot1xAuthSessionUserName: plainLine(user),
    dot1xAuthSessionId: id,
    dot1xAuthSessionAuthenticMethod: isLocal ? BY_SERVER.localAuthServer : BY_SERVER.remoteAuthServer,
    dot1xAuthSessionTime: Math.floor(((ended?.at ?? clock.now()) - since) / 10),
    dot1xAuthSessionTerminateCause: valueOrDefault(dot1xAuthSessionTerminateCause, ended?.cause),
    dot1xAuthSessionOctetsRx: String(traffic.inOctets),
    dot1xAuthSessionOctetsTx: String(traffic.outOctets),
    dot1xAuthSessionFramesRx: String(traffic.inFrames),
    dot1xAuthSessionFramesTx: String(traffic.outFrames),
  }));
}

const liveAnswers: readonly LiveAnswer[] = [
  live(dot1xAuthConfigEntry, { columns: liveStates }),
  live(dot1xPortExtEntry, { columns: liveVlans }),
  live(dot1xAuthStatsEntry, { rows: statistics }),
  live(dot1xAuthSessionStatsEntry, { rows: sessions }),
];

/** Slots as they are once no station of a port is authenticated. */
function closedAt(slots: SlotReader, port: number): SlotReader {
  const decisions = new Map(slots.get(portDecisions));
  decisions.delete(port);
  return slotsWith(slots, portDecisions, decisions);
}

const operations: readonly Operation[] = [
  operation(dot1xPaePortEntry, {
    async operate(context, request) {
      const { slots } = context;
      const { values, caller } = request;
      const port = Number(values.dot1xPaePortNumber);
      if (values.dot1xPaePortInitialize === TruthValue.yes) {
        const carryOut = () => slots.get(authenticator)?.initialize(port);
        // Sessions through the port may find no server to authenticate them again.
        if (caller.connection) await context.undertake({ foresee: (now) => closedAt(now, port), carryOut }, request);
        else carryOut();
      }
      if (values.dot1xPaePortReauthenticate === TruthValue.yes) slots.get(authenticator)?.reauthenticate(port);
    },
  }),
  operation(dot1xExtConfig, {
    operate({ slots }, { values }) {
      if (values.dot1xClearStatistics !== undefined) slots.get(authenticator)?.clear();
    },
  }),
];

/** Security > Port Access Control. */
export const portAccessControl: DeviceFeature = {
  objects: [
    dot1xPaeSystem,
    dot1xExtConfig,
    dot1xAuthConfigEntry,
    dot1xPortExtEntry,
    dot1xPaePortEntry,
    dot1xAuthStatsEntry,
    dot1xAuthSessionStatsEntry,
  ],
  rules: portAccessRules,
  contributions: [eapol],
  stateContributions: [gates],
  live: liveAnswers,
  operations,
  services: [service],
};
