import type { Cancel } from '../../../datapath/clock.ts';
import type { DeviceContext, Service } from '../../../device/feature.ts';
import { buildAnnouncement } from '../../../protocols/mdns/announcement.ts';
import { primaryAddresses } from '../l3-feature/objects.ts';
import { leases } from '../l3-feature/slots.ts';
import { system } from '../system-management/objects.ts';
import { sysUserInterface } from './objects.ts';

/** The device's name on its links: the system name, or the model with the last four digits of the MAC address. */
function hostName({ configuration, hardware }: DeviceContext): string {
  const named = configuration()
    .group(system)
    .sysName.replaceAll(/[^A-Za-z0-9-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return named || `${hardware.modelName}${hardware.baseMacAddress.replaceAll('-', '').slice(-4)}`;
}

function announce(context: DeviceContext): void {
  const { datapath, hardware } = context;
  for (const { vlan, address } of primaryAddresses(context.configuration(), context.slots.get(leases))) {
    const frame = buildAnnouncement({
      hostName: hostName(context).slice(0, 63),
      model: hardware.modelName,
      address,
      mac: hardware.baseMacAddress,
    });
    if (frame) datapath.originate(vlan, frame);
  }
}

/** Announces the device in the VLANs where it has an address, every `groupInterval` seconds (RFC 6762). */
export const announcements: Service = {
  name: 'announcements',
  reads: [sysUserInterface],
  start(context) {
    let stop: Cancel = () => undefined;
    const configure = () => {
      stop();
      const { groupInterval } = context.configuration().group(sysUserInterface);
      stop = groupInterval === 0 ? () => undefined : context.clock.every(groupInterval * 1000, () => announce(context));
    };
    configure();
    return { changed: configure };
  },
};
