import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { translator } from '../../../console/translations/language.ts';
import { type FlashFiles, hostFiles } from '../../../device/flash/flash-files.ts';
import { type Caller, theDevice } from '../../../device/management.ts';
import { changesBetween } from '../../../model/configuration/change.ts';
import type { Steps } from '../../../model/configuration/steps.ts';
import { tellingChanges } from '../../../model/configuration/told-changes.ts';
import { type Message, wordsOf } from '../../../model/values/message.ts';
import type { AgentClient } from '../../../tests/agent/agent-client.ts';
import { PASSWORD, startTestAgent, type TestAgent } from '../../../tests/agent/test-agent.ts';
import { snmpCommunityEntry } from '../../system/snmp/community-objects.ts';
import { checkRestore } from './device-restore.ts';
import { waitingFile } from './device-transfer.ts';
import { leftWithout } from './left-without.ts';
import { BACKUP_DOWNLOAD, RESTORE_UPLOAD } from './objects.ts';
import { readConfigurationFile } from './read-configuration-file.ts';
import { fetchReport, uploadReport } from './restore-report.ts';
import { restoredConfiguration } from './restored-configuration.ts';

let agent: TestAgent;
let client: AgentClient;

beforeEach(async () => {
  agent = await startTestAgent();
  client = await agent.signedIn();
  await client.set('dot1qVlanStaticEntry', {
    dot1qVlanIndex: 20,
    dot1qVlanStaticName: 'cameras',
    dot1qVlanStaticEgressPorts: '2-4',
    RowStatus: 4,
  });
  await client.set('system', { sysName: 'core', sysLocation: ' rack 1 ' });
});

afterEach(() => agent.close());

/** Asks for a backup and fetches it. */
async function backup(choices: object = {}): Promise<{ name: string; text: string }> {
  const { error } = await client.set('cfgTransferCtrl', { cfgDirection: 1, ...choices });
  if (error.code !== 0) throw new Error(error.message);
  const response = await client.get(`/iss/specific/cgi/${BACKUP_DOWNLOAD}?Gambit=${client.gambit}&_=1`);
  return { name: response.headers.get('content-disposition') ?? '', text: await response.text() };
}

async function restore(text: string | Uint8Array<ArrayBuffer>, fields: Record<string, string> = {}) {
  const form = new FormData();
  form.append('Gambit', client.gambit);
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([text]), 'switch.cfg');
  const response = await fetch(`${agent.origin}/iss/specific/cgi/${RESTORE_UPLOAD}`, {
    method: 'POST',
    body: form,
    headers: { cookie: client.cookie },
  });
  return response.json();
}

const confirm = () => client.set('cfgTransferCtrl', { cfgConfirm: 1 });

const linesOf = (text: string) => text.trimEnd().split('\n');
const refusal = async (text: string, fields: Record<string, string> = {}) =>
  (await restore(text, fields)).error.message;
/** The result of work in steps, and after how many of them something else may go first. */
function inSteps<Result>(work: Steps<Result>): { readonly steps: number; readonly result: Result } {
  for (let steps = 0; ; steps += 1) {
    const { done, value } = work.next();
    if (done) return { steps, result: value };
  }
}

/** The same agent after the restart that a restore asks for. */
async function restarted(): Promise<AgentClient> {
  await expect.poll(() => agent.reboots()).toBe(1);
  await agent.stop();
  agent = await startTestAgent({ directory: agent.directory });
  return agent.signedIn();
}

