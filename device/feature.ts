import type { Clock } from '../datapath/clock.ts';
import type { Datapath, PortState, PuntedFrame } from '../datapath/datapath.ts';
import type { ForwardingPlan } from '../datapath/plan.ts';
import type { ForwardingState } from '../datapath/state.ts';
import type { Configuration } from '../model/configuration/configuration.ts';
import type { Problem, Rule } from '../model/configuration/rule.ts';
import type { Capability } from '../model/hardware/capability.ts';
import type { Hardware } from '../model/hardware/hardware.ts';
import type { Fields, ValuesOf, WithAccess } from '../model/schema/field.ts';
import type { GroupObject, GroupValues, ObjectDeclaration, RowOf, TableObject } from '../model/schema/object.ts';
import type { IpNetwork } from '../model/values/ip-prefix.ts';
import type { Message } from '../model/values/message.ts';
import type { ObjectCall, Values } from '../model/wire/call.ts';
import type { DeviceGlobals } from '../model/wire/endpoints.ts';
import type { CloudPlace } from './cloud/cloud-place.ts';
import type { ConsoleControl } from './console-settings.ts';
import type { AccessContribution, Contribution, StateContribution } from './contribution.ts';
import type { FirmwareControl } from './firmware/firmware-control.ts';
import type { DeviceKey } from './flash/device-key.ts';
import type { FlashControl } from './flash/flash-control.ts';
import type { Keepable, Kept } from './flash/keeper.ts';
import type { GuardControl } from './guard/guard-control.ts';
import type { ChangeHistory } from './history/change-history.ts';
import type { Journal } from './history/journal.ts';
import type { HoldControl } from './hold.ts';
import type { Log } from './log/log.ts';
import type { Caller, FromAfar, Management, Request } from './management.ts';
import type { EventCounts } from './metrics/event-counts.ts';
import type { Metric } from './metrics/metric.ts';
import type { NameResolver } from './names/name-resolver.ts';
import type { PowerControl } from './power-control.ts';
import type { ServicePlaces } from './service-places.ts';
import type { TokenControl } from './sessions/api-tokens.ts';
import type { LineAccess } from './sessions/line-access.ts';
import type { SessionControl } from './sessions/session-control.ts';
import type { Slot, SlotReader, Slots } from './slot.ts';
import type { SourceControl } from './source-admission.ts';
import type { TransferControl } from './transfer-control.ts';
import type { WallClock } from './wall-clock.ts';

/**
 * Everything a menu entry does on the switch. The agent puts the features together: it validates, commits, compiles,
 * answers and starts; a feature only says what is its own.
 */
export interface DeviceFeature {
  /** The objects of this feature, configured and live. */
  readonly objects: readonly ObjectDeclaration[];
  /** Conditions across fields, rows and pages. */
  readonly rules?: readonly Rule[];
  /** Its parts of the forwarding plan. */
  readonly contributions?: readonly Contribution[];
  /** The decisions of its engines, for the datapath. */
  readonly stateContributions?: readonly StateContribution[];
  /** How the switch itself is reached by it. */
  readonly accessContributions?: readonly AccessContribution[];
  /** Answers for the read-only columns. */
  readonly live?: readonly LiveAnswer[];
  /** Effects of a CommonSet besides changing the configuration. */
  readonly operations?: readonly Operation[];
  /** Services that run while the agent does. */
  readonly services?: readonly Service[];
  readonly downloads?: readonly Download[];
  readonly uploads?: readonly Upload[];
  /** Whether a session that was opened by a ticket of the setup wizard may make this call. */
  readonly allowsInSetup?: (call: ObjectCall) => boolean;
  /** Whether this call leaves a forced change waiting, although it comes over the changed path: it asks for the contrary. */
  readonly confirmsNothing?: (call: ObjectCall) => boolean;
  /** Measurements for collectors; at most one feature has them. */
  readonly metrics?: MetricsSource;
  /** Menu titles that are closed where the switch lacks what they need. */
  readonly modules?: Readonly<Record<string, Capability>>;
}

/** The feature that measures the switch for collectors. */
export interface MetricsSource {
  /** Undefined while the metrics are not served; collectors in the networks need no token. */
  access(configuration: Configuration): { readonly networks: readonly IpNetwork[] } | undefined;
  read(context: DeviceContext): Promise<readonly Metric[]>;
}

