import { isRecord, type JsonRecord } from '../../../model/values/json-record.ts';
import { HIGHEST_QUEUE, QUEUE_FRAMES, QUEUES } from '../../queueing.ts';
import { CommandError, runCommand } from '../run-command.ts';
import { QUEUEING_HANDLE, queueClass, RATE_CLASS, type Scheduling } from './queue-tag.ts';

/** Egress settings of a device. */
export interface Shape {
  /** Undefined for as much as it can. */
  readonly kilobits: number | undefined;
  /** Undefined for one queue, in which frames leave as they come. */
  readonly queues: { readonly weights: readonly number[] | undefined } | undefined;
}

/** As the device sends by itself. */
export const UNSHAPED: Shape = { kilobits: undefined, queues: undefined };

/**
 * Frames that wait at most where there is one queue. All ports send by one socket of ovs-vswitchd, whose buffer these fill: with
 * more of them a port that is shaped would starve the others.
 */
const WAITING_FRAMES = 30;
/** Distinguishes the switch's own shapers from those of the host. */
const RATE_HANDLE = 'face:';
const QUEUES_HANDLE = `${hex(QUEUEING_HANDLE)}:`;
/** Octets of a large send of the host's own stack (TCP segmentation offload). */
const LARGEST_SEND = 65_536;
/** Kilobits a second from which a large send is no long while. */
const LARGE_SENDS_FROM = 10_000;
const SMALLEST_BURST = 10_000;
/** The part of a second that leaves at once: the kernel's timers are no finer. */
const BURST_SECONDS = 0.01;
/** Kilobits per second that no device of these sends: the rate of queues that are limited only by the device. */
const UNLIMITED = 32_000_000;
/** Octets that a turn of weight 1 is worth: those of a frame of ordinary length. */
const TURN = 1514;
/** Frames left in strict priority queues when weights are set take precedence over what these share. */
const LOWEST_RANK = 7;

/** A shaper of the switch's own as it is. */
interface Shaper {
  readonly handle: string;
  /** Frames that found no room in it. */
  readonly drops: bigint;
  /** It and the queues below it, with what they are set to. */
  readonly settings: string;
}

/** The shapers of a switch's devices, and their drops. */
export class Shapers {
  readonly #drops = new Map<string, bigint>();
  /** The switch's own shapers by device, as they were seen last. */
  #seen: Map<string, Shaper> | undefined;
  /** The last look: one at a time, since an older answer that came later would read as a new shaper. */
  #looking: Promise<unknown> = Promise.resolve();
  readonly #shaped = new Set<string>();
  /** The `settings` of each shaped device as they were made. */
  readonly #made = new Map<string, string | undefined>();
  /** The classes of each device with several queues as they were made. */
  readonly #classes = new Map<string, string>();
  /** Devices whose shaper somebody else has changed: what he put there would stay beside what is set again. */
  #foreign: ReadonlySet<string> = new Set();

  /**
   * Shapes each device's egress, by tc-tbf(8) with one queue, by tc-htb(8) with several. Frames in queues keep waiting.
   */
  async shape(wanted: ReadonlyMap<string, Shape>): Promise<void> {
    if (wanted.size === 0) return;
    const present = await this.#look();
    for (const [device, { kilobits, queues }] of wanted) {
      if (queues || kilobits !== undefined) this.#shaped.add(device);
      else this.#shaped.delete(device);
    }
    const lines = [...wanted].flatMap(([device, shape]) => {
      const handle = present.get(device)?.handle;
      return handle !== undefined && this.#foreign.has(device)
        ? [`qdisc del dev ${device} root`, ...linesOf(device, shape, undefined)]
        : linesOf(device, shape, handle);
    });
    if (lines.length === 0) return;
    await runCommand('tc', ['-batch', '-'], { input: `${lines.join('\n')}\n` });
    const made = await this.#look();
    for (const [device, { queues }] of wanted) {
      this.#made.set(device, made.get(device)?.settings);
      if (queues) this.#classes.set(device, await classesOf([device]));
      else this.#classes.delete(device);
    }
    this.#foreign = new Set([...this.#foreign].filter((device) => !wanted.has(device)));
  }

