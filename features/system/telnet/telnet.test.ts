import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { AgentClient } from '../../../tests/agent/agent-client.ts';
import { PASSWORD, startTestAgent, type TestAgent } from '../../../tests/agent/test-agent.ts';
import { telnetState } from './slots.ts';

let agent: TestAgent;
let web: AgentClient;
const open: Visitor[] = [];

beforeAll(async () => {
  agent = await startTestAgent();
  web = await agent.signedIn();
  expect((await web.set('telnetCtrl', { telnetState: 1 })).error.code).toBe(0);
});

afterEach(async () => {
  for (const visitor of open.splice(0)) visitor.socket.destroy();
  await expect.poll(() => agent.running.context.slots.get(telnetState).sessions).toEqual([]);
});

afterAll(() => agent.close());

/** The client's end of a connection, which agrees to nothing and answers nothing. */
class Visitor {
  readonly socket: Socket;
  text = '';
  isClosed = false;

  constructor(localAddress = '127.0.0.1') {
    const [listening = ''] = agent.running.context.slots.get(telnetState).listening;
    this.socket = connect({ port: Number(listening.split(':').at(-1)), host: '127.0.0.1', localAddress });
    this.socket.on('data', (octets) => {
      this.text += octets.toString('latin1').replaceAll('\0', '');
    });
    this.socket.on('error', () => {});
    this.socket.on('close', () => {
      this.isClosed = true;
    });
    open.push(this);
  }

  write(text: string): void {
    this.socket.write(text);
  }

  async sees(text: string): Promise<void> {
    await expect.poll(() => this.text).toContain(text);
    this.text = this.text.slice(this.text.indexOf(text) + text.length);
  }

  async signIn(password = PASSWORD): Promise<void> {
    await this.sees('Username: ');
    this.write('admin\r\n');
    await this.sees('Password: ');
    this.write(`${password}\r\n`);
  }
}

test('signs in, shows no password, carries lines out, and leaves', async () => {
  const visitor = new Visitor();
  await visitor.signIn();
  await visitor.sees('> ');
  expect(visitor.text).not.toContain(PASSWORD);
  visitor.write('set system system-management location "Room 4"\r\n');
  await visitor.sees('> ');
  await expect.poll(() => web.read('system')).toMatchObject({ sysLocation: 'Room 4' });
  visitor.write('show system system-management | include room\r\n');
  await visitor.sees('Location');
  visitor.write('exit\r\n');
  await expect.poll(() => visitor.isClosed).toBe(true);
});

test('closes after three wrong passwords', async () => {
  const visitor = new Visitor('127.0.0.9');
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    expect(visitor.isClosed).toBe(false);
    await visitor.signIn(`wrong ${attempt}`);
    await visitor.sees('not correct');
  }
  await expect.poll(() => visitor.isClosed).toBe(true);
  expect(visitor.text).not.toContain('Username');
});

test('a fifth session is refused, by one sentence', async () => {
  for (let at = 0; at < 4; at += 1) {
    const visitor = new Visitor();
    await visitor.signIn();
    await visitor.sees('> ');
  }
  const fifth = new Visitor();
  await fifth.signIn();
  await fifth.sees('Only 4 sessions can be open at the same time.');
  await expect.poll(() => fifth.isClosed).toBe(true);
});

test('a session is ended from the page', async () => {
  const visitor = new Visitor();
  await visitor.signIn();
  await visitor.sees('> ');
  expect(await web.read('telnetSessionEntry')).toMatchObject([{ telnetSessionId: 1, telnetSessionAddr: '127.0.0.1' }]);
  expect((await web.set('telnetCtrl', { telnetDisconnect: 1 })).error.code).toBe(0);
  await visitor.sees('The session was ended.');
  await expect.poll(() => visitor.isClosed).toBe(true);
  expect((await web.set('telnetCtrl', { telnetDisconnect: 1 })).error.message).toBe('Session 1 is not open.');
});

