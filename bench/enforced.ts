import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hostFiles } from '../device/flash/flash-files.ts';
import { BROADCAST_MAC, macAt } from '../protocols/frames/addresses.ts';
import { buildEthernet, EtherType } from '../protocols/frames/ethernet.ts';
import { pushTag } from '../protocols/frames/vlan-tag.ts';
import type { AgentClient } from '../tests/agent/agent-client.ts';
import { startTestAgent } from '../tests/agent/test-agent.ts';
import { createLab } from '../tests/namespaces/lab.ts';
import { needOpenVSwitch } from './driven-openvswitch.ts';
import { startInLab } from './lab-agent.ts';
import { type Figure, median } from './table.ts';

const ROUNDS = 15;
const VLAN = 20;
/** So far apart that no class for the agent is used up. */
const MILLISECONDS_A_FRAME = 4;
/** Number of frames after which no more are expected. */
const PATIENCE = 5000;
/** The station at port 2. */
export const SENDER = '02-00-00-00-02-20';

/** A switch with a station at ports 2 and 3, and its administrator. */
export interface Scene {
  readonly client: AgentClient;
  /** Lets the station at port 2 send to everybody. */
  send(frame: Uint8Array): void;
  /** Frames received by the station at port 3. */
  readonly ear: Ear;
}

/** When a frame of the station at port 2 came in first, since it was asked last. */
class Ear {
  #first: number | undefined;

  hear(frame: Uint8Array): void {
    if (macAt(frame, 6) === SENDER) this.#first ??= performance.now();
  }

  take(): number | undefined {
    const first = this.#first;
    this.#first = undefined;
    return first;
  }
}

/** Measurements on a switch. */
type Measurement = (datapath: string, scene: Scene) => Promise<Figure[]>;

/** Measures on a virtual switch of 52 ports. */
export async function onVirtual(measure: Measurement): Promise<Figure[]> {
  const agent = await startTestAgent({ model: 'TPE-5240WS', files: hostFiles });
  try {
    const ability = { speeds: [10, 100, 1000], duplex: 'full', negotiates: true } as const;
    const ear = new Ear();
    const sender = agent.attach(2, { ability, receive() {} });
    agent.attach(3, { ability, receive: (frame) => ear.hear(frame) });
    const send = (frame: Uint8Array) => {
      // Rates go by the agent's clock.
      agent.clock.advance(MILLISECONDS_A_FRAME);
      sender.send(frame);
    };
    return await measure('virtual', { client: await agent.signedIn(), send, ear });
  } finally {
    await agent.close();
  }
}

/** Measures on Open vSwitch, with hosts in network namespaces; throws where this host cannot make them. */
export async function onOpenVSwitch(measure: Measurement): Promise<Figure[]> {
  needOpenVSwitch();
  const lab = await createLab({ ports: 3 });
  const directory = mkdtempSync(join(tmpdir(), 'faceplate-bench-'));
  try {
    const client = await startInLab(lab, directory);
    const [sender, listener] = [await lab.host(2).station(), await lab.host(3).station()];
    const ear = new Ear();
    listener.onFrame = (frame) => ear.hear(frame);
    return await measure('Open vSwitch', { client, send: (frame) => sender.send(frame), ear });
  } finally {
    await lab.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

const inVlan = pushTag(
  buildEthernet({
    destination: BROADCAST_MAC,
    source: SENDER,
    etherType: EtherType.experimental,
    payload: new Uint8Array(60),
  }),
  VLAN,
);

/** From Apply until a port that joins a VLAN gets its frames. */
export async function memberEnforced(datapath: string, scene: Scene): Promise<Figure[]> {
  const { client } = scene;
  await client.set('dot1qVlanStaticEntry', { RowStatus: 4, dot1qVlanIndex: VLAN, dot1qVlanStaticEgressPorts: '2' });
  const [enforced, answered]: [number[], number[]] = [[], []];
  for (let round = 0; round <= ROUNDS; round += 1) {
    await quiet(scene, inVlan);
    const began = performance.now();
    const answer = client
      .set('dot1qVlanStaticEntry', { dot1qVlanIndex: VLAN, dot1qVlanStaticEgressPorts: '2,3' })
      .then(() => performance.now() - began);
    const took = (await heard(scene, inVlan)) - began;
    // The first round warms both up.
    if (round > 0) enforced.push(took);
    if (round > 0) answered.push(await answer);
    await answer;
    await client.set('dot1qVlanStaticEntry', { dot1qVlanIndex: VLAN, dot1qVlanStaticEgressPorts: '2' });
  }
  const [first, second] = [median(enforced), median(answered)];
  return [
    {
      what: `Apply to enforced, a port that joins a VLAN, ${datapath}`,
      measured: `${first.toFixed(1)} ms, ${(first / second).toFixed(2)} of the time until the answer`,
      budget: '',
    },
  ];
}

/** Frames in a row that do not arrive where the port is out of the VLAN. */
const SILENCE = 20;

/** Sends a frame until no copy of it arrives any longer. */
export async function quiet({ send, ear }: Scene, frame: Uint8Array): Promise<void> {
  for (let lost = 0; lost < SILENCE; lost += 1) {
    send(frame);
    await sleep(1);
    if (ear.take() !== undefined) lost = 0;
  }
}

/** Sends a frame until something of it arrives; resolves to the moment. */
export async function heard({ send, ear }: Scene, frame: Uint8Array): Promise<number> {
  for (let sent = 0; sent < PATIENCE; sent += 1) {
    send(frame);
    await sleep(1);
    const at = ear.take();
    if (at !== undefined) return at;
  }
  throw new Error('Nothing arrives.');
}
