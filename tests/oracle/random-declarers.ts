import type { GvrpNeighbor } from './gvrp-neighbor.ts';
import { BRIDGES, PORTS, VLANS } from './pools.ts';
import type { Random } from './random.ts';
import { portsIn, type Settings } from './settings.ts';

/** Whether neighbors declare VLANs: the tree and stations that authenticate come another time. */
export function hasDeclarers(settings: Settings): boolean {
  const others = [
    ['dot1dStp', 'stpGlobalStatus'],
    ['dot1xPaeSystem', 'dot1xPaeSystemAuthControl'],
    // GVRP is refused where it is on.
    ['dot1qVlan', 'asymmetricVlanStatus'],
  ] as const;
  return (
    settings.isOn('gvrpGlobal', 'dot1qGvrpStatus') && others.every(([name, column]) => !settings.isOn(name, column))
  );
}

/** Switches at some ports, each with VLANs of its own; one of them is not configured here. */
export function randomDeclarers(random: Random, settings: Settings): GvrpNeighbor[] {
  const trunks = settings.rows('trunkGroupEntry').flatMap(({ trunkMemberPorts }) => portsIn(trunkMemberPorts));
  return random
    .some(
      PORTS.filter((port) => !trunks.includes(port)),
      0.6,
    )
    .map((port) => ({
      kind: 'gvrp',
      port,
      mac: random.pick(BRIDGES),
      vlans: random.some([...VLANS, 40], 0.5),
      knows: random.chance(0.5),
    }));
}
