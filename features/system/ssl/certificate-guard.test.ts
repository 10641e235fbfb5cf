// Must come before @peculiar/x509, whose dependency injection needs it.
import 'reflect-metadata';
import { X509Certificate } from 'node:crypto';
import { Agent, request } from 'node:https';
import { connect } from 'node:tls';
import * as x509 from '@peculiar/x509';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { privateKeyText } from '../../../device/http/private-key-text.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import type { AgentClient } from '../../../tests/agent/agent-client.ts';
import { freshCall } from '../../../tests/agent/fresh-call.ts';
import { startTestAgent, type TestAgent } from '../../../tests/agent/test-agent.ts';

const HOUR = 3_600_000;
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

let agent: TestAgent;
let client: AgentClient;
let keys: CryptoKeyPair;
let key: string;

beforeAll(async () => {
  agent = await startTestAgent();
  client = await agent.signedIn();
  keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  key = await privateKeyText(keys.privateKey);
  await client.set('system', { sysName: 'attic' });
});

afterAll(() => agent.close());

beforeEach(async () => {
  await client.set('managementGuard', { managementGuardTakeBack: 1 });
  await expect.poll(async () => (await client.set('sslCtrl', { sslAction: 3 })).error.code).toBe(0);
});

interface Named {
  readonly dns?: readonly string[];
  readonly ip?: readonly string[];
  /** Milliseconds that it is still valid. */
  readonly life?: number;
}

async function certificate({ dns = [], ip = [], life = 48 * HOUR }: Named): Promise<string> {
  const names = [
    ...dns.map((value) => ({ type: 'dns' as const, value })),
    ...ip.map((value) => ({ type: 'ip' as const, value })),
  ];
  const made = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=attic',
    notBefore: new Date(Date.now() - HOUR),
    notAfter: new Date(Date.now() + life),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [new x509.SubjectAlternativeNameExtension(names)],
  });
  return `${made.toString('pem')}\n`;
}

interface Said {
  readonly code: number;
  readonly message: string;
}

/** A request over TLS on a connection of its own, by whatever host. */
function secure(path: string, host: string, body: FormData | URLSearchParams): Promise<Said> {
  const sent = new Response(body);
  return new Promise((resolve, reject) => {
    void sent.arrayBuffer().then((octets) => {
      const headers = {
        host,
        cookie: `__Host-${client.cookie}`,
        'content-type': sent.headers.get('content-type') ?? '',
      };
      const { port } = new URL(agent.origin);
      const options = { port, host: '127.0.0.1', path, method: 'POST', agent: new Agent(), headers };
      const call = request({ ...options, rejectUnauthorized: false }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part) => {
          text += part;
        });
        response.on('end', () => resolve(Object(JSON.parse(text)).error));
      });
      call.on('error', reject).end(Buffer.from(octets));
    });
  });
}

function upload(host: string, pem: string, more: Readonly<Record<string, string>> = {}): Promise<Said> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ Gambit: client.gambit, ...more })) form.append(name, value);
  form.append('file', new Blob([pem + key]), 'certificate.pem');
  return secure('/iss/specific/cgi/certificate', host, form);
}

/** Any call of the session. */
function call(host: string): Promise<Said> {
  const RPC = JSON.stringify({ method: 'CommonGet', id: 0, params: { Template: 'system' } });
  return secure('/iss/specific/rpc.js', host, new URLSearchParams({ Gambit: client.gambit, RPC }));
}

/** The fingerprint of the certificate that a handshake shows. */
function shown(): Promise<string> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(agent.origin);
    const socket = connect({ port: Number(port), host: '127.0.0.1', rejectUnauthorized: false }, () => {
      resolve(socket.getPeerX509Certificate()?.fingerprint256 ?? 'none');
      socket.destroy();
    });
    socket.on('error', reject);
  });
}

const printOf = (pem: string) => new X509Certificate(pem).fingerprint256;
const provisional = () => agent.running.context.guard.provisional();