/** The rooms of the agent that features use. */
export interface DeviceContext {
  readonly hardware: Hardware;
  readonly datapath: Datapath;
  readonly clock: Clock;
  readonly wallClock: WallClock;
  readonly log: Log;
  readonly flash: FlashControl;
  /** Encrypts secrets by the switch's own key where they are shown. */
  readonly secrets: Pick<DeviceKey, 'keep' | 'sealAlike' | 'open'>;
  readonly sessions: SessionControl;
  /** Events of the agent, for collectors. */
  readonly counts: EventCounts;
  /** The tokens of programs. */
  readonly tokens: TokenControl;
  /** The way in for command lines. */
  readonly lines: LineAccess;
  readonly power: PowerControl;
  /** Addresses of the host names that the switch itself uses; the DNS feature sets it up. */
  readonly names: NameResolver;
  readonly guard: GuardControl;
  readonly hold: HoldControl;
  readonly firmware: FirmwareControl;
  /** Places of the services other than the console. */
  readonly places: ServicePlaces;
  /** How the console itself is reached. */
  readonly console: ConsoleControl;
  /** The cloud that can manage this switch; undefined where there is none. */
  readonly cloud: CloudPlace | undefined;
  /** From where services may be used: each listening service checks its clients against it. */
  readonly sources: SourceControl;
  /** Files that are fetched from the switch and sent to it. */
  readonly transfers: TransferControl;
  /** The last author of each change. */
  readonly history: ChangeHistory;
  /** Every change of the configuration, and the ways back. */
  readonly journal: Journal;
  /** Folder of what features keep: a place on the partition that the agent writes to. */
  readonly dataDirectory: string;
  /** A place on flash besides the configuration. */
  keep<Value>(what: Keepable<Value>): Kept<Value>;
  /** The running configuration. */
  configuration(): Configuration;
  /** The plan and the state in force in the datapath. */
  forwarding(): { readonly plan: ForwardingPlan; readonly state: ForwardingState };
  /** The startup configuration: what the next start will begin with. */
  startup(): Configuration;
  /** Every declared object, in menu order. */
  readonly objects: readonly ObjectDeclaration[];
  /** What services have learned and engines have decided. */
  readonly slots: Slots;
  /** Changes and reads the switch on behalf of a caller. */
  readonly management: Management;
  /** Changes the configuration on the device's own account, through the same checks as a call. `why` goes to the log. */
  change(why: Message, edit: (configuration: Configuration) => Configuration): Promise<void>;
  /**
   * Changes the configuration for the caller, judged as its call: rejects with a `Refusal` (8710) if it would cut the
   * caller off, unless forced; then it is reverted unless confirmed. `isWhole`: it is a configuration to be applied as
   * a start would, and no change of the present one (see `isTakenUp`).
   */
  changeFor(
    edit: (configuration: Configuration) => Configuration | Promise<Configuration>,
    request: Pick<CallersRequest, 'caller' | 'forced'>,
    isWhole?: boolean,
  ): Promise<void>;
  /**
   * Changes the configuration as the cloud wants it: checked whole, announced on flash, applied provisionally. Resolves to
   * whether anything changed. Rejects with a `Refusal`.
   */
  changeFromAfar(
    edit: (configuration: Configuration) => Configuration | Promise<Configuration>,
    caller: Caller,
    fromAfar: FromAfar,
  ): Promise<boolean>;
  /**
   * Does something that the guard judges like a change: rejects with a `Refusal` (8710) if it would cut the caller off,
   * unless forced; then it is reverted unless confirmed.
   */
  undertake(undertaking: Undertaking, request: Pick<CallersRequest, 'caller' | 'forced'>): Promise<void>;
  /**
   * Lets the next start begin with another configuration, judged as a change to it. If it had to be forced, the start
   * tries it once, and the present configuration returns unless it is confirmed there; otherwise it becomes the startup
   * configuration. Rejects with a `Refusal`. The caller restarts the switch.
   */
  restartWith(configuration: Configuration, request: CallersRequest): Promise<void>;
  /** Rejects as an unforced `restartWith` would, and has no effect. */
  judgeRestart(configuration: Configuration, caller: Caller): Promise<void>;
  /**
   * Judges a restart with the saved configuration: forced although it would cut the caller off, it is also tried once,
   * and the present configuration returns unless confirmed. Rejects with a `Refusal`. The caller restarts the switch.
   */
  restartAsSaved(request: CallersRequest): Promise<void>;
  /**
   * Judges what a later start would begin with, which cannot be reverted: rejects with a `Refusal` if the switch would
   * then be unreachable for everyone, or for the caller, the latter unless forced.
   */
  judgeStart(configuration: Configuration, request: CallersRequest): Promise<void>;
  /** Globals of the console's page about this switch before its first call. */
  globals(): DeviceGlobals;
  /**
   * Objections of rules and row limits to a configuration as a whole, as if it replaced the running one; empty if there
   * are none.
   */
  problemsOf(configuration: Configuration): Promise<readonly Problem[]>;
  /**
   * Calls `listener` with each frame of these kinds (classes of the plan's `punts`), until the function it gives back is
   * called. A listener must not change the frame.
   */
  onFrame(kinds: readonly string[], listener: (frame: PuntedFrame) => void): () => void;
  /** Calls `listener` with each change of a link, until the function it gives back is called. */
  onPort(listener: (state: PortState) => void): () => void;
  /** Calls `listener` with each plan that the datapath has taken, until the function it gives back is called. */
  onPlan(listener: (plan: ForwardingPlan) => void): () => void;
}

