/** Octets of the frame check sequence, which IF-MIB counters include (RFC 2863, ifInOctets) and frames here lack. */
export const FCS_LENGTH = 4;

/** Overhead in a largest-frame figure besides an untagged frame without FCS: one 802.1Q tag and the FCS. */
export const FULL_TAG_OVERHEAD = 8;

/** Octets of line time beside the frame without FCS: FCS, preamble with delimiter, inter-packet gap. */
export const LINE_OVERHEAD = 24;
