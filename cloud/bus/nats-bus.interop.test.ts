import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestBus, type TestBus } from '../../tests/cloud/test-servers.ts';
import { busContract } from './contract.ts';
import { openNats } from './nats-bus.ts';

let cluster: TestBus;

beforeAll(async () => {
  cluster = await startTestBus();
});
afterAll(() => cluster.close());

/** Two ends at different nodes of the cluster. */
const ends = async () => {
  const [first = '', second = ''] = cluster.addresses;
  return Promise.all([openNats(first), openNats(second)]);
};

busContract('over a cluster of NATS', ends);

it('hears again, by another node, when the one that it was at is killed', async () => {
  const [asking, answering] = await Promise.all([openNats(cluster.address), openNats(cluster.address)]);
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
  const refusal = await openNats(wrong.href).catch((error: Error) => error.message);
  expect(refusal).toMatch(/^There is no bus to connect to at nats:\/\/127\.0\.0\.1:\d+: .*authorization/i);
  expect(refusal).not.toContain('guessed-wrongly');
  await expect(openNats('nats://127.0.0.1:1')).rejects.toThrow('There is no bus to connect to at nats://127.0.0.1:1');
});

it('goes on where somebody else puts on the bus what is no message', async () => {
  const [one, other] = await ends();
  const heard: unknown[] = [];
  other.subscribe('words', (value) => heard.push(value));
  other.answer('call', async () => 'well');
  await expect.poll(() => one.ask('call', null, 500).catch(() => undefined), { timeout: 10_000 }).toBe('well');
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
