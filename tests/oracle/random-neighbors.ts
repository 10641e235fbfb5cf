import type { LacpPartner } from './lacp-partner.ts';
import type { Neighbor } from './neighbors.ts';
import { SYSTEMS } from './pools.ts';
import type { Random } from './random.ts';
import { portsIn, type Settings } from './settings.ts';

/** Who might be at the ports of a switch with these settings. */
export function randomNeighbors(random: Random, settings: Settings): Neighbor[] {
  const [trunk] = settings.rows('trunkGroupEntry').filter(({ trunkMode }) => Number(trunkMode) > 1);
  return trunk ? lacpPartners(random, portsIn(trunk.trunkMemberPorts)) : [];
}

/** Mostly one switch that all members lead to, now and then two. */
function lacpPartners(random: Random, members: readonly number[]): LacpPartner[] {
  const isActive = random.chance(0.7);
  const system = random.pick(SYSTEMS);
  return random.some(members, 0.85).map((port) => ({
    kind: 'partner',
    port,
    system: random.chance(0.85) ? system : random.pick(SYSTEMS),
    priority: 32_768,
    key: random.chance(0.9) ? 7 : 8,
    isActive,
    listens: random.chance(0.93),
    isReady: random.chance(0.93),
    collects: random.chance(0.9),
  }));
}