describe('a certificate', () => {
  const refused = (host: string) => new RegExp(`The certificate does not name ${host}, which this session uses`);
  const soon = /has expired: The certificate expires at .*: browsers would refuse it from then on/;

  it.each([
    ['another address', '127.0.0.1', { ip: ['192.0.2.7'] }, refused('127.0.0.1')],
    [
      'a name, where the session came by an address',
      '127.0.0.1',
      { dns: ['attic', '127.0.0.1'] },
      refused('127.0.0.1'),
    ],
    ['the address, where the session came by a name', 'attic', { ip: ['127.0.0.1'] }, refused('attic')],
    ['another domain', 'attic.lan', { dns: ['attic', 'attic.home'] }, refused('attic.lan')],
    ['no name at all', 'attic', {}, refused('attic')],
    ['the host for some seconds', '127.0.0.1', { ip: ['127.0.0.1'], life: 20_000 }, soon],
    ['the host for less than a day', 'attic', { dns: ['attic'], life: 23 * HOUR }, soon],
  ])('for %s is taken by force only', async (_what, host, names, words) => {
    const before = await shown();
    const pem = await certificate(names);
    const said = await upload(host, pem);
    expect(said.code).toBe(ErrorCode.managementLoss);
    expect(said.message).toMatch(words);
    expect(await shown()).toBe(before);
    expect(await upload(host, pem, { Force: '1' })).toMatchObject({ code: 0 });
    expect(await shown()).toBe(printOf(pem));
    expect(provisional()?.secondsLeft).toBe(60);
    agent.clock.advance(60_000);
    await expect.poll(provisional).toBeUndefined();
    expect(await shown()).toBe(before);
  });

  it.each([
    ['127.0.0.1', { ip: ['127.0.0.1'] }],
    ['attic', { dns: ['attic'] }],
    ['ATTIC.lan.', { dns: ['*.lan', 'attic.lan'] }],
  ])('that names %s is taken', async (host, names) => {
    const pem = await certificate(names);
    expect(await upload(host, pem)).toMatchObject({ code: 0 });
    expect(provisional()).toBeUndefined();
    expect(await shown()).toBe(printOf(pem));
  });

  it('is kept once a client of the same host takes it, and by nobody else', async () => {
    const pem = await certificate({ dns: ['cellar'] });
    expect(await upload('attic', pem, { Force: '1' })).toMatchObject({ code: 0 });
    expect(await call('127.0.0.1')).toMatchObject({ code: 0 });
    // Over HTTP, where the certificate is not seen.
    await freshCall(client, 'CommonGet', { Template: 'system' }, 'attic');
    expect(provisional()).toBeDefined();
    expect((await client.set('sslCtrl', { sslAction: 3 })).error.message).toMatch(/waiting for confirmation/);
    expect(await call('attic')).toMatchObject({ code: 0 });
    await expect.poll(provisional).toBeUndefined();
    await restarted();
    expect(await shown()).toBe(printOf(pem));
  });

  it('that waits is gone after a restart', async () => {
    const before = await certificate({ dns: ['attic'] });
    expect(await upload('attic', before)).toMatchObject({ code: 0 });
    expect(await upload('attic', await certificate({ dns: ['cellar'] }), { Force: '1' })).toMatchObject({ code: 0 });
    await restarted();
    expect(await shown()).toBe(printOf(before));
  });

  it('that is as wrong as the one before is no question', async () => {
    expect(await upload('attic', await certificate({ dns: ['cellar'] }), { Force: '1' })).toMatchObject({ code: 0 });
    expect(await call('attic')).toMatchObject({ code: 0 });
    await expect.poll(provisional).toBeUndefined();
    expect(await upload('attic', await certificate({ dns: ['roof'] }))).toMatchObject({ code: 0 });
  });

  it('is no matter for a session that sees none', async () => {
    const { error } = await client.upload('certificate', new Blob([(await certificate({})) + key]));
    expect(error.message).toBe('');
  });
});

async function restarted(): Promise<void> {
  await agent.stop();
  agent = await startTestAgent({ directory: agent.directory });
  client = await agent.signedIn();
  await client.set('system', { sysName: 'attic' });
}