/**
 * The device as a service sees it. An error that the service throws in any of its callbacks (timers, frames, links,
 * slots, log entries) ends only this run of it: it is named in the log and restarted. When it ends, everything it asked
 * for here ends with it: timers, frames, followers, handles.
 */
export interface ServiceContext extends DeviceContext {
  /** Puts `handle` in `place`, where operations and live answers find who to ask, for as long as this run lasts. */
  offer<Value>(place: Slot<Value | undefined>, handle: Value): void;
}

/** Every read-only column, and what else an answer lays over what is configured. */
type Answered<F extends Fields> = ValuesOf<WithAccess<F, 'ro'>> & Partial<ValuesOf<F>>;

/** The live values of a group, or of a row of a table besides its index. */
export type LiveOf<O extends ObjectDeclaration> =
  O extends GroupObject<infer F> ? Answered<F> : O extends TableObject<infer _, infer C> ? Answered<C> : never;

/** A whole row of a table that is all live. */
export type LiveRowOf<T extends TableObject> =
  T extends TableObject<infer I, infer C> ? ValuesOf<I & Omit<C, keyof WithAccess<C, 'action'>>> : never;

/** The live columns of a table by row key (see `rowKey`). */
export type LiveColumnsOf<T extends TableObject> = ReadonlyMap<string, LiveOf<T>>;

/**
 * Answers an object's read-only columns.
 * - `group`: the values;
 * - `rows`: for a table that is all live: every row, whole, in index order; `query` holds requested index columns;
 * - `columns`: for a configured table: the read-only columns by row key (see `rowKey`); rows that `query` does not name
 *   may be left out.
 */
type Answering<O extends ObjectDeclaration> = O extends TableObject
  ?
      | {
          rows(
            context: DeviceContext,
            query: Values,
            caller: Caller,
          ): readonly LiveRowOf<O>[] | Promise<readonly LiveRowOf<O>[]>;
        }
      | { columns(context: DeviceContext, query?: Values): LiveColumnsOf<O> | Promise<LiveColumnsOf<O>> }
  : { group(context: DeviceContext, caller: Caller): LiveOf<O> | Promise<LiveOf<O>> };

declare const typedByObject: unique symbol;

/**
 * What a standing answer is made of, and nothing else: what its functions are given has to be all that they look at. Slots that hold
 * handles of services are none of it.
 */
export interface StandingContext {
  readonly hardware: Hardware;
  readonly datapath: { readonly facts: Pick<Datapath['facts'], 'kind'> };
  configuration(): Configuration;
  readonly slots: SlotReader;
}

