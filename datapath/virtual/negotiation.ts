import type { PortMode } from '../plan.ts';
import { forcedMode } from '../port-mode.ts';

/** How the station at the far end of a cable sets up its link. */
export interface LinkAbility {
  /** Megabits per second that it can run at. */
  readonly speeds: readonly number[];
  readonly duplex: 'half' | 'full';
  /** Whether it negotiates (IEEE 802.3 clause 28); one that does not has its fastest speed forced. */
  readonly negotiates: boolean;
  /** Whether it lets its link sleep while idle (IEEE 802.3az); left out, it does not. */
  readonly energyEfficient?: boolean;
}

/** A link as it came up. */
export interface Link {
  /** Megabits per second. */
  readonly speed: number;
  readonly duplex: 'half' | 'full';
  /** The far end runs the other duplex: late collisions there, damaged frames here. */
  readonly mismatch: boolean;
}

/**
 * The link between a port in `mode`, built for `speeds`, and a station; undefined if the two have no speed in common.
 * Gigabit and more always negotiates. If just one side negotiates it senses the speed and, as the standard requires
 * (IEEE 802.3 clause 28.2.3.1, parallel detection), uses half duplex, whatever the other side runs.
 */
export function negotiate(mode: PortMode, speeds: readonly number[], peer: LinkAbility): Link | undefined {
  const forced = forcedMode(mode);
  const own = forced ? speeds.filter((speed) => speed === forced.speed) : speeds;
  const far = peer.negotiates ? peer.speeds : [Math.max(...peer.speeds)];
  const speed = Math.max(0, ...own.filter((candidate) => far.includes(candidate)));
  if (speed === 0) return undefined;
  if (speed >= 1000) return { speed, duplex: 'full', mismatch: false };
  if (!forced && peer.negotiates) return { speed, duplex: peer.duplex, mismatch: false };
  const duplex = forced?.duplex ?? 'half';
  const farDuplex = peer.negotiates ? 'half' : peer.duplex;
  return { speed, duplex, mismatch: duplex !== farDuplex };
}
