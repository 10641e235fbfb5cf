import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ManualClock } from '../../../datapath/clock.ts';
import { createCertificate } from '../../../device/http/certificate.ts';
import { englishOf } from '../../../device/log/log.ts';
import { say } from '../../../model/values/message.ts';
import { startTestAgent, type TestAgent } from '../../../tests/agent/test-agent.ts';
import { isPermittedReceiver } from './permitted-receiver.ts';
import { ATTEMPTS, QUEUE_MAXIMUM, Webhook } from './webhook.ts';
import { WebhookStatus } from './webhook-objects.ts';
import { noFigures } from './webhook-state.ts';

const SECRET = 'correct-horse-battery';
const WALL_TIME = Date.UTC(2026, 0, 31, 13, 5, 9);

let server: Server;
let certificate: string;
let origin: string;
let code = 204;
const heard: { readonly headers: IncomingHttpHeaders; readonly path: string; readonly body: string }[] = [];

beforeAll(async () => {
  const pair = await createCertificate(['hooks.example']);
  certificate = pair.certificate;
  server = createServer({ cert: pair.certificate, key: pair.key }, (request, response) => {
    let body = '';
    request.on('data', (data) => {
      body += String(data);
    });
    request.on('end', () => {
      heard.push({ headers: request.headers, path: request.url ?? '', body });
      response.writeHead(code, { location: 'https://elsewhere.example/' }).end('x'.repeat(100_000));
    });
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `https://hooks.example:${(server.address() as AddressInfo).port}`;
});

afterAll(() => server.close());

beforeEach(() => {
  heard.length = 0;
  code = 204;
});

const opened: Webhook[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

function webhook(options: { readonly authority?: string; readonly permitted?: boolean; readonly url?: string } = {}) {
  const { authority = certificate, url = `${origin}/switch?site=1` } = options;
  let { permitted = true } = options;
  const clock = new ManualClock();
  let figures = noFigures;
  let reports = 0;
  const made = new Webhook(
    { url, secret: SECRET, authority },
    {
      clock,
      wallTime: () => WALL_TIME,
      resolve: async () => ['127.0.0.1'],
      isPermitted: () => permitted,
      changed: (now) => {
        figures = now;
        reports += 1;
      },
    },
  );
  opened.push(made);
  return {
    send: (id: string) => made.send({ id, body: { id } }),
    clock,
    permit() {
      permitted = true;
    },
    figures: () => figures,
    reports: () => reports,
  };
}

const ids = () => heard.map(({ body }) => JSON.parse(body).id);

describe('a webhook', () => {
  test('posts events in their order, each signed', async () => {
    const { send, figures } = webhook();
    for (const id of ['one', 'two']) send(id);
    await expect.poll(figures).toEqual({ status: WebhookStatus.delivered, code: 204, sent: 2, dropped: 0 });
    expect(ids()).toEqual(['one', 'two']);
    const [first] = heard;
    expect(first?.path).toBe('/switch?site=1');
    expect(JSON.parse(first?.body ?? '')).toEqual({ id: 'one', dropped: 0 });
    const time = String(WALL_TIME / 1000);
    const signature = createHmac('sha256', SECRET).update(`${time}.${first?.body}`).digest('hex');
    expect(first?.headers).toMatchObject({
      host: new URL(origin).host,
      'content-type': 'application/json',
      'x-faceplate-event': 'one',
      'x-faceplate-timestamp': time,
      'x-faceplate-signature': `sha256=${signature}`,
    });
  });

  test('repeats what may succeed later, with the same delivery number, and drops it in the end', async () => {
    code = 503;
    const { send, figures, clock, reports } = webhook();
    send('late');
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      await expect.poll(reports).toBeGreaterThanOrEqual(attempt);
      // Not while a request is on its way, which would take too long by this clock.
      clock.advance(64_000);
    }
    expect(figures().dropped).toBe(1);
    expect(heard).toHaveLength(ATTEMPTS);
    expect(new Set(heard.map(({ headers }) => headers['x-faceplate-delivery'])).size).toBe(1);
    code = 200;
    send('next');
    await expect.poll(() => figures().sent).toBe(1);
    expect(JSON.parse(heard.at(-1)?.body ?? '')).toEqual({ id: 'next', dropped: 1 });
    send('after');
    await expect.poll(() => figures().sent).toBe(2);
    expect(JSON.parse(heard.at(-1)?.body ?? '')).toEqual({ id: 'after', dropped: 0 });
  });

  test.each([300, 301, 400, 410])(
    'drops at once what the receiver refuses with %i, and follows no redirect',
    async (status) => {
      code = status;
      const { send, figures } = webhook();
      send('refused');
      await expect.poll(figures).toEqual({ status: WebhookStatus.refused, code: status, sent: 0, dropped: 1 });
      expect(heard).toHaveLength(1);
    },
  );

  test('keeps a bounded number of events, the newest, and the one that was tried already', async () => {
    const { send, figures, clock, permit } = webhook({ permitted: false });
    send('0');
    await expect.poll(() => figures().status).toBe(WebhookStatus.forbidden);
    for (let number = 1; number <= QUEUE_MAXIMUM + 9; number += 1) send(String(number));
    expect(figures().dropped).toBe(10);
    clock.advance(1);
    expect(heard).toEqual([]);
    permit();
    clock.advance(1_000);
    await expect.poll(() => ids().slice(0, 2)).toEqual(['0', '11']);
  });

  test.each([408, 429, 500])('repeats what the receiver could not take at the moment, with %i', async (status) => {
    code = status;
    const { send, figures, clock } = webhook();
    send(`later ${status}`);
    await expect.poll(figures).toEqual({ status: WebhookStatus.refused, code: status, sent: 0, dropped: 0 });
    code = 204;
    clock.advance(1_000);
    await expect.poll(() => figures().sent).toBe(1);
    // A request of a former test may be on its way.
    expect(ids().filter((id) => id === `later ${status}`)).toHaveLength(2);
  });

  test('with an address that leads nowhere shows it, and goes on', async () => {
    const { send, figures, clock } = webhook({ url: 'https://hooks.example:99999/' });
    send('never');
    const unreachable = (dropped: number) => ({ status: WebhookStatus.unreachable, code: 0, sent: 0, dropped });
    await expect.poll(figures).toEqual(unreachable(0));
    for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
      clock.advance(64_000);
      await new Promise(setImmediate);
    }
    expect(figures()).toEqual(unreachable(1));
  });

  test('sends nothing to a receiver whose certificate is not accepted', async () => {
    const other = (await createCertificate(['hooks.example'])).certificate;
    const hooks = [
      webhook({ authority: '' }),
      webhook({ authority: other }),
      webhook({ url: origin.replace('hooks', 'books') }),
    ];
    for (const { send } of hooks) send('never');
    for (const { figures } of hooks) await expect.poll(() => figures().status).toBe(WebhookStatus.untrusted);
    expect(heard).toEqual([]);
  });
});

test('events go to other hosts only: not to the switch, its link, or a group', () => {
  const own = new Set(['192.0.2.200', '2001:db8::200']);
  const permitted = (address: string) => isPermittedReceiver(address, own);
  expect(['192.0.2.9', '10.0.0.9', '2001:db8::9', 'fd00::9'].filter((address) => !permitted(address))).toEqual([]);
  const refused = [
    '127.0.0.1',
    '127.8.8.8',
    '0.0.0.0',
    '169.254.169.254',
    '224.0.0.1',
    '255.255.255.255',
    '192.0.2.200',
  ];
  expect(refused.filter(permitted)).toEqual([]);
  const refused6 = [
    '::1',
    '::',
    'fe80::1',
    'ff02::1',
    '2001:db8::200',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    'localhost',
  ];
  expect(refused6.filter(permitted)).toEqual([]);
});

describe('on a switch', () => {
  let agent: TestAgent;
  beforeAll(async () => {
    agent = await startTestAgent();
  });
  afterAll(() => agent.close());

  const logged = () => agent.running.context.log.entries().map(englishOf);

  test('a webhook to the switch itself is not called, shows it, and makes no event of it', async () => {
    const client = await agent.signedIn();
    agent.running.context.names.resolve = async () => ['127.0.0.1'];
    const set = (columns: object) => client.set('webhookEntry', { webhookIndex: 1, RowStatus: 4, ...columns });
    const message = async (columns: object) => (await set(columns)).error.message;
    expect(await message({ webhookUrl: `${origin}/` })).toBe('Enter a secret.');
    for (const webhookUrl of [
      'http://hooks.example/',
      'file:///etc/passwd',
      'https://a:b@hooks.example/',
      'https:///x',
    ]) {
      expect(await message({ webhookUrl, webhookSecret: SECRET }), webhookUrl).toMatch(/Enter https/);
    }
    for (const webhookUrl of ['https://hooks.example:99999/', 'https://192.0.2.999/', 'https://[:]/']) {
      expect(await message({ webhookUrl, webhookSecret: SECRET }), webhookUrl).toMatch(
        /^Address must have a valid host/,
      );
    }
    expect(await message({ webhookUrl: `${origin}/`, webhookSecret: SECRET })).toBe('');
    const before = logged().length;
    agent.running.context.log.write(4, say('Port 3 link down.'));
    const rows = async () => Object((await client.read('webhookEntry')) as object[])[0];
    await expect.poll(rows).toMatchObject({ webhookStatus: WebhookStatus.forbidden, webhookSecret: '' });
    agent.clock.advance(10_000);
    expect(logged()).toHaveLength(before + 1);
    expect(heard).toEqual([]);
    expect(JSON.stringify(await rows())).not.toContain(SECRET);
  });

  test('a certificate authority that is none is refused', async () => {
    const client = await agent.signedIn();
    const set = async (syslogAuthority: string) => (await client.set('syslogCtrl', { syslogAuthority })).error.message;
    expect(await set('letmein')).toContain('PEM text');
    expect(await set(certificate.replaceAll('\n', ''))).toBe('');
    expect(await set(certificate)).toBe('');
    expect(await set('')).toBe('');
  });
});
