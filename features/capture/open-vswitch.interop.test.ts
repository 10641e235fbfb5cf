import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DistantClient } from '../../tests/agent/distant-client.ts';
import { LabAgent } from '../../tests/agent/lab-agent.ts';
import { createLab, type Lab } from '../../tests/namespaces/lab.ts';

const PATIENCE = { timeout: 30_000, interval: 200 };
const OWN = '192.168.10.200';
/** What Open vSwitch makes of a copy for a capture, and of nothing else. */
const COPY = 'check_pkt_len';
const [SENDER, TARGET] = ['192.168.10.2', '192.168.10.3'];

/** The administrator is at port 1, stations at ports 2 and 3. */
let lab: Lab;
let agent: LabAgent;
let client: DistantClient;
const folder = mkdtempSync(join(tmpdir(), 'faceplate-capture-'));

beforeAll(async () => {
  lab = await createLab({ ports: 3 });
  agent = new LabAgent(lab);
  await agent.start();
  for (const [port, address] of [
    [2, SENDER],
    [3, TARGET],
  ] as const) {
    await lab.host(port).address(`${address}/24`);
  }
  client = await agent.administratorOn(lab.host(1).namespace);
});

afterAll(async () => {
  await agent.stop();
  await lab.close();
  rmSync(folder, { recursive: true, force: true });
});

const state = async () => Object(await client.read('captureState'));
const start = async (capturePorts: string, more: object = {}) => {
  const { error } = await client.set('captureCtrl', { capturePorts, ...more });
  expect(error, error.message).toMatchObject({ code: 0 });
};
const ping = (count: number, ...more: readonly string[]) =>
  lab.host(2).namespace.exec('ping', '-c', String(count), '-i', '0.2', ...more, TARGET);

/** Rules of Open vSwitch, and decisions that it keeps, follow within milliseconds: resolves to the frames captured once they do. */
async function framesInForce(): Promise<number> {
  let before = -1;
  for (let frames = 0; frames !== before + 4; ) {
    before = (await state()).captureFrames;
    await ping(1);
    await expect.poll(async () => (await state()).captureFrames, PATIENCE).toBeGreaterThanOrEqual(before);
    frames = (await state()).captureFrames;
  }
  return before + 4;
}

/** What tshark reads of the capture, a line for each frame with these fields. */
async function read(...fields: readonly string[]): Promise<string[]> {
  const file = join(folder, 'capture.pcapng');
  const url = `https://${OWN}/iss/specific/cgi/capture?Gambit=${client.gambit}&_=1`;
  await lab
    .host(1)
    .namespace.exec('curl', ...['--silent', '--fail', '--insecure', '--cookie', client.cookie, '--output', file, url]);
  const words = fields.flatMap((field) => ['-e', field]);
  const said = await lab.switch.exec('tshark', '-n', '-r', file, '-T', 'fields', '-E', 'separator=|', ...words);
  return said.split('\n').filter((line) => line !== '');
}

test('a real ping is captured both ways at both ports, and tshark reads it', async () => {
  await start('2-3', { captureProtocol: 1, captureAddress: TARGET });
  const before = await framesInForce();
  await ping(3);
  await expect.poll(state, PATIENCE).toMatchObject({ captureFrames: before + 12, captureLost: 0 });
  const lines = (await client.read('captureLineEntry')) as Record<string, unknown>[];
  expect(lines[0]).toMatchObject({
    captureLinePort: 2,
    captureLineDirection: 1,
    captureLineSource: SENDER,
    captureLineDestination: TARGET,
    captureLineProtocol: 'ICMP',
    captureLineWords: 'Echo request 1',
  });
  await client.set('captureCtrl', { captureStop: 1 });
  const frames = await read(
    'frame.interface_name',
    'frame.packet_flags_direction',
    'icmp.type',
    'icmp.checksum.status',
  );
  // Received at port 2 and sent by port 3, and the way back.
  const request = ['Port 2|0x00000001|8|1', 'Port 3|0x00000002|8|1'];
  const reply = ['Port 3|0x00000001|0|1', 'Port 2|0x00000002|0|1'];
  expect(frames.slice(-12).toSorted()).toEqual([1, 2, 3].flatMap(() => [...request, ...reply]).toSorted());
  const described = await lab.switch.exec('capinfos', '-M', join(folder, 'capture.pcapng'));
  expect(described).toMatch(/Number of packets:\s+\d+/);
  expect(described).toMatch(/timestamp precision:\s+microseconds/);
});

test('the session of the administrator at a captured port is not in the capture', async () => {
  await start('1-3');
  await ping(1);
  // Each of these is a connection of its own.
  for (let time = 0; time < 3; time += 1) await state();
  await expect.poll(async () => (await state()).captureLeftOut, PATIENCE).toBeGreaterThan(20);
  await client.set('captureCtrl', { captureStop: 1 });
  const frames = await read('ip.src', 'ip.dst', 'tcp.port', 'icmp.type');
  expect(frames.filter((line) => line.includes(OWN) && !/\|(0|8)$/.test(line))).toEqual([]);
  expect(frames.filter((line) => line.endsWith('|8')).length).toBeGreaterThan(0);
});

test('a flood at a captured port loses copies, no frames of stations, and not the session', async () => {
  await start('2', { captureRate: 50 });
  const said = await lab.host(2).namespace.exec('ping', '-f', '-c', '3000', TARGET);
  expect(said).toMatch(/3000 received/);
  await expect.poll(async () => (await state()).captureLost, PATIENCE).toBeGreaterThan(1000);
  expect(await state()).toMatchObject({ captureStatus: 1 });
  await client.set('captureCtrl', { captureDiscard: 1 });
});

test('an agent that dies in the middle leaves no copies behind, and the next one starts without', async () => {
  await start('2', { captureTime: 600 });
  const traced = () => agent.traced('in_port=2,icmp,dl_src=02:00:00:00:00:02,dl_dst=02:00:00:00:00:03');
  await expect.poll(traced, PATIENCE).toContain(COPY);
  await agent.kill();
  await expect.poll(traced, PATIENCE).not.toContain(COPY);
  await ping(2);
  await agent.start();
  expect(await traced()).not.toContain(COPY);
  client = await agent.administratorOn(lab.host(1).namespace);
  expect(await state()).toMatchObject({ captureStatus: 0 });
});