/** The same as `Answering` of a standing answer, which is the same for every caller. */
type AnsweringStanding<O extends ObjectDeclaration> = O extends TableObject
  ?
      | { rows(context: StandingContext): readonly LiveRowOf<O>[] }
      | { columns(context: StandingContext): LiveColumnsOf<O> }
  : { group(context: StandingContext): LiveOf<O> };

/** Answers an object's read-only columns; made by `live` or `standing`, which hold it against the object. */
export type LiveAnswer = {
  readonly object: ObjectDeclaration;
  /** It says the same until the configuration or a slot changes. */
  readonly stands?: true;
  readonly [typedByObject]: 'live';
} & (
  | { group(context: DeviceContext, caller: Caller): Values | Promise<Values> }
  | { rows(context: DeviceContext, query: Values, caller: Caller): readonly Values[] | Promise<readonly Values[]> }
  | {
      columns(
        context: DeviceContext,
        query?: Values,
      ): ReadonlyMap<string, Values> | Promise<ReadonlyMap<string, Values>>;
    }
);

/** Answers the read-only columns of an object: every one, none beside them, each with values of its field. */
export function live<O extends ObjectDeclaration>(object: O, answer: Answering<O>): LiveAnswer {
  // The columns of this object are columns; nothing but its type marks an answer as held against them.
  return { object, ...answer } as unknown as LiveAnswer;
}

/** Answers the read-only columns of an object as `live` does, by what says the same until the configuration or a slot changes. */
export function standing<O extends ObjectDeclaration>(object: O, answer: AnsweringStanding<O>): LiveAnswer {
  // See `live`.
  return { object, stands: true, ...answer } as unknown as LiveAnswer;
}

/** A request, who made it, and whether what would cut him off is to be done all the same. */
export interface CallersRequest<O extends ObjectDeclaration = ObjectDeclaration, Given = Values>
  extends Request<O, Given> {
  readonly caller: Caller;
  readonly forced: boolean;
  /** How what it changes is to be confirmed, where the cloud asks for it. */
  readonly fromAfar?: FromAfar;
}

/** Something beside the configuration that moves the ways to the switch: giving an address back, say. */
export interface Undertaking {
  /** The slots as they will be once it is done. */
  foresee(slots: SlotReader): SlotReader;
  carryOut(): void | Promise<void>;
  /** Reverts it, if it was forced and not confirmed. Omitted if it cannot be reverted: then forcing is final. */
  takeBack?(): void | Promise<void>;
  /**
   * Makes it last beyond a restart: before it is carried out, or, where it was forced, once it is confirmed. Left out where it
   * lasts by itself, or nothing of it does.
   */
  keep?(): Promise<void>;
  /** Whether the cloud may ask for it: it can neither cut off the line to the cloud nor has to be confirmed by it. */
  readonly isForCloud?: boolean;
}

/** Columns in requests for an object, canonical. */
type GivenOf<O extends ObjectDeclaration> = Partial<O extends TableObject ? RowOf<O> : GroupValues<O>>;

/** What a request makes of the whole configuration. */
export interface Edits {
  /** Throws a `Refusal` where it cannot be done. */
  readonly edit: (configuration: Configuration) => Configuration | Promise<Configuration>;
  /** It replaces the whole: what else a batch asks for would be lost without a word, and is refused. */
  readonly isWhole?: boolean;
  /** What it is made for, as the history tells it. */
  readonly note?: Message;
  /** The changes of the history that it takes back. */
  readonly undoes?: readonly number[];
}

