/** Milliseconds; the names are those of RFC 4861 10, RFC 4862 5.1 and RFC 5227. */
export const SECOND = 1000;

/**
 * Maximum delay at the start or after a multicast message, so that not all stations send at once
 * (MAX_RTR_SOLICITATION_DELAY).
 */
export const DELAY_MAXIMUM = 1000;

/** How long an answer to a probe is waited for (RETRANS_TIMER); one probe is sent (DupAddrDetectTransmits). */
export const PROBE_TIME = 1 * SECOND;

/** A duplicate is probed again: the other station may be gone. */
export const PROBE_AGAIN = 60 * SECOND;

/** A claim is answered once in so long, and is remembered for so long (DEFEND_INTERVAL). */
export const DEFEND_INTERVAL = 10 * SECOND;
export const CLAIM_MEMORY = 60 * SECOND;

/** Between solicitations, and how many there are (RTR_SOLICITATION_INTERVAL, MAX_RTR_SOLICITATIONS). */
export const SOLICITATION_INTERVAL = 4 * SECOND;
export const SOLICITATIONS = 3;

/** A lower bound that an unauthenticated router cannot shorten (RFC 4862 5.5.3 e). */
export const TWO_HOURS = 2 * 60 * 60 * SECOND;

/** Default routers at most: the first that spoke stay. */
export const ROUTERS = 4;

/** On-link prefixes at most, likewise. */
export const LINKS = 16;
