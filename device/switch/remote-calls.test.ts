import { expect, test } from 'vitest';
import { ManualClock } from '../../datapath/clock.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { table } from '../../model/schema/object.ts';
import type { RemoteCall, Values } from '../../model/wire/call.ts';
import { DeviceWallClock } from '../device-wall-clock.ts';
import { LogBuffer } from '../log/log-buffer.ts';
import { type Management, theDevice } from '../management.ts';
import { answerCall } from './remote-calls.ts';

const stations = table('stations', {
  title: 'Station',
  index: { id: integer({ label: 'Number', min: 0, max: 99_999, access: 'create' }) },
  columns: { port: integer({ label: 'Port', min: 0, max: 9 }) },
  rows: { max: 99_999 },
});

/** A table of so many rows, read by who asks for them this often at the same time. */
function ask(rows: number, call: RemoteCall) {
  const all: readonly Values[] = Array.from({ length: rows }, (_, id) => ({ id, port: 0 }));
  const asked = { reads: 0, performed: 0, together: 0, most: 0 };
  const management: Management = {
    async perform(requests) {
      asked.performed += requests.length;
      return requests.map(() => ({ deleted: 0, index: {} }));
    },
    tryOut: async () => ({ changes: [] }),
    async read() {
      asked.reads += 1;
      asked.together += 1;
      asked.most = Math.max(asked.most, asked.together);
      await new Promise((resolve) => setImmediate(resolve));
      asked.together -= 1;
      return all;
    },
  };
  const clock = new ManualClock();
  const log = new LogBuffer(new DeviceWallClock(clock, () => 0));
  const answer = answerCall({ objects: new Map([['stations', stations]]), management, log }, call, theDevice);
  return { answer, asked };
}

const read = { Template: 'stations' };
const get = { method: 'CommonGet', params: read } as const;

test('reads that travel together are answered up to so many rows, and each beyond is refused by itself', async () => {
  const { answer } = ask(20_000, {
    method: 'BatchGet',
    params: { reads: [read, read, read, read, { ...read, Page: 1, PageSize: 2 }] },
  });
  expect(await answer).toMatchObject([
    { error: { code: 0 }, result: { length: 20_000 } },
    { error: { code: 0 } },
    { error: { code: 0 } },
    { error: { code: 13, message: 'One answer has at most 65536 rows; request the rest separately.' } },
    { error: { code: 0 }, result: { total: 20_000, rows: { length: 2 } } },
  ]);
});

test('reads that travel together leave the switch its time: only a few are carried out side by side', async () => {
  const { answer, asked } = ask(1, { method: 'BatchGet', params: { reads: Array(64).fill(read) } });
  expect(await answer).toHaveLength(64);
  expect(asked).toMatchObject({ reads: 64, most: 8 });
});

test('a batch whose reads are too long says whether its changes are made', async () => {
  const batch = (...calls: (typeof get | { method: 'CommonDelAll'; params: typeof read })[]) =>
    ask(40_000, { method: 'BatchPost', params: { FuncName: 'test', calls } });
  await expect(batch(get, get).answer).rejects.toMatchObject({
    code: 13,
    message: /^One answer has at most 65536 rows/,
  });
  const { answer, asked } = batch({ method: 'CommonDelAll', params: read }, get, get);
  await expect(answer).rejects.toMatchObject({ code: 13, message: /^The changes are made\. One answer has/ });
  expect(asked.performed).toBe(1);
});
