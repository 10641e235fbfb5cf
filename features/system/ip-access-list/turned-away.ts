import { TURNED_AWAY } from '../../../datapath/station-access.ts';
import type { RunningService, ServiceContext } from '../../../device/feature.ts';
import { servicePorts } from '../../../device/service-places.ts';
import { uint16At } from '../../../protocols/frames/addresses.ts';
import { parseEthernet } from '../../../protocols/frames/ethernet.ts';
import { parseIp } from '../../../protocols/frames/ip.ts';
import { isTagged, popTag } from '../../../protocols/frames/vlan-tag.ts';
import { servicePortsOf } from './station-access.ts';

/** Reports clients refused at a port that is not permitted for them. */
export function startTurnedAway({ configuration, onFrame, slots, sources }: ServiceContext): RunningService {
  onFrame([TURNED_AWAY], ({ frame, port }) => {
    const ethernet = parseEthernet(isTagged(frame) ? popTag(frame) : frame);
    const packet = ethernet && parseIp(ethernet.etherType, ethernet.payload);
    if (!packet || packet.payload.length < 4) return;
    const asked = uint16At(packet.payload, 2);
    const served = servicePortsOf(configuration(), slots.get(servicePorts)).find(
      (one) => one.protocol === packet.protocol && one.port === asked,
    );
    const [service] = served?.services ?? [];
    if (service) sources.turnedAway(service, packet.source, port);
  });
  return {};
}
