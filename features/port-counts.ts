import type { PortCounters } from '../datapath/datapath.ts';

/** The representation of a counter of a port: its decimal text, say. */
type Count<Told> = (name: keyof PortCounters) => Told;

/** EtherLike-MIB dot3StatsDuplexStatus. */
export const duplexStatus = { unknown: 1, half: 2, full: 3 } as const;

/** Which port counter is in which column of IF-MIB, for the traffic page and SNMP. */
export function trafficCounts<Told>(count: Count<Told>) {
  return {
    ifHCInOctets: count('inOctets'),
    ifHCOutOctets: count('outOctets'),
    ifHCInUcastPkts: count('inUnicast'),
    ifHCOutUcastPkts: count('outUnicast'),
    ifHCInMulticastPkts: count('inMulticast'),
    ifHCOutMulticastPkts: count('outMulticast'),
    ifHCInBroadcastPkts: count('inBroadcast'),
    ifHCOutBroadcastPkts: count('outBroadcast'),
    ifInDiscards: count('inDiscards'),
    ifOutDiscards: count('outDiscards'),
  };
}

/** Which port counter is in which column of EtherLike-MIB, RMON-MIB and IF-MIB, for the errors page and SNMP. */
export function errorCounts<Told>(count: Count<Told>) {
  return {
    dot3StatsFCSErrors: count('fcsErrors'),
    dot3StatsAlignmentErrors: count('alignmentErrors'),
    etherStatsUndersizePkts: count('undersize'),
    etherStatsOversizePkts: count('oversize'),
    etherStatsFragments: count('fragments'),
    etherStatsJabbers: count('jabbers'),
    dot3StatsSymbolErrors: count('symbolErrors'),
    dot3StatsInternalMacReceiveErrors: count('internalMacReceiveErrors'),
    dot3StatsInternalMacTransmitErrors: count('internalMacTransmitErrors'),
    dot3StatsSingleCollisionFrames: count('singleCollisions'),
    dot3StatsMultipleCollisionFrames: count('multipleCollisions'),
    dot3StatsLateCollisions: count('lateCollisions'),
    dot3StatsExcessiveCollisions: count('excessiveCollisions'),
    dot3StatsDeferredTransmissions: count('deferredTransmissions'),
    dot3StatsCarrierSenseErrors: count('carrierSenseErrors'),
    ifInErrors: count('inErrors'),
    ifOutErrors: count('outErrors'),
  };
}

const itself = (name: keyof PortCounters) => name;

/** The columns that show a port's counters, with the counter of each. */
export const countedColumns: readonly (readonly [column: string, counter: keyof PortCounters])[] = Object.entries({
  ...trafficCounts(itself),
  ...errorCounts(itself),
});
