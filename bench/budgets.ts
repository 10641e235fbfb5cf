/** Budgets of pages: octets on the wire, and number of requests. The test enforces them. */
export const byteBudget = {
  /** What is used of React is 43,000; nine languages to choose from are 300. */
  login: { octets: 56_500, requests: 7 },
  /** With everything that it loads later, a first poll among that: a tenth of what Cockpit brings for its networking page. */
  dashboard: { octets: 136_000, requests: 16 },
  /** What another language adds to it: texts of the console, and of the messages that happen to be in its log. */
  dashboardTexts: { octets: 15_000, requests: 6 },
  /** Code and style of the first page with a form, a table or a table of ports after the dashboard. */
  firstPage: { octets: 39_000 },
  /** The same of one with a matrix of ports. */
  matrix: { octets: 40_000 },
  /** The same of the page that shows objects of most features. */
  hosts: { octets: 50_000 },
  /** Texts of a page's feature in another language. */
  pageTexts: { octets: 11_000 },
  /** Each further page's own code. */
  page: { octets: 15_000 },
} as const;

/** Time until the login page can be filled in over a slow line on a slow processor, against that of Cockpit. */
export const loginBudget = 1;

/** Time of a click in the menu until a page's data show, its code being loaded, against an empty call and a frame. */
export const warmPageBudget = 1.5;

/** What the virtual switch may need for a frame (`frame-cost.ts` says against what). */
export const frameBudget = {
  /** A known unicast, against a look-up in a map and a hand-over. */
  unicast: 8,
  /** Each frame of a flood that leaves, against the same. */
  flood: 3,
  /** A packet past every kind of check, against the same packet without any. */
  checked: 2,
} as const;

/** Processor time of a remote call, as a multiple of the bare HTTP library's for the same request and body. */
export const callBudget = { small: 3, table: 3, poll: 3, counters: 3 } as const;

/** The same for tests: counters cross between the threads, and have come to twice their budget so far. */
export const callsSoFar = { ...callBudget, counters: 6 } as const;

/** The 99th percentile of a remote call's time at 1,000 a second, as a multiple of the bare HTTP library's. */
export const latencyBudget = 3;

/**
 * Processor time of a start until the agent listens, against that of a Node which does nothing else: 200 ms beyond the 40 that this
 * needs.
 */
export const startBudget = 6;

/**
 * A change of one of 4,094 VLANs, against reading the table of them from JSON and writing it (`full-configuration.ts`): 3 ms on the
 * machine on which that takes 1.7.
 */
export const changeBudget = 1.75;

/** Octets of memory beyond Node's own once calls were answered, or while a page is open (`memory-of-calls.ts`). */
export const memoryBudget = 30e6;

/** Processor time of a variable in a walk of interfaces, against that of Net-SNMP's agent with as many of them. */
export const snmpWalkBudget = 1.5;

/** A change of a full configuration on Open vSwitch, against `ovs-ofctl --bundle` with the rules that differ (`full-openvswitch.ts`). */
export const openVSwitchChangeBudget = 2;

/** Milliseconds from a start with a full configuration until frames pass on Open vSwitch (`full-openvswitch-start.ts`). */
export const firstFrameBudget = 3000;

/** Octets that saving one change writes, against the configuration of 52 ports and 4,094 VLANs: 64 of 1,970 kB. */
export const savedBudget = 0.0325;

/**
 * How far beyond its budget a ratio has to be until a test fails: the medians of alternating pairs differ from run to run, on a machine
 * that does other work, by up to a third.
 */
export const MARGIN = 1.5;
