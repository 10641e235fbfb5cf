import type { TreeMessage } from './bpdu.ts';
import type { BridgeIdentifier } from './bridge-identifier.ts';
import type { PriorityVector } from './priority-vector.ts';
import type { SpanningTreePortSettings, SpanningTreeSettings, TreeNumber } from './settings.ts';
import type { TreeTimes } from './times.ts';

/** Role of a port in a tree (IEEE 802.1Q-2018 13.12). */
export type PortRole = 'disabled' | 'root' | 'alternate' | 'designated' | 'backup' | 'master';

/**
 * A timer: the moment, in milliseconds, at which it will have run out. One that is kept at its full time, as the standard
 * keeps those of a port in some roles, is at Infinity.
 */
export type Deadline = number;

/** The state of a bridge port in one tree: the variables of 13.27 under their names. */
export interface TreePort {
  readonly tree: Tree;
  readonly port: BridgePort;
  priority: number;
  internalCost: number;

  role: PortRole;
  selectedRole: PortRole;
  infoIs: 'disabled' | 'received' | 'mine' | 'aged';
  reselect: boolean;
  selected: boolean;
  updtInfo: boolean;

  rcvdMsg: ReceivedMessage | undefined;
  portPriority: PriorityVector;
  portTimes: TreeTimes;
  designatedPriority: PriorityVector;
  designatedTimes: TreeTimes;

  proposed: boolean;
  proposing: boolean;
  agree: boolean;
  agreed: boolean;
  synced: boolean;
  sync: boolean;
  reRoot: boolean;
  disputed: boolean;
  mastered: boolean;

  learn: boolean;
  learning: boolean;
  forward: boolean;
  forwarding: boolean;
  forwardTransitions: number;

  changeState: 'inactive' | 'learning' | 'active';
  rcvdTc: boolean;
  rcvdTcn: boolean;
  rcvdTcAck: boolean;
  tcProp: boolean;

  fdWhile: Deadline;
  rrWhile: Deadline;
  rbWhile: Deadline;
  tcWhile: Deadline;
  rcvdInfoWhile: Deadline;
}

/** A message that was received for one tree. */
export interface ReceivedMessage {
  readonly priority: PriorityVector;
  readonly times: TreeTimes;
  /** Of an instance's message: the vector of the CIST's in the same BPDU. */
  readonly accompanying?: PriorityVector;
  readonly flags: Pick<
    TreeMessage,
    'role' | 'proposal' | 'agreement' | 'learning' | 'topologyChange' | 'acknowledgment'
  > & { readonly master: boolean };
}

/** A tree of a bridge. */
export interface Tree {
  readonly number: TreeNumber;
  /** This bridge in it. */
  identifier: BridgeIdentifier;
  rootPriority: PriorityVector;
  rootTimes: TreeTimes;
  /** Undefined where this bridge is the root. */
  rootPort: number | undefined;
  readonly ports: Map<number, TreePort>;
  topologyChanges: number;
  /** When the last one was; undefined before the first. */
  changedAt: number | undefined;
}

/** A bridge port: what is the same in all trees. */
export interface BridgePort {
  readonly number: number;
  settings: SpanningTreePortSettings;
  /** By tree, the CIST first. */
  readonly trees: Map<TreeNumber, TreePort>;
  readonly cist: TreePort;

  operEdge: boolean;
  /** Whether the information in force came from within the region. */
  infoInternal: boolean;
  rcvdInternal: boolean;
  rcvdRSTP: boolean;
  rcvdSTP: boolean;
  sendRSTP: boolean;
  migration: 'checking' | 'selecting' | 'sensing';
  mcheck: boolean;
  tcAck: boolean;
  newInfo: boolean;
  newInfoMsti: boolean;
  txCount: number;

  helloWhen: Deadline;
  mdelayWhile: Deadline;
  edgeDelayWhile: Deadline;
  /** When `txCount` goes down next. */
  txTick: Deadline;
  /** When the first of its timers, or of those in its trees, runs out. */
  wakeAt: Deadline;
  /** How many topology changes it heard of were passed over since they were last cleared. */
  ignoredChanges: number;
}

/** A BPDU to send. */
export interface SentFrame {
  readonly port: number;
  readonly frame: Uint8Array;
}

/** Something that an administrator may want to read, or the forwarding database has to follow. */
export type SpanningTreeNews =
  | { readonly kind: 'root'; readonly tree: TreeNumber; readonly root: BridgeIdentifier; readonly port?: number }
  | { readonly kind: 'topologyChange'; readonly tree: TreeNumber; readonly port: number }
  /** A port that was on standby or new blocks for the tree, or a blocked one no longer does. */
  | {
      readonly kind: 'blocked' | 'unblocked';
      readonly tree: TreeNumber;
      readonly port: number;
      readonly role: PortRole;
    }
  /** A port that was taken for the edge of the network heard a BPDU. */
  | { readonly kind: 'edgeLost'; readonly port: number }
  /** Topology changes are ignored until the cycle ends; reported once per cycle. */
  | { readonly kind: 'changesIgnored'; readonly port: number };

/** Why the addresses of a port in a tree have to be forgotten. */
export interface Flush {
  readonly tree: TreeNumber;
  readonly port: number;
}

/** A bridge and the variables of its state machines. It is changed in place, only by `stepSpanningTree`. */
export interface Bridge {
  settings: SpanningTreeSettings;
  readonly trees: Map<TreeNumber, Tree>;
  readonly cist: Tree;
  readonly ports: Map<number, BridgePort>;
  /** The moment of the step under way, or of the last one. */
  now: number;
  /** Trees to be examined in this step. */
  readonly restlessTrees: Set<Tree>;
  readonly restlessPorts: Set<BridgePort>;
  /** Trees whose ports' states changed in this step. */
  readonly changedTrees: Set<TreeNumber>;
  readonly flushes: Map<string, Flush>;
  news: SpanningTreeNews[];
  sent: SentFrame[];
  protection: ProtectionCycle;
}

/** The present cycle of topology change protection. */
interface ProtectionCycle {
  /** When it ends; Infinity where none runs. */
  endsAt: Deadline;
  counted: number;
  /** The ports and trees that changes were passed over at. */
  readonly skipped: Set<TreePort>;
}
