import type { ClassifierPlan } from '../../../datapath/plan.ts';
import type { Contribution, StateContribution } from '../../../device/contribution.ts';
import {
  type DeviceContext,
  type DeviceFeature,
  type LiveColumnsOf,
  live,
  type Service,
} from '../../../device/feature.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { rowKey } from '../../../model/schema/object.ts';
import { hasPort, NO_PORTS, portListOf } from '../../../model/values/port-list.ts';
import { listeningPorts, ouisOf, PHONE_FRAMES, settingsRead, staticMembers } from './device-settings.ts';
import {
  builtInOuis,
  MemberState,
  OuiType,
  TagMode,
  voiceVlan,
  voiceVlanOuiEntry,
  voiceVlanPortEntry,
} from './objects.ts';
import { voiceVlanRules } from './rules.ts';
import { voicePorts } from './slots.ts';

/** Frames a second of the phones at a port, until it is in the voice VLAN. */
const HEARD_A_SECOND = 100;
const OUI_MASK = 'FF-FF-FF-00-00-00';

/** The frames of phones are of the voice VLAN at the ports that listen. */
const classifiers: Contribution = {
  reads: settingsRead,
  compile(configuration) {
    const ports = listeningPorts(configuration);
    if (ports === NO_PORTS) return {};
    const { voiceVlanId: vlan, voiceVlanPriority: priority } = configuration.group(voiceVlan);
    const made = ouisOf(configuration).map((prefix): [string, ClassifierPlan] => [
      `voice ${prefix}`,
      { rank: 'voice', prefix, ports, vlan, priority },
    ]);
    return { classifiers: new Map(made) };
  },
};

/** Phones are heard where the port is not in the voice VLAN yet; their frames wait until it is. */
const heard: Contribution = {
  reads: settingsRead,
  uses: [voicePorts],
  compile(configuration, _hardware, slots) {
    const ports = listeningPorts(configuration) & ~slots.get(voicePorts) & ~staticMembers(configuration);
    const matches = ouisOf(configuration).map((source) => ({ source, sourceMask: OUI_MASK, ports }));
    if (ports === NO_PORTS || matches.length === 0) return {};
    const taken = { stage: 'control', action: 'take', rate: HEARD_A_SECOND, eachPort: true, matches } as const;
    return { punts: new Map([[PHONE_FRAMES, taken]]) };
  },
};

const memberships: StateContribution = {
  reads: [voiceVlan, voiceVlanPortEntry],
  uses: [voicePorts],
  compile(configuration, _hardware, slots) {
    const members = slots.get(voicePorts);
    if (members === NO_PORTS) return {};
    const rows = configuration.rows(voiceVlanPortEntry).filter((row) => row.voiceVlanPortTagMode === TagMode.untagged);
    const untagged = members & portListOf(rows.map((row) => row.ifIndex));
    return { memberships: new Map([[configuration.group(voiceVlan).voiceVlanId, { members, untagged }]]) };
  },
};

function memberStates({ configuration, slots }: DeviceContext): LiveColumnsOf<typeof voiceVlanPortEntry> {
  const running = configuration();
  const fixed = staticMembers(running);
  const dynamic = slots.get(voicePorts);
  const stateOf = (port: number) => {
    if (hasPort(fixed, port)) return MemberState.static;
    return hasPort(dynamic, port) ? MemberState.dynamic : MemberState.none;
  };
  return new Map(
    running
      .rows(voiceVlanPortEntry)
      .map((row) => [rowKey(voiceVlanPortEntry, row), { voiceVlanPortState: stateOf(row.ifIndex) }]),
  );
}

function ouiTypes({ configuration }: DeviceContext): LiveColumnsOf<typeof voiceVlanOuiEntry> {
  return new Map(
    configuration()
      .rows(voiceVlanOuiEntry)
      .map((row) => [
        rowKey(voiceVlanOuiEntry, row),
        {
          voiceVlanOuiMask: OUI_MASK,
          voiceVlanOuiType: builtInOuis.has(row.voiceVlanOuiAddress) ? OuiType.builtIn : OuiType.user,
        },
      ]),
  );
}

const membership: Service = {
  name: 'voice VLAN',
  reads: settingsRead,
  wanted: (configuration) => configuration.group(voiceVlan).voiceVlanStatus === Status.enabled,
  decides: [voicePorts],
  start: async (context) => (await import('./device-members.ts')).startMembership(context),
};

/** Network > Voice VLAN. */
export const voiceVlanFeature: DeviceFeature = {
  objects: [voiceVlan, voiceVlanPortEntry, voiceVlanOuiEntry],
  rules: voiceVlanRules,
  contributions: [classifiers, heard],
  stateContributions: [memberships],
  live: [live(voiceVlanPortEntry, { columns: memberStates }), live(voiceVlanOuiEntry, { columns: ouiTypes })],
  services: [membership],
};
