import type { Cancel } from '../../../datapath/clock.ts';
import type { DeviceContext, Service } from '../../../device/feature.ts';
import { hostNameOf } from '../../../device/names/host-name.ts';
import { millisecondsIn } from '../../../model/schema/milliseconds.ts';
import { buildAnnouncement } from '../../../protocols/mdns/announcement.ts';
import { primaryAddresses } from '../l3-feature/objects.ts';
import { leases } from '../l3-feature/slots.ts';
import { system } from '../system-management/objects.ts';
import { sysUserInterface } from './objects.ts';

function announce(context: DeviceContext): void {
  const { datapath, hardware } = context;
  const hostName = hostNameOf(context.configuration().group(system).sysName, hardware);
  for (const { vlan, address } of primaryAddresses(context.configuration(), context.slots.get(leases))) {
    const frame = buildAnnouncement({
      hostName,
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
      const group = context.configuration().group(sysUserInterface);
      const interval = millisecondsIn(sysUserInterface, group)('groupInterval');
      stop = interval === 0 ? () => undefined : context.clock.every(interval, () => announce(context));
    };
    configure();
    return { changed: configure };
  },
};
