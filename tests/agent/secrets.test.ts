import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { features } from '../../apps/device/features.ts';
import { Shell } from '../../device/command-line/shell.ts';
import { waitingChange } from '../../device/configuration/waiting-change.ts';
import type { FileContent } from '../../device/feature.ts';
import { readChecked } from '../../device/flash/checked-text.ts';
import { hostFiles } from '../../device/flash/flash-files.ts';
import { storeConfiguration } from '../../device/flash/stored-configuration.ts';
import { englishOf } from '../../device/log/log.ts';
import type { Caller } from '../../device/management.ts';
import { documentOf } from '../../features/system/cloud-settings/configuration-document.ts';
import { keptConfigurations } from '../../features/system/cloud-settings/kept-revisions.ts';
import { servedColumns } from '../../features/system/snmp/served-columns.ts';
import { standardObjects } from '../../features/system/snmp/standard-objects.ts';
import { DeviceVariables } from '../../features/system/snmp/variables.ts';
import { backupFile } from '../../features/tools/config-backup-restore/device-backup.ts';
import { changesBetween } from '../../model/configuration/change.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { wordsOfChanges } from '../../model/configuration/told-changes.ts';
import { isConfigured, type ObjectDeclaration } from '../../model/schema/object.ts';
import { say } from '../../model/values/message.ts';
import { asWritten } from '../../model/values/translate.ts';
import type { Values } from '../../model/wire/call.ts';
import { newCounters } from '../../protocols/snmp/agent.ts';
import { viewOf } from '../../protocols/snmp/vacm.ts';
import type { AgentClient } from './agent-client.ts';
import { startTestAgent, type TestAgent } from './test-agent.ts';

/** Every secret that is declared anywhere holds a text of its own here, and every output of the switch is searched for them. */

/** What a row needs beside its secrets. A table that gets a secret gets a row here. */
const rows: Readonly<Record<string, Values>> = {
  sysUserEntry: { sysUserIndex: 1 },
  usmUserEntry: { usmUserEngineID: '', usmUserName: 'operator', vacmGroupName: 'initial' },
  snmpCommunityEntry: { snmpCommunityIndex: '1' },
  radiusServerEntry: { radiusServerPriority: 1, radiusServerAddress: '192.0.2.1' },
  tacacsServerEntry: { tacacsServerPriority: 1, tacacsServerAddress: '192.0.2.2' },
  dialInUserEntry: { dialInUserName: 'guest' },
  webhookEntry: { webhookIndex: 1, webhookUrl: 'https://192.0.2.3/' },
};

interface Sentinel {
  readonly object: ObjectDeclaration;
  readonly column: string;
  readonly text: string;
}

/** Secrets of the configuration; those that only pass through (passwords before they are hashed) are kept nowhere. */
const sentinels: readonly Sentinel[] = features
  .flatMap((feature) => feature.objects)
  .flatMap((object) =>
    Object.entries(object.fields)
      .filter(([, field]) => field.kind === 'secret' && isConfigured(field))
      .map(([column]) => ({ object, column })),
  )
  .map((one, at) => ({ ...one, text: `Zx${at}qSentinel${at}Jw` }));

const [secretObjects, everything] = [
  [...new Set(sentinels.map(({ object }) => object))],
  viewOf([{ subtree: [1], mask: new Uint8Array(0), isIncluded: true }]),
];

/** The texts as they are, in hexadecimal digits and in base64, all in small letters. */
const spellings = sentinels.flatMap(({ object, column, text }) =>
  [text, Buffer.from(text).toString('hex'), Buffer.from(text).toString('base64').replaceAll('=', '')].map(
    (spelling) => [`${object.name}.${column}`, spelling.toLowerCase()] as const,
  ),
);

/** The secrets in an output. */
function shownIn(output: string): string[] {
  const text = output.toLowerCase();
  return [...new Set(spellings.filter(([, spelling]) => text.includes(spelling)).map(([name]) => name))];
}

function withSentinels(configuration: Configuration): Configuration {
  return secretObjects.reduce((soFar, object) => {
    const own = sentinels.filter((one) => one.object === object).map(({ column, text }) => [column, text]);
    const secrets: Values = Object.fromEntries(own);
    if (object.shape === 'group') return soFar.withGroup(object, { ...soFar.group(object), ...secrets });
    const row = rows[object.name];
    if (!row) throw new Error(`${object.name} holds a secret: give it a row in this test`);
    return soFar.withRow(object, { ...row, ...secrets });
  }, configuration);
}

let agent: TestAgent;
let client: AgentClient;
let full: Configuration;
const context = () => agent.running.context;

