import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { wordsOf } from '../../../model/values/message.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import type { AgentClient } from '../../../tests/agent/agent-client.ts';
import { startTestAgent, type TestAgent } from '../../../tests/agent/test-agent.ts';

let agent: TestAgent;
let client: AgentClient;

beforeAll(async () => {
  agent = await startTestAgent();
  client = await agent.signedIn();
});

afterAll(() => agent.close());

beforeEach(async () => {
  await client.set('ipAccessListCtrl', { ipAccessListState: 2 });
  await client.call('CommonDelAll', { Template: 'ipAccessListEntry' });
  // Connections seen by the listener until now are reported.
  agent.clock.advance(60_000);
});

const permit = (ipAccessAddr: string, ipAccessPrefixLength: number, ipAccessServices = 31) =>
  client.set('ipAccessListEntry', { ipAccessAddr, ipAccessPrefixLength, ipAccessServices, RowStatus: 4 });

const enable = (more: object = {}) => client.set('ipAccessListCtrl', { ipAccessListState: 1, ...more });

/** The status that the console answers from an address of this host; undefined where the connection is ended without a word. */
function answered(localAddress: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const asked = request(`${agent.origin}/`, { localAddress, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asked.on('error', () => resolve(undefined));
    asked.end();
  });
}

const refusals = () =>
  agent.running.context.log
    .entries()
    .map((entry) => wordsOf(entry.message))
    .filter((words) => words.includes('is not in the IP access list'));

describe('an enabled access list', () => {
  it('lets in whom it names, and nobody else', async () => {
    await permit('127.0.0.1', 32);
    expect((await enable()).error.code).toBe(0);
    expect(await answered('127.0.0.1')).toBe(200);
    expect(await answered('127.0.0.2')).toBeUndefined();
    await permit('127.0.0.0', 30);
    expect(await answered('127.0.0.2')).toBe(200);
    expect(await answered('127.0.0.4')).toBeUndefined();
  });

  it('lets in by service', async () => {
    await permit('127.0.0.1', 32);
    await permit('127.0.0.2', 32, 0b11011);
    await permit('127.0.0.3', 32, 0b00100);
    await enable();
    expect(await answered('127.0.0.2')).toBeUndefined();
    expect(await answered('127.0.0.3')).toBe(200);
  });

  it('ends the open connections of others', async () => {
    const socket = connect({ port: Number(new URL(agent.origin).port), host: '127.0.0.1', localAddress: '127.0.0.9' });
    await once(socket, 'connect');
    socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    await once(socket, 'data');
    socket.resume();
    const ended = once(socket, 'close');
    await permit('127.0.0.1', 32);
    await enable();
    await ended;
  });

  it('counts who came by each row, and names a refused source once a minute', async () => {
    await permit('127.0.0.1', 32);
    await permit('127.0.0.4', 31);
    await enable();
    await Promise.all(['127.0.0.4', '127.0.0.5', '127.0.0.5', '127.0.0.8', '127.0.0.8'].map(answered));
    agent.clock.advance(1000);
    await expect
      .poll(async () => {
        const rows = await client.call('CommonGet', {
          Template: 'ipAccessListEntry',
          ipAccessAddr: '127.0.0.4',
          ipAccessPrefixLength: 31,
        });
        return JSON.stringify(rows.result);
      })
      .toContain('"ipAccessHits":"3"');
    // Refused before its first octet, by the first of the services that its connection might have been for.
    const named = '127.0.0.8 was refused HTTPS: it is not in the IP access list.';
    const times = () => refusals().filter((words) => words === named).length;
    expect(times()).toBe(1);
    await answered('127.0.0.8');
    agent.clock.advance(1000);
    await client.call('CommonGet', { Template: 'system' });
    expect(times()).toBe(1);
    agent.clock.advance(60_000);
    await answered('127.0.0.8');
    agent.clock.advance(1000);
    await expect.poll(times).toBe(2);
  });

  it('keeps SNMP to those that it names', async () => {
    await client.set('snmpCommunityEntry', {
      snmpCommunityIndex: '1',
      snmpCommunityName: 'reading',
      RowStatus: 4,
    });
    await client.set('snmpAgentCtrl', { snmpAgentState: 1 });
    await permit('127.0.0.1', 32, 0b11110);
    await permit('127.0.0.6', 32, 0b00001);
    await enable();
    const { sources } = agent.running.context;
    expect(sources.permits('snmp', '127.0.0.1')).toBe(false);
    expect(sources.permits('snmp', '127.0.0.6')).toBe(true);
    const state = await client.call('CommonGet', { Template: 'snmpAgentCtrl' });
    const port = Number(String(Reflect.get(Object(state.result), 'snmpListening')).split(':')[1]);
    // A message that no agent can read is counted where it is received, and not answered.
    const heard = () => Number(sources.hits('127.0.0.6/32'));
    const before = heard();
    for (const address of ['127.0.0.1', '127.0.0.6']) {
      const socket = createSocket('udp4').bind(0, address);
      await once(socket, 'listening');
      await new Promise((resolve) => socket.send('?', port, '127.0.0.1', resolve));
      socket.close();
    }
    await expect.poll(heard).toBe(before + 1);
    await expect.poll(() => refusals().join()).toContain('127.0.0.1 was refused SNMP');
    await client.set('snmpAgentCtrl', { snmpAgentState: 2 });
  });
});

