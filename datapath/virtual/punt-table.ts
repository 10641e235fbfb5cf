import { macNumberAt, macToNumber } from '../../protocols/frames/addresses.ts';
import type { PortNumber, VlanId } from '../plan.ts';
import type { PuntPlan, PuntStage } from '../punt.ts';
import { puntKindOf } from '../punt-match.ts';
import { TokenBucket } from './token-bucket.ts';

/** The result of a class for a frame. */
export interface Punted {
  readonly kind: string;
  readonly action: PuntPlan['action'];
  /** Whether the agent gets it: the rate of the class was not used up. */
  readonly admitted: boolean;
}

/** The classes of one stage. */
interface StageClasses {
  readonly punts: ReadonlyMap<string, PuntPlan>;
  /** The destinations that its classes ask for; undefined where one asks for any. */
  readonly destinations: ReadonlySet<number> | undefined;
}

/** Which frames the agent is given, and how many of each kind. */
export class PuntTable {
  #punts: ReadonlyMap<string, PuntPlan> = new Map();
  #stages: ReadonlyMap<PuntStage, StageClasses> = new Map();
  /** By class, and by port where its rate is each port's; for the others by 0. */
  #buckets = new Map<string, Map<PortNumber, TokenBucket>>();
  #found = 0;
  /** Frames over the rate of their class since the start. */
  readonly #dropped = new Map<string, bigint>();

  /** Takes over all classes. A class whose rate is what it was goes on with what is left of it. */
  configure(punts: ReadonlyMap<string, PuntPlan>): void {
    const before = this.#punts;
    this.#punts = punts;
    const former = this.#buckets;
    this.#buckets = new Map();
    for (const [kind, punt] of punts) {
      const present = before.get(kind);
      const goesOn = present?.rate === punt.rate && present.eachPort === punt.eachPort;
      this.#buckets.set(kind, (goesOn ? former.get(kind) : undefined) ?? new Map());
    }
    const byStage = new Map<PuntStage, Map<string, PuntPlan>>();
    for (const [kind, punt] of punts) {
      const present = byStage.get(punt.stage);
      if (present) present.set(kind, punt);
      else byStage.set(punt.stage, new Map([[kind, punt]]));
    }
    this.#stages = new Map([...byStage].map(([stage, classes]) => [stage, stageClasses(classes)]));
  }

  /** The class that takes or copies a frame at a stage; undefined for none. Counts it against the class's rate. */
  match(
    stage: PuntStage,
    port: PortNumber,
    vlan: VlanId | undefined,
    frame: Uint8Array,
    now: number,
  ): Punted | undefined {
    const classes = this.#stages.get(stage);
    if (!classes || classes.destinations?.has(macNumberAt(frame, 0)) === false) return undefined;
    const kind = puntKindOf(classes.punts, stage, port, vlan, frame);
    const punt = kind === undefined ? undefined : classes.punts.get(kind);
    if (kind === undefined || !punt) return undefined;
    this.#found += 1;
    return { kind, action: punt.action, admitted: this.#take(kind, punt, port, now) };
  }

  /** How many frames were of a class so far. */
  get found(): number {
    return this.#found;
  }

  /** Whether a class looks at frames of a stage. */
  looksAt(stage: PuntStage): boolean {
    return this.#stages.has(stage);
  }

  /** Whether the agent gets one more frame of a class; not of one that is not there. Counts it against the class's rate. */
  admits(kind: string, port: PortNumber, now: number): boolean {
    const punt = this.#punts.get(kind);
    return punt !== undefined && this.#take(kind, punt, port, now);
  }

  #take(kind: string, { rate, eachPort }: PuntPlan, port: PortNumber, now: number): boolean {
    const buckets = this.#buckets.get(kind);
    const key = eachPort ? port : 0;
    let bucket = buckets?.get(key);
    if (!bucket) {
      bucket = new TokenBucket(rate);
      buckets?.set(key, bucket);
    }
    const isAdmitted = bucket.take(now);
    if (!isAdmitted) this.#dropped.set(kind, (this.#dropped.get(kind) ?? 0n) + 1n);
    return isAdmitted;
  }

  /** Frames of each class that were over its rate since the start. */
  dropped(): ReadonlyMap<string, bigint> {
    return this.#dropped;
  }

  /** The stage of a class; undefined for a class that is not there. */
  stageOf(kind: string): PuntStage | undefined {
    return this.#punts.get(kind)?.stage;
  }
}

function stageClasses(punts: ReadonlyMap<string, PuntPlan>): StageClasses {
  const destinations = new Set<number>();
  for (const { matches } of punts.values()) {
    for (const { destination, destinationMask } of matches) {
      if (destination === undefined || destinationMask !== undefined) return { punts, destinations: undefined };
      destinations.add(macToNumber(destination));
    }
  }
  return { punts, destinations };
}
