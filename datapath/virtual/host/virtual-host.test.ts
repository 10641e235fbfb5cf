import { describe, expect, test } from 'vitest';
import { firstPorts } from '../../../model/values/port-list.ts';
import { buildEthernet } from '../../../protocols/frames/ethernet.ts';
import { buildNeighbourMessage, solicitedNode } from '../../../protocols/frames/icmpv6.ts';
import { buildIp } from '../../../protocols/frames/ip.ts';
import { ManualClock } from '../../clock.ts';
import { EventLog } from '../../contract/event-log.ts';
import type { EchoResult, ReceivedDatagram, TcpListener } from '../../host-stack.ts';
import { defaultPortPlan, emptyPlan, type InterfacePlan, type VlanPlan } from '../../plan.ts';
import { cable } from '../cable.ts';
import { VirtualDatapath } from '../virtual-datapath.ts';
import { copperPorts } from '../virtual-harness.ts';

const ALL = firstPorts(2);

interface Wanted {
  readonly interfaces: readonly Partial<InterfacePlan>[];
  readonly gateway?: string;
  readonly vlans?: Readonly<Record<number, VlanPlan>>;
}

/** Two switches on one clock, port 2 of the first cabled to port 1 of the second. */
async function neighbours(near: Wanted, far: Wanted) {
  const clock = new ManualClock();
  const make = async (wanted: Wanted, last: number) => {
    const ports = copperPorts(2);
    const datapath = new VirtualDatapath({ ports, forwardingDatabaseSize: 100, mirrorSessions: 1, clock });
    await datapath.start(new EventLog());
    const mac = `02-FA-CE-00-00-0${last}`;
    await datapath.apply({
      ...emptyPlan,
      ports: new Map(ports.map(({ number }) => [number, defaultPortPlan(ALL)])),
      vlans: new Map(
        Object.entries(wanted.vlans ?? { 1: { members: ALL, untagged: ALL } }).map(([vlan, plan]) => [
          Number(vlan),
          plan,
        ]),
      ),
      interfaces: new Map(
        wanted.interfaces.map((own) => {
          const plan = { vlan: 1, name: 'vlan1', enabled: true, mac, addresses: [], dhcpClient: false, ...own };
          return [plan.vlan, plan];
        }),
      ),
      routes: new Map(
        wanted.gateway === undefined
          ? []
          : [['0.0.0.0/0', { destination: '0.0.0.0/0', gateway: wanted.gateway, vlan: 1, metric: 1 }]],
      ),
    });
    return datapath;
  };
  const [a, b] = [await make(near, 1), await make(far, 2)];
  const patch = cable(a, 2, b, 1);
  return { clock, a, b, patch };
}

const at = (address: string, prefix = 24): Partial<InterfacePlan> => ({ addresses: [{ address, prefix }] });
const REPLY = { kind: 'reply', milliseconds: 0, timeToLive: 64 };

/** The outcome of an echo request while time passes. */
async function ping(
  { clock, a }: { clock: ManualClock; a: VirtualDatapath },
  address: string,
): Promise<{ result: EchoResult; after: number }> {
  const began = clock.now();
  let after: number | undefined;
  const pending = a.host.echo(address, { timeout: 5000 }).finally(() => {
    after ??= clock.now() - began;
  });
  for (let waited = 0; waited < 6000 && after === undefined; waited += 100) {
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
    if (after === undefined) clock.advance(100);
  }
  return { result: await pending, after: after ?? 0 };
}

