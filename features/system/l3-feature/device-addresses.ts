import { operation, type Service, type Undertaking } from '../../../device/feature.ts';
import { heldAddresses } from '../../../device/held-addresses.ts';
import { placeIn, Refusal } from '../../../device/refusal.ts';
import { type SlotReader, slot, slotsWith } from '../../../device/slot.ts';
import { VLAN_INTERFACE_BASE } from '../../../model/values/interface-index.ts';
import { say } from '../../../model/values/message.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { system } from '../system-management/objects.ts';
import { ipIfSecondaryEntry } from './address-objects.ts';
import { DhcpClients } from './device-dhcp.ts';
import { DuplicateDetection } from './device-duplicates.ts';
import { addressFrames } from './device-plan.ts';
import { AddressMode, DhcpClientAction, ipv4InterfaceEntry } from './objects.ts';
import { leases, probedLeases } from './slots.ts';

/** The DHCP clients, while they run. */
const dhcpClients = slot<DhcpClients | undefined>('dhcpClients', undefined);

/** Takes addresses from DHCP servers, and looks out for stations that claim one of the switch's. */
export const addressKeeping: Service = {
  name: 'addresses',
  reads: [ipv4InterfaceEntry, ipIfSecondaryEntry, system],
  start(context) {
    const dhcp = new DhcpClients(context);
    const duplicates = new DuplicateDetection(
      context,
      (vlan, address) => {
        const given = context.slots.get(probedLeases).get(vlan) ?? context.slots.get(leases).get(vlan);
        if (given?.address !== address) return false;
        dhcp.tell(vlan, { kind: 'conflict' });
        return true;
      },
      (vlan, address) => dhcp.accept(vlan, address),
    );
    context.offer(dhcpClients, dhcp);
    const configure = () => {
      dhcp.configure();
      duplicates.configure();
    };
    configure();
    context.onFrame([addressFrames.dhcp], (frame) => dhcp.receive(frame));
    context.onFrame([addressFrames.arp], (frame) => duplicates.receive(frame));
    context.slots.follow([leases, probedLeases], () => duplicates.configure());
    context.slots.follow([heldAddresses], configure);
    return { changed: configure };
  },
};

/** Renew and Release. To give back the address of the session that asks has to be forced, and is confirmed at another one. */
export const leaseOperation = operation(ipv4InterfaceEntry, {
  concludes: ({ dhcpClientAction }) => dhcpClientAction === DhcpClientAction.release,
  async prepare(context, { values }) {
    if (values.dhcpClientAction === undefined) return values;
    const row = context
      .configuration()
      .row(ipv4InterfaceEntry, { ipv4InterfaceIfIndex: Number(values.ipv4InterfaceIfIndex) });
    const mode = values.ipAddrCfgMode ?? row?.ipAddrCfgMode;
    if (mode !== AddressMode.dynamic) {
      const message = say('Renew and Release require an address from DHCP.');
      throw new Refusal(ErrorCode.inconsistentValue, message, placeIn(ipv4InterfaceEntry, values, 'dhcpClientAction'));
    }
    return values;
  },
  async operate(context, request) {
    const { values } = request;
    if (values.dhcpClientAction === undefined) return;
    const vlan = Number(values.ipv4InterfaceIfIndex) - VLAN_INTERFACE_BASE;
    const tell = (kind: 'release' | 'renew') => context.slots.get(dhcpClients)?.tell(vlan, { kind });
    if (values.dhcpClientAction !== DhcpClientAction.release) return tell('renew');
    const undertaking: Undertaking = {
      foresee: (slots) => withoutLease(slots, vlan),
      carryOut: () => tell('release'),
      takeBack: () => tell('renew'),
    };
    await context.undertake(undertaking, request);
  },
});

/** The slots as they are, without the lease of an interface. */
function withoutLease(slots: SlotReader, vlan: number): SlotReader {
  const left = new Map([...slots.get(leases)].filter(([leased]) => leased !== vlan));
  return slotsWith(slots, leases, left);
}