test('a session that is idle for longer than the timeout ends, whatever the console does', async () => {
  const visitor = new Visitor();
  await visitor.signIn();
  await visitor.sees('> ');
  agent.clock.advance(250_000);
  await web.read('system');
  expect(visitor.isClosed).toBe(false);
  agent.clock.advance(60_000);
  await visitor.sees('The session ended because it was idle.');
});

test('ports of other services are refused', async () => {
  const { error } = await web.set('telnetCtrl', { telnetPort: 443 });
  expect(error).toMatchObject({ message: 'Port 443 is used by HTTPS.', column: 'telnetPort' });
  expect((await web.set('sslCtrl', { sslPort: 2323 })).error.code).toBe(0);
  expect((await web.set('telnetCtrl', { telnetPort: 2323 })).error.message).toBe('Port 2323 is used by HTTPS.');
  expect((await web.set('telnetCtrl', { telnetPort: 2424 })).error.code).toBe(0);
  expect((await web.set('sslCtrl', { sslPort: 2424 })).error).toMatchObject({
    message: 'Port 2424 is used by Telnet.',
    column: 'sslPort',
  });
  await web.set('sslCtrl', { sslPort: 443 });
  await web.set('telnetCtrl', { telnetPort: 23 });
  await web.set('sshCtrl', { sshState: 1 });
  expect((await web.set('sshCtrl', { sshServicePort: 23 })).error).toMatchObject({
    message: 'Port 23 is used by Telnet.',
    object: 'sshCtrl',
  });
  await web.set('sshCtrl', { sshState: 2 });
});

/** Lets the switch's time pass, by which its requests are given up, until something is seen. */
async function seesInTime(visitor: Visitor, text: string): Promise<void> {
  const passing = setInterval(() => agent.clock.advance(100), 5);
  await visitor.sees(text).finally(() => clearInterval(passing));
}

test('pings, tells each answer and what they come to, and stops for Ctrl-C', async () => {
  const visitor = new Visitor();
  await visitor.signIn();
  await visitor.sees('> ');
  visitor.write('ping 192.168.10.78 2\r\n');
  await seesInTime(visitor, '192.168.10.78 1: ');
  await seesInTime(visitor, '2 sent, 0 received, 100 % lost');
  await visitor.sees('% Error: 192.168.10.78 does not answer.');
  visitor.write('ping 192.168.10.79 10\r\n');
  await seesInTime(visitor, '192.168.10.79 1: ');
  visitor.write('\x03');
  await seesInTime(visitor, '> ');
  await expect.poll(() => web.read('pingResultsEntry')).toMatchObject({ pingResultsOperStatus: 2 });
  visitor.write('ping 192.168.10.78 11\r\n');
  await visitor.sees('% Error: Please enter an integer between 1 ~ 10');
  visitor.write('ping 224.0.0.1\r\n');
  await visitor.sees('% Error: Invalid IPv4 address.');
});

test('names the row that is not there', async () => {
  const visitor = new Visitor();
  await visitor.signIn();
  await visitor.sees('> ');
  visitor.write('set network vlan tagged 77 vlan-name x\r\n');
  await visitor.sees('77 does not exist.');
});

test.each([
  ['that signed in before', '127.0.0.1'],
  ['that nobody knows', '127.0.0.99'],
])('a source %s gets in while 26 others open connections again and again', async (_who, address) => {
  const flood = () => {
    agent.clock.advance(100);
    for (let at = 1; at <= 26; at += 1) new Visitor(`127.0.1.${at}`);
  };
  for (let times = 0; times < 10; times += 1) flood();
  await expect.poll(() => open.filter(({ isClosed }) => isClosed).length).toBeGreaterThan(100);
  const owner = new Visitor(address);
  for (const step of ['Username: ', 'Password: ', '> ']) {
    await owner.sees(step);
    const [before] = [open.length];
    flood();
    const [last] = open.slice(before).slice(-1);
    await expect.poll(() => last?.isClosed || last?.text !== '').toBe(true);
    owner.write(step === 'Password: ' ? `${PASSWORD}\r\n` : 'admin\r\n');
  }
  await owner.sees('"admin"');
});
