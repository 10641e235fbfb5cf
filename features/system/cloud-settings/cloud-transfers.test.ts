import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ManualClock } from '../../../datapath/clock.ts';
import { cloudBond } from '../../../device/cloud/ownership.ts';
import type { ServiceContext } from '../../../device/feature.ts';
import { CloudTransfers } from './cloud-transfers.ts';

const asking = { user: 'admin', session: 's' };
const many = Array.from({ length: 20 });

let folder: string;
let clock: ManualClock;
let transfers: CloudTransfers;
/** The data transferred completely; lets the recipient finish. */
let taken: string[];
let done: () => void;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'faceplate-transfers-'));
  clock = new ManualClock();
  taken = [];
  let made = 0;
  const path = () => {
    made += 1;
    return join(folder, `${made}`);
  };
  const wait = new Promise<void>((resolve) => {
    done = resolve;
  });
  transfers = new CloudTransfers({
    clock,
    slots: { get: ({ name }: { name: string }) => (name === cloudBond.name ? { owns: true } : undefined) },
    guard: { provisional: () => undefined },
    log: { write() {} },
    transfers: {
      async fetch() {
        const file = { fileName: 'f', contentType: 'text/plain', path: path() };
        writeFileSync(file.path, 'octets');
        return file;
      },
      placeFor: () => ({ path: path(), maximumSize: 100 }),
      async receive(_name: string, file: { path: string }) {
        await wait;
        taken.push(readFileSync(file.path, 'utf8'));
      },
    },
  } as unknown as ServiceContext);
});

afterEach(() => {
  transfers.stop();
  rmSync(folder, { recursive: true });
});

const begun = (answers: readonly object[]) => answers.filter((answer) => 'id' in answer);

const send = () => transfers.send({ ...asking, name: 'n', size: 3 });

it('lets four files be on their way, however many are asked for at once, and others when these are over', async () => {
  const asked = await Promise.all(
    many.map((_, at) => (at % 2 === 0 ? transfers.fetch({ ...asking, name: 'n', query: {} }) : send())),
  );
  expect(begun(asked)).toHaveLength(4);
  expect(asked.filter((answer) => 'answer' in answer && answer.answer.includes('try again'))).toHaveLength(16);
  clock.advance(60_000);
  await expect.poll(() => readdirSync(folder)).toEqual([]);
  expect(begun(await Promise.all(many.map(send)))).toHaveLength(4);
});

it('takes a file once, however long that takes, and only whole', async () => {
  const one = await send();
  const half = await send();
  if (!('id' in one) || !('id' in half)) throw new Error('nothing begins');
  await transfers.write({ id: one.id, at: 0, octets: Buffer.from('abc').toString('base64') });
  const receive = (id: string) => transfers.receive({ ...asking, id, fileName: 'f', fields: {} });
  const answers = Promise.all([receive(one.id), receive(one.id), receive(half.id)]);
  clock.advance(600_000);
  done();
  const words = (await answers).map(({ answer }) => JSON.parse(answer).error.message);
  const notThere = 'The transfer of the file has ended; start again.';
  expect(words).toEqual(['', notThere, notThere]);
  expect(taken).toEqual(['abc']);
  expect(readdirSync(folder)).toEqual([]);
});
