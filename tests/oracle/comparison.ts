import { broken } from './invariants.ts';
import { type Neighbor, Neighborhood } from './neighbors.ts';
import { type Chassis, type Departure, Oracle, type Outcome, STAGES } from './oracle.ts';
import { addressAt, read } from './packet.ts';
import type { RadiusPlace } from './radius-server.ts';
import { Random } from './random.ts';
import { hasBridges, randomBridges } from './random-bridges.ts';
import { randomCalls } from './random-calls.ts';
import { hasDeclarers, randomDeclarers } from './random-declarers.ts';
import { randomFrames, type Sent } from './random-frames.ts';
import { randomNeighbors } from './random-neighbors.ts';
import { withoutRates, withStorms } from './random-rates.ts';
import { type Call, INDEX, Settings } from './settings.ts';
import { authenticate } from './supplicant.ts';

/** A frame that left by a port. */
export interface Left {
  readonly port: number;
  readonly octets: Uint8Array;
}

/** A switch as its user and the stations at its ports see it. */
export interface Subject {
  readonly name: string;
  readonly chassis: Chassis;
  /** What it is known not to do, and its documents say. */
  readonly cannot?: { readonly dropEligible?: boolean; readonly snap?: boolean };
  /** Whether neighbors can talk with it: what they say has arrived before its clock goes on. */
  readonly hasNeighbors: boolean;
  /** The RADIUS server that it may ask, where there is one. */
  readonly radius: RadiusPlace | undefined;
  /** Back to the factory's settings, with nothing learned. */
  reset(): Promise<void>;
  /** Makes calls together: what a refusal says, or undefined. */
  call(calls: readonly Call[]): Promise<string | undefined>;
  /**
   * Lets so many seconds pass for the engines; resolves to what left since the last frame was sent. Where `more` of them follow,
   * nothing has to have come to rest.
   */
  pass(seconds: number, more?: boolean): Promise<readonly Left[]>;
  /** Lets a station send; resolves to what left by all ports, of which so many frames are expected. */
  send(sent: Sent, expected: number): Promise<readonly Left[]>;
}

/** A configuration and the frames that are sent into it. */
export interface Trial {
  /** What belongs together is in one list. */
  readonly calls: readonly (readonly Call[])[];
  readonly frames: readonly Sent[];
  /** Seconds from the calls to the frames. */
  readonly wait: number;
  /** Who is there at first. */
  readonly neighbors: readonly Neighbor[];
  /** Who is there in their place from then on, and until a tree has settled before the frames. */
  readonly settling?: readonly Neighbor[];
}

/** Where a switch does otherwise than the oracle says. */
export interface Difference {
  readonly frame: number;
  readonly sent: Sent;
  readonly said: Outcome;
  readonly left: readonly Left[];
  /** The invariant that it breaks. */
  readonly breaks?: string | undefined;
}

/** Seconds in which neighbors come to terms, and in which a tree does by the slowest protocol (IEEE 802.1D-1998 8.5.6). */
const TALK = 10;
const SETTLED = 81;

/** Wire values of `dot1dStpVersion`. */
const STP = 1;
const RAPID = 2;

/** The trial of a seed, for a switch like this. */
export function trialOf(
  seed: number,
  frames: number,
  { chassis: { ports, own }, hasNeighbors, radius }: Pick<Subject, 'chassis' | 'hasNeighbors' | 'radius'>,
): Trial {
  const random = new Random(seed);
  const drawn = randomCalls(random, ports, radius);
  const calls = hasNeighbors ? drawn : drawn.map((list) => withoutRates(list).map(withRapidTree));
  const wait = random.pick([1, 21, 41]);
  const settings = new Settings(calls.flat());
  const sent = withStorms(random, randomFrames(random, frames, own), settings);
  if (hasNeighbors && hasBridges(random, settings)) {
    const [neighbors, settling] = [randomBridges(random, settings), randomBridges(random, settings)];
    return { calls, wait, frames: sent, neighbors, settling };
  }
  if (hasNeighbors && hasDeclarers(settings)) {
    const [neighbors, settling] = [randomDeclarers(random, settings), randomDeclarers(random, settings)];
    return { calls, wait, frames: sent, neighbors, settling };
  }
  const neighbors = hasNeighbors ? randomNeighbors(random, settings) : [];
  const changed = sent.map((one) =>
    one.pause && neighbors.length > 0 && random.chance(0.7)
      ? { ...one, neighbors: randomNeighbors(random, settings) }
      : one,
  );
  return { calls, wait, frames: changed, neighbors };
}

