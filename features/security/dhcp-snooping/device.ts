import type { Contribution } from '../../../device/contribution.ts';
import type { DeviceContext, DeviceFeature, Operation, Service } from '../../../device/feature.ts';
import { Refusal } from '../../../device/refusal.ts';
import { entryGone } from '../../../model/configuration/message.ts';
import { compareRows } from '../../../model/schema/object.ts';
import type { Values } from '../../../model/wire/call.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { noDrops, stationKey } from '../../../protocols/dhcp-snooping/state.ts';
import { EtherType } from '../../../protocols/frames/ethernet.ts';
import { IpProtocol } from '../../../protocols/frames/ipv4.ts';
import { dynamicMembers } from '../../network/vlan/slots.ts';
import { dot1qVlanStaticEntry } from '../../network/vlan/static-vlan-objects.ts';
import { ConfigOperation, sysConfig } from '../../save/objects.ts';
import { vlansToMatch } from '../inspected-ports.ts';
import { DHCP_MESSAGES, isSnooping, settingsRead, snoopedVlans } from './device-settings.ts';
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
import { dhcpBindings, dhcpSnoopingHandle } from './slots.ts';

/** Messages of a port that are looked into in a second: as many as a port can be allowed. */
const MESSAGES_A_SECOND = 300;

/** The ports of servers and clients (RFC 2131 4.1). */
const DHCP_PORTS = [67, 68];

/** Whatever goes to a server or a client is taken out, and goes on where it may. */
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

function liveConfig({ slots }: DeviceContext): Values {
  const drops = slots.get(dhcpSnoopingHandle)?.read().drops ?? noDrops;
  return {
    dhcpSnoopingBindingCount: slots.get(dhcpBindings).size,
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

function liveBindings({ slots, clock, configuration }: DeviceContext): readonly Values[] {
  const now = clock.now();
  const fixed = configuration().rowMap(dhcpSnoopingStaticBindingEntry);
  return [...slots.get(dhcpBindings).values()]
    .map(({ vlan, mac, address, port, leaseTime, expiresAt }) => ({
      bindingVlanId: vlan,
      bindingMac: mac,
      bindingIp: address,
      bindingPort: port,
      bindingType: fixed.has(stationKey(vlan, mac)) ? BindingType.static : BindingType.dynamic,
      bindingLease: seconds(leaseTime),
      bindingRemaining: seconds(Math.max(0, (expiresAt - now) / 1000)),
    }))
    .sort((a, b) => compareRows(dhcpSnoopingBindingEntry, a, b));
}

/** Clear: the counters, every learnt binding, or one. */
const clear: Operation = {
  object: dhcpSnoopingConfig,
  operate({ slots }, { values }) {
    const handle = slots.get(dhcpSnoopingHandle);
    if (values.dhcpSnoopingClear === SnoopingClear.counters) handle?.clearDrops();
    if (values.dhcpSnoopingClear === SnoopingClear.dynamic) handle?.forget();
    if (values.dhcpSnoopingClear !== SnoopingClear.one) return;
    const { dhcpSnoopingClearVlan: vlan, dhcpSnoopingClearMac: mac } = values;
    const station = stationKey(Number(vlan), String(mac));
    const isKnown = [...(handle?.read().bindings ?? [])].some((one) => stationKey(one.vlan, one.mac) === station);
    if (!isKnown) throw new Refusal(ErrorCode.noSuchName, entryGone);
    handle?.forget(station);
  },
};

/** What is learnt goes to flash with the configuration. */
const backUp: Operation = {
  object: sysConfig,
  async operate({ slots }, { values }) {
    if (values.configOper === ConfigOperation.save) await slots.get(dhcpSnoopingHandle)?.backUp();
  },
};

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
  live: [
    { object: dhcpSnoopingConfig, group: liveConfig },
    { object: dhcpSnoopingBindingEntry, rows: liveBindings },
  ],
  operations: [clear, backUp],
  services: [snooping],
};