describe('ping', () => {
  test.each([
    ['IPv4', at('192.0.2.1'), at('192.0.2.2'), '192.0.2.2'],
    ['IPv6', at('2001:db8::1', 64), at('2001:db8::2', 64), '2001:db8::2'],
  ])('reaches a neighbour over %s, the first time and again', async (_, near, far, address) => {
    const net = await neighbours({ interfaces: [near] }, { interfaces: [far] });
    expect((await ping(net, address)).result).toEqual(REPLY);
    expect((await ping(net, address)).result).toEqual(REPLY);
  });

  test('goes in the VLAN of its interface, tagged on the way', async () => {
    const vlans = { 30: { members: ALL, untagged: 0n } };
    const net = await neighbours(
      { vlans, interfaces: [{ ...at('192.0.2.1'), vlan: 30 }] },
      { vlans, interfaces: [{ ...at('192.0.2.2'), vlan: 30 }] },
    );
    expect((await ping(net, '192.0.2.2')).result).toEqual(REPLY);
    const apart = await neighbours(
      { vlans, interfaces: [{ ...at('192.0.2.1'), vlan: 30 }] },
      { interfaces: [at('192.0.2.2')] },
    );
    expect((await ping(apart, '192.0.2.2')).result).toEqual({ kind: 'unreachable' });
  });

  test('finds nobody: unreachable after three questions, at once where no route leads there', async () => {
    const net = await neighbours({ interfaces: [at('192.0.2.1')] }, { interfaces: [] });
    expect(await ping(net, '192.0.2.9')).toEqual({ result: { kind: 'unreachable' }, after: 3000 });
    expect(await ping(net, '198.51.100.1')).toEqual({ result: { kind: 'unreachable' }, after: 0 });
    expect(await ping(net, '2001:db8::9')).toEqual({ result: { kind: 'unreachable' }, after: 0 });
  });

  test('a neighbour that is known but does not answer any more costs the whole patience', async () => {
    const net = await neighbours({ interfaces: [at('192.0.2.1')] }, { interfaces: [at('192.0.2.2')] });
    await ping(net, '192.0.2.2');
    net.patch.setLink('down');
    expect(await ping(net, '192.0.2.2')).toEqual({ result: { kind: 'timeout' }, after: 5000 });
  });

  test('reaches itself without a frame, and the address of the longest prefix', async () => {
    const net = await neighbours(
      { interfaces: [{ addresses: [{ address: '10.0.0.1', prefix: 8 }] }, { ...at('10.1.0.1', 16), vlan: 2 }] },
      { interfaces: [at('10.1.0.2', 8)] },
    );
    expect((await ping(net, '10.0.0.1')).result).toEqual(REPLY);
    expect((await ping(net, '10.1.0.2')).result).toEqual({ kind: 'unreachable' });
  });

  test('takes the default gateway for what is not on a link, and not without it', async () => {
    const far = {
      interfaces: [{ addresses: [...(at('192.0.2.2').addresses ?? []), { address: '203.0.113.5', prefix: 32 }] }],
    };
    const without = await neighbours({ interfaces: [at('192.0.2.1')] }, far);
    expect((await ping(without, '203.0.113.5')).result).toEqual({ kind: 'unreachable' });
    const net = await neighbours({ interfaces: [at('192.0.2.1')], gateway: '192.0.2.2' }, far);
    expect((await ping(net, '203.0.113.5')).result).toEqual(REPLY);
  });

  test('requests under way end when the switch stops', async () => {
    const { a } = await neighbours({ interfaces: [at('192.0.2.1')] }, { interfaces: [] });
    const pending = a.host.echo('192.0.2.9', { timeout: 5000 });
    await a.stop();
    expect(await pending).toEqual({ kind: 'timeout' });
  });
});

test('neighbour discovery from beyond the link is not believed: its hop limit has sunk on the way', async () => {
  const { a } = await neighbours({ interfaces: [at('2001:db8::1', 64)] }, { interfaces: [] });
  const [source, target] = ['2001:db8::9', '2001:db8::1'];
  const group = solicitedNode(target);
  const heard: Uint8Array[] = [];
  const ability = { speeds: [1000], duplex: 'full', negotiates: true } as const;
  const station = a.attach(1, { ability, receive: (frame) => heard.push(frame) });
  const ask = (timeToLive: number) => {
    const message = { kind: 'solicitation', target, mac: '02-00-00-00-00-09', solicited: false } as const;
    const payload = buildNeighbourMessage(message, source, group.address);
    const packet = buildIp({ source, destination: group.address, protocol: 58, dscp: 0, timeToLive, payload });
    station.send(buildEthernet({ destination: group.mac, source: '02-00-00-00-00-09', ...packet }));
  };
  ask(254);
  expect(heard).toEqual([]);
  ask(255);
  expect(heard).toHaveLength(1);
});

