import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createCertificate } from '../../device/http/certificate.ts';
import { RebootType } from '../../features/tools/reboot/objects.ts';
import { SwitchStanding } from '../../fleet/switches/objects.ts';
import { LARGEST_FILE } from '../../model/wire/file-size.ts';
import type { AgentClient } from '../agent/agent-client.ts';
import { answered, consoleThrough, joinFleet, type Member, passes } from './members.ts';
import { RawSwitch } from './raw-switch.ts';
import { startTestFleet, type TestFleet } from './test-fleet.ts';
import { startUplink, type Uplink } from './uplink.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let fleet: TestFleet;
let uplink: Uplink;
let member: Member;
/** Whether the next plan cuts the way to the cloud. */
let cutsNext = false;
let looker: AgentClient;

const standing = async () => {
  const rows = await fleet.client.read('fleetSwitchEntry', { fleetSwitchSerial: member.serial });
  return Object((rows as unknown[])[0]).fleetSwitchStanding;
};

const asWanted = () => passes([member], standing, SwitchStanding.asWanted);

const set = (client: AgentClient, object: string, values: object) => answered([member], client.set(object, values));

const fetchFrom = (client: AgentClient, name: string) =>
  client.get(`/iss/specific/cgi/${name}?Gambit=${client.gambit}`);

const download = async (client: AgentClient, name: string) => (await fetchFrom(client, name)).text();

const errorOf = async (client: AgentClient, name: string) => JSON.parse(await download(client, name)).error.message;

const sysName = async () => Object(await member.local.read('system')).sysName;

/** The configuration in force as a file, through the cloud. */
async function backup(): Promise<string> {
  expect((await set(member.afar, 'cfgTransferCtrl', { cfgDirection: 1, cfgMethod: 1 })).error.message).toBe('');
  return download(member.afar, 'config_backup');
}

/** Sends a file to be restored, through the cloud. */
const check = (client: AgentClient, file: string) =>
  answered([member], client.upload('config_restore', new Blob([file])));

beforeAll(async () => {
  fleet = await startTestFleet();
  uplink = await startUplink(fleet.cloud.switchPort);
  member = await joinFleet(fleet, {
    cloud: { host: '127.0.0.1', port: uplink.port },
    beforeApply() {
      if (cutsNext) uplink.cut();
      cutsNext = false;
    },
  });
  await vi.waitFor(
    async () => {
      member.agent.clock.advance(1_000);
      expect(await standing()).toBe(SwitchStanding.asWanted);
    },
    { timeout: 90_000 },
  );
  const account = { fleetUserName: 'looker', fleetUserRole: 2, fleetUserPassword: 'lookerPassw0rd', RowStatus: 4 };
  await fleet.client.set('fleetUserEntry', account);
  const signedIn = fleet.stranger();
  await signedIn.login('lookerPassw0rd', 'looker');
  looker = consoleThrough(fleet, member.serial, signedIn);
});

afterAll(async () => {
  await member?.agent.close();
  uplink?.close();
  await fleet?.close();
});

describe('files of a switch, through the cloud', () => {
  it('are fetched as they are at the switch', async () => {
    const log = await fetchFrom(member.afar, 'system_log');
    expect(log.headers.get('content-disposition')).toBe('attachment; filename="TPE-1021WS-log.txt"');
    expect(await log.text()).toContain('The device started');
    expect(await download(member.afar, 'certificate')).toBe(await download(member.local, 'certificate'));
    expect(await errorOf(member.afar, 'nothing')).toBe('There is nothing named "nothing" to send or fetch.');
    expect(await errorOf(fleet.client, 'system_log')).toContain('nothing to send or fetch');
    expect(await download(looker, 'system_log')).toContain('The device started');
    expect(await errorOf(consoleThrough(fleet, member.serial, fleet.stranger()), 'system_log')).toContain('session');
    expect(JSON.stringify(await fleet.client.read('fleetAuditEntry'))).toContain(
      `Downloaded a file of switch ${member.serial}: system_log.`,
    );
  });

  it('wait for the session that asked for them, and for nobody else', async () => {
    const other = fleet.stranger();
    await other.login('firstPassw0rd');
    const theirs = consoleThrough(fleet, member.serial, other);
    expect((await set(member.afar, 'cfgTransferCtrl', { cfgDirection: 1, cfgMethod: 1 })).error.message).toBe('');
    expect(await errorOf(theirs, 'config_backup')).toBe('No backup is pending; request it again.');
    expect(await download(member.afar, 'config_backup')).toContain('TPE-1021WS');
    const sent = await check(member.afar, await backup());
    expect(sent.error.message).toBe('');
    expect((await set(theirs, 'cfgTransferCtrl', { cfgConfirm: 1 })).error.message).toContain(
      'No configuration is pending',
    );
  });

  it('are sent by administrators alone, and no longer than they may be', async () => {
    const file = new Blob([new Uint8Array(1024 * 1024 + 1)]);
    expect(await member.afar.upload('config_restore', new Blob([new Uint8Array(LARGEST_FILE + 1)]))).toEqual({
      message: 'The file is too long.',
    });
    expect((await member.afar.upload('nothing', file)).error.message).toContain('There is nothing named');
    // Nothing of it is even read.
    const long = new Blob([new Uint8Array(LARGEST_FILE + 1)]);
    expect((await looker.upload('config_restore', long)).error.message).toContain('change nothing');
    expect((await check(member.afar, 'x')).error.message).toBe('The file is not a configuration file.');
    // As long as one at the switch itself: it takes every piece, and looks at what it has.
    const longest = new Blob(['x'.repeat(LARGEST_FILE)]);
    expect((await member.afar.upload('config_restore', longest)).error.message).toBe(
      'The file is not a configuration file.',
    );
    // Firmware has a way of its own.
    const firmware = [
      await member.afar.upload('firmware_upgrade', new Blob(['x'])),
      await set(member.afar, 'fwUpgradeCtrl', { fwStart: 1 }),
    ];
    for (const { error } of firmware) expect(error.message).toContain('by a rollout');
  });

  it('bring a certificate, which the switch then has with its key', async () => {
    const { certificate, key } = await createCertificate(['switch.example']);
    const uploaded = await member.afar.upload('certificate', new Blob([certificate, key]));
    expect(uploaded.error.message).toBe('');
    expect((await download(member.afar, 'certificate')).trim()).toBe(certificate.trim());
    const named = { sslCertNames: expect.stringContaining('switch.example') };
    expect(await member.local.read('sslCertEntry')).toMatchObject(named);
    expect(JSON.stringify(await fleet.client.read('fleetAuditEntry'))).toContain(
      `Uploaded a file to switch ${member.serial}: certificate.`,
    );
    const foreign = await member.afar.upload('certificate', new Blob([certificate]));
    expect(foreign.error.message).not.toBe('');
  });
});

