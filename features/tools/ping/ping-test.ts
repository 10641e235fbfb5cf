import type { Clock } from '../../../datapath/clock.ts';
import type { Datapath } from '../../../datapath/datapath.ts';
import type { EchoResult } from '../../../datapath/host-stack.ts';
import { type Message, say } from '../../../model/values/message.ts';
import { SpokenError } from '../../../model/values/spoken-error.ts';

/** Parameters of a test. */
export interface PingOrder {
  /** As it was typed. */
  readonly target: string;
  /** The VLAN of a link-local address; undefined for any other. */
  readonly vlan: number | undefined;
  /** Milliseconds. */
  readonly timeout: number;
  readonly count: number;
  /** Octets. */
  readonly size: number;
}

/** Parts of the device that a test needs. */
export interface PingSurroundings {
  readonly datapath: Pick<Datapath, 'echo'>;
  readonly clock: Clock;
  /** The address of the target. Rejects with a `SpokenError`. */
  resolve(target: string): Promise<string>;
}

/** A result, and when it came: monotonic milliseconds. */
export type TimedResult = EchoResult & { readonly at: number };

/** Milliseconds from one request to the next. */
const INTERVAL = 1_000;

/** One row of echo requests, each sent when the one before is answered or given up, a second apart at least. */
export class PingTest {
  readonly order: PingOrder;
  readonly #around: PingSurroundings;
  readonly #results: TimedResult[] = [];
  #address = '';
  #problem: Message | undefined;
  #sent = 0;
  #isOver = false;

  constructor(order: PingOrder, around: PingSurroundings) {
    this.order = order;
    this.#around = around;
  }

  get address(): string {
    return this.#address;
  }

  /** Why nothing could be sent. */
  get problem(): Message | undefined {
    return this.#problem;
  }

  get sent(): number {
    return this.#sent;
  }

  /** Results of the requests that are answered or have timed out, in their order. */
  get results(): readonly TimedResult[] {
    return this.#results;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Sends them all. Never rejects. */
  async run(): Promise<void> {
    const { datapath, clock, resolve } = this.#around;
    const { target, vlan, timeout, count, size } = this.order;
    try {
      this.#address = await resolve(target);
      while (!this.#isOver && this.#sent < count) {
        const began = clock.now();
        this.#sent += 1;
        const result = await datapath.echo(this.#address, { timeout, size, vlan });
        if (this.#isOver) return;
        this.#results.push({ ...result, at: clock.now() });
        const rest = INTERVAL - (clock.now() - began);
        if (this.#sent < count && rest > 0) await new Promise<void>((next) => clock.after(rest, next));
      }
    } catch (error) {
      this.#problem = error instanceof SpokenError ? error.said : say('The echo request could not be sent.');
    }
    this.#isOver = true;
  }

  /** Stops sending; a request in progress counts as not sent. */
  stop(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#sent = this.#results.length;
  }
}
