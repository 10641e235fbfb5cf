import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { waitingChange } from '../../device/configuration/waiting-change.ts';
import { formatChecked, readChecked } from '../../device/flash/checked-text.ts';
import { hostFiles } from '../../device/flash/flash-files.ts';
import { storeConfiguration } from '../../device/flash/stored-configuration.ts';
import { englishOf } from '../../device/log/log.ts';
import { keptSources } from '../../device/sessions/known-browsers.ts';
import { say } from '../../model/values/message.ts';
import { startTestAgent, type TestAgent } from './test-agent.ts';

/** What a start says of a data folder that other software has written. */

let agent: TestAgent;

beforeEach(async () => {
  agent = await startTestAgent({ files: hostFiles });
  const { context } = agent.running;
  const stored = storeConfiguration(context.objects, context.configuration());
  const proof = { station: undefined, remoteAddress: '192.0.2.9', awaitsLease: undefined };
  const change = { user: 'admin', reason: say('a test'), deadline: 0, former: stored, next: stored, proof };
  await context.keep(waitingChange).save(change);
  await context.keep(keptSources).save(['192.0.2.9']);
  for (const slot of [1, 2] as const) {
    context.flash.save(slot, 'admin');
    await context.flash.settled();
  }
});

afterEach(() => agent.close());

/** Every file of the folder that begins with the name of its format. */
function named(folder = agent.directory): readonly string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? named(path) : [path]))
    .filter((path) => statSync(path).isFile() && readFileSync(path, 'utf8').startsWith('{"format":'));
}

/** What the log says after a start with these files. */
async function saidAfter(change: (text: string) => string): Promise<readonly string[]> {
  await agent.stop();
  for (const path of named()) writeFileSync(path, change(readFileSync(path, 'utf8')));
  agent = await startTestAgent({ directory: agent.directory });
  return agent.running.context.log.entries().map(englishOf);
}

/** The same, whole, in a format of another name. */
const ofFormat = (format: string) => (text: string) => {
  const { header, body } = readChecked(text) ?? { header: {}, body: '' };
  return formatChecked({ ...header, format }, body);
};

const kept = [
  'Configuration 1',
  'Configuration 2',
  'The key of the stored secrets',
  'The key for logins',
  'The record of starts',
  'The initial password',
  'The stored file of waiting-change',
  'The stored file of known-sources',
];

test.each([
  ['another format', ofFormat('earlier-switch'), 'has the format "earlier-switch"'],
  ['no header', (text: string) => text.replace(/^[^\n]*\n/, ''), 'has an unknown format'],
])(
  'of each file that has %s which format that is and what becomes of it, and of none that it is damaged',
  async (_, change, format) => {
    const said = await saidAfter(change);
    expect(said.filter((text) => text.includes('damaged'))).toEqual([]);
    const told = said.filter((text) => text.includes(format));
    for (const what of kept) expect(told.filter((text) => text.startsWith(`${what} ${format}`))).toHaveLength(1);
  },
);

test('of each that is in our format and was changed that it is damaged', async () => {
  const said = await saidAfter((text) => `${text} `);
  for (const what of kept) expect(said.filter((text) => text.startsWith(`${what} is damaged`))).toHaveLength(1);
});

test('a key for logins that is whole and no key is replaced for good by the first login that comes', async () => {
  const path = named().find((one) => one.endsWith('login-key')) ?? '';
  await agent.stop();
  const header = readChecked(readFileSync(path, 'utf8'))?.header ?? {};
  writeFileSync(path, formatChecked(header, 'no key'));
  agent = await startTestAgent({ directory: agent.directory });
  const saidOfKey = () =>
    agent.running.context.log
      .entries()
      .map(englishOf)
      .filter((text) => text.startsWith('The key for logins'));
  await agent.signedIn();
  expect(saidOfKey()).toEqual(['The key for logins is damaged; a new one was generated.']);
  await agent.stop();
  agent = await startTestAgent({ directory: agent.directory });
  await agent.signedIn();
  expect(saidOfKey()).toEqual([]);
});
