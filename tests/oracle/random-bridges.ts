import type { BridgeId } from './bridge-id.ts';
import type { BridgeNeighbor, Membership } from './bridge-neighbor.ts';
import { regionOf } from './mst-region.ts';
import { BRIDGES, PORTS, ROOTS } from './pools.ts';
import type { Random } from './random.ts';
import { portsIn, type Settings } from './settings.ts';

const STP = 1;
const AUTO = 2;

/** Whether bridges are to be at the ports of a switch with these settings: always where the slow protocol would open them by time. */
export function hasBridges(random: Random, settings: Settings): boolean {
  if (!settings.isOn('dot1dStp', 'stpGlobalStatus')) return false;
  return settings.row('dot1dStp').dot1dStpVersion === STP || random.chance(0.7);
}

/** Bridges at some ports, one at two of them now and then, each with its way to a root that it may be itself. */
export function randomBridges(random: Random, settings: Settings): BridgeNeighbor[] {
  const isSlow = settings.row('dot1dStp').dot1dStpVersion === STP;
  const bridges = BRIDGES.map((mac) => {
    const bridge = { priority: random.pick([0, 32_768, 61_440]), mac };
    const isRoot = random.chance(0.4);
    const root = isRoot ? bridge : { priority: random.pick([0, 4096, 32_768]), mac: random.pick(ROOTS) };
    const cost = isRoot ? 0 : random.pick([4, 20_000, 20_000, 40_000]);
    const inside = random.chance(0.6) ? membership(random, settings, bridge, isRoot) : undefined;
    return { bridge, root, cost, inside, isRapid: !isSlow && (inside !== undefined || random.chance(0.8)) };
  });
  const trunks = settings.rows('trunkGroupEntry').map(({ trunkMode, trunkMemberPorts }) => ({
    isStatic: trunkMode === 1,
    members: portsIn(trunkMemberPorts),
  }));
  return random.some(PORTS, 0.5).flatMap((port): BridgeNeighbor[] => {
    const trunk = trunks.find(({ members }) => members.includes(port));
    const control = Number(settings.row('dot1xAuthConfigEntry', port).dot1xAuthAuthControlledPortControl ?? 3);
    const isAuto = control === AUTO && settings.isOn('dot1xPaeSystem', 'dot1xPaeSystemAuthControl');
    // A trunk has one bridge behind all of its links; who is heard only after somebody was let in comes later than the others.
    const isOther = trunk && (!trunk.isStatic || trunk.members[0] !== port || isSlow);
    if (isOther || isAuto) return [];
    const said = random.pick(bridges);
    if (!said) return [];
    const links = trunk?.members ?? [port];
    const portId = 0x8000 + port;
    return [
      { kind: 'bridge', port, links, ...said, portId, listens: random.chance(0.85), learns: random.chance(0.85) },
    ];
  });
}

/** Its place in the region of the switch, if that is known. */
function membership(random: Random, settings: Settings, bridge: BridgeId, isRoot: boolean): Membership | undefined {
  const region = regionOf(settings);
  if (!region) return undefined;
  const way = (own: BridgeId, instance: number) => {
    const mac = random.pick(ROOTS);
    return random.chance(0.5)
      ? { root: own, cost: 0 }
      : { root: { priority: random.pick([0, 4096, 32_768]) + instance, mac }, cost: random.pick([1, 20_000, 40_000]) };
  };
  const { root: regionalRoot, cost } = isRoot ? { root: bridge, cost: 0 } : way(bridge, 0);
  const instances = settings.rows('ieee8021MstpVlanV2Entry').map(({ ieee8021MstpId }) => {
    const id = Number(ieee8021MstpId);
    const bridgePriority = random.pick([0, 32_768, 61_440]);
    const portPriority = random.pick([0, 128, 240]);
    return { id, bridgePriority, portPriority, ...way({ priority: bridgePriority + id, mac: bridge.mac }, id) };
  });
  return { region, regionalRoot, cost, instances };
}
