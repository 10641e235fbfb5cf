import { NO_PORTS, type PortList, portBit } from '../../model/values/port-list.ts';
import { type LacpPort, type LacpState, noPartner } from './state.ts';

/** Status of a member of a trunk. */
export type MemberStatus = 'linkDown' | 'standby' | 'individual' | 'bundled';

/** A trunk in the present state of its members. */
export interface TrunkView {
  readonly collecting: PortList;
  readonly distributing: PortList;
  /** The only member that forwards, since no member of the trunk has a partner; undefined if one has. */
  readonly individual: number | undefined;
}

/**
 * Which members of a trunk receive and send frames. If no member has an LACP partner, only the one with the best
 * priority that has waited in vain forwards: a station without LACP is reached, and two links to one switch without
 * LACP are no loop.
 */
export function viewOfTrunk({ ports }: LacpState, trunk: number): TrunkView {
  let collecting = NO_PORTS;
  let distributing = NO_PORTS;
  let individual: number | undefined;
  let hasPartner = false;
  let best = Number.POSITIVE_INFINITY;
  for (const [number, { settings, receive, mux, partner }] of ports) {
    if (settings.trunk !== trunk) continue;
    if (mux === 'collecting' || mux === 'distributing') collecting |= portBit(number);
    if (mux === 'distributing') distributing |= portBit(number);
    hasPartner ||= receive !== 'disabled' && partner.system !== noPartner.system;
    const rank = settings.priority * 65_536 + number;
    if (receive === 'defaulted' && rank < best) {
      best = rank;
      individual = number;
    }
  }
  if (hasPartner || individual === undefined) return { collecting, distributing, individual: undefined };
  return { collecting: portBit(individual), distributing: portBit(individual), individual };
}

/** State of a member in a word, in a trunk with this state. */
export function memberStatus({ receive, mux }: LacpPort, number: number, view: TrunkView | undefined): MemberStatus {
  if (receive === 'disabled') return 'linkDown';
  if (view?.individual === number) return 'individual';
  return mux === 'distributing' ? 'bundled' : 'standby';
}
