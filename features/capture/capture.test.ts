import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CAPTURED } from '../../datapath/capture.ts';
import type { Cable } from '../../datapath/virtual/virtual-datapath.ts';
import { putUint16 } from '../../protocols/frames/addresses.ts';
import { buildArp } from '../../protocols/frames/arp.ts';
import { buildEthernet, EtherType, padFrame } from '../../protocols/frames/ethernet.ts';
import { buildIp } from '../../protocols/frames/ip.ts';
import type { AgentClient } from '../../tests/agent/agent-client.ts';
import { startTestAgent, type TestAgent } from '../../tests/agent/test-agent.ts';
import { captureDesk } from './desk.ts';
import { CAPTURE_LINES } from './objects.ts';
import { blocksOf, framesOf } from './testing.ts';

const STATION = '02-00-00-00-00-02';
const OTHER = '02-00-00-00-00-03';
const ability = { speeds: [1000], duplex: 'full', negotiates: true } as const;
/** Milliseconds in which what a frame leads to is over. */
const SWITCHED = 5;

let agent: TestAgent;
let client: AgentClient;
let cable: Cable;

beforeEach(async () => {
  agent = await startTestAgent();
  client = await agent.signedIn();
  cable = agent.attach(2, { ability, receive() {} });
  agent.attach(3, { ability, receive() {} });
});

afterEach(() => agent.close());

const start = (capturePorts: string, more: object = {}) => client.set('captureCtrl', { capturePorts, ...more });
const stop = () => client.set('captureCtrl', { captureStop: 1 });
const state = async (of = client) => (await of.read('captureState')) as Record<string, string | number>;
const lines = async (of = client) => (await of.read('captureLineEntry')) as Record<string, string | number>[];
const download = (of = client) => of.get(`/iss/specific/cgi/capture?Gambit=${of.gambit}&_=1`);
const file = async () => new Uint8Array(await (await download()).arrayBuffer());
const log = async () => JSON.stringify(await client.read('syslogMsgEntry'));
const isCapturing = () => agent.running.context.forwarding().state.capture !== undefined;

function send(...frames: readonly Uint8Array[]): void {
  for (const frame of frames) cable.send(frame);
  agent.clock.advance(SWITCHED);
}

const arp = (targetAddress: string) =>
  padFrame(
    buildEthernet({
      destination: 'FF-FF-FF-FF-FF-FF',
      source: STATION,
      etherType: EtherType.arp,
      payload: buildArp({
        operation: 'request',
        senderMac: STATION,
        senderAddress: '10.0.0.2',
        targetMac: '00-00-00-00-00-00',
        targetAddress,
      }),
    }),
  );

function packet(given: {
  readonly source?: string;
  readonly destination: string;
  readonly protocol: number;
  readonly ports?: readonly [number, number];
  readonly octets?: number;
}): Uint8Array {
  const { source = '10.0.0.2', destination, protocol, ports = [0, 0], octets = 60 } = given;
  const payload = new Uint8Array(octets);
  putUint16(payload, 0, ports[0]);
  putUint16(payload, 2, ports[1]);
  putUint16(payload, 4, octets);
  const ip = buildIp({ source, destination, protocol, dscp: 0, timeToLive: 64, payload });
  return padFrame(buildEthernet({ destination: OTHER, source: STATION, etherType: ip.etherType, payload: ip.payload }));
}

const udp = (destination: string, port: number) => packet({ destination, protocol: 17, ports: [40_000, port] });

