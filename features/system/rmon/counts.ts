import type { PortCounters } from '../../../datapath/datapath.ts';

/** Counters of a port that grow, by their names. */
export type Counts = Readonly<Record<keyof PortCounters, bigint>>;

/** Counts from one reading to another. */
export function countsBetween(before: Counts, after: Counts): Counts {
  const difference: Partial<Record<keyof PortCounters, bigint>> = {};
  for (const name of Object.keys(after) as (keyof PortCounters)[]) difference[name] = after[name] - before[name];
  // It has the names of `after`.
  return difference as Counts;
}

/** RFC 2819's counts of the packets received at a port, by the names of its columns without their table's. */
export function etherCounts(counts: Counts) {
  const faulty =
    counts.fcsErrors + counts.alignmentErrors + counts.undersize + counts.oversize + counts.fragments + counts.jabbers;
  return {
    DropEvents: counts.inDiscards,
    Octets: counts.inOctets,
    // Faulty packets and those for many are packets too.
    Pkts: counts.inUnicast + counts.inBroadcast + counts.inMulticast + faulty,
    BroadcastPkts: counts.inBroadcast,
    MulticastPkts: counts.inMulticast,
    CRCAlignErrors: counts.fcsErrors + counts.alignmentErrors,
    UndersizePkts: counts.undersize,
    OversizePkts: counts.oversize,
    Fragments: counts.fragments,
    Jabbers: counts.jabbers,
    Collisions:
      counts.singleCollisions + counts.multipleCollisions + counts.lateCollisions + counts.excessiveCollisions,
  };
}

/** How many packets were of which size. */
export function sizeCounts(counts: Counts) {
  return {
    Pkts64Octets: counts.size64,
    Pkts65to127Octets: counts.size65to127,
    Pkts128to255Octets: counts.size128to255,
    Pkts256to511Octets: counts.size256to511,
    Pkts512to1023Octets: counts.size512to1023,
    Pkts1024to1518Octets: counts.size1024to1518,
  };
}

/** A counter below zero was reset: its value is unknown. */
export function decimal(count: bigint): string {
  return String(count < 0n ? 0n : count);
}
