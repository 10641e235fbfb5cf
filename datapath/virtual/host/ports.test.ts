import { describe, expect, test } from 'vitest';
import { IpProtocol } from '../../../protocols/frames/ipv4.ts';
import { buildTcp, parseTcp, type TcpSegment } from '../../../protocols/frames/tcp.ts';
import { buildUdp } from '../../../protocols/frames/udp.ts';
import { ManualClock } from '../../clock.ts';
import type { TcpListener } from '../../host-stack.ts';
import { TcpPorts } from './tcp-ports.ts';
import { UdpPorts } from './udp-ports.ts';

const OWN = '192.0.2.1';
const PEER = '192.0.2.2';
const FIRST_DYNAMIC = 49_152;
const LAST_PORT = 65_535;

const packet = (protocol: number, payload: Uint8Array) => {
  return { source: PEER, destination: OWN, protocol, dscp: 0, timeToLive: 64, payload };
};

describe('TCP ports', () => {
  /** The segments they send, as "syn ack 1" with the acknowledgment if there is one, and the events of a listener. */
  function begin() {
    const clock = new ManualClock();
    clock.advance(100_000);
    const sent: TcpSegment[] = [];
    const notes: string[] = [];
    const ports = new TcpPorts(clock, (octets, source, destination) => {
      const segment = parseTcp(octets, source, destination);
      if (segment) sent.push(segment);
    });
    const listener: TcpListener = {
      opened: () => notes.push('opened'),
      received: (content) => notes.push(new TextDecoder().decode(content)),
      closed: (reason) => notes.push(reason),
    };
    const hears = (segment: Partial<TcpSegment>) => {
      const whole = {
        sourcePort: 1000,
        destinationPort: 80,
        sequence: 5000,
        acknowledgment: 0,
        syn: false,
        ack: false,
        fin: false,
        reset: false,
        push: false,
        window: 8192,
        maximumSegment: undefined,
        content: new Uint8Array(),
        ...segment,
      };
      ports.receive(packet(IpProtocol.tcp, buildTcp(whole, PEER, OWN)));
    };
    const flags = ['syn', 'ack', 'fin', 'reset'] as const;
    const said = () => sent.splice(0).map((segment) => flags.filter((flag) => segment[flag]).join(' '));
    /** Opens a connection from the peer as far as its last word. */
    const greeting = (sourcePort = 1000) => {
      hears({ sourcePort, syn: true });
      const [answer] = sent.splice(0);
      const acknowledgment = ((answer?.sequence ?? 0) + 1) >>> 0;
      return { answer, finish: { sourcePort, sequence: 5001, acknowledgment, ack: true } };
    };
    return { clock, ports, listener, notes, hears, said, greeting };
  }

  test('a greeting to a port that listens is answered once, and with the last word the connection is open', () => {
    const { ports, listener, notes, hears, said, greeting } = begin();
    ports.listen(80, () => listener);
    const { answer, finish } = greeting();
    expect(answer).toMatchObject({ syn: true, ack: true, reset: false, acknowledgment: 5001, sourcePort: 80 });
    expect(notes).toEqual([]);
    hears(finish);
    expect(notes).toEqual(['opened']);
    hears({ ...finish, content: new TextEncoder().encode('word'), fin: true });
    expect(notes).toEqual(['opened', 'word']);
    expect(said()).not.toContain('reset');
  });

  test('what is no greeting opens nothing and is refused, a reset and damaged octets are let pass', () => {
    const { ports, listener, hears, said } = begin();
    ports.listen(80, () => listener);
    hears({ ack: true, acknowledgment: 7 });
    expect(said()).toEqual(['reset']);
    hears({ syn: true, ack: true, acknowledgment: 7 });
    expect(said()).toEqual(['reset']);
    hears({});
    expect(said()).toEqual(['ack reset']);
    hears({ syn: true, destinationPort: 81 });
    expect(said()).toEqual(['ack reset']);
    hears({ reset: true });
    hears({ syn: true, reset: true });
    ports.receive(packet(IpProtocol.tcp, new Uint8Array(20)));
    expect(said()).toEqual([]);
  });

  test('a port that stops listening before the last word breaks off', () => {
    const { ports, listener, notes, hears, said, greeting } = begin();
    const server = ports.listen(80, () => listener);
    const { finish } = greeting();
    server.close();
    hears(finish);
    expect(said()).toEqual(['ack reset']);
    expect(notes).toEqual([]);
  });

  test('a port that listens again is not closed by who listened before', () => {
    const { ports, listener, greeting } = begin();
    const former = ports.listen(80, () => listener);
    former.close();
    ports.listen(80, () => listener);
    former.close();
    expect(greeting().answer).toMatchObject({ syn: true });
  });

  test('who breaks off before it is open, and a stop then, trouble nobody', () => {
    const { ports, listener, notes, hears, greeting } = begin();
    ports.listen(80, () => listener);
    greeting();
    hears({ sequence: 5001, reset: true });
    greeting(1001);
    ports.stop();
    expect(notes).toEqual([]);
    expect(greeting(1002).answer).toMatchObject({ reset: true });
  });

  test('at 256 connections the next is refused, from outside and from here, until one is over', () => {
    const { clock, ports, listener, notes, hears, greeting, said } = begin();
    ports.listen(80, () => listener);
    for (let each = 0; each < 255; each += 1) expect(greeting(1000 + each).answer).toMatchObject({ syn: true });
    const stream = ports.connect(OWN, PEER, 80, listener);
    clock.advance(0);
    expect(said()).toEqual(['syn']);
    expect(greeting(2000).answer).toMatchObject({ reset: true });
    ports.connect(OWN, PEER, 80, listener);
    clock.advance(0);
    expect(notes).toEqual(['unreachable']);
    hears({ sequence: 5001, reset: true });
    expect(greeting(2000).answer).toMatchObject({ syn: true });
    stream.reset();
    expect(greeting(2001).answer).toMatchObject({ syn: true });
  });

  test('a greeting that nobody answers is sent again after a second, and no more once it is over', () => {
    const { clock, ports, listener, notes, said } = begin();
    const stream = ports.connect(OWN, PEER, 80, listener);
    clock.advance(999);
    expect(said()).toEqual(['syn']);
    clock.advance(1);
    expect(said()).toEqual(['syn']);
    ports.unreachable((address) => address !== PEER);
    expect(notes).toEqual([]);
    ports.unreachable((address) => address === PEER);
    expect(notes).toEqual(['unreachable']);
    stream.write(new Uint8Array(1));
    stream.reset();
    clock.advance(100_000);
    expect(said()).toEqual([]);
    expect(notes).toEqual(['unreachable']);
  });

  test('an open connection does not end with a neighbour that is silent for a while', () => {
    const { ports, listener, notes, hears, greeting } = begin();
    ports.listen(80, () => listener);
    hears(greeting().finish);
    ports.unreachable(() => true);
    expect(notes).toEqual(['opened']);
  });

  test('own ports are given in turn, from the beginning again after the last, without those in use', () => {
    const { ports, listener } = begin();
    const localPort = (address = PEER, port = 80) => {
      const stream = ports.connect(OWN, address, port, listener);
      return { number: stream.local.port, free: () => stream.reset() };
    };
    expect(localPort().number).toBe(FIRST_DYNAMIC);
    ports.listen(FIRST_DYNAMIC + 1, () => listener);
    expect(localPort().number).toBe(FIRST_DYNAMIC + 2);
    expect(localPort().number).toBe(FIRST_DYNAMIC + 3);
    for (let number = FIRST_DYNAMIC + 4; number <= LAST_PORT; number += 1) {
      const each = localPort();
      expect(each.number).toBe(number);
      each.free();
    }
    // In use is a port only together with the peer's address and port.
    expect(localPort('192.0.2.3', 80).number).toBe(FIRST_DYNAMIC);
    expect(localPort(PEER, 81).number).toBe(FIRST_DYNAMIC + 2);
    expect(localPort().number).toBe(FIRST_DYNAMIC + 4);
  });
});