describe('a backup', () => {
  it('names model and version in its first line, and model, name and date in the file name', async () => {
    const { name, text } = await backup();
    expect(JSON.parse(linesOf(text)[0] ?? '')).toMatchObject({ model: 'TPE-1021WS', version: expect.any(String) });
    expect(name).toMatch(/filename="TPE-1021WS-core-\d{8}\.cfg"/);
    expect(text).toContain('"cameras"');
  });

  it('is fetched once, by the session that asked for it', async () => {
    await client.set('cfgTransferCtrl', { cfgDirection: 1 });
    const other = await agent.signedIn();
    const stolen = await other.get(`/iss/specific/cgi/${BACKUP_DOWNLOAD}?Gambit=${other.gambit}&_=1`);
    expect((await stolen.json()).error.code).toBe(2);
    const own = () => client.get(`/iss/specific/cgi/${BACKUP_DOWNLOAD}?Gambit=${client.gambit}&_=1`);
    expect(await (await own()).text()).toContain('"cameras"');
    expect((await (await own()).json()).error.code).toBe(2);
  });

  it('waits for the program that asked for it, and not for others without a session', () => {
    const { context } = agent.running;
    const program: Caller = { ...theDevice, access: 'token', token: { name: 'ansible', section: '' } };
    waitingFile.hold(context, program, { fileName: 'switch.cfg', lines: () => [] });
    const others: readonly Caller[] = [
      { ...theDevice, access: 'snmp', isAuthenticated: true },
      { ...program, token: { name: 'other', section: '' } },
    ];
    for (const other of others) expect(waitingFile.look(context, other)).toBeUndefined();
    expect(waitingFile.look(context, program)).toBeDefined();
  });

  it('holds no hash of the password, not even where it holds secrets', async () => {
    const row = agent.running.context.configuration();
    const { sysUserEntry } = await import('../../system/administration/objects.ts');
    const hash = row.rows(sysUserEntry)[0]?.sysUserPasswordHash ?? '';
    expect(hash).not.toBe('');
    expect((await backup()).text).not.toContain(hash);
    const sealed = await backup({ cfgIncludeSecrets: 2, cfgPassphrase: 'open sesame'.replace(' ', '-') });
    expect(sealed.text).not.toContain(hash);
    expect(sealed.text).toContain('"secret"');
  });

  it('with secrets needs a passphrase of 8 to 32 characters, and an empty slot gives none', async () => {
    await expect(backup({ cfgIncludeSecrets: 2 })).rejects.toThrow('8 to 32');
    await expect(backup({ cfgIncludeSecrets: 2, cfgPassphrase: 'seven-7' })).rejects.toThrow('8 to 32');
    await expect(backup({ cfgSlotId: 2 })).rejects.toThrow('Configuration 2 is empty.');
  });
});

