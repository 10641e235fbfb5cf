import type { JsonRecord } from '../../model/values/json-record.ts';
import { hasPort, type PortList } from '../../model/values/port-list.ts';
import type { Clock } from '../clock.ts';
import type { PortCounters, PortState, RateDrops } from '../datapath.ts';
import type { PortNumber } from '../plan.ts';
import type { PortDevices } from './bridge.ts';
import { DeviceStatistics } from './device-statistics.ts';
import type { FlowTable } from './flow-table.ts';
import { Table } from './pipeline/layout.ts';
import { Tag } from './pipeline/rule.ts';
import type { RateDropTallies } from './rate-drops.ts';
import { Tally } from './tally.ts';

/** Milliseconds in which a second look is answered from the first one. */
const FRESH = 900;
/** Octets of the frame check sequence, which the host's counters leave out and IF-MIB's hold (RFC 2863, ifInOctets). */
const FCS_LENGTH = 4n;

/** A summand of a port's counters: counted by the switch's rules or by the host's device. */
type Figure =
  | `${'in' | 'out'}${'Unicast' | 'Multicast' | 'Broadcast'}`
  | `${'rx' | 'tx'} ${string}`
  | 'queue drops'
  | 'copies';

/** The switch as the counters have to be read by. */
export interface CountingSituation {
  readonly flows: FlowTable;
  readonly states: ReadonlyMap<PortNumber, PortState>;
  /** The ports that mirror sessions copy to. */
  readonly mirrorTargets: PortList;
  /** By device, the frames that found no room in its queues since the start. */
  queueDrops(): Promise<ReadonlyMap<string, bigint>>;
}

/**
 * The ports' counters since the driver started. Frames are counted by the pipeline's rules, by kind; octets and errors by
 * the host's devices.
 */
export class PortCounterReader {
  readonly #devices: PortDevices;
  readonly #clock: Clock;
  readonly #rateDrops: RateDropTallies;
  readonly #statistics = new DeviceStatistics();
  readonly #tallies = new Map<string, Tally>();
  #cached: { readonly at: number; readonly counters: ReadonlyMap<PortNumber, PortCounters> } | undefined;

  constructor(devices: PortDevices, clock: Clock, rateDrops: RateDropTallies) {
    this.#devices = devices;
    this.#clock = clock;
    this.#rateDrops = rateDrops;
  }

  /** The counters now, or as they were less than a second ago. */
  async read(situation: CountingSituation): Promise<ReadonlyMap<PortNumber, PortCounters>> {
    const now = this.#clock.now();
    if (!this.#cached || now - this.#cached.at >= FRESH) {
      this.#cached = { at: now, counters: await this.#read(situation) };
    }
    return this.#cached.counters;
  }

  /** Reads the counts of rules before these are recreated, which counts from 0 again. */
  async note(situation: CountingSituation): Promise<void> {
    await this.#read(situation);
    this.#cached = undefined;
  }

