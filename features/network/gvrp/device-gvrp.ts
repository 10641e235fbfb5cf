import { randomInt } from 'node:crypto';
import type { PortState } from '../../../datapath/datapath.ts';
import type { RunningService, ServiceContext } from '../../../device/feature.ts';
import { followedLinks } from '../../../device/followed-links.ts';
import { Severity } from '../../../device/log/log.ts';
import { wakeLoop } from '../../../device/wake-loop.ts';
import { say } from '../../../model/values/message.ts';
import { hasPort, NO_PORTS, type PortList, portBit, portListOf, portsOf } from '../../../model/values/port-list.ts';
import { formatVlanList } from '../../../model/values/vlan-list.ts';
import { type GvrpEvent, stepGvrp } from '../../../protocols/gvrp/gvrp.ts';
import { type GvrpState, idleGvrp } from '../../../protocols/gvrp/state.ts';
import { bridgePorts } from '../../bridge-ports.ts';
import { membersStandingBy } from '../../members-standing-by.ts';
import { type DecidedStates, decidedStates } from '../spanning-tree/slots.ts';
import { trunkViews } from '../trunk/slots.ts';
import { dynamicMembers } from '../vlan/slots.ts';
import { dot1qVlanStaticEntry } from '../vlan/static-vlan-objects.ts';
import { GVRP_FRAMES, settingsOf } from './device-settings.ts';
import { gvrpStatistics } from './slots.ts';

/** Milliseconds for which the log keeps still about VLANs that find no place, once it has said so. */
const QUIET = 60_000;

/** Draws an unpredictable number from 0 up to 1. */
const draw = () => randomInt(0x1_0000_0000) / 0x1_0000_0000;

/** Learns VLANs from neighbors, and announces those of the switch. */
export async function startGvrp(context: ServiceContext): Promise<RunningService> {
  const { clock, datapath, hardware, log, slots } = context;
  const links = await followedLinks(context);
  let up = portsUp(links.states);
  let discarding = NO_PORTS;
  /** The ports by which frames come and go: those of trunks where the partner agreed to it. */
  const carrying = () => up & ~membersStandingBy(context.configuration(), slots.get(trunkViews));
  const present = () => settingsOf(context.configuration(), hardware, { up: carrying(), discarding });
  let settings = present();
  let state: GvrpState = idleGvrp;
  const wakeAt = wakeLoop(clock, () => tell({ kind: 'wake' }));
  let fullAt = Number.NEGATIVE_INFINITY;

  const tell = (event: GvrpEvent): void => {
    const step = stepGvrp(settings, state, event, clock.now(), draw);
    const before = state.registered;
    state = step.state;
    slots.update(gvrpStatistics, () => state.statistics);
    if (!sameMembers(before, state.registered)) {
      slots.update(dynamicMembers, () => state.registered);
      noteVlans(before, state.registered);
    }
    if (step.full && clock.now() >= fullAt + QUIET) {
      fullAt = clock.now();
      log.write(Severity.warning, say('GVRP: too many VLANs were requested; some were not learned.'));
    }
    for (const { port, frame } of step.send) {
      const way = wayOut(port);
      if (way !== undefined) datapath.transmit(way, frame);
    }
    wakeAt(state.wakeAt);
  };

  /** The first member that carries frames of the trunk that a port represents, or the port. */
  const wayOut = (port: number): number | undefined => portsOf(placeOf(port).members & carrying())[0];

  const placeOf = (port: number) =>
    bridgePorts(context.configuration(), hardware).find(({ members }) => hasPort(members, port)) ?? {
      number: port,
      members: portBit(port),
      representative: port,
    };

  /** Logs which VLANs were added and removed: those that are not configured here. */
  const noteVlans = (before: ReadonlyMap<number, PortList>, now: ReadonlyMap<number, PortList>): void => {
    const made = context.configuration().rowMap(dot1qVlanStaticEntry);
    const foreign = (vlans: Iterable<number>) => [...vlans].filter((vlan) => !made.has(String(vlan)));
    const come = foreign(now.keys()).filter((vlan) => !before.has(vlan));
    const gone = foreign(before.keys()).filter((vlan) => !now.has(vlan));
    if (come.length > 0) {
      log.write(Severity.informational, say('GVRP: VLANs {{vlans}} learned.', { vlans: formatVlanList(come) }));
    }
    if (gone.length > 0) {
      log.write(Severity.informational, say('GVRP: VLANs {{vlans}} removed.', { vlans: formatVlanList(gone) }));
    }
  };

  const retune = (): void => {
    settings = present();
    tell({ kind: 'configure' });
  };

  context.onFrame([GVRP_FRAMES], ({ port, frame }) => {
    if (hasPort(carrying(), port)) tell({ kind: 'frame', port: placeOf(port).representative, octets: frame });
  });
  links.follow(() => {
    up = portsUp(links.states);
    retune();
  });
  const followTree = (): void => {
    const now = discardingOf(slots.get(decidedStates));
    if (now === discarding) return;
    discarding = now;
    retune();
  };
  slots.follow([decidedStates], followTree);
  slots.follow([trunkViews], retune);
  followTree();
  retune();
  return { changed: retune };
}

function portsUp(links: ReadonlyMap<number, PortState>): PortList {
  return portListOf([...links.values()].filter(({ link }) => link === 'up').map(({ port }) => port));
}

/** The ports that do not forward in the common tree (the base spanning tree context of IEEE 802.1Q-2005 11.2.3.3). */
function discardingOf(decided: DecidedStates | undefined): PortList {
  return decided ? decided.known & ~(decided.trees.get(0)?.forwarding ?? NO_PORTS) : NO_PORTS;
}

function sameMembers(a: ReadonlyMap<number, PortList>, b: ReadonlyMap<number, PortList>): boolean {
  return a === b || (a.size === b.size && [...a].every(([vlan, ports]) => b.get(vlan) === ports));
}