describe('the guard', () => {
  it('asks before the session’s own address is left out, and takes that back where nobody confirms it', async () => {
    await permit('10.0.0.0', 8);
    const { error } = await enable();
    expect(error).toMatchObject({ code: ErrorCode.managementLoss });
    expect(error.message).toContain('127.0.0.1 would no longer be allowed to use HTTP.');
    expect(await answered('127.0.0.1')).toBe(200);
    expect((await enable({ Force: 1 })).error.code).toBe(0);
    expect(await answered('127.0.0.1')).toBeUndefined();
    agent.clock.advance(60_000);
    await expect.poll(() => agent.running.context.guard.provisional()).toBeUndefined();
    expect(await answered('127.0.0.1')).toBe(200);
    const state = await client.call('CommonGet', { Template: 'ipAccessListCtrl' });
    expect(state.result).toMatchObject({ ipAccessListState: 2, ipAccessClient: '127.0.0.1' });
  });

  it('asks before a row, or a service of it, is taken that lets the session in', async () => {
    await permit('127.0.0.1', 32);
    await permit('10.0.0.0', 8);
    await enable();
    const own = { ipAccessAddr: '127.0.0.1', ipAccessPrefixLength: 32 };
    const fewer = await client.set('ipAccessListEntry', { ...own, ipAccessServices: 0b11011 });
    expect(fewer.error.code).toBe(ErrorCode.managementLoss);
    const gone = await client.set('ipAccessListEntry', { ...own, RowStatus: 6 });
    expect(gone.error.code).toBe(ErrorCode.managementLoss);
    await permit('127.0.0.0', 8);
    expect((await client.set('ipAccessListEntry', { ...own, RowStatus: 6 })).error.code).toBe(0);
  });
});

describe('what is refused', () => {
  it.each([
    ['192.168.1.5', 24, 'The network of 24 bits that holds 192.168.1.5 begins at 192.168.1.0.'],
    ['2001:db8::5', 64, 'The network of 64 bits that holds 2001:db8::5 begins at 2001:db8::.'],
    ['192.168.1.5', 33, 'Please enter an integer between 1 ~ 32'],
    ['224.0.0.1', 32, 'Invalid IPv4 address.'],
    ['ff02::1', 128, 'Invalid IPv6 address.'],
    ['192.168.1', 24, 'Invalid IPv4 address.'],
  ])('%s/%i', async (address, prefix, message) => {
    expect((await permit(address, prefix)).error.message).toContain(message);
  });

  it('a list in force that names nobody', async () => {
    expect((await enable()).error.message).toContain('add your own address first');
    await permit('127.0.0.1', 32);
    await enable();
    const { error } = await client.call('CommonDelAll', { Template: 'ipAccessListEntry' });
    expect(error.message).toContain('add your own address first');
  });

  it('a seventeenth address', async () => {
    for (let at = 1; at <= 16; at += 1) expect((await permit(`10.0.0.${at}`, 32)).error.code).toBe(0);
    expect((await permit('10.0.0.17', 32)).error.message).toContain('16');
  });
});