describe('a restore through the cloud', () => {
  it('is in force once the cloud has confirmed it, and leaves accounts and the way to the cloud alone', async () => {
    await set(member.afar, 'system', { sysName: 'before' });
    const file = await backup();
    await set(member.afar, 'system', { sysName: 'after' });
    // As of a switch that has no cloud.
    const foreign = file
      .split('\n')
      .filter((line) => !line.includes('sysCloud'))
      .join('\n');
    const { result, error } = await check(member.afar, foreign);
    expect(error.message).toBe('');
    expect(JSON.stringify(result)).toContain('before');
    expect(await sysName()).toBe('after');
    const restored = await set(member.afar, 'cfgTransferCtrl', { cfgConfirm: 1 });
    expect(restored.error.message).toBe('');
    expect(await sysName()).toBe('before');
    expect(member.agent.reboots()).toBe(0);
    await asWanted();
    expect(await member.local.read('sysCloudCtrl')).toMatchObject({ systemCloudState: 1 });
    expect((await set(member.afar, 'cfgTransferCtrl', { cfgConfirm: 1 })).error.message).toContain(
      'No configuration is pending',
    );
  });

  it('that cuts the way to the cloud comes back, and nobody restores or resets the switch meanwhile', async () => {
    const file = await backup();
    await set(member.afar, 'system', { sysName: 'reachable' });
    expect((await check(member.afar, file)).error.message).toBe('');
    cutsNext = true;
    const cutting = member.afar.set('cfgTransferCtrl', { cfgConfirm: 1 });
    await expect.poll(sysName).toBe('before');
    const local = member.local;
    const sent = await local.upload('config_restore', new Blob([file]));
    expect(sent.error.message).toBe('');
    expect((await local.set('cfgTransferCtrl', { cfgConfirm: 1 })).error.message).toContain('before a restore');
    // Whatever keeps something of the present configuration would keep what may come back.
    const { factoryDefaultKeepAddress: keepAddress, factoryDefaultKeepAddressAndAccount: keepAccount } = RebootType;
    for (const rebootType of [keepAddress, keepAccount]) {
      const resets = await local.set('sysRebootCtrl', { rebootType });
      expect(resets.error.message).toContain('waiting for confirmation');
    }
    expect(member.agent.reboots()).toBe(0);
    await passes([member], sysName, 'reachable');
    uplink.mend();
    expect((await answered([member], cutting)).error.code).not.toBe(0);
    await passes([member], async () => (await member.afar.call('CommonGet', { Template: 'system' })).error.code, 0);
    // A reset is the switch's own.
    const reset = await set(member.afar, 'sysRebootCtrl', { rebootType: RebootType.factoryDefault });
    expect(reset.error.message).toBe('Reboot can be changed only at the switch itself, not from the cloud.');
  });

  it('is refused where the cloud does not decide over the switch', async () => {
    // It does not as long as the switch is being set up.
    expect((await member.local.set('sysWizard', { sysWizardDone: 2 })).error.message).toBe('');
    expect((await check(member.afar, 'x')).error.message).toContain('managed locally');
    expect(await download(member.afar, 'system_log')).toContain('The device started');
  });
});

describe('a switch that lies about a file', () => {
  it.each([
    ['sends less than it said', { id: 'x', fileName: 'f', contentType: 'text/plain', size: 4 }, ''],
    ['sends more than it said', { id: 'x', fileName: 'f', contentType: 'text/plain', size: 4 }, 'more than four'],
    ['says another type', { id: 'x', fileName: 'f', contentType: 'text/html\r\nset-cookie: a=b', size: 4 }, 'four'],
    ['says no size', { id: 'x', fileName: 'f', contentType: 'text/plain', size: -1 }, 'four'],
    ['says nothing', {}, 'four'],
    ['ends a session', { answer: '{"error":{"code":8701,"message":"out"}}' }, 'four'],
  ])('and %s is told from one that does not', async (_what, ready, octets) => {
    const liar = await RawSwitch.make(fleet.place, 'LIAR');
    await fleet.client.set('fleetClaimEntry', { fleetClaimSerial: 'LIAR', fleetClaimCode: liar.code, RowStatus: 4 });
    await liar.claim();
    const line = await liar.connect({}, (method) =>
      method === 'fetch' ? ready : method === 'read' ? { octets: Buffer.from(octets).toString('base64') } : undefined,
    );
    const said = await errorOf(consoleThrough(fleet, 'LIAR'), 'system_log');
    expect(said).toBe('The switch sent an invalid answer.');
    line.terminate();
    await fleet.client.set('fleetSwitchEntry', { fleetSwitchSerial: 'LIAR', RowStatus: 6 });
  });
});
