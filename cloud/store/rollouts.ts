import type { Message } from '../../model/values/message.ts';
import type { Listed, ListQuery } from './listed.ts';
import type { MadeRevision } from './revision.ts';

/** Kind of a rollout: settings, or firmware. */
type RolloutKind = 'settings' | 'firmware';

/** State of a rollout: `stopped` by an event or by a user, and can go on; `aborted` cannot. */
export type RolloutState = 'running' | 'stopped' | 'aborted' | 'done';

/** State of a switch of a rollout. */
export type MemberState =
  /** Its turn has not come, or it is away. */
  | 'waiting'
  /** It was given the change, and has not reported the outcome. */
  | 'sent'
  | 'done'
  /** It took the change back, or came up with its former firmware. */
  | 'cameBack'
  /** It refused: nothing of it is otherwise than before. */
  | 'refused'
  /** It has not been heard of since. */
  | 'unreachable'
  /** It was not changed at all, for a reason that may be gone when the rollout is resumed. */
  | 'leftOut'
  /** A user removed it: it is not changed at all. */
  | 'takenOut';

/** A rollout as it is made. */
export interface MadeRollout {
  readonly tenant: string;
  /** No two of a tenant share one. */
  readonly name: string;
  readonly kind: RolloutKind;
  /** JSON text: what is brought. */
  readonly change: string;
  readonly at: number;
  /** No switch is changed before; 0 for one that starts at once. */
  readonly beginsAt: number;
  /** Its author. */
  readonly by: string;
}

/** A rollout as it is kept. Times are milliseconds since 1970. */
export interface KeptRollout extends MadeRollout {
  readonly state: RolloutState;
  /** Why it is no longer running. */
  readonly reason: Message | undefined;
  readonly changedAt: number;
}

/** A rollout, and the number of its switches in each state. */
export interface CountedRollout extends KeptRollout {
  readonly counts: Readonly<Record<MemberState, number>>;
}

/** Names a rollout. */
export type RolloutName = Pick<KeptRollout, 'tenant' | 'name'>;

/** A switch of a rollout. */
export interface RolloutMember {
  readonly serial: string;
  /** From 0. */
  readonly wave: number;
  readonly state: MemberState;
  /** The revision it was given; 0 for none, and for firmware. */
  readonly revision: number;
  readonly reason: Message | undefined;
  /** When it came to this state. */
  readonly at: number;
}

/** A switch of a rollout with its names; both "" if it is no longer in the fleet. */
export interface NamedMember extends RolloutMember {
  readonly name: string;
  readonly model: string;
}

/** Number of switches of a wave in each state. */
export interface WaveTally {
  readonly wave: number;
  /** Waiting and connected, and waiting and away. */
  readonly ready: number;
  readonly away: number;
  readonly sent: number;
  readonly done: number;
  /** Came back or refused. */
  readonly failed: number;
  readonly unreachable: number;
}

/** Which switches of a rollout are asked for. */
export interface MemberQuery extends Pick<ListQuery<never>, 'search' | 'offset' | 'limit'> {
  readonly state: MemberState | undefined;
}

/** The former and the new state of a switch of a rollout. */
export interface MemberTurn {
  readonly from: MemberState;
  readonly to: MemberState;
  readonly reason: Message | undefined;
  readonly at: number;
}

/** Rollouts in the store; every step is a compare-and-set, so that any number of controllers may run them. */
export interface RolloutStore {
  /**
   * False where there is one of this name, and where the firmware that it brings is gone. The oldest that came to an end go,
   * where there are many.
   */
  make(rollout: MadeRollout, members: readonly Pick<RolloutMember, 'serial' | 'wave'>[]): Promise<boolean>;
  of(name: RolloutName): Promise<CountedRollout | undefined>;
  /** Newest first. */
  list(query: Pick<ListQuery<never>, 'tenant' | 'search' | 'offset' | 'limit'>): Promise<Listed<CountedRollout>>;
  /** Those that run, and those of whose switches somebody still waits to hear how it ended. */
  live(): Promise<readonly KeptRollout[]>;
  /** False if its state differs, or it does not exist. */
  turn(
    name: RolloutName,
    from: RolloutState,
    to: RolloutState,
    how: Pick<KeptRollout, 'reason' | 'changedAt'>,
  ): Promise<boolean>;
  /** As `turn` to running, and every switch that has not taken it waits for its turn again. */
  resume(name: RolloutName, from: RolloutState, at: number): Promise<boolean>;
  /** False where it runs, or is not there. */
  remove(name: RolloutName): Promise<boolean>;
  tally(name: RolloutName): Promise<readonly WaveTally[]>;
  members(name: RolloutName, query: MemberQuery): Promise<Listed<NamedMember>>;
  /**
   * Changed switches without an outcome, silent ones, and those that have been away since `lostSince` although they
   * accepted it.
   */
  open(name: RolloutName, lostSince: number): Promise<readonly RolloutMember[]>;
  /** Those whose turn it is: connected, of this wave and those before it, so many at most. */
  due(name: RolloutName, wave: number, limit: number): Promise<readonly RolloutMember[]>;
  /**
   * The turn of a waiting switch has come: `make` replaces `from` as its wanted configuration, or `from` is the one it
   * already has to have; 0 means firmware. One transaction; undefined if the rollout is no longer running, the switch
   * is no longer waiting, or another process was faster. Resolves to the revision.
   */
  send(
    name: RolloutName,
    serial: string,
    wanted: { readonly from: number; readonly make: MadeRevision | undefined; readonly at: number },
  ): Promise<number | undefined>;
  /** False if the state of the switch differs by now. */
  settle(name: RolloutName, serial: string, turn: MemberTurn): Promise<boolean>;
}
