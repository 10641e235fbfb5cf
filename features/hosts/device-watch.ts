import { inBreaths } from '../../datapath/breath.ts';
import type { RunningService, ServiceContext } from '../../device/feature.ts';
import { HeardStations } from '../../protocols/station-names/heard-stations.ts';
import { readSaid } from '../../protocols/station-names/said.ts';
import { ARP_PACKETS } from '../security/arp-inspection/slots.ts';
import { DHCP_MESSAGES } from '../security/dhcp-snooping/slots.ts';
import { HostMemory } from './memory.ts';
import { HOST_FRAMES, hostWatch } from './slots.ts';

/** Milliseconds from one look at the address table to the next: well below the time after which it forgets by default. */
const LOOK = 60_000;

/** Remembers who was at which port, and hears what stations say of themselves. */
export function startHostWatch(context: ServiceContext): RunningService {
  const { clock, datapath, hardware, wallClock } = context;
  const memory = new HostMemory();
  const heard = new HeardStations();
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      const entries = await datapath.forwardingDatabase();
      const now = wallClock.now();
      const learned = entries.filter(
        ({ origin, address }) => origin === 'learned' && address !== hardware.baseMacAddress,
      );
      const sights = learned.map(({ address, port, fid, age }) => ({
        ...{ mac: address, port, vlan: fid },
        lastSeen: now - age * 1000,
      }));
      await inBreaths(memory.look(sights, now));
    } catch {
      // The datapath supervises itself and says what is wrong.
    } finally {
      isLooking = false;
    }
  };
  context.onFrame([HOST_FRAMES, DHCP_MESSAGES, ARP_PACKETS], ({ frame }) => {
    const said = readSaid(frame);
    if (said && said.mac !== hardware.baseMacAddress) heard.hear(said, clock.now());
  });
  const unlisten = wallClock.onStep((difference) => memory.shift(difference));
  context.offer(hostWatch, { memory, heard });
  void look();
  clock.every(LOOK, () => void look());
  return { stop: unlisten };
}
