// Must come before @peculiar/x509, whose dependency injection needs it.
import 'reflect-metadata';
import { X509Certificate } from 'node:crypto';
import { createServer, type Server } from 'node:https';
import type { TLSSocket } from 'node:tls';
import * as x509 from '@peculiar/x509';
import { vi } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { privateKeyText } from '../../device/http/private-key-text.ts';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY = 86_400_000;

/** A small cloud in the test's own process: an authority, a place to sign in and claim at, and the lines of switches. */
export interface TestCloud {
  readonly port: number;
  /** The authority's, as Cloud Settings takes it; and that of its server's certificate, which is none of an authority. */
  readonly fingerprint: string;
  readonly ownFingerprint: string;
  /** Codes and accounts that it knows; a claim by the code takes the account's place. */
  readonly claimed: Set<string>;
  readonly accounts: Map<string, string>;
  /** Serial numbers that somebody else has. */
  readonly taken: Set<string>;
  /** Serial numbers whose certificates are no longer accepted. */
  readonly revoked: Set<string>;
  /** Days for which its next certificates are valid. */
  validity: number;
  /** What it was asked, oldest first: paths with bodies, lines, and their frames. */
  readonly heard: { readonly what: string; readonly body: unknown }[];
  /** The lines that are open. */
  readonly lines: Set<WebSocket>;
  /** What it answers a line's first report with, in the place of a result. */
  refusal: string | undefined;
  /** Whether it confirms a change of which a new line says that it waits. */
  confirms: boolean;
  /** Asks a switch something over its newest line, or another one; resolves to the result, or the error. */
  ask(method: string, params: object, line?: WebSocket): Promise<unknown>;
  /** Says something over the newest line, whatever it is. */
  say(frame: string): void;
  /** Cuts every line, as a network does that fails. */
  cut(): void;
  close(): Promise<void>;
  /** Listens again at the same port. */
  reopen(): Promise<void>;
}

