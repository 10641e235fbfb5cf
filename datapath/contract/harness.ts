import type { Datapath, PortState, PuntedFrame } from '../datapath.ts';
import type { PortNumber } from '../plan.ts';

/** A frame (without FCS, tags inline, whole octets) and the port that it belongs to. */
export interface PortFrame {
  readonly port: PortNumber;
  readonly frame: Uint8Array;
}

/** Output of the datapath since the last look. */
interface Traffic {
  /** Frames that the stations at the ports received, in order of arrival per port. */
  readonly left: readonly PortFrame[];
  /** Frames handed to the agent, in order of arrival per class. */
  readonly punted: readonly PuntedFrame[];
}

/** How many frames a scenario waits for before it looks. */
export interface Expected {
  readonly left: number;
  readonly punted: number;
  /** Milliseconds for which nothing may come before the look; a while of the harness's own where it is left out. */
  readonly quiet?: number;
}

/**
 * Requirements of the contract suite for a datapath under test: stations at its ports that send and receive single
 * frames. The suite's frames are 68 octets or longer, so that padding never differs. Frames that the host itself sends
 * into a port (router solicitations, multicast reports) must be kept away: switch IPv6 off at both ends of a veth pair.
 */
export interface DatapathHarness {
  /** Started, with ports 1..6 at least, every link up at the far end. */
  readonly datapath: Datapath;
  /** Sends `frame` from the station into `port`; frames into one port keep their order. */
  send(port: PortNumber, frame: Uint8Array): Promise<void>;
  /**
   * Frames that left and were punted since the last call (or the start). Waits by event until at least `expected` came,
   * then until nothing more comes; gives up after a bound of its own, 2 s or so, and returns what is there.
   */
  collect(expected: Expected): Promise<Traffic>;
  /** Resolves once everything that `Datapath.update` and `apply` were given so far holds for the next frame. */
  settled(): Promise<void>;
  /** Takes the far end's link down or up; resolves once `portStates()` shows it, where the port's admin state allows. */
  setPeerLink(port: PortNumber, link: 'up' | 'down'): Promise<void>;
  /** The carrier as the station at `port` sees it. */
  peerLink(port: PortNumber): Promise<'up' | 'down'>;
  /** Every `portChanged` event since the start, oldest first. */
  portChanges(): readonly PortState[];
  /** Lets time pass: at once on a driven clock, in its own time where the datapath lives by the host's. */
  advance(milliseconds: number): Promise<void>;
  /** Stops the datapath and takes the stations away. */
  close(): Promise<void>;
}

/** Makes a fresh datapath with stations at ports 1..6. */
export type CreateHarness = () => Promise<DatapathHarness>;