beforeAll(async () => {
  agent = await startTestAgent({ files: hostFiles });
  client = await agent.signedIn();
  await context().change(say('a test'), withSentinels);
  full = context().configuration();
});

afterAll(() => agent.close());

const caller: Caller = {
  access: 'commandLine',
  user: 'admin',
  session: undefined,
  remoteAddress: undefined,
  connection: undefined,
};

test('there are secrets to look for, and they are in force', () => {
  expect(sentinels.length).toBeGreaterThan(8);
  expect(shownIn(JSON.stringify(storeConfiguration(context().objects, full)))).toHaveLength(sentinels.length);
});

/** The whole of a file, which may come piece by piece. */
async function textOf(content: FileContent): Promise<string> {
  if (typeof content === 'string') return content;
  if (content instanceof Uint8Array) return Buffer.from(content).toString('latin1');
  let text = '';
  for await (const piece of content) text += typeof piece === 'string' ? piece : Buffer.from(piece).toString('latin1');
  return text;
}

describe('no secret is told', () => {
  test('by a read of any object, or by trying a change out', async () => {
    const names = context().objects.map(({ name }) => name);
    while (names.length > 0) {
      const reads = names.splice(0, 32).map((Template) => ({ Template }));
      const answer = await client.call('BatchGet', { reads });
      expect(answer.error.code).toBe(0);
      expect(shownIn(JSON.stringify(answer))).toEqual([]);
    }
    for (const { name } of secretObjects) {
      const answer = await client.call('CommonDelAll', { Template: name, DryRun: 1 });
      expect(shownIn(JSON.stringify(answer))).toEqual([]);
    }
  });

  test('by the command line, as text or as JSON', async () => {
    const output: string[] = [];
    const io = {
      width: 400,
      async print(lines: Iterable<string> | AsyncIterable<string>) {
        for await (const line of lines) output.push(line);
      },
      complain: (message: string) => Promise.reject(new Error(message)),
      ask: async () => false,
      signal: new AbortController().signal,
    };
    const shell = new Shell(context(), caller, []);
    for (const menu of ['system', 'security', 'tools']) {
      for (const filter of ['', ' | json']) await shell.run(`show ${menu}${filter}`, io);
    }
    expect(output.length).toBeGreaterThan(100);
    expect(output.join('\n')).toContain('192.0.2.1');
    expect(shownIn(output.join('\n'))).toEqual([]);
  });

  test('by SNMP, in a value or in the name of one', async () => {
    const standard = standardObjects({ counters: newCounters(), lastChange: () => 0 });
    const objects = [...new Set([...secretObjects, ...standard.map(({ object }) => object)])];
    const variables = new DeviceVariables(context(), servedColumns(objects), standard).for(caller);
    let name: readonly number[] = [1];
    let output = '';
    for (;;) {
      const next = await variables.next(name, everything);
      if (!next) break;
      name = next.name;
      const value = 'value' in next.value ? next.value.value : '';
      output += ` ${String.fromCharCode(...name.map((arc) => Math.min(arc, 0xffff)))}`;
      output += ` ${value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)}`;
    }
    expect(output).toContain('operator');
    expect(shownIn(output)).toEqual([]);
  });

  test('by the words of a change, the list of what is not saved, the log, or a file that anybody fetches', async () => {
    const { objects, log } = context();
    const changes = changesBetween(objects, context().startup(), full);
    expect(changes.length).toBeGreaterThan(5);
    expect(shownIn(JSON.stringify([...wordsOfChanges(changes, asWritten)]))).toEqual([]);
    expect(shownIn(log.entries().map(englishOf).join('\n'))).toEqual([]);
    expect(shownIn(JSON.stringify(log.entries()))).toEqual([]);
    for (const { fetch } of features.flatMap((feature) => feature.downloads ?? [])) {
      const file = await fetch(context(), {}, caller).catch(() => undefined);
      expect(shownIn(`${file?.fileName ?? ''}${file ? await textOf(file.content) : ''}`)).toEqual([]);
    }
  });

  test('to collectors, by the measurements', async () => {
    const sources = features.flatMap(({ metrics }) => metrics ?? []);
    expect(sources).toHaveLength(1);
    for (const { read } of sources) {
      const measured = JSON.stringify(await read(context()), (_, value) =>
        typeof value === 'bigint' ? `${value}` : value,
      );
      expect(measured).toContain('uptime_seconds');
      expect(shownIn(measured)).toEqual([]);
    }
  });

  test('to the cloud', () => {
    expect(shownIn(JSON.stringify(documentOf(context())))).toEqual([]);
  });

  test('by a backup without secrets, nor in clear by one with them', async () => {
    const fileOf = async (values: Values) => [...(await backupFile(context(), values)).lines()].join('');
    expect(shownIn(await fileOf({ cfgIncludeSecrets: 1 }))).toEqual([]);
    const sealed = await fileOf({ cfgIncludeSecrets: 2, cfgPassphrase: 'open-Sesame-7' });
    expect(sealed).toContain('"secret":');
    expect(shownIn(sealed)).toEqual([]);
  });
});

