import { expect, it } from 'vitest';
import { ManualClock } from '../datapath/clock.ts';
import type { PortCounters } from '../datapath/datapath.ts';
import type { ServiceContext } from '../device/feature.ts';
import { type PortSampler, portSampling } from './port-sampling.ts';
import { SAMPLE_INTERVAL } from './sample-length.ts';

/** The service on a datapath whose answers the test gives one by one. */
function sampling() {
  const clock = new ManualClock();
  const asked: {
    answer(counters: ReadonlyMap<number, PortCounters>): void;
    fail(reason: Error): void;
  }[] = [];
  let sampler: PortSampler | undefined;
  const context = {
    clock,
    datapath: {
      portCounters: () =>
        new Promise<ReadonlyMap<number, PortCounters>>((answer, fail) => {
          asked.push({ answer, fail });
        }),
    },
    offer: (_slot: unknown, offered: PortSampler) => {
      sampler = offered;
    },
  };
  void portSampling.start(context as unknown as ServiceContext);
  const settled = () => new Promise(setImmediate);
  return {
    asked,
    samples: () => sampler?.history.samples.length,
    async said(inOctets: bigint) {
      asked.at(-1)?.answer(new Map([[1, { inOctets, outOctets: 0n } as PortCounters]]));
      await settled();
      clock.advance(SAMPLE_INTERVAL * 1000);
    },
    async failed() {
      asked.at(-1)?.fail(new Error('gone'));
      await settled();
      clock.advance(SAMPLE_INTERVAL * 1000);
    },
    wait: () => clock.advance(SAMPLE_INTERVAL * 1000),
  };
}

it('leaves a gap where the counters could not be read, for what was counted meanwhile belongs to no sample', async () => {
  const port = sampling();
  await port.said(0n);
  await port.said(100n);
  expect(port.samples()).toBe(1);
  await port.failed();
  await port.said(1_000_000n);
  expect(port.samples()).toBe(1);
  await port.said(1_000_100n);
  expect(port.samples()).toBe(2);
});

it('asks a datapath that answers late once, not again and again', async () => {
  const port = sampling();
  port.wait();
  port.wait();
  expect(port.asked).toHaveLength(1);
  await port.said(0n);
  expect(port.asked).toHaveLength(2);
});
