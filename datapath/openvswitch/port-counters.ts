import { readFile } from 'node:fs/promises';
import type { Clock } from '../clock.ts';
import type { PortCounters } from '../datapath.ts';
import type { PortNumber } from '../plan.ts';
import type { PortDevices } from './bridge.ts';
import type { FlowTable } from './flow-table.ts';
import { Table, Tag } from './pipeline/tables.ts';

/** Milliseconds in which a second look is answered from the first one. */
const FRESH = 1000;

/** A counter that starts from 0 again now and then, added up over its starts. */
class Tally {
  #total = 0n;
  #last = 0n;

  advance(value: bigint): bigint {
    this.#total += value >= this.#last ? value - this.#last : value;
    this.#last = value;
    return this.#total;
  }
}

/** The ports' counters: octets, packets and errors from the host's devices, group frames from the pipeline's rules. */
export class PortCounterReader {
  readonly #devices: PortDevices;
  readonly #clock: Clock;
  readonly #tallies = new Map<string, Tally>();
  #cached: { readonly at: number; readonly counters: Promise<ReadonlyMap<PortNumber, PortCounters>> } | undefined;

  constructor(devices: PortDevices, clock: Clock) {
    this.#devices = devices;
    this.#clock = clock;
  }

  read(flows: FlowTable): Promise<ReadonlyMap<PortNumber, PortCounters>> {
    const now = this.#clock.now();
    if (!this.#cached || now - this.#cached.at >= FRESH) this.#cached = { at: now, counters: this.#read(flows) };
    return this.#cached.counters;
  }

  async #read(flows: FlowTable): Promise<ReadonlyMap<PortNumber, PortCounters>> {
    const [entered, left] = await Promise.all([flows.packetCounts(Table.count), flows.packetCounts(Table.output)]);
    const rows = await Promise.all(
      [...this.#devices].map(async ([port, device]): Promise<[PortNumber, PortCounters]> => {
        const group = (counts: ReadonlyMap<number, bigint>, tag: number) =>
          this.#tally(`${tag} ${port}`, counts.get(tag + port) ?? 0n);
        return [
          port,
          await this.#countersOf(port, device, {
            inBroadcast: group(entered, Tag.inBroadcast),
            inMulticast: group(entered, Tag.inMulticast),
            outBroadcast: group(left, Tag.outBroadcast),
            outMulticast: group(left, Tag.outMulticast),
          }),
        ];
      }),
    );
    return new Map(rows);
  }

  async #countersOf(port: PortNumber, device: string, group: GroupCounters): Promise<PortCounters> {
    const figure = async (name: string) => {
      const text = await readFile(`/sys/class/net/${device}/statistics/${name}`, 'utf8').catch(() => '0');
      return this.#tally(`${name} ${port}`, BigInt(text.trim() || '0'));
    };
    const [inOctets, outOctets, inPackets, outPackets, inErrors, outErrors, inDropped, outDropped] = await Promise.all(
      ['rx_bytes', 'tx_bytes', 'rx_packets', 'tx_packets', 'rx_errors', 'tx_errors', 'rx_dropped', 'tx_dropped'].map(
        figure,
      ),
    );
    const [fcsErrors, alignmentErrors, oversize, collisions, carrierSenseErrors] = await Promise.all(
      ['rx_crc_errors', 'rx_frame_errors', 'rx_length_errors', 'collisions', 'tx_carrier_errors'].map(figure),
    );
    const rest = (all: bigint | undefined, ...parts: bigint[]) => {
      const left = parts.reduce((sum, part) => sum - part, all ?? 0n);
      return left > 0n ? left : 0n;
    };
    return {
      ...group,
      inOctets: inOctets ?? 0n,
      outOctets: outOctets ?? 0n,
      inUnicast: rest(inPackets, group.inBroadcast, group.inMulticast),
      outUnicast: rest(outPackets, group.outBroadcast, group.outMulticast),
      inDiscards: inDropped ?? 0n,
      outDiscards: outDropped ?? 0n,
      inErrors: inErrors ?? 0n,
      outErrors: outErrors ?? 0n,
      fcsErrors: fcsErrors ?? 0n,
      alignmentErrors: alignmentErrors ?? 0n,
      undersize: 0n,
      oversize: oversize ?? 0n,
      fragments: 0n,
      jabbers: 0n,
      symbolErrors: 0n,
      internalMacReceiveErrors: 0n,
      internalMacTransmitErrors: 0n,
      singleCollisions: collisions ?? 0n,
      multipleCollisions: 0n,
      lateCollisions: 0n,
      excessiveCollisions: 0n,
      deferredTransmissions: 0n,
      carrierSenseErrors: carrierSenseErrors ?? 0n,
    };
  }

  #tally(name: string, value: bigint): bigint {
    let tally = this.#tallies.get(name);
    if (!tally) {
      tally = new Tally();
      this.#tallies.set(name, tally);
    }
    return tally.advance(value);
  }
}

type GroupCounters = Pick<PortCounters, 'inBroadcast' | 'inMulticast' | 'outBroadcast' | 'outMulticast'>;
