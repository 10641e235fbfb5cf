import { sameItems } from '../../../datapath/section.ts';
import type { RunningService, Service, ServiceContext } from '../../../device/feature.ts';
import { followedLinks } from '../../../device/followed-links.ts';
import { wakeLoop } from '../../../device/wake-loop.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { TruthValue } from '../../../model/schema/kinds/enumeration.ts';
import { type LldpEvent, stepLldp } from '../../../protocols/lldp/lldp.ts';
import type { LldpSettings } from '../../../protocols/lldp/state.ts';
import { leases } from '../../system/l3-feature/slots.ts';
import { dot1qVlanStaticEntry } from '../vlan/static-vlan-objects.ts';
import { informationOf } from './device-information.ts';
import { NeighbourNews } from './device-news.ts';
import { settingsOf, settingsRead } from './device-settings.ts';
import { lldpClearing, lldpSelf, lldpState } from './slots.ts';
import { lldpXdot1ConfigPortVlanEntry } from './tlv-objects.ts';
import { vlanNamesIn } from './vlan-names.ts';

/** The class of the frames that neighbors send. */
export const LLDP_FRAMES = 'lldp';

/** Speaks LLDP at every port, and remembers who is heard there. */
export const lldpAgent: Service = { name: 'LLDP', reads: settingsRead, decides: [lldpState], start: startLldp };

async function startLldp(context: ServiceContext): Promise<RunningService> {
  const { clock, datapath, hardware, slots } = context;
  const powered = (await datapath.environment()).power !== undefined;
  const links = await followedLinks(context);
  const news = new NeighbourNews(context);
  const wakeAt = wakeLoop(clock, () => tell({ kind: 'wake' }));
  let settings: LldpSettings = settingsOf(context.configuration(), hardware.baseMacAddress, new Map(), links.states);

  const tell = (event: LldpEvent): void => {
    const step = stepLldp(settings, slots.get(lldpState), event, clock.now());
    slots.update(lldpState, () => step.state);
    for (const { port, frame } of step.send) datapath.transmit(port, frame);
    for (const item of step.news) news.tell(item);
    wakeAt(step.state.wakeAt);
  };

  let names = vlanNamesIn(context.configuration());
  /** Input from which the ports' information was made. */
  let made: readonly unknown[] = [];

  const retune = (): void => {
    const configuration = context.configuration();
    made = sourcesIn(configuration);
    names = vlanNamesIn(configuration);
    const self = new Map(
      [...hardware.ports].map(([port, built]) => [
        port,
        informationOf(context, built, links.states.get(port), powered, (of) => names(of)),
      ]),
    );
    slots.update(lldpSelf, () => self);
    const former = settings;
    settings = settingsOf(context.configuration(), hardware.baseMacAddress, self, links.states);
    tell({ kind: 'configure', former });
  };

  context.offer(lldpClearing, (port) => tell({ kind: 'clear', ...(port !== undefined && { port }) }));
  context.onFrame([LLDP_FRAMES], ({ port, frame }) => tell({ kind: 'frame', port, octets: frame }));
  links.follow(retune);
  slots.follow([leases], retune);
  retune();
  return {
    changed() {
      names = vlanNamesIn(context.configuration());
      if (!sameItems(made, sourcesIn(context.configuration()))) retune();
    },
  };
}

/** Announcements depend on: a change of VLANs matters only if some port announces its VLANs. */
function sourcesIn(configuration: Configuration): readonly unknown[] {
  const namesVlans = configuration
    .rows(lldpXdot1ConfigPortVlanEntry)
    .some((row) => row.lldpXdot1ConfigVlanNameTxEnable === TruthValue.yes);
  return settingsRead
    .filter((object) => namesVlans || object !== dot1qVlanStaticEntry)
    .map((object) => configuration.part(object));
}
