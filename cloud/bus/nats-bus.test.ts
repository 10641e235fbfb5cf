import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openNats } from './nats-bus.ts';
import { answerGateways, askController } from './questions.ts';

const PASSWORD = 'hunter-of-words';

interface Subscriber {
  readonly socket: Socket;
  readonly subject: string;
  readonly id: string;
}

/** As little of a NATS server as carries messages, and everything that passes it. */
async function startListeningServer() {
  const passed: Buffer[] = [];
  const subscribers: Subscriber[] = [];
  const hears = (subject: string, asked: string) =>
    asked.endsWith('*') ? subject.startsWith(asked.slice(0, -1)) : subject === asked;
  const server = createServer((socket) => {
    let rest: Buffer = Buffer.alloc(0);
    socket.write('INFO {"server_id":"listening","version":"2.10.0","headers":true,"max_payload":1048576}\r\n');
    socket.on('error', () => {});
    socket.on('data', (octets) => {
      passed.push(octets);
      rest = Buffer.concat([rest, octets]);
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const [verb, subject = '', ...words] = rest.toString('latin1', 0, end).split(' ');
        const last = words.at(-1) ?? '';
        let next = end + 2;
        if (verb === 'PING') socket.write('PONG\r\n');
        if (verb === 'SUB') subscribers.push({ socket, subject, id: last });
        if (verb === 'PUB') {
          next += Number(last) + 2;
          if (rest.length < next) return;
          const content = rest.subarray(end + 2, next);
          const reply = words.length > 1 ? `${words[0]} ` : '';
          for (const { socket: to, id } of subscribers.filter((one) => hears(subject, one.subject))) {
            to.write(Buffer.concat([Buffer.from(`MSG ${subject} ${id} ${reply}${last}\r\n`), content]));
          }
        }
        rest = rest.subarray(next);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `nats://127.0.0.1:${port}`, passed: () => Buffer.concat(passed).toString('latin1'), server };
}

test('a server that carries what a switch signs in with learns neither its password nor what is answered', async () => {
  const { address, passed, server } = await startListeningServer();
  const key = Buffer.alloc(32, 7);
  const [gateway, controller] = await Promise.all([openNats(address, key), openNats(address, key)]);
  onTestFinished(async () => {
    await Promise.all([gateway.close(), controller.close()]);
    server.close();
  });
  const asked: unknown[] = [];
  const unused = () => Promise.reject(new Error('not asked'));
  answerGateways(controller, {
    signIn: async (question) => {
      asked.push(question);
      return { status: 200, body: { token: `${PASSWORD}-answered` } };
    },
    claim: unused,
    admit: unused,
    connected: unused,
    state: unused,
    log: unused,
    health: unused,
    settled: unused,
    alive: unused,
    lines: unused,
    disconnected: unused,
    firmwareSize: unused,
    firmware: unused,
    renew: unused,
  });
  await expect.poll(passed).toContain('SUB faceplate.controller.renew');
  const question = { account: 'owner@example.org', password: PASSWORD, source: '192.0.2.7', keyHash: 'a-key' };
  expect(await askController(gateway, 'signIn', question)).toMatchObject({ body: { token: `${PASSWORD}-answered` } });
  expect(asked).toEqual([question]);
  expect(passed()).toContain('PUB faceplate.controller.signIn');
  const inClear = [...Object.values(question), 'answered'];
  const texts = inClear.flatMap((text) => [
    text,
    ...(['base64', 'hex'] as const).map((as) => Buffer.from(text).toString(as)),
  ]);
  expect(texts.filter((text) => passed().includes(text))).toEqual([]);
});
