import { connect } from 'node:net';
import { connect as connectRaw, type Msg } from '@nats-io/transport-node';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { startTestBus, type TestBus } from '../../tests/cloud/test-servers.ts';
import { busContract } from './contract.ts';
import { openNats } from './nats-bus.ts';

/** The key shared by the processes of this cloud. */
const KEY = Buffer.alloc(32, 7);

let cluster: TestBus;

beforeAll(async () => {
  cluster = await startTestBus();
});
afterAll(() => cluster.close());

/** Two ends at different nodes of the cluster. */
const ends = async () => {
  const [first = '', second = ''] = cluster.addresses;
  return Promise.all([openNats(first, KEY), openNats(second, KEY)]);
};

busContract('over a cluster of NATS', ends);

it('hears again, by another node, when the one that it was at is killed', async () => {
  const [asking, answering] = await Promise.all([openNats(cluster.address, KEY), openNats(cluster.address, KEY)]);
  const heard: unknown[] = [];
  answering.answer('call', async (question) => question);
  answering.subscribe('words', (value) => heard.push(value));
  let said = 0;
  const isThrough = async () => {
    said += 1;
    asking.publish('words', said);
    const answer = await asking.ask('call', said, 500).catch(() => undefined);
    return answer === said && heard.at(-1) === said;
  };
  for (const node of cluster.nodes) {
    await expect.poll(isThrough, { timeout: 30_000 }).toBe(true);
    await node.kill();
    await expect.poll(isThrough, { timeout: 30_000 }).toBe(true);
    await node.start();
  }
  await asking.close();
  await answering.close();
});

it('hears nobody who has not its password, and says that in words without it', async () => {
  const wrong = new URL(cluster.addresses[0] ?? '');
  wrong.password = 'guessed-wrongly';
  const refusal = await openNats(wrong.href, KEY).catch((error: Error) => error.message);
  expect(refusal).toMatch(/^There is no bus to connect to at nats:\/\/127\.0\.0\.1:\d+: .*authorization/i);
  expect(refusal).not.toContain('guessed-wrongly');
  await expect(openNats('nats://127.0.0.1:1', KEY)).rejects.toThrow(
    'There is no bus to connect to at nats://127.0.0.1:1',
  );
});

it('goes on where somebody else puts on the bus what is no message', async () => {
  const [one, other] = await ends();
  const heard: unknown[] = [];
  other.subscribe('words', (value) => heard.push(value));
  other.answer('call', async () => 'well');
  await expect.poll(() => one.ask('call', null, 500).catch(() => undefined)).toBe('well');
  const { port, username, password } = new URL(cluster.addresses[2] ?? '');
  const stranger = connect(Number(port), '127.0.0.1');
  const replied = new Promise((resolve) => stranger.on('data', (text) => String(text).includes('PONG') && resolve(0)));
  const put = (subject: string, octets: string) => `PUB ${subject} ${Buffer.byteLength(octets)}\r\n${octets}\r\n`;
  const login = JSON.stringify({ user: username, pass: password, verbose: false });
  const poison = ['', '{', '\u0001no archive', 'undefined', '\u0000'];
  stranger.write(
    `CONNECT ${login}\r\n${poison.map((octets) => put('faceplate.words', octets) + put('faceplate.call', octets)).join('')}PING\r\n`,
  );
  await replied;
  one.publish('words', 'whole');
  await expect.poll(() => heard).toEqual(['whole']);
  expect(await one.ask('call', null, 5_000)).toBe('well');
  stranger.destroy();
  await Promise.all([one.close(), other.close()]);
});

it('shows nothing to who reads along, and hears nothing from who does not know the key', async () => {
  const [one, other] = await ends();
  const heard: unknown[] = [];
  other.subscribe('words', (value) => heard.push(value));
  other.answer('call', async (question) => question);
  await expect.poll(() => one.ask('call', 'well', 500).catch(() => undefined)).toBe('well');
  const { port, username, password } = new URL(cluster.addresses[0] ?? '');
  const reader = connect(Number(port), '127.0.0.1');
  let read = '';
  reader.on('data', (octets) => {
    read += octets.toString('latin1');
  });
  const login = JSON.stringify({ user: username, pass: password, verbose: false });
  reader.write(`CONNECT ${login}\r\nSUB > 1\r\nPING\r\n`);
  await expect.poll(() => read).toContain('PONG');
  expect(await one.ask('call', { password: 'hunter-of-words' }, 5_000)).toEqual({ password: 'hunter-of-words' });
  await expect.poll(() => read).toContain('faceplate.call');
  one.publish('words', 'hunter-of-words');
  await expect.poll(() => read).toContain('faceplate.words');
  expect(read).not.toContain('hunter');
  const stranger = await openNats(cluster.addresses[0] ?? '', Buffer.alloc(32, 8));
  stranger.publish('words', 'forged');
  await expect(stranger.ask('call', 'forged', 300)).rejects.toThrow('nobody answers');
  expect(heard).toEqual(['hunter-of-words']);
  reader.destroy();
  await Promise.all([one.close(), other.close(), stranger.close()]);
});

it('hears nothing twice that somebody recorded and says again, nor an answer to another question', async () => {
  const [one, other] = await ends();
  const heard: unknown[] = [];
  const asked: unknown[] = [];
  const listen = () => other.subscribe('words', (value) => heard.push(value));
  listen();
  other.answer('call', async (question) => {
    asked.push(question);
    return question;
  });
  await expect.poll(() => one.ask('call', 'well', 500).catch(() => undefined)).toBe('well');
  // From here on everything that is said is heard: what was not would be new.
  const recorder = await connectToNats(cluster.addresses[0] ?? '');
  const recorded: Msg[] = [];
  recorder.subscribe('>', { callback: (_error, message) => void recorded.push(message) });
  await recorder.flush();
  onTestFinished(async () => void (await Promise.all([one.close(), other.close(), recorder.close()])));
  expect(await one.ask('call', 'recorded', 5_000)).toBe('recorded');
  one.publish('words', 'once');
  await expect.poll(() => heard).toEqual(['once']);
  await expect.poll(() => recorded.some(({ subject }) => subject === 'faceplate.words')).toBe(true);
  // Also to later listeners: their server knows of them once it has answered this.
  listen();
  await other.ask('call', 'listening', 5_000);
  const before = asked.length;
  const answers: Msg[] = [];
  recorder.subscribe('replayed', { callback: (_error, message) => void answers.push(message) });
  for (const { subject, data } of recorded.filter((message) => message.subject.startsWith('faceplate.'))) {
    for (let copy = 0; copy < 2; copy += 1) recorder.publish(subject, data, { reply: 'replayed' });
  }
  await recorder.flush();
  one.publish('words', 'last');
  await expect.poll(() => heard.slice(1)).toEqual(['last', 'last']);
  expect(asked).toHaveLength(before);
  expect(answers).toEqual([]);
  // An answer of before, in the place of the one to this question.
  const [former] = recorded.filter(({ subject }) => subject.startsWith('_INBOX'));
  const question = recorder.subscribe('faceplate.ping', {
    callback: (_error, message) => void message.respond(former?.data),
  });
  await recorder.flush();
  await expect.poll(() => one.ask('ping', 'x', 500).catch((error: Error) => error.message)).toBe('The answer is none.');
  question.unsubscribe();
});

/** Somebody who is on the bus and has no key. */
function connectToNats(address: string) {
  const { host, username, password } = new URL(address);
  return connectRaw({ servers: host, user: username, pass: password });
}
