import { expect, test } from 'vitest';
import { ManualClock } from '../../datapath/clock.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { table } from '../../model/schema/object.ts';
import type { RemoteCall, Values } from '../../model/wire/call.ts';
import { DeviceWallClock } from '../device-wall-clock.ts';
import { englishOf } from '../log/log.ts';
import { LogBuffer } from '../log/log-buffer.ts';
import { type Caller, type Management, theDevice } from '../management.ts';
import { answerCall, answerText } from './remote-calls.ts';
import { ResultTexts } from './result-texts.ts';

const stations = table('stations', {
  title: 'Station',
  index: { id: integer({ label: 'Number', min: 0, max: 99_999, access: 'create' }) },
  columns: { port: integer({ label: 'Port', min: 0, max: 9 }) },
  rows: { max: 99_999 },
});

/** A table of so many rows, read by who asks for them this often at the same time. */
function ask(rows: number, call: RemoteCall, caller: Caller = theDevice) {
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
  const answer = answerCall({ objects: new Map([['stations', stations]]), management, log }, call, caller);
  const logged = () => log.entries().map(englishOf);
  return { answer, asked, logged };
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

/** A switch whose one table is what the test says, and its answers as text. */
function answering() {
  let rows: readonly Values[] = [{ id: 1, port: 3, name: '"\u00fc" 🖧' }];
  const management: Management = {
    perform: async (requests) => requests.map(() => ({ deleted: 0, index: {} })),
    tryOut: async () => ({ changes: [] }),
    read: async () => rows,
  };
  const clock = new ManualClock();
  const log = new LogBuffer(new DeviceWallClock(clock, () => 0));
  const around = { objects: new Map([['stations', stations]]), management, log, texts: new ResultTexts() };
  return {
    ask: async (call: RemoteCall): Promise<unknown> => JSON.parse(await answerText(around, call, theDevice)),
    become(next: readonly Values[]) {
      rows = next;
    },
    rows: () => rows,
  };
}

const ok = { code: 0, message: '' };
test('a batch is a line of the log that names who made it as the user, and the batch as what was done', async () => {
  const { user, access } = { user: 'operator', access: 'web' } as const;
  const changes = { method: 'CommonDelAll', params: read } as const;
  const batch = { method: 'BatchPost', params: { FuncName: 'VLAN settings', calls: [changes] } } as const;
  const { answer, logged } = ask(0, batch, { ...theDevice, user, access });
  await answer;
  expect(logged()).toEqual(['operator: batch "VLAN settings" applied.']);
});

const known = (Known: string) => ({ method: 'BatchGet', params: { reads: [{ ...read, Known }] } }) as const;
const tagOf = (answer: unknown) => String(Object(Object(answer).result)[0]?.tag);

test('answers are as they would be formatted in one piece, whether they were given before or not', async () => {
  const { ask, rows } = answering();
  for (let time = 0; time < 2; time += 1) {
    expect(await ask(get)).toEqual({ id: 0, error: ok, result: rows() });
    const batch = { method: 'BatchGet', params: { reads: [read, { Template: 'nothing' }] } } as const;
    expect(await ask(batch)).toMatchObject({
      ...{ id: 0, error: ok },
      result: [{ error: ok, result: rows() }, { error: { code: expect.any(Number) } }],
    });
  }
});

test('a poll gets a result only if it is another one than the one it knows', async () => {
  const { ask, become, rows } = answering();
  const tag = tagOf(await ask(known('none')));
  expect(await ask(known(tag))).toEqual({ id: 0, error: ok, result: [{ error: ok, tag }] });
  // The same rows, read again.
  become(rows().map((row) => ({ ...row })));
  expect(await ask(known(tag))).toEqual({ id: 0, error: ok, result: [{ error: ok, tag }] });
  become([{ id: 1, port: 4 }]);
  const changed = await ask(known(tag));
  expect(changed).toEqual({
    ...{ id: 0, error: ok },
    result: [{ error: ok, tag: expect.any(String), result: [{ id: 1, port: 4 }] }],
  });
  expect(tagOf(changed)).not.toBe(tag);
  expect(await ask(get)).toMatchObject({ result: [{ port: 4 }] });
});
