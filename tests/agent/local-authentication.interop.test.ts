import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { BROADCAST_MAC, macAt } from '../../protocols/frames/addresses.ts';
import { buildEthernet, EtherType } from '../../protocols/frames/ethernet.ts';
import { pushTag, tagOf } from '../../protocols/frames/vlan-tag.ts';
import { createLab, type Lab } from '../namespaces/lab.ts';
import { LabAgent } from './lab-agent.ts';
import { WpaSupplicant } from './wpa-supplicant.ts';

const patience = { timeout: 60_000, interval: 100 };
const GUESTS = 20;
const GUEST = '02-AA-00-00-00-02';
const LISTENER = '02-AA-00-00-00-03';
/** Who sends the last frame. */
const LAST = '02-AA-00-00-00-99';

const frameTo = (destination: string, source: string, etherType: number = EtherType.experimental) =>
  buildEthernet({ destination, source, etherType, payload: new Uint8Array(50) });

/** The administrator is at port 1, supplicants behind port 2, somebody in VLAN 20 at port 3 and in VLAN 30 at port 4. */
let lab: Lab;
let agent: LabAgent;
let folder: string;
let supplicant: WpaSupplicant;

const port = (more: Readonly<Record<string, number>>) => ({ dot1xPaePortNumber: 2, ...more });

async function standing(): Promise<object> {
  const rows = await agent.rows('dot1xAuthConfigEntry');
  const extended = await agent.rows('dot1xPortExtEntry');
  const status = rows.find((row) => row.dot1xPaePortNumber === 2)?.dot1xAuthAuthControlledPortStatus;
  return { open: status === 1, vlan: extended.find((row) => row.dot1xPaePortNumber === 2)?.dot1xPortAssignedVlan };
}
const stands = (wanted: object) => expect.poll(standing, patience).toMatchObject(wanted);

/** How often the log says that cleo was refused. */
async function refusals(): Promise<number> {
  const rows = (await agent.rows('syslogMsgEntry')).map((row) => String(row.syslogMsgDescr));
  return rows.filter((text) => /Port 2: cleo at \S+ was refused\./.test(text)).length;
}

/** Starts the port over, and the supplicant with another way to authenticate. */
async function supplicate(...lines: readonly string[]): Promise<void> {
  await supplicant.start(lines.join('\n'));
  await agent.set('dot1xPaePortEntry', port({ dot1xPaePortInitialize: 1 }));
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'faceplate-local-'));
  lab = await createLab({ ports: 4 });
  supplicant = new WpaSupplicant(lab.host(2).namespace, folder);
  await lab.host(2).address('192.168.20.2/24');
  await lab.host(3).address('192.168.20.3/24');
  for (const at of [2, 3, 4]) await lab.host(at).namespace.exec('ethtool', '-K', 'eth0', 'tx', 'off');
  agent = new LabAgent(lab);
  await agent.start();
  const vlan = (dot1qVlanIndex: number, ports: string) => ({
    method: 'CommonSet',
    params: { Template: 'dot1qVlanStaticEntry', dot1qVlanIndex, dot1qVlanStaticEgressPorts: ports, RowStatus: 4 },
  });
  const set = (Template: string, values: object) => ({ method: 'CommonSet', params: { Template, ...values } });
  await agent.batch([
    vlan(GUESTS, '3'),
    vlan(30, '4'),
    set('dot1qPortVlanEntry', { dot1dBasePort: 3, dot1qPvid: GUESTS }),
    set('dot1qVlanStaticEntry', {
      dot1qVlanIndex: 1,
      dot1qVlanStaticEgressPorts: '1-2,4',
      dot1qVlanStaticUntaggedPorts: '1-2,4',
    }),
    set('dot1qVlanStaticEntry', { dot1qVlanIndex: GUESTS, dot1qVlanStaticUntaggedPorts: '3' }),
    set('dialInUserEntry', {
      dialInUserName: 'cleo',
      dialInUserPassword: 'two words',
      dialInUserVlan: GUESTS,
      RowStatus: 4,
    }),
    set('dot1xExtConfig', { dot1xAuthMethod: 2 }),
    set('dot1xPortExtEntry', port({ dot1xPortDynamicVlan: 1 })),
    set(
      'dot1xAuthConfigEntry',
      port({ dot1xAuthTxPeriod: 1, dot1xAuthQuietPeriod: 1, dot1xAuthAuthControlledPortControl: 2 }),
    ),
    set('dot1xPaeSystem', { dot1xPaeSystemAuthControl: 1 }),
  ]);
  const shown = await lab
    .host(1)
    .namespace.exec('sh', '-c', 'openssl s_client -connect 192.168.10.200:443 -showcerts </dev/null 2>/dev/null');
  const [certificate = ''] = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/.exec(shown) ?? [];
  writeFileSync(join(folder, 'switch.pem'), `${certificate}\n`);
});

