import type { DeviceFeature } from '../device/feature.ts';
import { dot1qVlanStaticEntry } from '../features/network/vlan/static-vlan-objects.ts';
import { say } from '../model/values/message.ts';

const BPDU = '01-80-C2-00-00-00';
/** A BPDU of the bench: its octets 14 to 21 hold the time of sending, nanoseconds of the host's monotonic clock. */
const STAMP_AT = 14;

/** Measurements of the probe. */
export interface PuntLatencies {
  /** Milliseconds from sending to the listener, one for each BPDU that arrived. */
  readonly milliseconds: readonly number[];
  /** Milliseconds that putting 4,094 VLANs in force took. */
  readonly transaction: number;
}

/** Writes a time of sending, milliseconds of the host's monotonic clock, into a BPDU of the bench. */
export function stamp(frame: Uint8Array, milliseconds: number): void {
  new DataView(frame.buffer, frame.byteOffset).setBigUint64(STAMP_AT, BigInt(Math.round(milliseconds * 1e6)));
}

/** Listens to BPDUs and, `warmUp` milliseconds after its start, puts 4,094 VLANs in force and takes them away again. */
export function puntProbe(warmUp: number, finished: (latencies: PuntLatencies) => void): DeviceFeature {
  return {
    objects: [],
    contributions: [
      {
        reads: [],
        compile: () => ({
          punts: new Map([
            ['bpdu', { stage: 'control', action: 'take', rate: 500, matches: [{ destination: BPDU }] }],
            ['arp', { stage: 'inspection', action: 'copy', rate: 200, matches: [{ etherType: 0x0806 }] }],
          ]),
        }),
      },
    ],
    services: [
      {
        name: 'punt probe',
        reads: [],
        start(context) {
          const milliseconds: number[] = [];
          let measuring = false;
          const stop = context.onFrame(['bpdu'], ({ frame }) => {
            if (!measuring) return;
            const sent = new DataView(frame.buffer, frame.byteOffset).getBigUint64(STAMP_AT);
            milliseconds.push(Number(process.hrtime.bigint() - sent) / 1e6);
          });
          const cancel = context.clock.after(warmUp, async () => {
            measuring = true;
            const before = context.configuration().rows(dot1qVlanStaticEntry);
            const all = Array.from({ length: 4093 }, (_, at) => ({
              ...before[0],
              dot1qVlanIndex: at + 2,
              dot1qVlanStaticName: `v${at + 2}`,
              dot1qVlanStaticUntaggedPorts: '',
            }));
            const began = performance.now();
            await context.change(say('Bench'), (configuration) =>
              configuration.withRows(dot1qVlanStaticEntry, [...before, ...all]),
            );
            const transaction = performance.now() - began;
            await context.change(say('Bench'), (configuration) => configuration.withRows(dot1qVlanStaticEntry, before));
            context.clock.after(warmUp, () => finished({ milliseconds, transaction }));
          });
          return {
            stop() {
              stop();
              cancel();
            },
          };
        },
      },
    ],
  };
}