describe('UDP', () => {
  const text = (octets: Uint8Array) => new TextDecoder().decode(octets);
  const words = (content: string) => new TextEncoder().encode(content);

  test.each([
    ['IPv4', '192.0.2.1', '192.0.2.2', 24],
    ['IPv6', '2001:db8::1', '2001:db8::2', 64],
  ])('carries a question and its answer over %s', async (_, near, far, prefix) => {
    const { a, b } = await neighbours({ interfaces: [at(near, prefix)] }, { interfaces: [at(far, prefix)] });
    const server = b.host.openUdp({
      port: 161,
      receive: ({ content, source }) => server.send(words(`${text(content)} back`), source.address, source.port),
    });
    const heard: ReceivedDatagram[] = [];
    const client = a.host.openUdp({ port: undefined, receive: (datagram) => heard.push(datagram) });
    expect(client.send(words('there'), far, 161)).toBe(true);
    expect(heard.map(({ content, ...rest }) => ({ ...rest, content: text(content) }))).toEqual([
      { content: 'there back', source: { address: far, port: 161 }, destination: near, vlan: 1 },
    ]);
  });

  test('a broadcast of the subnet reaches everybody there who listens', async () => {
    const { a, b } = await neighbours({ interfaces: [at('192.0.2.1')] }, { interfaces: [at('192.0.2.2')] });
    const heard: string[] = [];
    b.host.openUdp({ port: 9, receive: ({ destination }) => heard.push(destination) });
    const socket = a.host.openUdp({ port: 9, receive: () => {} });
    expect(socket.send(words('all'), '192.0.2.255', 9)).toBe(true);
    expect(heard).toEqual(['192.0.2.255']);
  });

  test('a port is taken once, free again when closed, and a closed socket neither hears nor speaks', async () => {
    const { a, b } = await neighbours({ interfaces: [at('192.0.2.1')] }, { interfaces: [at('192.0.2.2')] });
    const heard: number[] = [];
    const first = b.host.openUdp({ port: 69, receive: () => heard.push(1) });
    expect(() => b.host.openUdp({ port: 69, receive: () => {} })).toThrow('UDP port 69 is in use.');
    first.close();
    b.host.openUdp({ port: 69, receive: () => heard.push(2) });
    first.close();
    a.host.openUdp({ port: undefined, receive: () => {} }).send(words('x'), '192.0.2.2', 69);
    expect(heard).toEqual([2]);
    expect(first.send(words('x'), '192.0.2.1', 69)).toBe(false);
  });

  test('says where no route leads, and reaches the switch itself', async () => {
    const { a } = await neighbours({ interfaces: [at('192.0.2.1')] }, { interfaces: [] });
    const heard: string[] = [];
    const socket = a.host.openUdp({ port: 7, receive: ({ source }) => heard.push(source.address) });
    expect(socket.send(words('x'), '203.0.113.1', 7)).toBe(false);
    expect(socket.send(words('x'), '192.0.2.1', 7)).toBe(true);
    expect(heard).toEqual(['192.0.2.1']);
  });
});