interface Operating<O extends ObjectDeclaration, Given> {
  /**
   * Whether a request with these values saves what is in force, or ends it (a save, a restart). It runs after
   * everything else of a batch, when nothing can fail any longer; so a batch has at most one such request.
   */
  concludes?(values: Given): boolean;
  /**
   * Whether a request with these values ends the cloud's control of the switch: a pending cloud change is reverted
   * first, and does not prevent it.
   */
  takesControl?(values: Given): boolean;
  /**
   * Whether a request grants access to the switch, or reveals what does: its caller has to enter the password again
   * (see `refuseUnproved`).
   */
  grantsAccess?(request: Request<O, Given>, context: DeviceContext): boolean;
  /**
   * Called before anything is changed; returns the configured columns to store instead of those given (a password's
   * hash, say), or none if all are stored as they are. It must have no effect.
   */
  prepare?(context: DeviceContext, request: CallersRequest<O, Given>): Promise<Given>;
  /**
   * What the request makes of the configuration beside its own columns: of whatever object, through the check, guard and preview of every
   * change; undefined for nothing. Nothing may have an effect here. Rejects with a `Refusal`.
   */
  edits?(context: DeviceContext, request: CallersRequest<O, Given>): Promise<Edits | undefined>;
  /**
   * Called for a dry run, with the configuration as it is: rejects with the `Refusal` that `operate` would reject with before it does
   * anything, so that the one question before it names what the guard has against it. It must have no effect.
   */
  rehearse?(context: DeviceContext, request: CallersRequest<O, Given>): void | Promise<void>;
  /** Called after the configuration was committed, with the request as it was given; does what `action` columns ask. */
  operate?(context: DeviceContext, request: CallersRequest<O, Given>): void | Promise<void>;
}

/**
 * Effects of an object besides being configured; made by `operation`, which checks it against the object. `prepare` and
 * `operate` may refuse by throwing a `Refusal` (device/refusal.ts).
 */
export type Operation = { readonly object: ObjectDeclaration; readonly [typedByObject]: 'operation' } & Operating<
  ObjectDeclaration,
  Values
>;

/**
 * Effects of requests for an object besides being configured: they contain its columns, with values of their fields,
 * and no others.
 */
export function operation<O extends ObjectDeclaration>(object: O, does: Operating<O, GivenOf<O>>): Operation {
  // A request was read by the fields of its object, and operations are called only for requests of their own object.
  return { object, ...does } as unknown as Operation;
}

/**
 * Something that runs: a client, a sender, a timer. One that is not always `wanted` costs nothing while it is not: its `start`
 * fetches its code by `await import(…)`, which nothing else of the feature imports.
 */
export interface Service {
  readonly name: string;
  /** Objects whose change is reported to it, and after which `wanted` is evaluated again. */
  readonly reads: readonly ObjectDeclaration[];
  /**
   * Whether this configuration needs it; without it always. A change that makes it wanted is answered once it runs. It
   * is notified of one that ends that, so that it can empty its slots and say goodbye, and is then stopped.
   */
  wanted?(configuration: Configuration): boolean;
  /**
   * The slots that hold what a run of it has decided or learned. They are empty at each start: the run before may have ended by an
   * error, and what it held is held no longer.
   */
  readonly decides?: readonly Slot<unknown>[];
  /** Starts it; the result is notified of changes and stops it. After a failure it is started again. */
  start(context: ServiceContext): RunningService | Promise<RunningService>;
}

/** A service under way. */
export interface RunningService {
  /** An object of `reads` changed; the context holds the new configuration. */
  changed?(): void;
  /** The switch is about to end in order, and may be back soon: the last time that frames can be sent. */
  leaving?(): void;
  /** Ends what the context cannot end by itself: sockets, files. */
  stop?(): void | Promise<void>;
}

/** A file fetched by `GET /iss/specific/cgi/NAME`. */
export interface Download {
  readonly name: string;
  fetch(context: DeviceContext, query: Readonly<Record<string, string>>, caller: Caller): Promise<DownloadedFile>;
}

/** Contents of a file: all at once, or piece by piece, so that a large one is never in memory as a whole. */
export type FileContent = string | Uint8Array | Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/** A file as the browser is given it. */
interface DownloadedFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly content: FileContent;
}

/** A file as the browser sent it, all of it. It is gone once its receiver is done. */
export interface UploadedFile {
  readonly name: string;
  /** Octets. */
  readonly size: number;
  /** Its octets from the beginning, piece by piece. */
  chunks(): AsyncIterable<Uint8Array>;
}

/** A file sent by `POST /iss/specific/cgi/NAME`, with the other form fields. */
export interface Upload {
  readonly name: string;
  /** Octets at most. */
  readonly maximumSize: number;
  /** Asked before the first octet is taken; throws a `Refusal` where the file is not wanted now. */
  accept?(context: DeviceContext, caller: Pick<Caller, 'session'>): void;
  receive(
    context: DeviceContext,
    file: UploadedFile,
    fields: Readonly<Record<string, string>>,
    caller: Caller,
  ): Promise<unknown>;
}
