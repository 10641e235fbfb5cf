import { MessageChannel } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import { createUniformBackend } from './backend.ts';
import { connectBackend, serveBackend } from './channel.ts';

const { port1, port2 } = new MessageChannel();

const nothing = () => {};
const events = {
  epoch: nothing,
  names: nothing,
  sources: nothing,
  knownSource: nothing,
  console: nothing,
  ownCertificate: nothing,
  addresses: nothing,
  reboot: nothing,
  initialPassword: nothing,
};

afterEach(() => port1.close());

test('frames and timers of the switch do not wait for all questions that have arrived', async () => {
  let inOneTurn = 0;
  let most = 0;
  serveBackend(
    port1,
    createUniformBackend(async () => {
      // Everything else that waits gets its turn together with this.
      if (inOneTurn === 0) {
        setImmediate(() => {
          inOneTurn = 0;
        });
      }
      inOneTurn += 1;
      most = Math.max(most, inOneTurn);
      return 'answer';
    }),
  );
  const { backend } = connectBackend(port2, events);
  const answers = await Promise.all(Array.from({ length: 200 }, () => backend.globals(undefined)));
  expect(answers).toHaveLength(200);
  expect(most).toBeLessThan(100);
});

test('two hundred and fifty-six calls are in flight at most; what comes beyond is refused at once', async () => {
  const silent = { postMessage: nothing, on: nothing };
  const { backend, close } = connectBackend(silent, events);
  const outcomes: string[] = [];
  const ask = (name: string) =>
    backend.globals(undefined).then(
      () => void outcomes.push(`${name} answered`),
      () => void outcomes.push(`${name} refused`),
    );
  const waiting = Array.from({ length: 256 }, () => ask('one of the first'));
  waiting.push(ask('the next'));
  await new Promise(setImmediate);
  expect(outcomes).toEqual(['the next refused']);
  close();
  await Promise.all(waiting);
});

test('a long answer that is the same again crosses once, and each caller gets it', async () => {
  const { port1: ofSwitch, port2: ofServer } = new MessageChannel();
  const table = 'a row of a table, '.repeat(100);
  serveBackend(
    ofSwitch,
    createUniformBackend(async () => table),
  );
  let octets = 0;
  ofServer.on('message', (message) => {
    octets += JSON.stringify(message).length;
  });
  const { backend } = connectBackend(ofServer, events);
  for (let poll = 0; poll < 10; poll += 1) expect(await backend.globals(undefined)).toBe(table);
  expect(octets).toBeLessThan(2 * table.length);
  ofSwitch.close();
});

test('what comes up in one turn crosses as one message, each way, and every caller gets its own answer', async () => {
  const { port1: ofSwitch, port2: ofServer } = new MessageChannel();
  let [count, asked, answered] = [0, 0, 0];
  serveBackend(
    ofSwitch,
    createUniformBackend(async () => {
      count += 1;
      return `answer ${count}`;
    }),
  );
  ofSwitch.on('message', () => {
    asked += 1;
  });
  ofServer.on('message', () => {
    answered += 1;
  });
  const { backend } = connectBackend(ofServer, events);
  const answers = Array.from({ length: 8 }, () => backend.globals(undefined));
  expect(await Promise.all(answers)).toEqual(Array.from({ length: 8 }, (_, at) => `answer ${at + 1}`));
  expect([asked, answered]).toEqual([1, 1]);
  ofSwitch.close();
});
