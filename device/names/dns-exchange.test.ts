import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { buildDnsQuery, buildDnsResponse, RecordType } from '../../protocols/dns/message.ts';
import { askDnsServer } from './dns-exchange.ts';

const question = { id: 4711, name: 'switch.example.org', type: RecordType.a };
const query = buildDnsQuery(question) ?? new Uint8Array();
/** Milliseconds; nothing that is answered waits for it. */
const LONG = 60_000;

function response(change: { id?: number; truncated?: boolean; addresses?: readonly string[] } = {}): Uint8Array {
  const { addresses = [], ...head } = change;
  const records = addresses.map((value) => ({ name: question.name, type: RecordType.a, timeToLive: 60, value }));
  return buildDnsResponse({ ...question, code: 0, truncated: false, ...head, records }) ?? new Uint8Array();
}

let udp: Socket;
let tcp: Server | undefined;

/** A server at a port, or at any, that answers a datagram with these; returns its port. */
async function answering(datagrams: readonly Uint8Array[], port = 0): Promise<number> {
  udp = createSocket('udp4');
  udp.on('message', (_, asking) => {
    for (const datagram of datagrams) udp.send(datagram, asking.port, '127.0.0.1');
  });
  udp.bind(port, '127.0.0.1');
  await once(udp, 'listening');
  return udp.address().port;
}

afterEach(async () => {
  udp.close();
  if (!tcp) return;
  tcp.close();
  await once(tcp, 'close');
  tcp = undefined;
});

it('waits on where a datagram is no answer to its question', async () => {
  const forged = response({ id: 1, addresses: ['203.0.113.66'] });
  const port = await answering([forged, Uint8Array.of(1, 2, 3), response({ addresses: ['192.0.2.7'] })]);
  const answer = await askDnsServer({ address: '127.0.0.1', port }, question, query, LONG);
  expect(answer).toMatchObject({ kind: 'addresses', addresses: ['192.0.2.7'] });
});

it('asks again by TCP where the answer did not fit, and reads it in whatever pieces it comes', async () => {
  const addresses = Array.from({ length: 100 }, (_, at) => `192.0.2.${at}`);
  const whole = response({ addresses });
  tcp = createServer((connection) => {
    connection.setNoDelay();
    connection.once('data', async () => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(whole.length);
      for (const piece of [length.subarray(0, 1), length.subarray(1), whole.subarray(0, 700), whole.subarray(700)]) {
        connection.write(piece);
        await new Promise(setImmediate);
      }
    });
  });
  tcp.listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  const { port } = tcp.address() as AddressInfo;
  await answering([response({ truncated: true })], port);
  const answer = await askDnsServer({ address: '127.0.0.1', port }, question, query, LONG);
  expect(answer).toMatchObject({ kind: 'addresses', addresses });
});
