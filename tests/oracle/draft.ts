import { PORTS } from './pools.ts';
import type { RadiusPlace } from './radius-server.ts';
import type { Random } from './random.ts';
import type { Call } from './settings.ts';

export const create = 4;
export const list = (ports: readonly number[]) => ports.join(',');
export const status = (random: Random) => (random.chance(0.5) ? 1 : 2);

/** A switch under way to be configured: what the features chosen before have settled. */
export interface Draft {
  readonly random: Random;
  /** Members of a trunk. */
  readonly trunk: readonly number[];
  /** By VLAN, its ports. */
  readonly members: ReadonlyMap<number, readonly number[]>;
  /** The server beside it. */
  readonly radius: RadiusPlace | undefined;
}

/** Of a list of ports either all members of the trunk or none: it is one port. */
export function closed({ trunk }: Pick<Draft, 'trunk'>, ports: readonly number[]): number[] {
  const some = ports.some((port) => trunk.includes(port));
  const rest = ports.filter((port) => !trunk.includes(port));
  return some ? [...trunk, ...rest].sort((one, other) => one - other) : rest;
}

export function somePorts(draft: Draft, share = 0.5): number[] {
  return closed(draft, draft.random.some(PORTS, share));
}

/** A row for each port, and for one member of a trunk. */
export function eachPort({ random, trunk }: Draft, share: number, make: (port: number) => Call): Call[] {
  const member = random.pick(trunk);
  const ports = PORTS.filter((port) => port === member || !trunk.includes(port));
  return ports.filter(() => random.chance(share)).map(make);
}
