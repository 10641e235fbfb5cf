import { CAPTURED, isCaptured } from '../../datapath/capture.ts';
import type { Cancel } from '../../datapath/clock.ts';
import type { PuntedFrame } from '../../datapath/datapath.ts';
import type { ServiceContext } from '../../device/feature.ts';
import { Severity } from '../../device/log/log.ts';
import { type Caller, callerName } from '../../device/management.ts';
import { plainAddress } from '../../device/plain-address.ts';
import { type Message, say } from '../../model/values/message.ts';
import { formatPortList, portsOf } from '../../model/values/port-list.ts';
import { OwnSessions } from './own-sessions.ts';
import { CaptureRecord } from './record.ts';
import { capturePlan } from './slots.ts';
import { type CaptureWanted, filterWords } from './wanted.ts';

/** Milliseconds between two looks at whether the session is there. */
const LOOK = 1000;

/** Milliseconds for which an ended capture is kept. */
const KEPT = 600_000;

/** One capture, from its start until it is discarded. */
export class CaptureRun {
  readonly wanted: CaptureWanted;
  readonly filter: Message;
  readonly by: Message;
  /** Milliseconds since 1970, by the device's clock. */
  readonly started: number;
  readonly record: CaptureRecord;
  /** Why it has ended; undefined while it runs. */
  end: Message | undefined;
  /** Frames of the switch's own sessions. */
  leftOut = 0;
  readonly #context: ServiceContext;
  readonly #caller: Caller;
  readonly #own: OwnSessions;
  readonly #begun: number;
  readonly #discarded: () => void;
  #ended = 0;
  /** Frames over the rate: of the datapath before the start, and since. */
  #dropsBefore = 0n;
  #drops = 0n;
  /** Frames that may still be kept at once, and when that was. */
  #credit: number;
  #creditAt: number;
  #overRate = 0;
  #cancels: readonly Cancel[] = [];

  private constructor(context: ServiceContext, wanted: CaptureWanted, caller: Caller, discarded: () => void) {
    this.#context = context;
    this.#caller = caller;
    this.#discarded = discarded;
    this.wanted = wanted;
    this.filter = filterWords(wanted.plan);
    this.by = callerName(caller);
    this.started = context.wallClock.now();
    this.#begun = context.clock.now();
    this.#credit = wanted.plan.rate;
    this.#creditAt = this.#begun;
    const places = new Map(portsOf(wanted.plan.ports).map((port, place) => [port, place]));
    this.record = new CaptureRecord(wanted.size, wanted.octets, places);
    const { connection } = caller;
    this.#own = new OwnSessions(connection ? [plainAddress(connection.localAddress)] : []);
  }

  /** Begins a capture; `discarded` is called when nothing is left of it. */
  static async begin(
    context: ServiceContext,
    wanted: CaptureWanted,
    caller: Caller,
    discarded: () => void,
  ): Promise<CaptureRun> {
    const run = new CaptureRun(context, wanted, caller, discarded);
    run.#dropsBefore = await run.#datapathDrops();
    run.#follow();
    return run;
  }

  /** The ports in words: "1-3,8". */
  get ports(): string {
    return formatPortList(this.wanted.plan.ports);
  }

  get isRunning(): boolean {
    return this.end === undefined;
  }

  /** Seconds that it has run. */
  get seconds(): number {
    return Math.floor(((this.isRunning ? this.#context.clock.now() : this.#ended) - this.#begun) / 1000);
  }

  /** Frames over the rate so far. */
  async lost(): Promise<number> {
    if (this.isRunning) await this.#countDrops();
    return Number(this.#drops) + this.#overRate;
  }

  /** Ends it; what it holds stays to be fetched for a while. */
  stop(why: Message): void {
    if (!this.isRunning) return;
    const { slots, clock, log } = this.#context;
    this.end = why;
    this.#ended = clock.now();
    slots.update(capturePlan, (present) => (present === this.wanted.plan ? undefined : present));
    void this.#countDrops();
    this.#cancel();
    this.#cancels = [clock.after(KEPT, () => this.discard()), clock.every(LOOK, () => this.#look())];
    const values = { ports: this.ports, frames: this.record.frames, why };
    log.write(Severity.notice, say('Capture on port {{ports}} ended (frames: {{frames}}): {{why}}', values));
  }

  /** Ends it, if it runs, and forgets what it holds. */
  discard(why: Message = say('Discarded.')): void {
    this.stop(why);
    this.#cancel();
    this.#discarded();
  }

  #follow(): void {
    const { slots, clock, log } = this.#context;
    const { plan, time } = this.wanted;
    const values = { ports: this.ports, who: this.by, filter: this.filter };
    log.write(Severity.notice, say('Capture on port {{ports}} started by {{who}}: {{filter}}', values));
    this.#cancels = [
      this.#context.onFrame(Object.values(CAPTURED), (punted) => this.#take(punted)),
      clock.after(time, () => this.stop(say('The time limit was reached.'))),
      clock.every(LOOK, () => this.#look()),
    ];
    slots.update(capturePlan, () => plan);
  }

  #take({ kind, port, frame }: PuntedFrame): void {
    const { wallClock, forwarding } = this.#context;
    const { plan } = forwarding();
    this.#own.follow(plan.interfaces);
    // Rules of the datapath may let through more than what is wanted.
    if (!isCaptured(this.wanted.plan.match, frame, plan.ports.get(port)?.pvid ?? 0)) return;
    if (this.#own.holds(frame)) {
      this.leftOut += 1;
      return;
    }
    if (!this.#isWithinRate()) {
      this.#overRate += 1;
      return;
    }
    const direction = kind === CAPTURED.received ? 'received' : 'sent';
    if (!this.record.add({ port, direction, time: wallClock.now(), frame })) {
      this.stop(say('The size limit was reached.'));
    }
  }

  #isWithinRate(): boolean {
    const now = this.#context.clock.now();
    const { rate } = this.wanted.plan;
    this.#credit = Math.min(rate, this.#credit + ((now - this.#creditAt) * rate) / 1000);
    this.#creditAt = now;
    if (this.#credit < 1) return false;
    this.#credit -= 1;
    return true;
  }

  /** A capture is for the session that began it. */
  #look(): void {
    const { session } = this.#caller;
    if (this.#context.sessions.list().some(({ id }) => id === session)) return;
    this.discard(say('The session ended.'));
  }

  async #countDrops(): Promise<void> {
    this.#drops = (await this.#datapathDrops()) - this.#dropsBefore;
  }

  async #datapathDrops(): Promise<bigint> {
    try {
      const drops = await this.#context.datapath.puntDrops();
      return Object.values(CAPTURED).reduce((sum, kind) => sum + (drops.get(kind) ?? 0n), 0n);
    } catch {
      // The datapath supervises itself and says what is wrong.
      return this.#dropsBefore + this.#drops;
    }
  }

  #cancel(): void {
    for (const cancel of this.#cancels) cancel();
    this.#cancels = [];
  }
}