  /**
   * The devices whose shaper is not as it was made: somebody else has changed it, or taken it away. Shapers of other switches on
   * this host are among them. Costs a program where any device is shaped, another one where any has several queues.
   */
  async changed(): Promise<string[]> {
    if (this.#shaped.size === 0) return [];
    const present = await this.#look();
    const devices = [...new Set([...this.#shaped, ...present.keys()])];
    const changed = new Set(devices.filter((device) => present.get(device)?.settings !== this.#made.get(device)));
    const queued = [...this.#classes].filter(([device]) => present.has(device) && !changed.has(device));
    const asMade = queued.map(([, classes]) => classes).join('');
    if ((await classesOf(queued.map(([device]) => device))) !== asMade) {
      for (const [device, classes] of queued) if ((await classesOf([device])) !== classes) changed.add(device);
    }
    this.#foreign = changed;
    return [...changed];
  }

  /** By device, the frames that have found no room since the start. Costs a program where any device is shaped. */
  async drops(): Promise<ReadonlyMap<string, bigint>> {
    if (this.#shaped.size > 0) await this.#look();
    return new Map(this.#drops);
  }

  /** The switch's own shapers by device. */
  #look(): Promise<ReadonlyMap<string, Shaper>> {
    const look = this.#looking.then(() => this.#count());
    this.#looking = look.catch(() => {});
    return look;
  }

  async #count(): Promise<ReadonlyMap<string, Shaper>> {
    const present = await shapers();
    for (const [device, shaper] of present) {
      const { handle, drops } = shaper;
      // At the first look a shaper may be a former driver's; any other that was not there before is new.
      const before = this.#seen ? this.#seen.get(device) : shaper;
      const isSame = before?.handle === handle && before.drops <= drops;
      const grown = isSame ? drops - before.drops : drops;
      this.#drops.set(device, (this.#drops.get(device) ?? 0n) + grown);
    }
    this.#seen = present;
    return present;
  }
}

function linesOf(device: string, { kilobits, queues }: Shape, present: string | undefined): string[] {
  if (queues) return queueLines(device, kilobits ?? UNLIMITED, queues.weights, present === QUEUES_HANDLE);
  if (kilobits !== undefined) return rateLines(device, kilobits);
  return present === undefined ? [] : [`qdisc del dev ${device} root`];
}

async function shapers(): Promise<Map<string, Shaper>> {
  const { stdout } = await runCommand('tc', ['-s', '-j', 'qdisc', 'show']);
  const parsed: unknown = JSON.parse(stdout || '[]');
  const rows = Array.isArray(parsed) ? parsed.filter(isRecord) : [];
  return new Map(
    rows.filter(isOwn).map(({ dev, handle, drops }) => {
      const queues = rows.filter(
        (row) => row.dev === dev && String(row.parent ?? row.handle).startsWith(String(handle)),
      );
      const settings = queues.map(settingsOf).sort().join('\n');
      return [String(dev), { handle: String(handle), drops: BigInt(Number(drops ?? 0)), settings }];
    }),
  );
}

/** Output of tc(8) on the classes of devices, one after the other; none for one that is gone. */
async function classesOf(devices: readonly string[]): Promise<string> {
  if (devices.length === 0) return '';
  const input = devices.map((device) => `class show dev ${device}\n`).join('');
  try {
    return (await runCommand('tc', ['-d', '-force', '-batch', '-'], { input })).stdout;
  } catch (error) {
    if (error instanceof CommandError && !error.missing) return error.stdout;
    throw error;
  }
}

/** Settings of a row of tc(8), without its counters. */
function settingsOf({ kind, handle, parent, options }: JsonRecord): string {
  const { rate, burst, lat, limit, default: otherwise } = isRecord(options) ? options : {};
  return JSON.stringify([kind, handle, parent, rate, burst, lat, limit, otherwise]);
}

function isOwn({ handle }: JsonRecord): boolean {
  return handle === RATE_HANDLE || handle === QUEUES_HANDLE;
}

function rateLines(device: string, kilobits: number): string[] {
  const burst = burstOf(kilobits);
  return [
    `qdisc replace dev ${device} root handle ${RATE_HANDLE} tbf rate ${kilobits}kbit burst ${burst} limit ${2 * burst}`,
    // A full one drops its oldest frame and takes the new one in: refused, ovs-vswitchd would give up the rest of the frames that
    // it sends at once, which nothing counts.
    `qdisc replace dev ${device} parent ${RATE_HANDLE}1 handle fac1: pfifo_head_drop limit ${WAITING_FRAMES}`,
  ];
}

/**
 * One class for the rate of the port, and below it one for each queue and way of emptying it. These have next to nothing of their
 * own and live by what the port has left: that goes to the highest, or to each by its weight.
 */
function queueLines(
  device: string,
  kilobits: number,
  weights: readonly number[] | undefined,
  isThere: boolean,
): string[] {
  const above = `${QUEUES_HANDLE}${hex(RATE_CLASS)}`;
  const burst = burstOf(kilobits);
  const queue = (scheduling: Scheduling, number: number) => {
    const id = hex(queueClass(scheduling, number));
    const rank = scheduling === 'strict' ? HIGHEST_QUEUE - number : LOWEST_RANK;
    const share = `prio ${rank} quantum ${TURN * (weights?.[number] ?? 1)}`;
    return [
      `class replace dev ${device} parent ${above} classid ${QUEUES_HANDLE}${id} htb rate 8bit burst 1b ceil ${kilobits}kbit cburst ${burst} ${share}`,
      `qdisc replace dev ${device} parent ${QUEUES_HANDLE}${id} handle fa${id}: pfifo limit ${QUEUE_FRAMES}`,
    ];
  };
  const queues = Array.from({ length: QUEUES }, (_, number) => number);
  return [
    // Frames without a class, mirror copies, wait in the lowest.
    ...(isThere
      ? []
      : [`qdisc replace dev ${device} root handle ${QUEUES_HANDLE} htb default ${hex(queueClass('strict', 0))}`]),
    `class replace dev ${device} parent ${QUEUES_HANDLE} classid ${above} htb rate ${kilobits}kbit burst ${burst} cburst ${burst}`,
    ...queues.flatMap((number) => [...queue('strict', number), ...queue('weighted', number)]),
  ];
}

function burstOf(kilobits: number): number {
  const least = kilobits >= LARGE_SENDS_FROM ? LARGEST_SEND : SMALLEST_BURST;
  return Math.max(Math.ceil(kilobits * 125 * BURST_SECONDS), least);
}

function hex(number: number): string {
  return number.toString(16);
}
