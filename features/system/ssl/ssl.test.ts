// Must come before @peculiar/x509, whose dependency injection needs it.
import 'reflect-metadata';
import { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { connect, type SecureVersion } from 'node:tls';
import * as x509 from '@peculiar/x509';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { KeyPair } from '../../../device/console-settings.ts';
import { createCertificate } from '../../../device/http/certificate.ts';
import { privateKeyText } from '../../../device/http/private-key-text.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import type { AgentClient } from '../../../tests/agent/agent-client.ts';
import { startTestAgent, type TestAgent } from '../../../tests/agent/test-agent.ts';

let agent: TestAgent;
let client: AgentClient;
let pair: KeyPair;

beforeAll(async () => {
  agent = await startTestAgent();
  client = await agent.signedIn();
  pair = await createCertificate(['192.0.2.77', 'switch.lan', 'fd00::2']);
});

afterAll(() => agent.close());

beforeEach(async () => {
  await client.set('sslCtrl', { sslState: 1, sslHttpMode: 1, sslMinVersion: 1, sslAction: 3 });
});

/** The fingerprint of the certificate that a handshake shows, or why there was none. */
function shown(version?: SecureVersion, port = Number(new URL(agent.origin).port)): Promise<string> {
  return new Promise((resolve) => {
    const versions = version && ({ minVersion: version, maxVersion: version } as const);
    const options = { port, host: '127.0.0.1', rejectUnauthorized: false, ciphers: 'DEFAULT@SECLEVEL=0', ...versions };
    const socket = connect(options, () => {
      resolve(socket.getPeerX509Certificate()?.fingerprint256 ?? 'none');
      socket.destroy();
    });
    socket.on('error', () => resolve('refused'));
  });
}

async function upload(text: string, passphrase = '', by = client): Promise<{ code: number; message: string }> {
  const form = new FormData();
  form.append('Gambit', by.gambit);
  form.append('passphrase', passphrase);
  form.append('file', new Blob([text]), 'certificate.pem');
  const headers = { cookie: by.cookie };
  const answer = await fetch(`${agent.origin}/iss/specific/cgi/certificate`, { method: 'POST', body: form, headers });
  return Object(await answer.json()).error;
}

const fingerprint = () => new X509Certificate(pair.certificate).fingerprint256;

describe('an uploaded certificate', () => {
  it('is what a handshake shows from then on, and after a restart', async () => {
    const own = await shown();
    expect(own).toMatch(/^[0-9A-F:]{95}$/);
    expect(await upload(pair.certificate + pair.key)).toMatchObject({ code: 0 });
    expect(await shown()).toBe(fingerprint());
    expect(await client.read('sslCertEntry')).toMatchObject({
      sslCertStatus: 1,
      sslCertOrigin: 2,
      sslCertNames: '192.0.2.77, switch.lan, fd00::2',
      sslCertFingerprint: fingerprint(),
    });
    await agent.stop();
    agent = await startTestAgent({ directory: agent.directory });
    client = await agent.signedIn();
    expect(await shown()).toBe(fingerprint());
    await client.set('sslCtrl', { sslAction: 3 });
    expect(await shown()).not.toBe(fingerprint());
    expect(await client.read('sslCertEntry')).toMatchObject({ sslCertOrigin: 1 });
  });

  it('can be taken away again: no browser is told to insist on one that it trusts', async () => {
    expect(await upload(pair.certificate + pair.key)).toMatchObject({ code: 0 });
    const { port } = new URL(agent.origin);
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      get({ port, host: '127.0.0.1', path: '/', rejectUnauthorized: false }, resolve).on('error', reject);
    });
    answer.resume();
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).not.toHaveProperty('strict-transport-security');
  });

  it('with another key is named in one sentence, and changes nothing', async () => {
    const before = await shown();
    const other = await createCertificate(['192.0.2.78']);
    expect(await upload(pair.certificate + other.key)).toMatchObject({
      code: ErrorCode.wrongValue,
      message: 'The key does not belong to the certificate.',
    });
    expect((await upload('nothing')).message).toBe('The file is not a PEM key.');
    expect(await shown()).toBe(before);
  });

  it('is nowhere told with its key', async () => {
    await upload(pair.certificate + pair.key);
    const secret = pair.key.split('\n')[1] ?? '';
    const read = JSON.stringify([await client.read('sslCtrl'), await client.read('sslCertEntry')]);
    const session = `?Gambit=${client.gambit}`;
    const files = await Promise.all(
      ['certificate', 'certificate-request'].map(async (name) =>
        (await client.get(`/iss/specific/cgi/${name}${session}`)).text(),
      ),
    );
    expect(read + files.join()).not.toContain(secret);
    expect(files[0]).toBe(pair.certificate);
  });

  it('is not taken from a stranger', async () => {
    expect((await upload(pair.certificate + pair.key, '', agent.client())).code).not.toBe(0);
    expect(await shown()).not.toBe(fingerprint());
  });
});

