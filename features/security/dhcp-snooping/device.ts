import type { Contribution } from '../../../device/contribution.ts';
import {
  type DeviceContext,
  type DeviceFeature,
  type LiveOf,
  type LiveRowOf,
  live,
  operation,
  type Service,
} from '../../../device/feature.ts';
import { Refusal } from '../../../device/refusal.ts';
import { type SlotReader, slotsWith } from '../../../device/slot.ts';
import { entryGone } from '../../../model/configuration/message.ts';
import { compareRows } from '../../../model/schema/object.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { type Binding, noDrops, stationKey } from '../../../protocols/dhcp-snooping/state.ts';
import { EtherType } from '../../../protocols/frames/ethernet.ts';
import { IpProtocol } from '../../../protocols/frames/ipv4.ts';
import { dynamicMembers } from '../../network/vlan/slots.ts';
import { dot1qVlanStaticEntry } from '../../network/vlan/static-vlan-objects.ts';
import { ConfigOperation, sysConfig } from '../../save/objects.ts';
import { vlansToMatch } from '../inspected-ports.ts';
import { isSnooping, snoopedVlans } from '../snooped.ts';
import { settingsRead } from './device-settings.ts';
import {
  BindingType,
  dhcpSnoopingBindingEntry,
  dhcpSnoopingConfig,
  dhcpSnoopingPortEntry,
  dhcpSnoopingStaticBindingEntry,
  dhcpSnoopingVlanEntry,
  FOR_EVER,
  SnoopingClear,
} from './objects.ts';
import { dhcpSnoopingRules } from './rules.ts';
import { bindingKey, DHCP_MESSAGES, dhcpBindings, dhcpSnoopingHandle } from './slots.ts';

/** Messages of a port that are looked into in a second: as many as a port can be allowed. */
const MESSAGES_A_SECOND = 300;

/** The ports of servers and clients (RFC 2131 4.1). */
const DHCP_PORTS = [67, 68];

/** Messages to servers and clients are redirected, and forwarded where allowed. */
const messages: Contribution = {
  reads: [dhcpSnoopingConfig, dhcpSnoopingVlanEntry, dot1qVlanStaticEntry],
  uses: [dynamicMembers],
  compile(configuration, _hardware, slots) {
    if (!isSnooping(configuration)) return {};
    const matches = vlansToMatch(snoopedVlans(configuration), configuration, slots).flatMap((vlan) =>
      DHCP_PORTS.map((destinationPort) => ({
        etherType: EtherType.ipv4,
        ipProtocol: IpProtocol.udp,
        destinationPort,
        behindTwoTags: true,
        ...(vlan !== undefined && { vlan }),
      })),
    );
    if (matches.length === 0) return {};
    return {
      punts: new Map([
        [DHCP_MESSAGES, { stage: 'inspection', action: 'take', rate: MESSAGES_A_SECOND, eachPort: true, matches }],
      ]),
    };
  },
};

const snooping: Service = {
  name: 'DHCP snooping',
  reads: settingsRead,
  wanted: (configuration) => isSnooping(configuration) || configuration.rows(dhcpSnoopingStaticBindingEntry).length > 0,
  start: async (context) => (await import('./device-snooping.ts')).startSnooping(context),
};

function liveConfig({ slots }: DeviceContext): LiveOf<typeof dhcpSnoopingConfig> {
  const drops = slots.get(dhcpSnoopingHandle)?.read().drops ?? noDrops;
  const { learnt, fixed } = slots.get(dhcpBindings);
  return {
    dhcpSnoopingBindingCount: learnt.size + fixed.size,
    dhcpSnoopingDroppedServer: String(drops.serverFromUntrusted),
    dhcpSnoopingDroppedMac: String(drops.macMismatch),
    dhcpSnoopingDroppedRelease: String(drops.badRelease),
    dhcpSnoopingDroppedOption82: String(drops.relayed),
    dhcpSnoopingDroppedFull: String(drops.tableFull),
    dhcpSnoopingDroppedMalformed: String(drops.malformed),
    dhcpSnoopingDroppedRate: String(drops.overRate),
  };
}