describe('a restore', () => {
  it('that was answered is what the switch restarts with, whoever saves or changes something at the same moment', async () => {
    const { text } = await backup();
    expect((await client.set('system', { sysLocation: 'cellar' })).error.code).toBe(0);
    const other = await agent.signedIn();
    expect((await restore(text)).error.code).toBe(0);
    const before = other.set('sysConfig', { configOper: 3 });
    const confirmed = confirm();
    const behind = Array.from({ length: 4 }, () => other.set('sysConfig', { configOper: 3 }));
    expect((await before).error.code).toBe(0);
    expect((await confirmed).error.code).toBe(0);
    await Promise.all(behind);
    const said = 'The switch is restarting with another configuration; nothing can be changed or saved now.';
    expect((await other.set('sysConfig', { configOper: 3 })).error).toMatchObject({ code: 12, message: said });
    expect((await other.set('system', { sysLocation: 'roof' })).error).toMatchObject({ code: 13, message: said });
    client = await restarted();
    expect(await client.read('system')).toMatchObject({ sysLocation: ' rack 1 ' });
  });

  it('that cannot be written is refused, and the switch goes on without a restart', async () => {
    let isFull = false;
    const full = () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));
    const write: FlashFiles['write'] = (path, content) => (isFull ? full() : hostFiles.write(path, content));
    await agent.close();
    agent = await startTestAgent({ files: { ...hostFiles, write } });
    client = await agent.signedIn();
    const { text } = await backup();
    await client.set('system', { sysName: 'other' });
    expect((await restore(text)).error.code).toBe(0);
    isFull = true;
    expect((await confirm()).error.code).toBe(14);
    isFull = false;
    expect((await client.set('system', { sysLocation: 'roof' })).error.code).toBe(0);
    expect(await client.read('system')).toMatchObject({ sysName: 'other', sysLocation: 'roof' });
    expect(agent.reboots()).toBe(0);
  });

  it('brings everything back, after a check that changes nothing', async () => {
    const { text } = await backup();
    await client.set('dot1qVlanStaticEntry', { dot1qVlanIndex: 20, RowStatus: 6 });
    await client.set('system', { sysName: 'other' });
    const checked = await restore(text);
    expect(checked).toMatchObject({ error: { code: 0 }, result: { changeCount: 3, warnings: [] } });
    expect(agent.reboots()).toBe(0);
    const other = await agent.signedIn();
    expect((await other.set('cfgTransferCtrl', { cfgConfirm: 1 })).error.code).toBe(2);
    expect((await confirm()).error.code).toBe(0);
    expect((await confirm()).error.code).toBe(2);
    client = await restarted();
    expect(await client.read('system')).toMatchObject({ sysName: 'core', sysLocation: ' rack 1 ' });
    expect(await client.read('dot1qVlanStaticEntry', { dot1qVlanIndex: 20 })).toMatchObject([
      { dot1qVlanStaticName: 'cameras' },
    ]);
  });

  it('is worked out anew when it is confirmed: what was changed since the check, and the file leaves alone, stays', async () => {
    const { text } = await backup();
    expect((await restore(text)).error.code).toBe(0);
    const passwords = { oldPassword: PASSWORD, sysUserPassword: 'second-Passw0rd', confirmPassword: 'second-Passw0rd' };
    expect((await client.set('sysUserEntry', { sysUserIndex: 1, ...passwords })).error.code).toBe(0);
    expect((await confirm()).error.code).toBe(0);
    await expect.poll(() => agent.reboots()).toBe(1);
    await agent.stop();
    agent = await startTestAgent({ directory: agent.directory });
    client = agent.client();
    expect(await client.login(PASSWORD)).not.toBe(0);
    expect(await client.login('second-Passw0rd')).toBe(0);
    expect(await client.read('system')).toMatchObject({ sysName: 'core' });
  });

  it('keeps the present address unless told otherwise', async () => {
    const { text } = await backup();
    const moved = text.replaceAll('192.168.10.200', '192.168.10.77');
    expect((await restore(moved)).result.changeCount).toBe(0);
    expect((await restore(moved, { cfgKeepAddress: '2' })).result.changes).toEqual([
      'IP address of interface vlan1: 192.168.10.200 → 192.168.10.77',
    ]);
  });

  it('never leaves the account without a password', async () => {
    await restore((await backup()).text);
    await confirm();
    client = await restarted();
    expect(await agent.client().login(PASSWORD)).toBe(0);
  });

  it('leaves the account as it is where the file names none, which the check says nothing of', async () => {
    const { text } = await backup();
    const lines = text.split('\n').filter((line) => !line.includes('sysUserEntry'));
    const checked = await restore(lines.join('\n'));
    expect(checked.result.changeCount).toBe(0);
    expect((await confirm()).error.code).toBe(0);
    client = await restarted();
    expect(await agent.client().login(PASSWORD)).toBe(0);
  });

  it('opens secrets with their passphrase alone', async () => {
    const { text } = await backup({ cfgIncludeSecrets: 2, cfgPassphrase: 'open-sesame' });
    const change = { sysUserIndex: 1, oldPassword: PASSWORD, sysUserPassword: 'Second-pass1' };
    expect((await client.set('sysUserEntry', change)).error.code).toBe(0);
    expect(await refusal(text, { cfgPassphrase: 'open-Sesame' })).toContain(
      'the passphrase does not decrypt the secrets',
    );
    expect((await restore(text)).result.changeCount).toBe(0);
    expect((await restore(text, { cfgPassphrase: 'open-sesame' })).error.code).toBe(0);
    expect((await confirm()).error.code).toBe(0);
    client = await restarted();
    expect(await agent.client().login(PASSWORD)).toBe(0);
    expect(await agent.client().login('Second-pass1')).toBe(8702);
  });

  it('in replace mode drops what the file does not name, in merge mode keeps it', async () => {
    const { text } = await backup();
    await client.set('dot1qVlanStaticEntry', { dot1qVlanIndex: 30, dot1qVlanStaticEgressPorts: '5', RowStatus: 4 });
    expect((await restore(text)).result.changes).toEqual(['VLAN 30 removed']);
    expect((await restore(text, { cfgMode: '2' })).result.changeCount).toBe(0);
    const header = linesOf(text)[0];
    const part = `${header}\n{"object":"system","values":{"sysContact":"noc"}}\n`;
    expect((await restore(part, { cfgMode: '2' })).result.changes).toEqual(['System: Contact: (empty) → noc']);
  });

  it('reads admin state and flow control where files of version 1 have them', async () => {
    const header = linesOf((await backup()).text)[0]?.replace(/"configurationVersion":\d+/, '"salt":1');
    const old = { ifIndex: 3, ifAdminStatus: 2, portMode: 3, dot3PauseAdminMode: 4, ifAlias: 'Gate' };
    const file = `${header}\n${JSON.stringify({ object: 'portCtrlEntry', row: old })}\n`;
    expect((await restore(file, { cfgMode: '2' })).result).toMatchObject({ changeCount: 4, warnings: [] });
    await confirm();
    client = await restarted();
    expect(await client.read('ifEntry', { ifIndex: 3 })).toMatchObject([{ ifAdminStatus: 2 }]);
    expect(await client.read('dot3PauseEntry', { dot3StatsIndex: 3 })).toMatchObject([{ dot3PauseAdminMode: 4 }]);
    expect(await client.read('portCtrlEntry', { ifIndex: 3 })).toMatchObject([{ portMode: 3, ifAlias: 'Gate' }]);
  });

  it('takes community strings where files of version 2 have them, and says which are missing in those of today', async () => {
    const { text } = await backup();
    const header = linesOf(text)[0] ?? '';
    const line = (row: object) => `${JSON.stringify({ object: 'snmpCommunityEntry', row })}\n`;
    const row = { snmpCommunityIndex: '1', snmpCommunityName: 'in-clear', snmpCommunitySecurityName: 'ReadOnly' };
    const merge = { cfgMode: '2' };
    const old = `${header.replace(/"configurationVersion":\d+/, '"configurationVersion":2')}\n${line(row)}`;
    expect((await restore(old, merge)).result.warnings).toEqual([]);
    expect((await client.set('cfgTransferCtrl', { cfgConfirm: 2 })).error.code).toBe(0);
    const communities = () => agent.running.context.configuration().rows(snmpCommunityEntry);
    expect(communities()).toMatchObject([row]);
    expect(await client.read('snmpCommunityEntry')).toMatchObject([{ snmpCommunityName: '', snmpCommunityStatus: 1 }]);

    const { text: present } = await backup();
    expect(present).not.toContain('in-clear');
    await client.call('CommonDelAll', { Template: 'snmpCommunityEntry' });
    await restore(present);
    expect((await client.set('cfgTransferCtrl', { cfgConfirm: 2 })).error.code).toBe(0);
    expect(await client.read('snmpCommunityEntry')).toMatchObject([{ snmpCommunityStatus: 3 }]);
    const { AccessTables } = await import('../../system/snmp/access.ts');
    const access = new AccessTables(agent.running.context.configuration(), '');
    expect(access.groupOfCommunity(2, '', '192.0.2.1')).toBeUndefined();
  });

  it('says which rows are left without their secret, where neither the file nor the switch has it', async () => {
    const rows = {
      radiusServerEntry: { radiusServerPriority: 1, radiusServerAddress: '192.0.2.1', radiusServerKey: 'k' },
      tacacsServerEntry: { tacacsServerPriority: 1, tacacsServerAddress: '192.0.2.2', tacacsServerKey: 'k' },
      usmUserEntry: {
        usmUserEngineID: '',
        usmUserName: 'reader',
        vacmGroupName: 'initial',
        usmUserAuthProtocol: 3,
        usmUserPrivProtocol: 1,
        usmUserAuthPassword: 'someFirstPass',
      },
    };
    for (const [object, row] of Object.entries(rows)) {
      expect((await client.set(object, { ...row, RowStatus: 4 })).error.code).toBe(0);
    }
    const { text } = await backup();
    // The switch still has them.
    expect((await restore(text)).result.warnings).toEqual([]);
    for (const Template of Object.keys(rows)) await client.call('CommonDelAll', { Template });
    const { warnings, said } = (await restore(text)).result;
    expect(warnings).toEqual(
      Object.keys(rows).map(() => expect.stringContaining('is empty because the file does not contain it.')),
    );
    expect(said.slice(0, 3)).toMatchObject(warnings.map(() => ({ values: { row: expect.anything() } })));
    const missing = async () =>
      JSON.parse(Object(await client.read('cfgTransferCtrl')).cfgMissingSecrets).map((line: Message) => wordsOf(line));
    expect(await missing()).toEqual([]);
    expect((await client.set('cfgTransferCtrl', { cfgConfirm: 1 })).error.code).toBe(0);
    client = await restarted();
    const named = warnings.map((line: string) => line.replace(' because the file does not contain it', ''));
    expect((await missing()).sort()).toEqual(named.sort());
    expect(await missing()).toContain('SNMP user reader: Authentication key is empty.');
    await client.set('radiusServerEntry', { radiusServerPriority: 1, radiusServerKey: 'k' });
    expect(await missing()).toHaveLength(2);
    for (const [object, row] of Object.entries(rows)) {
      await client.call('CommonDelAll', { Template: object });
      expect((await client.set(object, { ...row, RowStatus: 4 })).error.code).toBe(0);
    }
    const sealed = await backup({ cfgIncludeSecrets: 2, cfgPassphrase: 'open-sesame' });
    expect((await restore(sealed.text, { cfgPassphrase: 'open-sesame' })).result.warnings).toEqual([]);
  });

  it('of a long file lets frames and timers go first after each step of its check, and of its confirmation', async () => {
    const { text } = await backup();
    const vlan = linesOf(text).find((line) => line.includes('"cameras"')) ?? '';
    const lines = linesOf(text).filter((line) => !line.includes('"macVlanEntry"'));
    for (let at = 0; at < 256; at += 1) {
      const address = `02-00-00-00-01-${at.toString(16).toUpperCase().padStart(2, '0')}`;
      const row = { macVlanAddress: address, macVlanId: 20, macVlanPriority: at % 8 };
      lines.push(JSON.stringify({ object: 'macVlanEntry', row }));
      if (at < 250) lines.push(vlan.replace(':20', `:${at + 21}`));
    }
    const long = lines.join('\n');
    const { context } = agent.running;
    // Whether the whole fits together is looked at in steps of its own.
    const around = { ...context, problemsOf: async () => [] };
    const breaths = vi.spyOn(globalThis, 'setImmediate');
    onTestFinished(() => breaths.mockRestore());
    const breathsOf = async <Result>(work: () => Promise<Result>) => {
      breaths.mockClear();
      const result = await work();
      return { result, taken: breaths.mock.calls.length };
    };
    const choices = { mode: 'replace', keepAddress: false, passphrase: '' } as const;
    const check = await breathsOf(() => checkRestore(around, [new TextEncoder().encode(long)], choices));
    const confirmation = await breathsOf(() => check.result.restored(around));

    const { objects, hardware, configuration } = context;
    const present = configuration();
    const reading = inSteps(readConfigurationFile(long, objects));
    if (!reading.result) throw new Error('no configuration file');
    const { entries } = reading.result;
    const secrets = new Map();
    const made = inSteps(restoredConfiguration({ entries, objects, hardware, present, ...choices, secrets }));
    const told = inSteps(tellingChanges(changesBetween(objects, present, made.result.configuration)));
    const left = inSteps(leftWithout(reading.result, made.result.configuration));
    for (const { steps } of [reading, made, told, left]) expect(steps).toBeGreaterThan(0);
    expect(confirmation.taken).toBeGreaterThan(made.steps);
    expect(check.taken).toBeGreaterThan(reading.steps + made.steps + told.steps + left.steps);
  });

  it('refuses what is no configuration of this model', async () => {
    const { text } = await backup();
    expect(await refusal('hello')).toBe('The file is not a configuration file.');
    expect(await refusal('')).toBe('The file is not a configuration file.');
    expect((await restore(new Uint8Array([0xff, 0xfe, 0x00]))).error.message).toBe(
      'The file is not a configuration file.',
    );
    expect(await refusal(text.replace('TPE-1021WS', 'TPE-2840WS'))).toBe('The file is for model TPE-2840WS.');
    expect(await refusal(linesOf(text)[0] ?? '')).toBe('The file contains no settings.');
  });

  it('names the lines that are wrong, and changes nothing then', async () => {
    const lines = linesOf((await backup()).text);
    const at = lines.findIndex((line) => line.includes('"cameras"'));
    const broken = (line: string) => refusal(lines.with(at, line).join('\n'));
    const row = lines[at] ?? '';
    expect(await broken('{"object":')).toBe(`Line ${at + 1}: The line is not an entry.`);
    expect(await broken(row.replace('"2-4"', '"2-99"'))).toContain(`Line ${at + 1}: VLAN, Member Ports:`);
    expect(await broken(row.replace('"2-4"', '"2-11"'))).toContain(
      `Line ${at + 1}: Member Ports: ports must be within`,
    );
    expect(await broken(row.replace(':20', ':4095'))).toContain('Please enter an integer between 2 ~ 4094');
    expect(await broken(lines[at - 1] ?? '')).toBe(`Line ${at + 1}: The entry is a duplicate.`);
    expect(await broken('{"object":"__proto__","row":{}}')).toContain('"__proto__" is not known to this switch.');
    expect(await broken(row.replace('"row":{', '"row":{"__proto__":1,'))).toContain('"__proto__" is not known');
    expect((await confirm()).error.code).toBe(2);
    expect(agent.reboots()).toBe(0);
  });

  it('lists unknown settings in merge mode and warns of a newer version', async () => {
    const { text } = await backup();
    const newer = `${text.replace(/"version":"[^"]+"/, '"version":"99.0.0"')}{"object":"futureEntry","row":{"a":1}}\n`;
    const { result } = await restore(newer, { cfgMode: '2' });
    expect(result.warnings[0]).toContain('created by version 99.0.0, which is newer');
    expect(result.warnings[1]).toContain('"futureEntry" is not known to this switch.');
    const german = translator({ 'Line {{line}}: {{problem}}': 'Zeile {{line}}: {{problem}}' });
    const shown = uploadReport(result).lines.map((line) => wordsOf(line, german));
    expect(shown[1]).toMatch(/^Zeile \d+: "futureEntry" is not known/);
    const { result: columns } = await client.call('CommonGet', { Template: 'cfgTransferCtrl' });
    expect(fetchReport(columns)).toEqual(uploadReport(result));
    expect(await refusal(newer)).toContain('"futureEntry" is not known to this switch.');
  });
});