describe('TCP', () => {
  const text = (octets: Uint8Array) => new TextDecoder().decode(octets);
  const words = (content: string) => new TextEncoder().encode(content);

  /** One end of a connection that notes what it hears. */
  const noting = (notes: string[], act: (content: string) => void = () => {}): TcpListener => ({
    opened: () => notes.push('opened'),
    received: (content) => {
      notes.push(text(content));
      act(text(content));
    },
    ended: () => notes.push('ended'),
    closed: (reason) => notes.push(reason),
  });

  test.each([
    ['IPv4', '192.0.2.1', '192.0.2.2', 24],
    ['IPv6', '2001:db8::1', '2001:db8::2', 64],
  ])('carries a question and its answer over %s, and closes', async (_, near, far, prefix) => {
    const { a, b, clock } = await neighbours({ interfaces: [at(near, prefix)] }, { interfaces: [at(far, prefix)] });
    const [asked, answered]: [string[], string[]] = [[], []];
    b.host.listenTcp(80, (stream) =>
      noting(answered, (question) => {
        stream.write(words(`${question} indeed`));
        stream.end();
      }),
    );
    const stream = a.host.connectTcp(far, 80, noting(asked));
    stream.write(words('there'));
    stream.end();
    expect(asked).toEqual([]);
    clock.advance(60_000);
    expect(asked).toEqual(['opened', 'there indeed', 'ended', 'closed']);
    expect(answered).toEqual(['opened', 'there', 'ended', 'closed']);
  });

  test('a long stream arrives whole, in frames that fit', async () => {
    const { a, b, clock } = await neighbours({ interfaces: [at('192.0.2.1')] }, { interfaces: [at('192.0.2.2')] });
    const long = Array.from({ length: 20_000 }, (_, index) => `${index}`).join(' ');
    let arrived = '';
    b.host.listenTcp(80, () => ({
      received: (content) => {
        arrived += text(content);
      },
      closed: () => {},
    }));
    a.host.connectTcp('192.0.2.2', 80, noting([])).write(words(long));
    clock.advance(60_000);
    expect(arrived).toBe(long);
    expect((await a.portCounters()).get(2)).toMatchObject({ outErrors: 0n, outDiscards: 0n });
  });

  test('a link that is away for a while delays the stream and loses nothing', async () => {
    const { a, b, clock, patch } = await neighbours(
      { interfaces: [at('192.0.2.1')] },
      { interfaces: [at('192.0.2.2')] },
    );
    const heard: string[] = [];
    b.host.listenTcp(80, () => noting(heard));
    const stream = a.host.connectTcp('192.0.2.2', 80, noting([]));
    clock.advance(10);
    patch.setLink('down');
    stream.write(words('late'));
    clock.advance(5000);
    expect(heard).toEqual(['opened']);
    expect(stream.pending).toBe(4);
    patch.setLink('up');
    clock.advance(10_000);
    expect(heard).toEqual(['opened', 'late']);
    expect(stream.pending).toBe(0);
  });

  test('nobody listening, nobody there, and no way there are told apart', async () => {
    const { a, clock } = await neighbours({ interfaces: [at('192.0.2.1')] }, { interfaces: [at('192.0.2.2')] });
    const notes: Record<string, string[]> = { refused: [], silent: [], lost: [] };
    a.host.connectTcp('192.0.2.2', 81, noting(notes.refused ?? []));
    a.host.connectTcp('192.0.2.9', 81, noting(notes.silent ?? []));
    a.host.connectTcp('203.0.113.1', 81, noting(notes.lost ?? []));
    clock.advance(1);
    expect(notes).toEqual({ refused: ['refused'], silent: [], lost: ['unreachable'] });
    clock.advance(3000);
    expect(notes.silent).toEqual(['unreachable']);
  });

  test('a port is taken once; closed, it refuses, and open connections stay', async () => {
    const { a, b, clock } = await neighbours({ interfaces: [at('192.0.2.1')] }, { interfaces: [at('192.0.2.2')] });
    const [first, second, heard]: [string[], string[], string[]] = [[], [], []];
    const server = b.host.listenTcp(80, () => noting(heard));
    expect(() => b.host.listenTcp(80, () => noting([]))).toThrow('TCP port 80 is in use.');
    const open = a.host.connectTcp('192.0.2.2', 80, noting(first));
    clock.advance(10);
    server.close();
    a.host.connectTcp('192.0.2.2', 80, noting(second));
    clock.advance(10);
    open.write(words('still'));
    clock.advance(10);
    expect([first, second, heard]).toEqual([['opened'], ['refused'], ['opened', 'still']]);
  });

  test('the switch reaches its own ports, and who breaks off is heard', async () => {
    const { a, clock } = await neighbours({ interfaces: [at('192.0.2.1')] }, { interfaces: [] });
    const heard: string[] = [];
    a.host.listenTcp(22, () => noting(heard));
    const stream = a.host.connectTcp('192.0.2.1', 22, noting([]));
    stream.write(words('self'));
    clock.advance(10);
    stream.reset();
    clock.advance(10);
    expect(heard).toEqual(['opened', 'self', 'reset']);
  });

  test('it holds 256 connections at most; who asks for more gets none', async () => {
    const { a, b, clock } = await neighbours({ interfaces: [at('192.0.2.1')] }, { interfaces: [at('192.0.2.2')] });
    const refused: string[] = [];
    b.host.listenTcp(80, () => noting([]));
    for (let index = 0; index < 300; index += 1) {
      a.host.connectTcp('192.0.2.2', 80, noting(refused));
      clock.advance(1);
    }
    expect(refused.filter((note) => note === 'opened')).toHaveLength(256);
    expect(refused.filter((note) => note !== 'opened')).toHaveLength(44);
  });

  test('connections end when the switch stops', async () => {
    const { a, b, clock } = await neighbours({ interfaces: [at('192.0.2.1')] }, { interfaces: [at('192.0.2.2')] });
    const notes: string[] = [];
    b.host.listenTcp(80, () => noting([]));
    a.host.connectTcp('192.0.2.2', 80, noting(notes));
    clock.advance(10);
    await a.stop();
    expect(notes).toEqual(['opened', 'stopped']);
  });
});
