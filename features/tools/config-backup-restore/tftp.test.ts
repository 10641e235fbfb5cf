import { createSocket, type Socket } from 'node:dgram';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fetchByTftp, storeByTftp } from '../../../device/tftp-client.ts';
import { buildTftp, parseTftp, TFTP_BLOCK } from '../../../protocols/tftp/packet.ts';
import { startTestAgent } from '../../../tests/agent/test-agent.ts';

/** A TFTP server (RFC 1350) that answers each transfer from a port of its own, and drops the first datagram it gets. */
class Server {
  readonly files = new Map<string, Uint8Array>();
  readonly #sockets: Socket[] = [];
  #dropped = false;
  port = 0;

  async start(): Promise<void> {
    const socket = createSocket('udp4');
    this.#sockets.push(socket);
    socket.on('message', (octets, { port }) => {
      if (!this.#dropped) {
        this.#dropped = true;
        return;
      }
      const request = parseTftp(octets);
      if (request?.kind === 'read') this.#serve(port, request.fileName);
      if (request?.kind === 'write') this.#take(port, request.fileName);
    });
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    this.port = socket.address().port;
  }

  stop(): void {
    for (const socket of this.#sockets) socket.close();
  }

  #transfer(): Socket {
    const socket = createSocket('udp4');
    this.#sockets.push(socket);
    return socket;
  }

  #serve(port: number, fileName: string): void {
    const socket = this.#transfer();
    const send = (packet: Parameters<typeof buildTftp>[0]) => socket.send(buildTftp(packet), port, '127.0.0.1');
    const file = this.files.get(fileName);
    if (!file) return void send({ kind: 'error', code: 1, message: 'gone' });
    const block = (number: number) =>
      send({ kind: 'data', block: number, content: file.subarray((number - 1) * TFTP_BLOCK, number * TFTP_BLOCK) });
    socket.on('message', (octets) => {
      const packet = parseTftp(octets);
      if (packet?.kind === 'acknowledgement' && packet.block * TFTP_BLOCK <= file.length) block(packet.block + 1);
    });
    block(1);
  }

  #take(port: number, fileName: string): void {
    const socket = this.#transfer();
    const chunks: Uint8Array[] = [];
    const acknowledge = (block: number) =>
      socket.send(buildTftp({ kind: 'acknowledgement', block }), port, '127.0.0.1');
    socket.on('message', (octets) => {
      const packet = parseTftp(octets);
      if (packet?.kind !== 'data') return;
      if (packet.block === chunks.length + 1) chunks.push(packet.content.slice());
      if (packet.content.length < TFTP_BLOCK) this.files.set(fileName, Buffer.concat(chunks));
      acknowledge(packet.block);
    });
    acknowledge(0);
  }
}

let server: Server;
const at = () => ({ address: '127.0.0.1', port: server.port });

beforeEach(async () => {
  server = new Server();
  await server.start();
});

afterEach(() => server.stop());

describe('the TFTP client', () => {
  it.each([0, 1, TFTP_BLOCK - 1, TFTP_BLOCK, TFTP_BLOCK + 1, 5000])(
    'carries %i octets there and back',
    async (size) => {
      const content = Uint8Array.from({ length: size }, (_, index) => index % 251);
      await storeByTftp(at(), 'a.cfg', content);
      expect(server.files.get('a.cfg')?.length).toBe(size);
      expect(Buffer.compare(await fetchByTftp(at(), 'a.cfg', 10_000), content)).toBe(0);
    },
  );

  it('says what is wrong', async () => {
    await expect(fetchByTftp(at(), 'b.cfg', 1000)).rejects.toThrow('The file was not found on the server.');
    server.files.set('c.cfg', new Uint8Array(1001));
    await expect(fetchByTftp(at(), 'c.cfg', 1000)).rejects.toThrow('larger than 1000 octets');
  });
});

describe('a stranger', () => {
  /** Runs a fetch, and has a stranger send `packet` to it from `host` at each packet that the client sends. */
  async function fetchBeside(host: string, packet: Parameters<typeof buildTftp>[0]) {
    const stranger = createSocket('udp4');
    const server = createSocket('udp4');
    const transfer = createSocket('udp4');
    await Promise.all([
      new Promise<void>((resolve) => stranger.bind(0, host, resolve)),
      new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve)),
    ]);
    const block = (number: number, content: Uint8Array, port: number) =>
      transfer.send(buildTftp({ kind: 'data', block: number, content }), port, '127.0.0.1');
    const first = new Uint8Array(TFTP_BLOCK).fill(1);
    const intrude = (port: number, then: () => void) =>
      stranger.send(buildTftp(packet), port, '127.0.0.1', () => setImmediate(then));
    // From another host the stranger is first; from the server's own it comes once the transfer has its port.
    server.on('message', (_octets, { port }) => {
      if (host === '127.0.0.1') block(1, first, port);
      else intrude(port, () => block(1, first, port));
    });
    transfer.on('message', (octets, { port }) => {
      const heard = parseTftp(octets);
      if (heard?.kind !== 'acknowledgement' || heard.block !== 1) return;
      intrude(port, () => block(2, Uint8Array.of(2), port));
    });
    try {
      return await fetchByTftp({ address: '127.0.0.1', port: server.address().port }, 'a.cfg', 10_000);
    } finally {
      for (const socket of [stranger, server, transfer]) socket.close();
    }
  }

  it.each([
    ['another host', '127.0.0.2'],
    ['another port', '127.0.0.1'],
  ])('at %s is not heard, neither with a file nor with an error', async (_what, host) => {
    const content = Uint8Array.from([...new Uint8Array(TFTP_BLOCK).fill(1), 2]);
    for (const block of [1, 2]) {
      const fetched = await fetchBeside(host, { kind: 'data', block, content: Uint8Array.of(66) });
      expect(Buffer.compare(fetched, content)).toBe(0);
    }
    const fetched = await fetchBeside(host, { kind: 'error', code: 1, message: 'gone' });
    expect(Buffer.compare(fetched, content)).toBe(0);
  });
});

it('a backup by TFTP needs a server and a file name without ".."', async () => {
  const agent = await startTestAgent();
  try {
    const client = await agent.signedIn();
    const backup = async (columns: object) =>
      (await client.set('cfgTransferCtrl', { cfgDirection: 1, cfgMethod: 2, ...columns })).error.message;
    expect(await backup({})).toBe('TFTP server must be given.');
    expect(await backup({ cfgServerAddr: '192.0.2.1' })).toBe('File name must be given.');
    expect(await backup({ cfgServerAddr: '192.0.2.1', cfgFileName: '../x' })).toContain(
      'File name must be a file name',
    );
    expect(await backup({ cfgServerAddr: 'nowhere.example', cfgFileName: 'x.cfg' })).toContain('no DNS server is set');
    expect(await client.read('cfgTransferCtrl')).toMatchObject({ cfgOperStatus: 2 });
  } finally {
    await agent.close();
  }
});
