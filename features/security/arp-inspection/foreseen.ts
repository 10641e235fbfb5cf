import type { ArpInspection } from '../../../device/access-plan.ts';
import type { AccessContribution } from '../../../device/contribution.ts';
import { judgeArp } from '../../../protocols/arp-inspection/verdict.ts';
import { BROADCAST_MAC } from '../../../protocols/frames/addresses.ts';
import { bridgePorts } from '../../bridge-ports.ts';
import {
  dhcpSnoopingConfig,
  dhcpSnoopingPortEntry,
  dhcpSnoopingStaticBindingEntry,
  dhcpSnoopingVlanEntry,
} from '../dhcp-snooping/objects.ts';
import { dhcpBindings } from '../dhcp-snooping/slots.ts';
import { bridgePortNumbers } from '../inspected-ports.ts';
import { inspectedVlans, settingsRead, validationOf, vlansOf } from './device-settings.ts';
import { ownersUnder } from './owners.ts';
import { ARP_PACKETS } from './slots.ts';

/** An unassigned address (RFC 5737): for a station whose own is unknown, and that no binding names. */
const ANY_ADDRESS = '192.0.2.1';

/** Frames that ARP inspection forwards, for the guard: an honest station's request for the switch. */
export const foreseenInspection: AccessContribution = {
  reads: [
    ...settingsRead,
    dhcpSnoopingConfig,
    dhcpSnoopingVlanEntry,
    dhcpSnoopingPortEntry,
    dhcpSnoopingStaticBindingEntry,
  ],
  uses: [dhcpBindings],
  compile(configuration, hardware, slots) {
    if (inspectedVlans(configuration).size === 0) return {};
    const vlans = vlansOf(configuration);
    const validation = validationOf(configuration);
    const owners = ownersUnder(configuration, hardware, slots);
    const numbers = bridgePortNumbers(bridgePorts(configuration, hardware), hardware);
    const arpInspection: ArpInspection = {
      kind: ARP_PACKETS,
      permits({ vlan: number, port, mac, address }) {
        const vlan = vlans.get(number);
        if (!vlan) return true;
        const ownerOf = (asked: string) => owners.ownerOf(number, asked);
        const grounds = { validation, vlan, port: numbers.get(port) ?? port, ownerOf };
        const candidates = address === undefined ? [...owners.addressesOf(number, mac), ANY_ADDRESS] : [address];
        return candidates.some((senderAddress) => {
          const packet = {
            operation: 'request',
            senderMac: mac,
            senderAddress,
            targetMac: '00-00-00-00-00-00',
            targetAddress: ANY_ADDRESS,
          } as const;
          return judgeArp(grounds, { source: mac, destination: BROADCAST_MAC, packet }).permits;
        });
      },
    };
    return { arpInspection };
  },
};
