import { expect, test } from 'vitest';
import type { RatePlan } from '../../plan.ts';
import { MessageType } from '../openflow/message.ts';
import { meterDrops } from '../openflow/meter.ts';
import { OctetWriter } from '../openflow/octet-writer.ts';
import type { OpenFlowConnection } from '../openflow/openflow-connection.ts';
import { limitOfMeter, rateFlows, rateMeters } from './rate-flows.ts';

const unlimited: RatePlan = {
  ...{ ingressKilobits: undefined, egressKilobits: undefined, broadcasts: undefined },
  ...{ multicasts: undefined, unknownUnicasts: undefined },
};

test('a limit of all frames lets a tenth of a second through at once, and two of the longest frames at least', () => {
  const burst = (kilobits: number) => rateMeters(3, { ...unlimited, ingressKilobits: kilobits }, 1518)[0];
  expect(burst(10_000)).toMatchObject({ unit: 'kilobits', rate: 10_000, burst: 1000 });
  expect(burst(64)).toMatchObject({ rate: 64, burst: 25 });
});

test('each limit of each port has a meter of its own, which leads back to it', () => {
  const limits = { ...unlimited, ingressKilobits: 64, broadcasts: 128, multicasts: 192, unknownUnicasts: 256 };
  const meters = [1, 2, 64, 5001].flatMap((port) => rateMeters(port, limits, 1518).map(({ number }) => [port, number]));
  expect(new Set(meters.map(([, number]) => number)).size).toBe(16);
  expect(meters.map(([, number = 0]) => limitOfMeter(number)?.port)).toEqual(meters.map(([port]) => port));
  expect(limitOfMeter(0xffff)).toBeUndefined();
});

test.each<readonly [string, Partial<RatePlan>, readonly string[]]>([
  ['of groups leaves broadcasts alone', { multicasts: 1 }, ['100 metered', '200 free']],
  ['of broadcasts leaves other groups alone', { broadcasts: 1 }, ['200 metered']],
  ['of each counts each by itself', { broadcasts: 1, multicasts: 1 }, ['100 metered', '200 metered']],
])('a limit %s', (_what, limits, expected) => {
  const flows = rateFlows(3, { ...unlimited, ...limits }).map(
    ({ priority, actions }) => `${priority} ${actions.length > 1 ? 'metered' : 'free'}`,
  );
  expect(flows.sort()).toEqual(expected);
});

test('the packets that a meter dropped are read from its one band', async () => {
  const meter = (number: number, dropped: readonly bigint[]) => {
    const writer = new OctetWriter()
      .uint32(number)
      .uint16(40 + dropped.length * 16)
      .zeros(34);
    for (const packets of dropped) writer.number(packets, 8).number(7n, 8);
    return writer.finish();
  };
  const body = Buffer.concat([new Uint8Array(8), meter(5, [11n]), meter(6, []), meter(7, [13n])]);
  const connection: Pick<OpenFlowConnection, 'ask'> = {
    async ask(_request, _isLast, each) {
      const message = { type: MessageType.multipartReply, transaction: 1, body };
      each?.(message);
      return message;
    },
  };
  // It asks, and nothing else.
  expect(await meterDrops(connection as OpenFlowConnection)).toEqual(
    new Map([
      [5, 11n],
      [6, 0n],
      [7, 13n],
    ]),
  );
});
