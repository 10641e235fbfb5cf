import { get } from 'node:http';
import { Agent, request } from 'node:https';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { KeyPair } from '../console-settings.ts';
import { createCertificate } from './certificate.ts';
import { Connections } from './connections.ts';
import { consoleListener, type Listener, secureOnly } from './listener.ts';

let listener: Listener;
let pair: KeyPair;
let port: number;

beforeAll(async () => {
  pair = await createCertificate(['127.0.0.1', 'localhost', '::1']);
  listener = consoleListener(new Connections(), { ways: secureOnly, pair: async () => pair });
  listener.onServer((server, secure) =>
    server.on('request', (_request, response) => response.end(secure ? 'secure' : 'plain')),
  );
  port = await listener.listen(0, '127.0.0.1');
});

afterAll(() => listener.close());

const secureGet = (ca: string) =>
  new Promise<string>((resolve, reject) => {
    request({ host: '127.0.0.1', port, ca, agent: new Agent() }, (response) => {
      let text = '';
      response.on('data', (part) => {
        text += part;
      });
      response.on('end', () => resolve(text));
    })
      .on('error', reject)
      .end();
  });

describe('a listener on an address that is not loopback', () => {
  test('speaks TLS with a certificate that names its address', async () => {
    expect(await secureGet(pair.certificate)).toBe('secure');
  });

  test('sends plain HTTP on the same port to the https address', async () => {
    const { statusCode, headers } = await new Promise<{ statusCode?: number; headers: { location?: string } }>(
      (resolve) =>
        get({ host: '127.0.0.1', port, path: '/x?y', agent: false }, (response) => {
          response.resume();
          resolve({ statusCode: response.statusCode ?? 0, headers: response.headers });
        }),
    );
    expect(statusCode).toBe(308);
    expect(headers.location).toBe(`https://127.0.0.1:${port}/x?y`);
  });

  test('redirects no body, and to no made-up host', async () => {
    const answer = (text: string) =>
      new Promise<string>((resolve) => {
        let all = '';
        const socket = connect(port, '127.0.0.1', () => socket.write(text));
        socket.on('data', (part) => {
          all += part;
        });
        socket.on('close', () => resolve(all));
      });
    expect(await answer('POST /iss HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n')).toMatch(/^HTTP\/1\.1 403/);
    expect(await answer('GET / HTTP/1.1\r\nHost: evil/..\r\n\r\n')).toMatch(/^HTTP\/1\.1 40\d/);
    // An intermediary may have read the other one (RFC 9112 3.2).
    for (const hosts of [
      ['a', 'b'],
      ['a', 'a'],
    ]) {
      const head = hosts.map((host) => `Host: ${host}\r\n`).join('');
      const said = await answer(`GET / HTTP/1.1\r\n${head}\r\n`);
      expect(said).toMatch(/^HTTP\/1\.1 40[03]/);
      expect(said).not.toMatch(/location/i);
    }
    expect(await answer('nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400/);
  });

  test('takes another certificate for new connections', async () => {
    const other = await createCertificate(['127.0.0.1']);
    listener.replaceCertificate(other);
    await expect(secureGet(pair.certificate)).rejects.toThrow();
    expect(await secureGet(other.certificate)).toBe('secure');
  });
});

describe('a listener with a port of HTTPS alone', () => {
  let both: Listener;
  let [main, own] = [0, 0];

  beforeAll(async () => {
    both = consoleListener(new Connections(), { ways: secureOnly, pair: async () => pair });
    both.onServer((server, secure) =>
      server.on('request', (_request, response) =>
        response.setHeader('connection', 'close').end(secure ? 'secure' : 'plain'),
      ),
    );
    main = await both.listen(0, '127.0.0.1');
    own = await both.listen(0, '127.0.0.2');
    both.set({ ...secureOnly, http: 'serve', httpsPort: own });
  });

  afterAll(() => both.close());

  const answered = (secure: boolean, host: string, at: number) =>
    new Promise<string>((resolve) => {
      const asked = secure
        ? request({ host, port: at, rejectUnauthorized: false, agent: new Agent() })
        : get({ host, port: at, agent: false });
      asked.on('response', (response) => {
        response.on('data', (text) => resolve(`${response.headers.location ?? text}`));
        response.on('end', () => resolve(response.headers.location ?? ''));
      });
      asked.on('error', () => resolve('refused'));
      asked.end();
    });

  test('speaks TLS there and nowhere else, and nothing else there', async () => {
    expect(await answered(true, '127.0.0.2', own)).toBe('secure');
    expect(await answered(false, '127.0.0.2', own)).toBe('refused');
    expect(await answered(true, '127.0.0.1', main)).toBe('refused');
    expect(await answered(false, '127.0.0.1', main)).toBe('plain');
  });

  test('sends HTTP to that port, and takes both at one again', async () => {
    both.set({ ...secureOnly, httpsPort: own });
    expect(await answered(false, '127.0.0.1', main)).toBe(`https://127.0.0.1:${own}/`);
    both.set({ ...secureOnly, http: 'serve' });
    expect(await answered(true, '127.0.0.1', main)).toBe('secure');
  });
});
