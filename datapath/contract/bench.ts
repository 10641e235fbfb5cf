import { expect } from 'vitest';
import type { Datapath, ForwardingEntry } from '../datapath.ts';
import type { ForwardingPlan } from '../plan.ts';
import type { DatapathHarness } from './harness.ts';
import { isFromOwnStack } from './own-stack.ts';
import { buildTestFrame, describeArrival, type FrameToSend, sameOctets } from './test-frame.ts';
import { CONTRACT_PORTS, testPlan, testState, type WantedPlan, type WantedState } from './test-plan.ts';

/** The longest time in milliseconds that a datapath may take to show a change. */
export const PATIENCE = { timeout: 5000, interval: 20 };

const NOTHING = { left: 0, punted: 0 };

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

  /** Begins a scenario: the plan in force, no state of engines, links up, nothing learned, no frames in transit. */
  async begin(wanted: WantedPlan = {}): Promise<void> {
    for (const port of CONTRACT_PORTS) await this.harness.setPeerLink(port, 'up');
    await this.decide();
    await this.change(wanted);
    await this.datapath.flush({});
    await this.harness.collect(NOTHING);
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
    await this.harness.settled();
  }

  /** Lets engines have decided this, and nothing else. */
  async decide(wanted: WantedState = {}): Promise<void> {
    this.datapath.update(testState(wanted));
    await this.harness.settled();
  }

  /**
   * Sends one frame and holds what left against `expected`: "2 untagged", "3 tagged 10 priority 5", "2|3 untagged" for just
   * one of two, and "punted" or "punted KIND in 10" for the agent, in any order. An empty list means that the frame is
   * dropped.
   */
  async passes(frame: FrameToSend, expected: readonly string[]): Promise<void> {
    this.#serial += 1;
    await this.passesOctets(frame.port, buildTestFrame(frame, this.#serial), expected);
  }

  /** As `passes`, for a frame in octets. */
  async passesOctets(port: number, octets: Uint8Array, expected: readonly string[]): Promise<void> {
    await this.harness.send(port, octets);
    await this.leave(octets, expected, port);
  }

  /**
   * Holds what has left, of a frame that got in otherwise than by `passes`, against `expected`; what the switch's own stack sends by
   * itself meanwhile is no part of it.
   */
  async leave(octets: Uint8Array, expected: readonly string[], from?: number): Promise<void> {
    const isPunt = (item: string) => item.startsWith('punted');
    const punts = expected.filter(isPunt).length;
    const traffic = await this.harness.collect({ left: expected.length - punts, punted: punts });
    const left = traffic.left.filter(({ frame }) => !isFromOwnStack(frame));
    const seen = left.map((arrival) => describeArrival(arrival, octets));
    for (const punted of traffic.punted) {
      const exact = (from === undefined || punted.port === from) && sameOctets(punted.frame, octets);
      const inVlan = punted.vlan === undefined ? '' : ` in ${punted.vlan}`;
      const named = expected.includes('punted') ? '' : ` ${punted.kind}${inVlan}`;
      seen.push(exact ? `punted${named}` : 'punted something else');
    }
    expect(seen.sort()).toEqual(chosen(expected, seen).sort());
  }

  /** The only port of `ports` by which a frame left; for frames whose path is theirs to choose. */
  async memberOf(frame: FrameToSend): Promise<number | undefined> {
    this.#serial += 1;
    await this.harness.send(frame.port, buildTestFrame(frame, this.#serial));
    const { left } = await this.harness.collect({ left: 1, punted: 0 });
    return left.length === 1 ? left[0]?.port : undefined;
  }

  /** Lets a station be heard, wherever its frame goes. */
  async hears(port: number, from: string, tag?: string): Promise<void> {
    this.#serial += 1;
    const frame = buildTestFrame({ port, from, to: from, ...(tag !== undefined && { tag }) }, this.#serial);
    await this.harness.send(port, frame);
    await this.harness.collect(NOTHING);
  }

  /** The learned and static rows, as "fid address port origin". */
  async table(): Promise<string[]> {
    const rows = await this.datapath.forwardingDatabase();
    return rows.filter(({ origin }) => origin !== 'self').map(describeRow);
  }

  async #linkedPorts(): Promise<number[]> {
    const states = await this.datapath.portStates();
    return CONTRACT_PORTS.filter((port) => states.get(port)?.link === 'up');
  }
}

/** The expectation, with a choice ("2|3 untagged") replaced by the observed one. */
function chosen(expected: readonly string[], seen: readonly string[]): string[] {
  const left = [...seen];
  return expected.map((item) => {
    const [ports = '', ...rest] = item.split(' ');
    const options = ports.split('|').map((port) => [port, ...rest].join(' '));
    const found = options.find((option) => left.includes(option)) ?? item;
    if (left.includes(found)) left.splice(left.indexOf(found), 1);
    return found;
  });
}

/** A row of the forwarding database in words: "10 02-AA-00-00-00-41 2 learned". */
export function describeRow({ fid, address, port, origin }: ForwardingEntry): string {
  return `${fid} ${address} ${port} ${origin}`;
}
