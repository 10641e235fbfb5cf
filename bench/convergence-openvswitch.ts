import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PortRoleValue, PortStateValue } from '../features/network/spanning-tree/objects.ts';
import { BROADCAST_MAC } from '../protocols/frames/addresses.ts';
import { buildEthernet, EtherType } from '../protocols/frames/ethernet.ts';
import type { DistantClient } from '../tests/agent/distant-client.ts';
import { createLab, type Lab } from '../tests/namespaces/lab.ts';
import { Station } from '../tests/namespaces/station.ts';
import { PeerSwitch } from '../tests/openvswitch/peer-switch.ts';
import { needOpenVSwitch } from './driven-openvswitch.ts';
import { startInLab } from './lab-agent.ts';
import { type Figure, median } from './table.ts';

const ROUNDS = 5;
/** Milliseconds: for how long it is sent, and what of it passes before the link changes. */
const LASTING = 3000;
const BEFORE = 300;
/** Octets of an Ethernet header. */
const HEADER = 14;
/** Milliseconds of the hello time; after three of them RSTP gives a silent neighbor up. */
const HELLO_TIME = 2000;

/** The ports to the peer; the first is the way that the tree takes. */
const CABLES = [2, 3] as const;

/**
 * For how long frames are lost between us on Open vSwitch and another Open vSwitch that speaks RSTP, joined by two links, after
 * the link in use was cut, and after it came back. Throws where this host cannot make namespaces.
 */
export async function convergenceOnOpenVSwitch(): Promise<Figure[]> {
  needOpenVSwitch();
  const lab = await createLab({ ports: 3 });
  const directory = mkdtempSync(join(tmpdir(), 'faceplate-bench-'));
  let peer: PeerSwitch | undefined;
  try {
    const client = await startInLab(lab, directory);
    await client.set('dot1dStpExtPortEntry', { dot1dStpPort: 1, dot1dStpPortAdminEdgePort: 1 });
    await client.set('dot1dStp', { stpGlobalStatus: 1 });
    peer = await joinPeer(lab);
    const { cut, mended } = await outages(lab, client);
    const share = (time: number) => `${time.toFixed(0)} ms (${(time / HELLO_TIME).toFixed(3)} of a hello time)`;
    return [
      {
        what: 'way lost by a cut link, RSTP beside an Open vSwitch, Open vSwitch',
        measured: `${share(median(cut))}; ${share(median(mended))} when it is back`,
        budget: '',
      },
    ];
  } finally {
    await lab.close();
    peer?.removeFiles();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The peer is the root, in the namespace of host 2, at ports 2 and 3. */
async function joinPeer(lab: Lab): Promise<PeerSwitch> {
  const { namespace } = lab.host(2);
  await lab.host(3).namespace.ip('link', 'set', 'eth0', 'netns', namespace.name, 'name', 'eth1');
  const peer = await PeerSwitch.start(namespace, ['eth0', 'eth1'], '192.168.10.3/24');
  await peer.set('set', 'bridge', 'br0', 'rstp_enable=true', 'other_config:rstp-priority=4096');
  for (const port of ['eth0', 'eth1']) await peer.set('add-port', 'br0', port);
  return peer;
}

async function outages(
  lab: Lab,
  client: DistantClient,
): Promise<{ readonly cut: number[]; readonly mended: number[] }> {
  const sender = await lab.host(1).station();
  const listener = await Station.open(lab.host(2).namespace, 'br0');
  const [inUse, reserve] = CABLES;
  const outage = async (link: 'up' | 'down', way: number) => {
    // At the peer's end: the agent sets its own devices up again.
    const lost = await longestLoss(sender, listener, () => lab.host(inUse).namespace.ip('link', 'set', 'eth0', link));
    await isWay(client, way);
    return lost;
  };
  const [cut, mended]: [number[], number[]] = [[], []];
  await isWay(client, inUse);
  for (let round = 0; round < ROUNDS; round += 1) {
    cut.push(await outage('down', reserve));
    mended.push(await outage('up', inUse));
  }
  return { cut, mended };
}

/** Waits until a port is the way to the root, and forwards. */
async function isWay(client: DistantClient, port: number): Promise<void> {
  let last = '';
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const row: unknown = await client.read('dot1dStpPortEntry', { dot1dStpPort: port }).catch(String);
    const { stpPortRole, dot1dStpPortState } = Object(Array.isArray(row) ? row[0] : row);
    if (stpPortRole === PortRoleValue.root && dot1dStpPortState === PortStateValue.forwarding) return;
    last = `role ${stpPortRole}, state ${dot1dStpPortState}${typeof row === 'string' ? `, ${row}` : ''}`;
    await sleep(100);
  }
  throw new Error(`Port ${port} did not become the way to the root: ${last}.`);
}

/** Sends a numbered frame about every millisecond; between which two in a row that arrived most time passed, in milliseconds. */
async function longestLoss(sender: Station, listener: Station, change: () => Promise<unknown>): Promise<number> {
  const arrived = new Set<number>();
  listener.onFrame = (frame) => {
    const view = new DataView(frame.buffer, frame.byteOffset);
    if (view.getUint16(12) === EtherType.experimental) arrived.add(view.getUint32(HEADER));
  };
  const sentAt: number[] = [];
  const began = performance.now();
  let changed: Promise<unknown> | undefined;
  for (let now = began; now - began < LASTING; now = performance.now()) {
    sender.send(numbered(sentAt.push(now) - 1));
    if (now - began > BEFORE) changed ??= change();
    await sleep(1);
  }
  await changed;
  await sender.sync();
  await listener.sync();
  let longest = 0;
  let last: number | undefined;
  for (const [number, at] of sentAt.entries()) {
    if (!arrived.has(number)) continue;
    longest = Math.max(longest, at - (last ?? at));
    last = at;
  }
  if (last === undefined) throw new Error('No frame arrived.');
  return longest;
}

function numbered(number: number): Uint8Array {
  const payload = new Uint8Array(60);
  new DataView(payload.buffer).setUint32(0, number);
  const source = '02-00-00-00-00-31';
  return buildEthernet({ destination: BROADCAST_MAC, source, etherType: EtherType.experimental, payload });
}