const seconds = (time: number) => (Number.isFinite(time) ? Math.min(FOR_EVER, Math.ceil(time)) : FOR_EVER);

function liveBindings({ slots, clock }: DeviceContext): readonly LiveRowOf<typeof dhcpSnoopingBindingEntry>[] {
  const now = clock.now();
  const { learnt, fixed } = slots.get(dhcpBindings);
  const row = (bindingType: LiveRowOf<typeof dhcpSnoopingBindingEntry>['bindingType']) => (binding: Binding) => ({
    bindingVlanId: binding.vlan,
    bindingMac: binding.mac,
    bindingIp: binding.address,
    bindingPort: binding.port,
    bindingType,
    bindingLease: seconds(binding.leaseTime),
    bindingRemaining: seconds(Math.max(0, (binding.expiresAt - now) / 1000)),
  });
  const rows = [
    ...[...fixed.values()].map(row(BindingType.static)),
    ...[...learnt.values()].map(row(BindingType.dynamic)),
  ];
  return rows.sort((a, b) => compareRows(dhcpSnoopingBindingEntry, a, b));
}

/** Clear: the counters, every learned binding, or one. Inspection may then drop the administrator's own ARP. */
const clear = operation(dhcpSnoopingConfig, {
  // Learned bindings are deleted irrevocably: nothing else in a batch fails after it.
  concludes: ({ dhcpSnoopingClear: what }) => what === SnoopingClear.dynamic || what === SnoopingClear.one,
  async operate(context, request) {
    const { slots } = context;
    const handle = slots.get(dhcpSnoopingHandle);
    const { dhcpSnoopingClear: what, dhcpSnoopingClearVlan: vlan, dhcpSnoopingClearMac: mac } = request.values;
    if (what === SnoopingClear.counters) handle?.clearDrops();
    if (what !== SnoopingClear.dynamic && what !== SnoopingClear.one) return;
    const known = [...(handle?.read().bindings ?? [])];
    const going = what === SnoopingClear.dynamic ? known : known.filter((one) => one.vlan === vlan && one.mac === mac);
    if (what === SnoopingClear.one && going.length === 0) throw new Refusal(ErrorCode.noSuchName, entryGone);
    const gone = new Set(going.map(({ vlan, address }) => bindingKey(vlan, address)));
    await context.undertake(
      {
        foresee: (present) => without(present, gone),
        carryOut: () => handle?.forget(going.map((one) => stationKey(one.vlan, one.mac))),
        takeBack: () => slots.get(dhcpSnoopingHandle)?.restore(going),
      },
      request,
    );
  },
});

/** Slots as they are without some learned bindings. */
function without(slots: SlotReader, gone: ReadonlySet<string>): SlotReader {
  const { learnt, fixed } = slots.get(dhcpBindings);
  const kept: typeof dhcpBindings.empty = { fixed, learnt: new Map([...learnt].filter(([key]) => !gone.has(key))) };
  return slotsWith(slots, dhcpBindings, kept);
}

/** Learned bindings are written to flash with the configuration. */
const backUp = operation(sysConfig, {
  async operate({ slots }, { values }) {
    if (values.configOper === ConfigOperation.save) await slots.get(dhcpSnoopingHandle)?.backUp();
  },
});

/** Security > DHCP Snooping. */
export const dhcpSnooping: DeviceFeature = {
  objects: [
    dhcpSnoopingConfig,
    dhcpSnoopingVlanEntry,
    dhcpSnoopingPortEntry,
    dhcpSnoopingStaticBindingEntry,
    dhcpSnoopingBindingEntry,
  ],
  rules: dhcpSnoopingRules,
  contributions: [messages],
  live: [live(dhcpSnoopingConfig, { group: liveConfig }), live(dhcpSnoopingBindingEntry, { rows: liveBindings })],
  operations: [clear, backUp],
  services: [snooping],
};