describe('on flash', () => {
  /** All that the agent keeps, by path. */
  function kept(folder = agent.directory): ReadonlyMap<string, string> {
    const entries = readdirSync(folder, { withFileTypes: true }).map((entry) => join(folder, entry.name));
    return new Map(
      entries.flatMap((path) =>
        statSync(path).isDirectory() ? [...kept(path)] : [[path, readFileSync(path, 'latin1')] as const],
      ),
    );
  }
  const slot = (number: number) => join(agent.directory, 'flash', `configuration-${number}.json`);
  const keyFile = () => join(agent.directory, 'keys', 'device-key');
  /** Hashes open nothing, and stay as they are. */
  const sealed = sentinels.filter(({ object, column }) => object.fields[column]?.sealed);
  const hashes = sentinels.filter((one) => !sealed.includes(one)).map((one) => `${one.object.name}.${one.column}`);

  async function save(number: 1 | 2) {
    context().flash.save(number, 'admin');
    await context().flash.settled();
  }

  async function restart() {
    await agent.stop();
    agent = await startTestAgent({ directory: agent.directory });
  }

  /** The secrets that are in force. */
  const inForce = () => shownIn(JSON.stringify(storeConfiguration(context().objects, context().configuration())));

  test('every secret is encrypted in both slots, in a change that waits, and in what is kept for the cloud', async () => {
    await save(1);
    await save(2);
    const stored = storeConfiguration(context().objects, full);
    const proof = { station: undefined, remoteAddress: '192.0.2.9', awaitsLease: undefined };
    const change = { user: 'admin', reason: say('a test'), deadline: 0, former: stored, next: stored, proof };
    await context().keep(waitingChange).save(change);
    await context().keep(keptConfigurations).save({ wanted: stored, safe: stored });
    expect(kept().size).toBeGreaterThan(5);
    for (const [path, content] of kept()) {
      expect({ path, shows: shownIn(content).filter((name) => !hashes.includes(name)) }).toEqual({ path, shows: [] });
    }
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
    expect(await context().keep(keptConfigurations).load()).toEqual({ wanted: stored, safe: stored });
    await context().keep(waitingChange).remove();
  });

  test('the next start has them all', async () => {
    await restart();
    expect(context().configuration().rows).toBeDefined();
    expect(inForce()).toEqual(sentinels.map(({ object, column }) => `${object.name}.${column}`));
  });

  test('a slot that an earlier version kept in clear is encrypted at the start', async () => {
    const stored = storeConfiguration(context().objects, context().configuration());
    await agent.stop();
    const { formatChecked } = await import('../../device/flash/checked-text.ts');
    const { header } = readChecked(readFileSync(slot(1), 'utf8')) ?? { header: {} };
    for (const number of [1, 2]) {
      writeFileSync(slot(number), formatChecked({ ...header, version: 2 }, JSON.stringify(stored)));
    }
    expect(shownIn(readFileSync(slot(2), 'utf8'))).toHaveLength(sentinels.length);
    agent = await startTestAgent({ directory: agent.directory });
    for (const number of [1, 2]) expect(shownIn(readFileSync(slot(number), 'utf8'))).toEqual(hashes);
    expect(inForce()).toHaveLength(sentinels.length);
    await restart();
    expect(inForce()).toHaveLength(sentinels.length);
  });

  test('without the key the rest of the configuration is in force, the log names each secret, and the owner gets in', async () => {
    await agent.stop();
    writeFileSync(keyFile(), '');
    agent = await startTestAgent({ directory: agent.directory });
    expect(inForce()).toEqual(hashes);
    expect(
      context()
        .configuration()
        .rows(secretObjects[0] as never),
    ).toHaveLength(1);
    const said = context().log.entries().map(englishOf);
    expect(said).toContain('The key of the stored secrets is damaged; it was set aside.');
    expect(said.filter((text) => text.includes('encrypted with another key')).length).toBe(2 * sealed.length);
    await save(1);
    await restart();
    expect(
      context()
        .log.entries()
        .map(englishOf)
        .filter((text) => text.startsWith('Configuration 1:')),
    ).toEqual([]);
  });
});