describe('UDP ports', () => {
  test('are given in turn, from the beginning again after the last, without those in use, until none is left', () => {
    const ports = new UdpPorts();
    const open = () => ports.open({ port: undefined, receive: () => {} }, () => true);
    const sockets = Array.from({ length: LAST_PORT - FIRST_DYNAMIC + 1 }, open);
    expect(sockets.map(({ port }) => port)).toEqual(sockets.map((_, index) => FIRST_DYNAMIC + index));
    expect(open).toThrow('Every dynamic UDP port is in use.');
    for (const index of [7, 16_383]) {
      sockets[index]?.close();
      expect(open().port).toBe(FIRST_DYNAMIC + index);
    }
  });

  test('hand over what came for them alone, as their own, and nothing that is damaged', () => {
    const ports = new UdpPorts();
    const heard: Uint8Array[] = [];
    ports.open({ port: 7, receive: ({ content }) => heard.push(content) }, () => true);
    const datagram = (destinationPort: number) => {
      return buildUdp({ sourcePort: 9, destinationPort, content: Uint8Array.of(1, 2) }, PEER, OWN);
    };
    const octets = datagram(7);
    ports.receive(packet(IpProtocol.udp, octets), 1);
    ports.receive(packet(IpProtocol.udp, datagram(8)), 1);
    octets.fill(0);
    ports.receive(packet(IpProtocol.udp, octets), 1);
    expect(heard).toEqual([Uint8Array.of(1, 2)]);
  });
});