afterAll(async () => {
  await agent.stop();
  await lab.close();
  rmSync(folder, { recursive: true, force: true });
});

const credentials = (password: string) => [`password="${password}"`, `ca_cert="${folder}/switch.pem"`];
const anonymous = ['anonymous_identity="anonymous"', 'identity="cleo"'];

const ways: readonly (readonly [string, readonly string[]])[] = [
  ['MD5', ['eap=MD5', 'identity="cleo"']],
  ['PEAP with MSCHAPv2', ['eap=PEAP', ...anonymous, 'phase2="auth=MSCHAPV2"']],
  ['PEAP with MSCHAPv2 in short fragments', ['eap=PEAP', ...anonymous, 'phase2="auth=MSCHAPV2"', 'fragment_size=100']],
  ['TTLS with PAP', ['eap=TTLS', ...anonymous, 'phase2="auth=PAP"']],
  ['TTLS with MSCHAPv2', ['eap=TTLS', ...anonymous, 'phase2="auth=MSCHAPV2"']],
];

test.each(ways)('a dial-in user is let in by %s, and refused with a wrong password', async (_name, way) => {
  await supplicate(...way, ...credentials('two words'));
  await stands({ open: true, vlan: GUESTS });
  const [session] = await agent.rows('dot1xAuthSessionStatsEntry');
  expect(session).toMatchObject({ dot1xAuthSessionUserName: 'cleo', dot1xAuthSessionAuthenticMethod: 2 });
  const before = await refusals();
  await supplicate(...way, ...credentials('two word'));
  await expect.poll(refusals, patience).toBeGreaterThan(before);
  await stands({ open: false });
});

describe('a guest', () => {
  const source = async () =>
    (await agent.rows('dot1xPortExtEntry')).find((row) => row.dot1xPaePortNumber === 2)?.dot1xPortVlanSource;

  /** What arrives at a port of what is sent by a station at another one, with a last frame behind which nothing comes. */
  async function arrives(from: number, to: number, frames: readonly Uint8Array[], last: Uint8Array): Promise<string[]> {
    const [sender, listener] = [await lab.host(from).station(), await lab.host(to).station()];
    const heard: Uint8Array[] = [];
    listener.onFrame = (frame) => heard.push(frame);
    for (const frame of [...frames, last]) sender.send(frame);
    await expect.poll(() => heard.some((frame) => macAt(frame, 6) === macAt(last, 6)), patience).toBe(true);
    await Promise.all([sender.close(), listener.close()]);
    return heard.filter((frame) => macAt(frame, 6) === GUEST).map((frame) => String(tagOf(frame)?.vid ?? 'untagged'));
  }

  const broadcast = (from: string) => frameTo(BROADCAST_MAC, from);

  beforeAll(async () => {
    await supplicant.stop();
    await agent.set('dot1qVlanStaticEntry', { dot1qVlanIndex: 30, dot1qVlanStaticEgressPorts: '2,4' });
    await agent.set('dot1xPortExtEntry', port({ dot1xPortGuestVlan: GUESTS }));
    await agent.set('dot1xPaePortEntry', port({ dot1xPaePortInitialize: 1 }));
    await vi.waitFor(async () => expect(await source()).toBe(2), patience);
  });

  test('is in the guest VLAN and nowhere else, untagged, though its port is a tagged member of another one', async () => {
    const attempts = [broadcast(GUEST), ...[1, 30, GUESTS].map((vlan) => pushTag(broadcast(GUEST), vlan))];
    expect(await arrives(2, 3, attempts, broadcast(LAST))).toEqual(['untagged']);
    // What the administrator at port 1 sends comes behind what the guest might have.
    const elsewhere = await lab.host(4).station();
    const heard: string[] = [];
    elsewhere.onFrame = (frame) => heard.push(macAt(frame, 6));
    const guest = await lab.host(2).station();
    for (const frame of attempts) guest.send(frame);
    await guest.sync();
    const administrator = await lab.host(1).station();
    administrator.send(broadcast(LAST));
    await expect.poll(() => heard, patience).toContain(LAST);
    expect(heard).not.toContain(GUEST);
    await Promise.all([elsewhere, guest, administrator].map((one) => one.close()));
  });

  test('sends EAPOL to nobody but the switch', async () => {
    const eapol = [BROADCAST_MAC, LISTENER].map((to) => frameTo(to, GUEST, EtherType.eapol));
    expect(await arrives(2, 3, eapol, broadcast(LAST))).toEqual([]);
    expect(await arrives(3, 2, eapol, broadcast(LAST))).toEqual([]);
  });
});
