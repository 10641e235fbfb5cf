import type { DeviceContext } from '../../device/feature.ts';
import { isSet } from '../../device/wall-clock.ts';
import { hostWatch } from '../hosts/slots.ts';
import { drawn } from '../power-used.ts';
import type { Facts } from './facts.ts';
import { noRecord, type PortRecord, portSituations } from './port-situations.ts';
import { attentionDesk } from './slots.ts';

/** Contested addresses in the facts at most: a station may make up thousands. */
const CONTESTED = 8;

/**
 * The present input of the rules. `damagedBefore` is the count that frames are counted from, by default that of a
 * quarter of an hour ago. Rejects if the datapath cannot be read.
 */
export async function factsOf(context: DeviceContext, damagedBefore?: PortRecord['damagedBefore']): Promise<Facts> {
  const { clock, configuration, datapath, hardware, history, slots, wallClock } = context;
  const desk = slots.get(attentionDesk);
  const record = desk?.record ?? noRecord;
  const ports = await portSituations(context, { ...record, ...(damagedBefore && { damagedBefore }) });
  const { power } = await datapath.environment();
  const now = wallClock.now();
  const used = desk?.addresses();
  return {
    configuration: configuration(),
    hardware,
    slots,
    ports: [...ports.values()],
    minutes: desk?.minutes ?? 0,
    supply: power && power.budget > 0 ? { budget: power.budget, drawn: drawn(power) } : undefined,
    now,
    isClockSet: isSet(now),
    unsaved: history.unsaved(),
    contested: [...(slots.get(hostWatch)?.heard.contested(clock.now()) ?? [])].slice(0, CONTESTED),
    addresses: used === undefined ? undefined : { used, size: datapath.facts.forwardingDatabaseSize },
  };
}