it('a request is signed by the key that stays here', async () => {
  expect((await client.set('sslCtrl', { sslAction: 2, sslRequestName: 'switch.example' })).error.code).toBe(0);
  const answer = await client.get(`/iss/specific/cgi/certificate-request?Gambit=${client.gambit}`);
  expect(await answer.text()).toContain('BEGIN CERTIFICATE REQUEST');
  // Another certificate than the one that was asked for comes without a key that fits.
  expect((await upload(pair.certificate)).message).toBe('The key does not belong to the certificate.');
});

it('a self-signed certificate is made anew', async () => {
  const before = await shown();
  expect((await client.set('sslCtrl', { sslAction: 1 })).error.code).toBe(0);
  expect(await shown()).not.toBe(before);
  expect(await shown()).not.toBe('refused');
});

describe('a handshake', () => {
  it('of TLS 1.1 is refused, of TLS 1.2 and 1.3 not', async () => {
    expect(await shown('TLSv1.1')).toBe('refused');
    expect(await shown('TLSv1.2')).not.toBe('refused');
    expect(await shown('TLSv1.3')).not.toBe('refused');
  });

  it('of TLS 1.2 is refused where 1.3 is the lowest', async () => {
    await client.set('sslCtrl', { sslMinVersion: 2 });
    expect(await shown('TLSv1.2')).toBe('refused');
    expect(await shown('TLSv1.3')).not.toBe('refused');
  });

  it('is refused while HTTPS is off', async () => {
    await client.set('sslCtrl', { sslState: 2 });
    expect(await shown()).toBe('refused');
  });
});

describe('the guard', () => {
  const isAnswered = () =>
    fetch(`${agent.origin}/`).then(
      () => true,
      () => false,
    );

  it('asks before the listener of the session is turned off, and takes that back where nobody confirms it', async () => {
    const off = { sslHttpMode: 2 };
    const { error } = await client.set('sslCtrl', off);
    expect(error).toMatchObject({ code: ErrorCode.managementLoss });
    expect(error.message).toContain('HTTP, which this session uses, would end.');
    expect(await isAnswered()).toBe(true);
    expect((await client.set('sslCtrl', { ...off, Force: 1 })).error.code).toBe(0);
    await expect.poll(isAnswered).toBe(false);
    expect(await shown()).not.toBe('refused');
    agent.clock.advance(60_000);
    await expect.poll(() => agent.running.context.guard.provisional()).toBeUndefined();
    expect(await isAnswered()).toBe(true);
  });

  it('does not ask where another listener goes', async () => {
    expect((await client.set('sslCtrl', { sslState: 2 })).error.code).toBe(0);
    expect((await client.set('sslCtrl', { sslState: 1, sslHttpMode: 3 })).error.code).toBe(0);
  });
});

describe('TLS 1.2, by a certificate of either kind,', () => {
  const dated = [
    'AES128-GCM-SHA256',
    'AES256-SHA',
    'ECDHE-RSA-AES128-SHA',
    'ECDHE-ECDSA-AES256-SHA384',
    'ECDHE-RSA-AES256-SHA',
  ];
  const sound = { RSA: 'ECDHE-RSA-AES128-GCM-SHA256', ECDSA: 'ECDHE-ECDSA-AES256-GCM-SHA384' };

  it.each(['RSA', 'ECDSA'] as const)('exchanges keys anew each time and encrypts by AEAD alone: %s', async (kind) => {
    const made = kind === 'RSA' ? await rsaPair() : pair;
    expect(await upload(made.certificate + made.key)).toMatchObject({ code: 0 });
    const spoken = (ciphers: string) =>
      new Promise<string>((resolve) => {
        const { port } = new URL(agent.origin);
        const options = {
          host: '127.0.0.1',
          port: Number(port),
          rejectUnauthorized: false,
          maxVersion: 'TLSv1.2',
        } as const;
        const socket = connect({ ...options, ciphers: `${ciphers}:@SECLEVEL=0` }, () => {
          resolve(socket.getCipher().name);
          socket.destroy();
        });
        socket.on('error', () => resolve('refused'));
      });
    expect(await spoken(sound[kind])).toBe(sound[kind]);
    for (const one of dated) expect([one, await spoken(one)]).toEqual([one, 'refused']);
  });
});

/** A self-signed certificate with an RSA key, and that. */
async function rsaPair(): Promise<KeyPair> {
  const algorithm = {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
  };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '07',
    name: 'CN=switch.example',
    notBefore: new Date(Date.now() - 86_400_000),
    notAfter: new Date(Date.now() + 86_400_000),
    signingAlgorithm: algorithm,
    keys,
  });
  return { certificate: `${certificate.toString('pem')}\n`, key: await privateKeyText(keys.privateKey) };
}
