import { X509Certificate } from 'node:crypto';
import { connect } from 'node:tls';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { KeyPair } from '../../device/console-settings.ts';
import { type FlashFiles, hostFiles } from '../../device/flash/flash-files.ts';
import { createCertificate } from '../../device/http/certificate.ts';
import { BACKUP_DOWNLOAD, RESTORE_UPLOAD } from '../../features/tools/config-backup-restore/objects.ts';
import { PRIVATE_ROOT } from '../../model/mib/instance.ts';
import { PduKind } from '../../protocols/snmp/pdu.ts';
import { integer, TestManager } from '../../protocols/snmp/testing.ts';
import type { AgentClient } from './agent-client.ts';
import { startTestAgent, type TestAgent } from './test-agent.ts';

let agent: TestAgent;
let client: AgentClient;
let files: FlashFiles;

const begin = (directory?: string) =>
  startTestAgent({
    ...(directory && { directory }),
    files: { ...hostFiles, write: (...given) => files.write(...given) },
  });

beforeEach(async () => {
  files = hostFiles;
  agent = await begin();
  client = await agent.signedIn();
});

afterEach(() => agent.close());

/** The fingerprint of the certificate that a handshake shows. */
function shown(): Promise<string> {
  return new Promise((resolve) => {
    const port = Number(new URL(agent.origin).port);
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
      resolve(socket.getPeerX509Certificate()?.fingerprint256 ?? 'none');
      socket.destroy();
    });
    socket.on('error', () => resolve('refused'));
  });
}

const fingerprint = ({ certificate }: KeyPair) => new X509Certificate(certificate).fingerprint256;

async function send(name: string, text: string, fields: Readonly<Record<string, string>> = {}, by = client) {
  const form = new FormData();
  for (const [field, value] of Object.entries({ Gambit: by.gambit, ...fields })) form.append(field, value);
  form.append('file', new Blob([text]), 'file');
  const url = `${agent.origin}/iss/specific/cgi/${name}`;
  const answer = await fetch(url, { method: 'POST', body: form, headers: { cookie: by.cookie } });
  return Object(await answer.json());
}

const upload = async (text: string, by = client) => (await send('certificate', text, {}, by)).error;

describe('the certificate of the console', () => {
  test('is one whole pair whoever uploads at the same time, as its page says', async () => {
    const pairs = await Promise.all(['one', 'two', 'three', 'four'].map((name) => createCertificate([name])));
    const other = await agent.signedIn();
    const answers = await Promise.all(
      pairs.map((pair, at) => upload(pair.certificate + pair.key, at % 2 === 0 ? client : other)),
    );
    expect(answers.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect(pairs.map(fingerprint)).toContain(await shown());
    expect(await client.read('sslCertEntry')).toMatchObject({ sslCertFingerprint: await shown() });
  });

  test('is the former one where the new one cannot be kept, after the next start, too', async () => {
    const [former, next] = [await createCertificate(['former']), await createCertificate(['next'])];
    expect(await upload(former.certificate + former.key)).toMatchObject({ code: 0 });
    files = {
      ...hostFiles,
      write: async (path, ...rest) => {
        if (path.includes('certificate')) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
        return hostFiles.write(path, ...rest);
      },
    };
    expect((await upload(next.certificate + next.key)).message).toContain('The certificate could not be saved');
    expect(await shown()).toBe(fingerprint(former));
    files = hostFiles;
    await agent.stop();
    agent = await begin(agent.directory);
    client = await agent.signedIn();
    expect(await shown()).toBe(fingerprint(former));
  });

  test('is none of a chain that goes in a circle', async () => {
    const own = await createCertificate(['own']);
    const before = await shown();
    expect((await upload(own.certificate.repeat(2) + own.key)).message).toBe(
      'Certificate 2 of the file did not issue certificate 1.',
    );
    expect(await shown()).toBe(before);
  });
});

describe('an access list that would shut the session out', () => {
  const list = [
    { object: 'ipAccessListEntry', row: { ipAccessAddr: '10.0.0.1', ipAccessPrefixLength: 32, ipAccessServices: 31 } },
    { object: 'ipAccessListCtrl', values: { ipAccessListState: 1 } },
  ];
  const state = async () => Object(await client.read('ipAccessListCtrl')).ipAccessListState;

  test('is asked about in a restored file, and is in force only where that was forced and confirmed', async () => {
    await client.set('cfgTransferCtrl', { cfgDirection: 1 });
    const backup = await (await client.get(`/iss/specific/cgi/${BACKUP_DOWNLOAD}?Gambit=${client.gambit}`)).text();
    const lines = list.map((line) => `${JSON.stringify(line)}\n`).join('');
    const kept = backup.split('\n').filter((line) => !line.includes('ipAccessList'));
    expect((await send(RESTORE_UPLOAD, `${kept.join('\n').trimEnd()}\n${lines}`)).error.code).toBe(0);
    const { error } = await client.set('cfgTransferCtrl', { cfgConfirm: 2 });
    expect(error).toMatchObject({
      code: 8710,
      message: expect.stringContaining('127.0.0.1 would no longer be allowed'),
    });
    expect(await state()).toBe(2);
    expect(agent.reboots()).toBe(0);
  });

  test('is not put in force by an SNMP manager whom it shuts out, be he permitted to write', async () => {
    await client.set('snmpCommunityEntry', {
      snmpCommunityIndex: '1',
      snmpCommunityName: 'writes',
      snmpCommunitySecurityName: 'ReadWrite',
      RowStatus: 4,
    });
    await client.set('snmpAgentCtrl', { snmpAgentState: 1 });
    const port = async () =>
      Number(
        String(Object(await client.read('snmpAgentCtrl')).snmpListening)
          .split(':')
          .at(-1),
      );
    await expect.poll(port).toBeGreaterThan(0);
    await client.set('ipAccessListEntry', { ...list[0]?.row, RowStatus: 4 });
    const manager = new TestManager(await port(), 'writes');
    const name = `${PRIVATE_ROOT}.101.1.1.0`;
    const answer = await manager.ask(PduKind.set, { [name]: integer(1) });
    expect(answer.errorStatus).not.toBe(0);
    expect(await state()).toBe(2);
    // Adding one's own address is allowed.
    await client.set('ipAccessListEntry', {
      ipAccessAddr: '127.0.0.1',
      ipAccessPrefixLength: 32,
      ipAccessServices: 31,
      RowStatus: 4,
    });
    expect((await manager.ask(PduKind.set, { [name]: integer(1) })).errorStatus).toBe(0);
    expect(await state()).toBe(1);
  });
});