/** The slow protocol opens ports by time alone: without bridges that the oracle hears, the rapid one takes its place. */
function withRapidTree(call: Call): Call {
  return call.Template === 'dot1dStp' && call.dot1dStpVersion === STP ? { ...call, dot1dStpVersion: RAPID } : call;
}

/** Puts the calls in force that the switch accepts: all of them, else list by list, else call by call. */
export async function configure(subject: Subject, calls: Trial['calls']): Promise<Call[]> {
  const every = calls.flat();
  if (every.length === 0 || !(await subject.call(every))) return every;
  if (every.length === 1) return [];
  const parts = calls.length > 1 ? calls.map((list) => [list]) : every.map((call) => [[call]]);
  const accepted: Call[] = [];
  for (const part of parts) accepted.push(...(await configure(subject, part)));
  return accepted;
}

/** What was tried: a comparison that never came to a stage proves nothing of it. */
export class Coverage {
  readonly #objects = new Map<string, number>();
  readonly #stages = new Map<string, number>();

  accepted({ Template }: Call): void {
    this.#objects.set(Template, (this.#objects.get(Template) ?? 0) + 1);
  }

  decided({ stage }: Outcome): void {
    this.#stages.set(stage, (this.#stages.get(stage) ?? 0) + 1);
  }

  /** The stages and objects that never were. */
  unseen(): string[] {
    const objects = Object.keys(INDEX).filter((name) => !this.#objects.has(name));
    return [...objects, ...STAGES.filter((stage) => !this.#stages.has(stage))];
  }

  toString(): string {
    return [...this.#objects, ...this.#stages].map(([name, count]) => `${name} ${count}`).join(', ');
  }
}

/** Sends the frames of a trial into the switch and asks the oracle about each; stops at the first difference. */
export async function compare(
  subject: Subject,
  trial: Trial,
  coverage = new Coverage(),
): Promise<Difference | undefined> {
  await subject.reset();
  // Rows of single ports go with the trunk that the ports join, and what the same batch set in them is gone, too.
  const [trunks, others] = [true, false].map((is) =>
    trial.calls.map((list) => list.filter(({ Template }) => (Template === 'trunkGroupEntry') === is)),
  ) as [Call[][], Call[][]];
  const accepted = [...(await configure(subject, trunks)), ...(await configure(subject, others))];
  for (const call of accepted) coverage.accepted(call);
  const settings = new Settings(accepted);
  const oracle = new Oracle(settings, subject.chassis);
  const neighborhood = new Neighborhood(trial.neighbors);
  const pass = async (seconds: number) => {
    if (trial.neighbors.length === 0 && !trial.settling) {
      oracle.pass(seconds);
      await subject.pass(seconds);
      return;
    }
    for (let passed = 0; passed < seconds; ) {
      // When all has been said it is said less often.
      const step = passed < TALK ? 1 : Math.min(2, seconds - passed);
      passed += step;
      oracle.pass(step);
      neighborhood.hear(await subject.pass(step, passed < seconds));
      for (const spoken of neighborhood.speak()) {
        oracle.receive(spoken.port, spoken.octets);
        neighborhood.hear(await subject.send(spoken, 0));
      }
    }
  };
  await pass(trial.wait);
  if (trial.settling) {
    neighborhood.become(trial.settling);
    await pass(SETTLED);
  }
  const logins = new Map<number, string[]>();
  for (const [frame, sent] of trial.frames.entries()) {
    if (sent.neighbors) neighborhood.become(sent.neighbors);
    if (sent.pause) await pass(sent.pause);
    const packet = read(sent.octets);
    if (subject.cannot?.snap && packet.framing === 'snap') continue;
    const { login } = sent;
    const said = oracle.receive(sent.port, sent.octets, login);
    coverage.decided(said);
    const isHeard = login && said.stage === 'authenticating';
    const { length } = said.departures;
    const all = isHeard ? await authenticate(subject, sent, login, length + 1) : await subject.send(sent, length);
    if (isHeard) logins.set(sent.port, [...(logins.get(sent.port) ?? []), packet.source]);
    const left = all.filter(({ octets }) => addressAt(octets, 6) !== subject.chassis.own);
    const breaks = broken(settings, sent, left, logins);
    if (breaks || !agree(subject, said.departures, left)) return { frame, sent, said, left, breaks };
  }
  return undefined;
}

/** Whether what left is what should have: each departure once, by one of its ports. */
function agree({ cannot }: Subject, departures: readonly Departure[], left: readonly Left[]): boolean {
  if (departures.length !== left.length) return false;
  const rest = [...left];
  const alike = (one: Uint8Array, other: Uint8Array) => {
    const [first, second] = cannot?.dropEligible ? [one, other].map(withoutDropEligible) : [one, other];
    return first !== undefined && second !== undefined && Buffer.compare(first, second) === 0;
  };
  for (const { ports, frame } of [...departures].sort((one, other) => one.ports.length - other.ports.length)) {
    const at = rest.findIndex(({ port, octets }) => ports.includes(port) && alike(octets, frame));
    if (at < 0) return false;
    rest.splice(at, 1);
  }
  return true;
}

/** The frame without the DEI of its tags. */
function withoutDropEligible(frame: Uint8Array): Uint8Array {
  const octets = frame.slice();
  for (const [at] of read(frame).tags.entries()) octets[14 + 4 * at] = (octets[14 + 4 * at] ?? 0) & 0xef;
  return octets;
}

/** Milliseconds for which a smaller trial is looked for. */
const SHRINKING = 60_000;

/** The smallest trial found that still differs: without every frame, page and call that is not needed for it. */
export async function shrink(subject: Subject, trial: Trial, found: Difference): Promise<[Trial, Difference]> {
  const end = performance.now() + SHRINKING;
  let best: Trial = { ...trial, frames: trial.frames.slice(0, found.frame + 1) };
  let difference = found;
  const without = async <T>(all: readonly T[], made: (rest: readonly T[]) => Trial) => {
    let kept = all;
    for (let size = Math.ceil(all.length / 2); size > 0; size = size > 1 ? Math.ceil(size / 2) : 0) {
      for (let at = 0; at < kept.length; ) {
        const fewer = made(kept.toSpliced(at, size));
        if (performance.now() > end) return;
        const still = fewer.frames.length > 0 ? await compare(subject, fewer) : undefined;
        if (still?.said.stage !== difference.said.stage) at += size;
        else [best, difference, kept] = [fewer, still, kept.toSpliced(at, size)];
      }
    }
  };
  await without(best.frames, (frames) => ({ ...best, frames }));
  await without(best.neighbors, (neighbors) => ({ ...best, neighbors }));
  if (best.settling) await without(best.settling, (settling) => ({ ...best, settling }));
  await without(best.calls, (calls) => ({ ...best, calls }));
  await without(best.calls.flat(), (calls) => ({ ...best, calls: [calls] }));
  return [best, difference];
}

/** A difference in words, with all that it takes to see it again. */
export function inWords(
  subject: Subject,
  { calls, frames, wait, neighbors, settling = [] }: Trial,
  { said, left, breaks }: Difference,
): string {
  const hex = (octets: Uint8Array) =>
    Buffer.from(octets)
      .toString('hex')
      .replace(/(00)+$/, '…');
  const lines = [
    `${subject.name} differs from the oracle, ${wait} s after these calls.`,
    ...calls.flat().map((call) => `  ${JSON.stringify(call)}`),
    ...neighbors.map((one) => `  beside ${JSON.stringify(one)}`),
    ...settling.map((one) => `  then beside ${JSON.stringify(one)}`),
    ...frames.map(
      ({ port, octets, pause, login, neighbors: others }) =>
        `  ${others ? `beside ${JSON.stringify(others)} ` : ''}${pause ? `${pause} s later ` : ''}${login ? `as ${login.user} ` : ''}into port ${port} (${octets.length}): ${hex(octets)}`,
    ),
    ...(breaks ? [`  ${breaks}`] : []),
    `  oracle (${said.stage}):`,
    ...said.departures.map(({ ports, frame }) => `    out of ${ports.join(' or ')}: ${hex(frame)}`),
    `  ${subject.name}:`,
    ...left.map(({ port, octets }) => `    out of ${port}: ${hex(octets)}`),
  ];
  return lines.join('\n');
}
