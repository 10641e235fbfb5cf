import { createSocket, type Socket } from 'node:dgram';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NameResolver } from '../../../device/names/name-resolver.ts';
import { buildDnsResponse, parseDnsQuery, RecordType, ResponseCode } from '../../../protocols/dns/message.ts';
import type { AgentClient } from '../../../tests/agent/agent-client.ts';
import { startTestAgent, type TestAgent } from '../../../tests/agent/test-agent.ts';

describe('DNS settings', () => {
  let agent: TestAgent;
  let client: AgentClient;

  beforeAll(async () => {
    agent = await startTestAgent();
    client = await agent.signedIn();
  });

  afterAll(() => agent.close());

  const server = (dnsServerIndex: number, dnsServerAddr: string) =>
    client.set('dnsServerEntry', { dnsServerIndex, dnsServerAddr });
  const host = (dnsHostName: string, dnsHostAddr: string) =>
    client.set('dnsHostEntry', { dnsHostName, dnsHostAddr, RowStatus: 4 });

  it('hold two IPv4 and two IPv6 servers, none twice', async () => {
    expect((await server(1, '2001:db8::1')).error.message).toContain('Invalid IPv4 address.');
    expect((await server(3, '192.0.2.1')).error.message).toContain('Invalid IPv6 address.');
    for (const wrong of ['ns.example', '10.0.0.1/8']) {
      expect((await server(1, wrong)).error.message).toContain('Invalid IPv4 address.');
    }
    expect((await server(5, '192.0.2.1')).error.message).toContain('between 1 ~ 4');
    expect((await server(1, '192.0.2.1')).error.code).toBe(0);
    expect((await server(2, '192.0.2.1')).error.message).toBe('DNS server 192.0.2.1 is given twice.');
    expect((await server(3, '2001:DB8:0::1')).error.code).toBe(0);
    expect(await client.read('dnsResolverCtrl')).toMatchObject({ dnsServerInUse: '192.0.2.1, 2001:db8::1' });
  });

  it('know static hosts without asking, and test names', async () => {
    expect((await host('a..b', '192.0.2.7')).error.message).toContain('Host name must be a name');
    expect((await host(`${'x'.repeat(64)}.example`, '192.0.2.7')).error.message).toContain('Host name must be a name');
    expect((await host('Printer.example', '192.0.2.7')).error.code).toBe(0);
    await client.set('dnsResolverCtrl', { dnsTestName: 'printer.example' });
    await expect
      .poll(() => client.read('dnsResolverCtrl'))
      .toMatchObject({ dnsTestStatus: 2, dnsTestedName: 'printer.example', dnsTestResult: '192.0.2.7' });
  });

  it('are left aside where a test names its own server', async () => {
    await client.set('dnsResolverCtrl', {
      dnsTimeout: 1,
      dnsTestName: 'printer.example',
      dnsTestServer: '192.0.2.254',
    });
    await expect
      .poll(() => client.read('dnsResolverCtrl'), { timeout: 15_000 })
      .toMatchObject({ dnsTestStatus: 3, dnsTestedName: 'printer.example' });
  });

  it('say why a name has no address', async () => {
    await client.set('dnsResolverCtrl', { dnsResolverState: 2, dnsTestName: 'other.example' });
    await expect
      .poll(() => client.read('dnsResolverCtrl'))
      .toMatchObject({
        dnsTestStatus: 3,
        dnsTestResult: 'other.example cannot be resolved: DNS is disabled.',
      });
  });

  it.each([0, 61])('wait for an answer not %i s', async (dnsTimeout) => {
    expect((await client.set('dnsResolverCtrl', { dnsTimeout })).error.message).toContain('between 1 ~ 60');
  });
});

describe('the resolver', () => {
  let server: Socket;
  const asked: string[] = [];
  const resolver = new NameResolver();

  /** A server that knows `known` by IPv4 and keeps silent about what begins with "silent". */
  const known = new Map([
    ['switch.lan.example', '192.0.2.1'],
    ['top', '192.0.2.2'],
  ]);

  beforeEach(async () => {
    asked.length = 0;
    server = createSocket('udp4');
    server.on('message', (octets, { port, address }) => {
      const question = parseDnsQuery(octets);
      if (!question || question.name.startsWith('silent')) return;
      if (question.type === RecordType.a) asked.push(question.name);
      const value = question.type === RecordType.a ? known.get(question.name) : undefined;
      const response = buildDnsResponse({
        ...question,
        code: known.has(question.name) ? ResponseCode.noError : ResponseCode.nameError,
        truncated: false,
        records: value ? [{ name: question.name, type: question.type, timeToLive: 60, value }] : [],
      });
      if (response) server.send(response, port, address);
    });
    await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
    configure();
  });

  afterEach(() => server.close());

  const configure = (more: object = {}) =>
    resolver.configure({
      enabled: true,
      servers: () => [{ address: '127.0.0.1', port: server.address().port }],
      domain: 'lan.example',
      timeout: 200,
      hosts: new Map(),
      ...more,
    });

  it('looks for a name of one label in the domain first', async () => {
    expect(await resolver.resolve('Switch')).toEqual(['192.0.2.1']);
    expect(await resolver.resolve('top')).toEqual(['192.0.2.2']);
    expect(asked).toEqual(['switch.lan.example', 'top.lan.example', 'top']);
  });

  it('takes an address as its own answer', async () => {
    expect(await resolver.resolve('192.0.2.5')).toEqual(['192.0.2.5']);
    expect(asked).toEqual([]);
  });

  it('goes on to the next server where one is silent, and says where all are', async () => {
    const port = server.address().port;
    const dead = createSocket('udp4');
    await new Promise<void>((resolve) => dead.bind(0, '127.0.0.1', resolve));
    const silent = { address: '127.0.0.1', port: dead.address().port };
    configure({ servers: () => [silent, { address: '127.0.0.1', port }] });
    expect(await resolver.resolve('switch.lan.example')).toEqual(['192.0.2.1']);
    configure({ servers: () => [silent] });
    await expect(resolver.resolve('switch.lan.example')).rejects.toThrow('no DNS server answers');
    dead.close();
  });

  it('tells an unknown name from a silent server', async () => {
    await expect(resolver.resolve('gone.example')).rejects.toThrow('the name does not exist');
    await expect(resolver.resolve('silent.example')).rejects.toThrow('no DNS server answers');
    await expect(resolver.resolve('not a name')).rejects.toThrow('is not a host name');
  });
});
