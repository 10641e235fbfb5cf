import { NO_PORTS, type PortList, portBit } from '../../model/values/port-list.ts';
import { type LacpPort, type LacpState, noPartner } from './state.ts';

/** What a member of a trunk is. */
export type MemberStatus = 'linkDown' | 'standby' | 'individual' | 'bundled';

/** A trunk as its members stand. */
export interface TrunkView {
  readonly collecting: PortList;
  readonly distributing: PortList;
  /** The member that forwards alone, since no member of the trunk has a partner; undefined where one has. */
  readonly individual: number | undefined;
}

/**
 * Which members of a trunk take frames in and send them out. Where no member has a partner that speaks LACP, the one of best
 * priority that has waited for one in vain forwards alone: a station without LACP is reached, and two links to one switch
 * without LACP are no loop.
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

/** What a member is, in a word, in a trunk that stands so. */
export function memberStatus({ receive, mux }: LacpPort, number: number, view: TrunkView | undefined): MemberStatus {
  if (receive === 'disabled') return 'linkDown';
  if (view?.individual === number) return 'individual';
  return mux === 'distributing' ? 'bundled' : 'standby';
}
