import { expect } from 'vitest';
import type { Datapath, ForwardingEntry } from '../datapath.ts';
import type { ForwardingPlan } from '../plan.ts';
import type { DatapathHarness, Traffic } from './harness.ts';
import { buildTestFrame, describeArrival, type FrameToSend, sameOctets } from './test-frame.ts';
import { CONTRACT_PORTS, testPlan, testState, type WantedPlan, type WantedState } from './test-plan.ts';

/** The longest time in milliseconds that a datapath may take to show what it was told. */
export const PATIENCE = { timeout: 5000, interval: 20 };

/** A harness with the words that scenarios are written in. */
export class Bench {
  readonly harness: DatapathHarness;
  #serial = 0;

  constructor(harness: DatapathHarness) {
    this.harness = harness;
  }

  get datapath(): Datapath {
    return this.harness.datapath;
  }

  /** Begins a scenario: the plan in force, links up, nothing learnt, nothing under way. */
  async begin(wanted: WantedPlan = {}): Promise<void> {
    for (const port of CONTRACT_PORTS) await this.harness.setPeerLink(port, 'up');
    await this.decide({});
    await this.change(wanted);
    await this.datapath.flush({});
    await this.harness.collect({ left: 0, punted: 0 });
  }

  /** Puts what engines have decided in force, in place of what they decided before. */
  async decide(wanted: WantedState): Promise<void> {
    this.datapath.update(testState(wanted));
    await this.harness.settled();
  }

  /** Applies another plan and waits until the links follow it. */
  async change(wanted: WantedPlan): Promise<void> {
    await this.apply(testPlan(wanted));
  }

  /** Applies a plan and waits until the links follow it. */
  async apply(plan: ForwardingPlan): Promise<void> {
    await this.datapath.apply(plan);
    const wanted = CONTRACT_PORTS.filter((port) => plan.ports.get(port)?.admin);
    await expect.poll(() => this.#linkedPorts(), PATIENCE).toEqual(wanted);
  }

  /**
   * Sends one frame and holds what left against `expected`: "2 untagged", "3 tagged 10 priority 5", and "punted" for the
   * agent, in any order. An empty list means that the frame is dropped.
   */
  async passes(frame: FrameToSend, expected: readonly string[]): Promise<void> {
    this.#serial += 1;
    const octets = buildTestFrame(frame, this.#serial);
    await this.passesOctets(frame.port, octets, expected);
  }

  /** As `passes`, for a frame in octets. */
  async passesOctets(port: number, octets: Uint8Array, expected: readonly string[]): Promise<void> {
    await this.harness.send(port, octets);
    const punted = expected.filter((item) => item === 'punted').length;
    const traffic = await this.harness.collect({ left: expected.length - punted, punted });
    const seen = traffic.left.map((arrival) => describeArrival(arrival, octets));
    for (const { port: from, frame } of traffic.punted) {
      seen.push(from === port && sameOctets(frame, octets) ? 'punted' : 'punted something else');
    }
    expect(seen.sort()).toEqual([...expected].sort());
  }

  /** Sends one frame and does not wait for where it goes. */
  async send(frame: FrameToSend): Promise<void> {
    this.#serial += 1;
    await this.harness.send(frame.port, buildTestFrame(frame, this.#serial));
  }

  /** Sends one frame; returns what left and was punted once nothing more comes. */
  async exchange(frame: FrameToSend): Promise<Traffic> {
    await this.send(frame);
    return this.harness.collect({ left: 0, punted: 0 });
  }

  /** Lets a station be heard, wherever its frame goes. */
  async hears(port: number, from: string, tag?: string): Promise<void> {
    this.#serial += 1;
    const frame = buildTestFrame({ port, from, to: from, ...(tag !== undefined && { tag }) }, this.#serial);
    await this.harness.send(port, frame);
    await this.harness.collect({ left: 0, punted: 0 });
  }

  /** The learnt and static rows, as "fid address port origin". */
  async table(): Promise<string[]> {
    const rows = await this.datapath.forwardingDatabase();
    return rows.filter(({ origin }) => origin !== 'self').map(describeRow);
  }

  async #linkedPorts(): Promise<number[]> {
    const states = await this.datapath.portStates();
    return CONTRACT_PORTS.filter((port) => states.get(port)?.link === 'up');
  }
}

/** A row of the forwarding database in words: "10 02-AA-00-00-00-41 2 learned". */
export function describeRow({ fid, address, port, origin }: ForwardingEntry): string {
  return `${fid} ${address} ${port} ${origin}`;
}