/** Starts it at `address`. Its server certificate names `names`. */
export async function startTestCloud(
  names: readonly string[] = ['127.0.0.1'],
  address = '127.0.0.1',
): Promise<TestCloud> {
  const authority = await makeAuthority();
  const own = await authority.issue({ common: 'cloud', names, days: 30 });
  const heard: TestCloud['heard'] = [];
  const lines = new Set<WebSocket>();
  const tokens = new Set<string>();
  const answers = new Map<unknown, (result: unknown) => void>();
  let asked = 0;
  let server: Server;
  const newest = () => {
    const line = [...lines].at(-1);
    if (!line) throw new Error('no switch is connected');
    return line;
  };
  const cloud = {
    port: 0,
    fingerprint: authority.fingerprint,
    ownFingerprint: new X509Certificate(own.certificate).fingerprint256,
    claimed: new Set<string>(),
    accounts: new Map<string, string>(),
    taken: new Set<string>(),
    revoked: new Set<string>(),
    validity: 90,
    heard,
    lines,
    refusal: undefined as string | undefined,
    confirms: true,
    say(frame: string) {
      newest().send(frame);
    },
    ask(method: string, params: object, line = newest()) {
      asked += 1;
      const id = asked;
      line.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
      return new Promise((resolve) => answers.set(id, resolve));
    },
    cut() {
      for (const line of lines) line.terminate();
    },
    async close() {
      cloud.cut();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    async reopen() {
      // Meanwhile a connection of another test may have been given the port.
      server = await vi.waitFor(() => listen(cloud.port));
    },
  };

  async function answer(path: string, body: Record<string, unknown>, socket: TLSSocket): Promise<[number, object]> {
    heard.push({ what: path, body });
    if (path === '/sign-in') {
      if (cloud.accounts.get(String(body.account)) !== body.password) return [401, {}];
      const token = `token of ${body.account} ${tokens.size}`;
      tokens.add(token);
      return [200, { token }];
    }
    if (path !== '/claim') return [400, {}];
    const serial = String(body.serial);
    if (cloud.taken.has(serial)) return [409, {}];
    const granted = body.token === undefined ? cloud.claimed.has(serial) : tokens.delete(String(body.token));
    if (!granted) return [body.token === undefined ? 404 : 403, {}];
    const shown = socket.getPeerCertificate(true).raw;
    const { publicKey } = new x509.X509Certificate(new Uint8Array(shown));
    return [200, await authority.issue({ common: serial, days: cloud.validity, key: await publicKey.export() })];
  }

  function listen(port: number): Promise<Server> {
    const sockets = new WebSocketServer({ noServer: true });
    const made = createServer(
      {
        cert: own.certificate + authority.pem,
        key: own.key,
        ca: authority.pem,
        requestCert: true,
        rejectUnauthorized: false,
      },
      async (request, response) => {
        let text = '';
        for await (const piece of request) text += String(piece);
        const [status, body] = await answer(request.url ?? '', JSON.parse(text), request.socket as TLSSocket);
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      },
    );
    made.on('upgrade', (request, socket, head) => {
      const line = request.socket as TLSSocket;
      const serial = String(line.getPeerCertificate().subject?.CN);
      if (!line.authorized || cloud.revoked.has(serial)) {
        socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
        return;
      }
      sockets.handleUpgrade(request, socket, head, (opened) => {
        heard.push({ what: 'line', body: { isResumed: line.isSessionReused() } });
        lines.add(opened);
        opened.on('close', () => lines.delete(opened));
        opened.on('message', (frame) => void take(opened, serial, line, JSON.parse(String(frame))));
      });
    });
    return new Promise((resolve, reject) => {
      made.once('error', reject);
      made.listen(port, address, () => {
        cloud.port = Object(made.address()).port;
        resolve(made);
      });
    });
  }

  async function take(line: WebSocket, serial: string, socket: TLSSocket, message: Record<string, unknown>) {
    heard.push({ what: String(message.method ?? 'answer'), body: message.params ?? message.result ?? message.error });
    const say = (words: object) => line.send(JSON.stringify({ jsonrpc: '2.0', ...words }));
    if (message.method === 'connect') {
      say({ id: 'connect', ...(cloud.refusal === undefined ? { result: {} } : { error: { message: cloud.refusal } }) });
      const { pending } = Object(message.params);
      if (pending && cloud.confirms)
        say({ id: `confirm ${pending.id}`, method: 'confirm', params: { id: pending.id } });
    } else if (message.method === 'renew') {
      const { publicKey } = new x509.X509Certificate(new Uint8Array(socket.getPeerCertificate(true).raw));
      const key = await publicKey.export();
      say({ id: 'renew', result: await authority.issue({ common: serial, days: cloud.validity, key }) });
    } else if (message.method === undefined) answers.get(message.id)?.(message.result ?? { error: message.error });
  }

  server = await listen(0);
  return cloud;
}

interface Wanted {
  readonly common: string;
  readonly names?: readonly string[];
  readonly days: number;
  /** The key that is certified; default a new one. */
  readonly key?: CryptoKey;
}

async function makeAuthority() {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: 'CN=Test cloud',
    notBefore: new Date(Date.now() - DAY),
    notAfter: new Date(Date.now() + 365 * DAY),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
    ],
  });
  const pem = `${certificate.toString('pem')}\n`;
  const digest = Buffer.from(await certificate.getThumbprint('SHA-256'));
  let serial = 1;
  return {
    pem,
    fingerprint: (digest.toString('hex').toUpperCase().match(/../g) ?? []).join(':'),
    async issue({ common, names = [], days, key }: Wanted) {
      serial += 1;
      const pair = key ? undefined : await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
      const publicKey = key ?? pair?.publicKey;
      if (!publicKey) throw new Error('no key');
      const issued = await x509.X509CertificateGenerator.create({
        serialNumber: serial.toString(16).padStart(4, '0'),
        subject: `CN=${common}`,
        issuer: certificate.subject,
        notBefore: new Date(Date.now() - DAY),
        notAfter: new Date(Date.now() + days * DAY),
        signingAlgorithm: algorithm,
        publicKey,
        signingKey: keys.privateKey,
        extensions: [
          ...(names.length > 0
            ? [
                new x509.SubjectAlternativeNameExtension(
                  names.map((value) => ({ type: /^[\d.]+$/.test(value) ? ('ip' as const) : ('dns' as const), value })),
                ),
              ]
            : []),
        ],
      });
      return {
        certificate: `${issued.toString('pem')}\n`,
        authority: pem,
        key: pair ? await privateKeyText(pair.privateKey) : '',
      };
    },
  };
}