  async #read({
    flows,
    states,
    mirrorTargets,
    queueDrops,
  }: CountingSituation): Promise<ReadonlyMap<PortNumber, PortCounters>> {
    const [entered, left, meters, statistics, queues] = await Promise.all([
      flows.packetCounts(Table.receive),
      flows.packetCounts(Table.send),
      flows.meterDrops(),
      this.#statistics.read(),
      queueDrops(),
    ]);
    const rateDrops = this.#rateDrops.add(meters);
    const rows = new Map<PortNumber, PortCounters>();
    for (const [port, device] of this.#devices) {
      // Rules flood to ports without a link as well; such a frame goes nowhere and is none.
      const linked = states.get(port)?.link === 'up';
      for (const kind of ['Unicast', 'Multicast', 'Broadcast'] as const) {
        this.#tally(port, `in${kind}`).advance(entered.get(Tag[`in${kind}`] + port) ?? 0n);
        this.#tally(port, `out${kind}`).advance(left.get(Tag[`out${kind}`] + port) ?? 0n, linked);
      }
      const { rx, tx } = statistics.get(device) ?? { rx: {}, tx: {} };
      for (const name of RECEIVED) this.#tally(port, `rx ${name}`).advance(figure(rx, name));
      const before = this.#handedToDevice(port);
      for (const name of SENT) this.#tally(port, `tx ${name}`).advance(figure(tx, name));
      this.#tally(port, 'queue drops').advance(queues.get(device) ?? 0n);
      // Frames that leave by a mirror's target are copies, which no rule counts.
      if (hasPort(mirrorTargets, port)) {
        this.#tally(port, 'copies').total += this.#handedToDevice(port) - before;
      }
      rows.set(port, this.#countersOf(port, rateDrops.get(port)));
    }
    return rows;
  }

  #countersOf(port: PortNumber, limits: RateDrops | undefined): PortCounters {
    const total = (name: Figure) => this.#tally(port, name).total;
    const octets = (way: 'rx' | 'tx') => total(`${way} bytes`) + FCS_LENGTH * total(`${way} packets`);
    return {
      inOctets: octets('rx'),
      outOctets: octets('tx'),
      inUnicast: total('inUnicast'),
      outUnicast: total('outUnicast') + total('copies'),
      inMulticast: total('inMulticast'),
      outMulticast: total('outMulticast'),
      inBroadcast: total('inBroadcast'),
      outBroadcast: total('outBroadcast'),
      // The host's dropped frames are those that its own stack had no use for, including each frame with a tag.
      inDiscards: total('rx missed_errors') + sumOf(limits),
      outDiscards: total('tx dropped') + total('queue drops'),
      inErrors: total('rx errors'),
      outErrors: total('tx errors'),
      fcsErrors: total('rx crc_errors'),
      alignmentErrors: total('rx frame_errors'),
      undersize: 0n,
      oversize: total('rx length_errors'),
      fragments: 0n,
      jabbers: 0n,
      symbolErrors: 0n,
      internalMacReceiveErrors: total('rx over_errors'),
      internalMacTransmitErrors: total('tx fifo_errors'),
      singleCollisions: total('tx collisions'),
      multipleCollisions: 0n,
      lateCollisions: total('tx window_errors'),
      excessiveCollisions: total('tx aborted_errors'),
      deferredTransmissions: 0n,
      carrierSenseErrors: total('tx carrier_errors'),
      size64: 0n,
      size65to127: 0n,
      size128to255: 0n,
      size256to511: 0n,
      size512to1023: 0n,
      size1024to1518: 0n,
    };
  }

  /** Frames that the port was to send, whatever became of them. */
  #handedToDevice(port: PortNumber): bigint {
    return (['tx packets', 'tx dropped', 'queue drops'] as const).reduce(
      (sum, name) => sum + this.#tally(port, name).total,
      0n,
    );
  }

  #tally(port: PortNumber, name: Figure): Tally {
    const key = `${port} ${name}`;
    let tally = this.#tallies.get(key);
    if (!tally) {
      tally = new Tally();
      this.#tallies.set(key, tally);
    }
    return tally;
  }
}

/** Counters that the host's devices do not report one by one. */
export const UNCOUNTED: ReadonlySet<keyof PortCounters> = new Set([
  'undersize',
  'fragments',
  'jabbers',
  'symbolErrors',
  'multipleCollisions',
  'deferredTransmissions',
  'size64',
  'size65to127',
  'size128to255',
  'size256to511',
  'size512to1023',
  'size1024to1518',
]);

const RECEIVED = [
  'bytes',
  'packets',
  'errors',
  'missed_errors',
  'crc_errors',
  'frame_errors',
  'length_errors',
  'over_errors',
];
const SENT = [
  'bytes',
  'packets',
  'dropped',
  'errors',
  'fifo_errors',
  'collisions',
  'window_errors',
  'aborted_errors',
  'carrier_errors',
];

/** Drops of all limits of a port together. */
function sumOf(limits: RateDrops | undefined): bigint {
  return Object.values(limits ?? {}).reduce((sum: bigint, drops: bigint) => sum + drops, 0n);
}

function figure(row: JsonRecord, name: string): bigint {
  const value = row[name];
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : 0n;
}
