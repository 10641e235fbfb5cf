import type { RunningService, ServiceContext } from '../../device/feature.ts';
import { reasonOf } from '../../device/flash/failure-reason.ts';
import { Severity } from '../../device/log/log.ts';
import { say } from '../../model/values/message.ts';
import type { RuledFinding } from './finding.ts';
import { INTENTIONS, type Intention, type IntentionState, keptIntentions, stillIntended } from './intentions.ts';
import type { PortRecord } from './port-situations.ts';
import { type AttentionDesk, attentionDesk, type KnownFinding } from './slots.ts';

/** Milliseconds between two looks. */
const LOOK = 60_000;
/** Looks that are remembered. */
const LOOKS = 15;
/** Looks from one count of the address table to the next. */
const LOOKS_A_COUNT = 5;

/**
 * Watches the ports and remembers since when each finding has existed and which are intended. It evaluates once a
 * minute by itself, so that a finding has its time even if no one reads it.
 */
export async function startDesk(context: ServiceContext): Promise<RunningService> {
  const kept = (await context.keep(keptIntentions).load()) ?? [];
  const desk = new Desk(context, kept);
  context.offer(attentionDesk, desk);
  await desk.count();
  context.clock.every(LOOK, () => desk.look());
  context.onPort(({ port, link, speed }) => desk.linkChanged(port, link === 'up' ? speed : undefined));
  return { stop: context.wallClock.onStep((difference) => desk.clockStepped(difference)) };
}

class Desk implements AttentionDesk {
  readonly minutes = (LOOK * LOOKS) / 60_000;
  readonly record: PortRecord = {
    damagedBefore: (port) => this.#counts[0]?.get(port) ?? 0n,
    losses: (port) => this.#recent().filter((loss) => loss.port === port).length,
    fastestSeen: (port) => this.#fastest.get(port) ?? 0,
  };
  readonly #context: ServiceContext;
  /** Damaged frames of each port at the last looks, the oldest first. */
  #counts: readonly ReadonlyMap<number, bigint>[] = [];
  #losses: readonly { readonly port: number; readonly at: number }[] = [];
  readonly #fastest = new Map<number, number>();
  readonly #up = new Set<number>();
  #addresses: number | undefined;
  #looks = 0;
  /** Milliseconds since 1970 at which each finding that is there was found first. */
  #found: ReadonlyMap<string, number> = new Map();
  #intended: IntentionState;

  constructor(context: ServiceContext, kept: readonly Intention[]) {
    this.#context = context;
    this.#intended = { intentions: new Map(kept.map((intention) => [intention.key, intention])), absent: new Map() };
  }

  addresses(): number | undefined {
    return this.#addresses;
  }

  async findings(): Promise<readonly KnownFinding[]> {
    const { clock, wallClock } = this.#context;
    const { evaluate } = await import('./evaluate.ts');
    const found = await evaluate(this.#context);
    const now = wallClock.now();
    this.#found = new Map(found.map(({ key }) => [key, this.#found.get(key) ?? now]));
    const holding = stillIntended(this.#intended, circumstances(found), clock.now());
    const isLess = holding.intentions.size < this.#intended.intentions.size;
    this.#intended = holding;
    if (isLess) void this.#keep().catch(() => {});
    return found.map((finding) => ({
      ...finding,
      since: finding.since ?? this.#found.get(finding.key) ?? now,
      intention: holding.intentions.get(finding.key),
    }));
  }

  async intend(key: string, user: string): Promise<boolean> {
    const finding = (await this.findings()).find((candidate) => candidate.key === key);
    if (!finding) return false;
    const intention = { key, circumstance: finding.circumstance ?? '', user, time: this.#context.wallClock.now() };
    const others = [...this.#intended.intentions].filter(([other]) => other !== key).slice(1 - INTENTIONS);
    await this.#become(key, new Map([...others, [key, intention]]));
    return true;
  }

  async bringBack(key: string): Promise<boolean> {
    if (!this.#intended.intentions.has(key)) return false;
    await this.#become(key, new Map([...this.#intended.intentions].filter(([other]) => other !== key)));
    return true;
  }

  /** Takes down what the ports have counted, and how fast they are. */
  async count(): Promise<void> {
    const { datapath } = this.#context;
    const [states, counters] = await Promise.all([datapath.portStates(), datapath.portCounters()]);
    for (const [port, { link, speed }] of states) if (link === 'up') this.linkChanged(port, speed);
    const counts = new Map([...counters].map(([port, { fcsErrors }]) => [port, fcsErrors]));
    this.#counts = [...this.#counts, counts].slice(-LOOKS);
    this.#losses = this.#recent();
  }

  /** Evaluates everything. What cannot be read now is read next time. */
  async look(): Promise<void> {
    try {
      await this.count();
      // All rows of a large table are read to count them.
      if (this.#looks % LOOKS_A_COUNT === 0)
        this.#addresses = (await this.#context.datapath.forwardingDatabase()).length;
      this.#looks += 1;
      await this.findings();
    } catch {
      // The datapath is being started again, and says so itself.
    }
  }

  /** @param speed in megabits per second; undefined for a link that went away. */
  linkChanged(port: number, speed: number | undefined): void {
    if (speed !== undefined) {
      this.#up.add(port);
      this.#fastest.set(port, Math.max(speed, this.#fastest.get(port) ?? 0));
    } else if (this.#up.delete(port)) this.#losses = [...this.#recent(), { port, at: this.#context.clock.now() }];
  }

  /** Moves along the times taken from the clock. */
  clockStepped(difference: number): void {
    this.#found = new Map([...this.#found].map(([key, time]) => [key, time + difference]));
  }

  #recent() {
    const first = this.#context.clock.now() - LOOK * LOOKS;
    return this.#losses.filter(({ at }) => at > first);
  }

  /** Puts intentions in force, of which the one of this key is another, once they are kept. */
  async #become(key: string, intentions: ReadonlyMap<string, Intention>): Promise<void> {
    const former = this.#intended.intentions.get(key);
    this.#intended = { ...this.#intended, intentions };
    try {
      await this.#keep();
    } catch (error) {
      // Others may have decided meanwhile.
      const others = [...this.#intended.intentions].filter(([other]) => other !== key);
      this.#intended = { ...this.#intended, intentions: new Map(former ? [...others, [key, former]] : others) };
      throw error;
    }
  }

  async #keep(): Promise<void> {
    const { keep, log } = this.#context;
    try {
      await keep(keptIntentions).save([...this.#intended.intentions.values()]);
    } catch (error) {
      log.write(
        Severity.warning,
        say('Intended findings cannot be kept, because {{reason}}.', { reason: reasonOf(error) }),
      );
      throw error;
    }
  }
}

function circumstances(found: readonly RuledFinding[]): ReadonlyMap<string, string> {
  return new Map(found.map(({ key, circumstance = '' }) => [key, circumstance]));
}