describe('a capture', () => {
  test('shows frames as lines, in words, and gives them as a file', async () => {
    expect((await start('2-3')).error.code).toBe(0);
    send(arp('10.0.0.9'));
    await expect.poll(lines).toHaveLength(2);
    expect(await lines()).toMatchObject([
      {
        captureLineIndex: 1,
        captureLinePort: 2,
        captureLineDirection: 1,
        captureLineSource: STATION,
        captureLineDestination: 'Broadcast',
        captureLineProtocol: 'ARP',
        captureLineLength: 60,
        captureLineWords: 'Question for 10.0.0.9 by 10.0.0.2',
      },
      { captureLineIndex: 2, captureLinePort: 3, captureLineDirection: 2 },
    ]);
    expect(await state()).toMatchObject({
      captureStatus: 1,
      captureOfPorts: '2-3',
      captureBy: 'admin',
      captureFilter: 'all frames',
      captureFrames: 2,
    });
    expect((await stop()).error.code).toBe(0);
    const answer = await download();
    expect(answer.headers.get('content-disposition')).toMatch(/port-2-3\.pcapng"$/);
    const captured = new Uint8Array(await answer.arrayBuffer());
    expect(blocksOf(captured).map(({ type }) => type)).toEqual([0x0a0d0d0a, 1, 1, 6, 6, 5, 5]);
    const frames = framesOf(captured);
    expect(frames.map(({ place, direction }) => [place, direction])).toEqual([
      [0, 1],
      [1, 2],
    ]);
    expect(frames.map(({ frame }) => frame)).toEqual([arp('10.0.0.9'), arp('10.0.0.9')]);
    expect(await log()).toMatch(/Capture on port 2-3 started by admin: all frames/);
    expect(await log()).toMatch(/ended \(frames: 2\): Stopped by admin\./);
    expect(await log()).toMatch(/Capture of port 2-3 downloaded by admin\./);
  });

  test('leaves out the sessions of the switch itself, whatever they are', async () => {
    const { plan } = agent.running.context.forwarding();
    const [own = ''] = [...plan.interfaces.values()].flatMap(({ addresses }) =>
      addresses.map(({ address }) => address),
    );
    expect(own).not.toBe('');
    await start('2', { captureDirection: 1 });
    const sessions = [
      ...[443, 80, 22, 23].map((port) => packet({ destination: own, protocol: 6, ports: [40_000, port] })),
      ...[161, 1812, 49, 69].map((port) => udp(own, port)),
      packet({ source: own, destination: '10.0.0.2', protocol: 6, ports: [443, 40_000] }),
      packet({ destination: own, protocol: 47 }),
    ];
    const others = [packet({ destination: own, protocol: 1 }), udp('10.0.0.9', 161), arp(own)];
    send(...sessions, ...others);
    await expect.poll(state).toMatchObject({ captureFrames: others.length, captureLeftOut: sessions.length });
    await stop();
    expect(framesOf(await file()).map(({ frame }) => frame)).toEqual(others);
  });

  test('holds only what its filter asks for', async () => {
    await start('2', { captureProtocol: 17, captureTransportPort: 53, captureDirection: 1 });
    send(arp('10.0.0.9'), udp('10.0.0.9', 53), udp('10.0.0.9', 54));
    await expect.poll(lines).toMatchObject([{ captureLineProtocol: 'DNS' }]);
    expect((await state()).captureFilter).toBe('received frames, UDP, UDP or TCP port 53');
  });

  test('refuses a filter that no frame can match, and says which part', async () => {
    const refusals = [
      [{ captureEtherType: '0806', captureProtocol: 6 }, 'captureEtherType', 'do not carry IP packets'],
      [{ captureProtocol: 1, captureTransportPort: 80 }, 'captureTransportPort', 'Only TCP and UDP have ports'],
      [{ captureEtherType: '86DD', captureAddress: '10.0.0.1' }, 'captureAddress', 'does not belong'],
      [{ captureAddress: '2001:db8::1', captureProtocol: 1 }, 'captureProtocol', 'other version of IP'],
      [{ captureEtherType: '0010' }, 'captureEtherType', 'at least 0600'],
    ] as const;
    for (const [filter, column, words] of refusals) {
      const { error } = await start('2', filter);
      expect(error, words).toMatchObject({ column, message: expect.stringContaining(words) });
    }
    expect((await start('60')).error.message).toBe('Port 60 does not exist.');
    expect(await state()).toMatchObject({ captureStatus: 0 });
    expect(isCapturing()).toBe(false);
    expect((await start('2')).error.code).toBe(0);
    expect(await state()).toMatchObject({ captureStatus: 1 });
  });

  test('is alone: a second one is refused while it runs, and takes its place after', async () => {
    await start('2');
    expect((await start('3')).error.message).toBe('A capture is running already: only one can run at a time.');
    expect(await state()).toMatchObject({ captureOfPorts: '2' });
    await stop();
    expect((await start('3')).error.code).toBe(0);
    expect(await state()).toMatchObject({ captureOfPorts: '3', captureFrames: 0 });
  });

  test('ends after its time, and is discarded after ten minutes', async () => {
    await start('2', { captureTime: 5 });
    expect(isCapturing()).toBe(true);
    agent.clock.advance(5000);
    await expect.poll(state).toMatchObject({ captureStatus: 2, captureEnd: 'The time limit was reached.' });
    expect(isCapturing()).toBe(false);
    const { captureFrames } = await state();
    send(arp('10.0.0.9'));
    agent.clock.advance(3000);
    expect(await state()).toMatchObject({ captureFrames: captureFrames ?? 0, captureRunTime: 5 });
    // The session goes on: somebody works with it.
    for (let minute = 0; minute < 10; minute += 1) {
      await client.set('dot1dTp', { dot1dTpAgingTime: 300 + minute });
      agent.clock.advance(60_000);
    }
    await expect.poll(state).toMatchObject({ captureStatus: 0 });
  });

  test('ends at its size, however small the frames are, and holds no more memory than that', async () => {
    await start('2', { captureSize: 16, captureRate: 1000, captureOctets: 64, captureDirection: 1 });
    for (let time = 0; time < 20; time += 1) {
      send(...Array.from({ length: 50 }, () => udp('10.0.0.9', 53)));
      agent.clock.advance(100);
    }
    await expect.poll(state).toMatchObject({ captureStatus: 2, captureEnd: 'The size limit was reached.' });
    const captured = await file();
    expect(captured.length).toBeLessThan(16_500);
    expect(captured.length).toBeGreaterThan(15_500);
    const frames = framesOf(captured);
    expect(frames.every(({ frame, length }) => frame.length === 64 && length === udp('10.0.0.9', 53).length)).toBe(
      true,
    );
    expect(await lines()).toHaveLength(Math.min(frames.length, CAPTURE_LINES));
  });

  test('counts a flood over its rate, and keeps what is within', async () => {
    await start('2', { captureRate: 10, captureDirection: 1 });
    send(...Array.from({ length: 400 }, () => udp('10.0.0.9', 53)));
    await expect.poll(async () => Number((await state()).captureLost)).toBeGreaterThan(380);
    const { captureFrames, captureLost } = await state();
    expect(Number(captureFrames)).toBeLessThanOrEqual(11);
    expect(Number(captureFrames) + Number(captureLost)).toBe(400);
  });

  test('keeps no more than its rate where the datapath lets more through', async () => {
    await start('2', { captureRate: 10, captureDirection: 1 });
    const frame = udp('10.0.0.9', 53);
    const flood = async () => {
      for (let one = 0; one < 40; one += 1)
        agent.events.framePunted({ kind: CAPTURED.received, port: 2, vlan: 1, frame });
      const { captureFrames, captureLost } = await state();
      return [captureFrames, captureLost];
    };
    expect(await flood()).toEqual([10, 30]);
    agent.clock.advance(500);
    expect(await flood()).toEqual([15, 65]);
    agent.clock.advance(30_000);
    expect(await flood()).toEqual([25, 95]);
  });

  test('goes on while the cable is pulled and plugged in again', async () => {
    await start('2', { captureDirection: 1 });
    cable.setLink('down');
    send(arp('10.0.0.8'));
    cable.setLink('up');
    send(arp('10.0.0.9'));
    await expect.poll(lines).toMatchObject([{ captureLineWords: 'Question for 10.0.0.9 by 10.0.0.2' }]);
    expect(await state()).toMatchObject({ captureStatus: 1 });
  });

  test('ends with the session that began it, and is gone', async () => {
    await start('2');
    const other = await agent.signedIn();
    await client.get(`/iss/specific/logout.js?Gambit=${client.gambit}`);
    agent.clock.advance(1000);
    await expect.poll(() => state(other)).toMatchObject({ captureStatus: 0 });
    expect(isCapturing()).toBe(false);
    expect(agent.running.context.slots.get(captureDesk)?.present).toBeUndefined();
    expect(JSON.stringify(await other.read('syslogMsgEntry'))).toContain('The session ended.');
  });

  test('is seen and begun by sessions of the console alone', async () => {
    await start('2');
    send(arp('10.0.0.9'));
    const { management, objects } = agent.running.context;
    const line = objects.find(({ name }) => name === 'captureLineEntry');
    const control = objects.find(({ name }) => name === 'captureCtrl');
    if (!line || !control) throw new Error('not declared');
    const strangers = [
      { access: 'token', token: { name: 'reader', section: '' } },
      { access: 'snmp' },
      { access: 'cloud' },
      { access: 'commandLine', session: 'line' },
    ] as const;
    for (const stranger of strangers) {
      const caller = {
        ...{ user: 'admin', session: undefined, remoteAddress: undefined, connection: undefined },
        ...stranger,
      };
      expect(await management.read(line, {}, caller)).toEqual([]);
      const values = { capturePorts: '3' };
      await expect(management.perform([{ kind: 'set', object: control, values }], caller)).rejects.toThrow(
        'only in a session of the console',
      );
    }
    expect(await lines()).toHaveLength(1);
  });
});
