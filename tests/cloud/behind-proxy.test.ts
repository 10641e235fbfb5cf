import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as plainRequest } from 'node:http';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AgentClient } from '../agent/agent-client.ts';
import { endProcess } from '../end-process.ts';
import { CloudProcess, cloudPassword } from './cloud-process.ts';

const examples = fileURLToPath(new URL('../../packaging/proxy', import.meta.url));
const NAME = 'cloud.example';
let folder = '';
let cloud: CloudProcess;
let sealing: AgentClient;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'faceplate-proxy-'));
  cloud = await CloudProcess.start({ options: ['--name', NAME, '--trusted-proxies', '127.0.0.1'] });
  sealing = new AgentClient(cloud.origin);
});

afterAll(async () => {
  await cloud.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The answer to a login that comes from `client` over a proxy that says so. */
async function loginFrom(client: string, password: string) {
  const parameters = await sealing.sealed('admin', password);
  const response = await sealing.get(`/iss/specific/login_data.js?${parameters}`, { 'x-forwarded-for': client });
  const answer: { error: { code: number } } = await response.json();
  return { code: answer.error.code, cookies: response.headers.getSetCookie() };
}

test('wrong passwords of one client lock out this client, and no other behind the same proxy', async () => {
  const codes: number[] = [];
  for (let attempt = 0; attempt < 4; attempt += 1) codes.push((await loginFrom('198.51.100.7', 'Wrong-pass1')).code);
  expect(codes.at(-1)).toBe(8703);
  const { code, cookies } = await loginFrom('198.51.100.8', cloudPassword);
  expect(code).toBe(0);
  // Browsers come by HTTPS, though the proxy does not.
  for (const cookie of cookies) expect(cookie).toMatch(/^__Host-.*; Secure/);
});

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

/** The example, for free ports and a certificate of the test's own. */
function adapted(example: string, port: number): string {
  const own = readFileSync(join(examples, example), 'utf8').replaceAll('127.0.0.1:8090', new URL(cloud.origin).host);
  const keys = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')];
  if (!existsSync(join(folder, 'key.pem'))) {
    const subject = ['-subj', `/CN=${NAME}`, '-addext', `subjectAltName=DNS:${NAME}`, '-days', '1'];
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    execFileSync('openssl', ['req', '-x509', ...kind, ...keys, ...subject], { stdio: 'ignore' });
  }
  return own
    .replaceAll('/etc/ssl/cloud.example.pem', join(folder, 'certificate.pem'))
    .replaceAll('/etc/ssl/cloud.example.key', join(folder, 'key.pem'))
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace('cloud.example {', `cloud.example:${port} {\n\tbind 127.0.0.1\n\ttls internal`);
}

const proxies = {
  nginx: (port: number) => {
    const file = join(folder, 'nginx.conf');
    mkdirSync(join(folder, 'nginx'), { recursive: true });
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (kind) => `${kind}_temp_path ${folder}/nginx/${kind};`,
    );
    const head = `daemon off; pid ${folder}/nginx/pid; error_log ${folder}/nginx/log; events {}`;
    writeFileSync(file, `${head} http { access_log off; ${places.join(' ')}\n${adapted('nginx.conf', port)} }`);
    return ['/usr/sbin/nginx', '-p', folder, '-c', file];
  },
  caddy: (port: number) => {
    const file = join(folder, 'Caddyfile');
    const head = '{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n';
    writeFileSync(file, head + adapted('Caddyfile', port));
    return ['/usr/bin/caddy', 'run', '--adapter', 'caddyfile', '--config', file];
  },
};

/** A page through a proxy at this port, as a browser would ask for it. */
const page = (port: number) =>
  new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const asked = { host: '127.0.0.1', port, servername: NAME, headers: { host: NAME }, rejectUnauthorized: false };
    request({ ...asked, path: '/iss/specific/public_key.js' }, async (response) =>
      resolve({ status: response.statusCode, body: await text(response) }),
    )
      .on('error', reject)
      .end();
  });

describe.each(['nginx', 'caddy'] as const)('the example for %s', (name) => {
  const [program = ''] = { nginx: ['/usr/sbin/nginx'], caddy: ['/usr/bin/caddy'] }[name];
  let proxy: ChildProcess | undefined;

  afterAll(() => endProcess(proxy, 'SIGTERM'));

  if (!existsSync(program)) test(`is not tried here, because ${program} is not installed`, () => {});
  else
    test('serves the console by HTTPS', async () => {
      const port = await freePort();
      const [command = '', ...words] = proxies[name](port);
      const home = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
      proxy = spawn(command, words, { stdio: 'ignore', env: { PATH: process.env.PATH, ...home } });
      await expect.poll(() => page(port).catch(() => undefined)).toMatchObject({ status: 200 });
      expect((await page(port)).body).toContain('BEGIN PUBLIC KEY');
    });
});

test('a certificate of its own is what browsers get', async () => {
  adapted('nginx.conf', 0);
  const own = ['--certificate', join(folder, 'certificate.pem'), '--key', join(folder, 'key.pem')];
  const secured = await CloudProcess.start({ listen: '0.0.0.0:0', options: [...own, '--name', NAME] });
  try {
    const ca = readFileSync(join(folder, 'certificate.pem'));
    const { port } = new URL(secured.origin);
    const status = await new Promise((resolve, reject) =>
      request({ host: '127.0.0.1', port, servername: NAME, headers: { host: NAME }, ca, path: '/' }, (response) =>
        resolve(response.statusCode),
      )
        .on('error', reject)
        .end(),
    );
    expect(status).toBe(200);
  } finally {
    await secured.stop();
  }
});

test('a client that is no trusted proxy is believed nothing', async () => {
  const untrusting = await CloudProcess.start();
  try {
    const { port } = new URL(untrusting.origin);
    const asked = { host: '127.0.0.1', port, path: '/iss/specific/public_key.js', headers: { 'x-forwarded-for': 'x' } };
    const status = await new Promise((resolve) => plainRequest(asked, ({ statusCode }) => resolve(statusCode)).end());
    expect(status).toBe(200);
    const other = new AgentClient(untrusting.origin);
    const codes: number[] = [];
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const response = await other.get(`/iss/specific/login_data.js?${await other.sealed('admin', 'Wrong-pass1')}`, {
        'x-forwarded-for': `198.51.100.${attempt}`,
      });
      codes.push(((await response.json()) as { error: { code: number } }).error.code);
    }
    expect(codes.at(-1)).toBe(8703);
  } finally {
    await untrusting.stop();
  }
});
