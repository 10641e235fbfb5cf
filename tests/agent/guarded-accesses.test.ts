import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Client, type ClientChannel } from 'ssh2';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ManagementPath } from '../../datapath/datapath.ts';
import { sshState } from '../../features/system/ssh/slots.ts';
import { telnetState } from '../../features/system/telnet/slots.ts';
import { BACKUP_DOWNLOAD, RESTORE_UPLOAD } from '../../features/tools/config-backup-restore/objects.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { say } from '../../model/values/message.ts';
import { PduKind } from '../../protocols/snmp/pdu.ts';
import { TestManager } from '../../protocols/snmp/testing.ts';
import type { AgentClient } from './agent-client.ts';
import { type TemplateValues, variablesOf } from './snmp-variables.ts';
import { ADMINISTRATOR, PASSWORD, startTestAgent, type TestAgent } from './test-agent.ts';
import { startTestCloud, type TestCloud } from './test-cloud.ts';

let cloud: TestCloud;
let agent: TestAgent;
let client: AgentClient;
let manager: TestManager;
const ssh = new Client();
let telnet: Socket;
let lines: Terminal;
let terminal: Terminal;
let factory: Configuration;
let path: ManagementPath | undefined;
const patience = { timeout: 30_000 };

const context = () => agent.running.context;
const provisional = () => context().guard.provisional();
const portIn = (places: unknown) => Number(String(places).split(':').at(-1));

beforeAll(async () => {
  cloud = await startTestCloud();
  cloud.confirms = false;
  agent = await startTestAgent({
    locate: () => path,
    cloud: { host: '127.0.0.1', port: cloud.port },
    scenario: {
      stations: [{ name: 'phone', port: 1, mac: ADMINISTRATOR.clientMac, address: '192.168.10.1', power: 5000 }],
    },
  });
  client = await agent.signedIn();
  const done = async (object: string, values: object) =>
    expect((await client.set(object, values)).error, object).toMatchObject({ code: 0 });
  await done('sysWizard', { sysWizardDone: 1 });
  await done('snmpCommunityEntry', {
    snmpCommunityIndex: '1',
    snmpCommunityName: 'writes',
    snmpCommunitySecurityName: 'ReadWrite',
    RowStatus: 4,
  });
  for (const [object, state] of [
    ['snmpAgentCtrl', 'snmpAgentState'],
    ['sshCtrl', 'sshState'],
    ['telnetCtrl', 'telnetState'],
  ] as const)
    await done(object, { [state]: 1 });
  manager = new TestManager(portIn(Object(await client.read('snmpAgentCtrl')).snmpListening), 'writes');
  lines = await beginSsh();
  terminal = await beginTelnet();
  factory = context().configuration();
}, 60_000);

afterAll(async () => {
  ssh.destroy();
  telnet.destroy();
  await agent.close();
  await cloud.close();
});

afterEach(async () => {
  path = undefined;
  if (provisional()) await client.set('managementGuard', { managementGuardTakeBack: 1 });
  await context().change(say('a test'), () => factory);
});

const row = (Template: string, values: object): TemplateValues => ({ Template, RowStatus: 4, ...values });
const user = row('dialInUserEntry', { dialInUserName: 'ann', dialInUserPassword: 'hello there' });
const byUsers = { Template: 'dot1xExtConfig', dot1xAuthMethod: 2 };
const waitsForUsers = {
  Template: 'dot1xAuthConfigEntry',
  dot1xPaePortNumber: 1,
  dot1xAuthAuthControlledPortControl: 2,
};
const control = { Template: 'dot1xPaeSystem', dot1xPaeSystemAuthControl: 1 };

interface Feature {
  readonly given: readonly TemplateValues[];
  readonly change: TemplateValues;
  /** The same on a command line. */
  readonly line: string;
  readonly asks: RegExp;
}

const changes: Readonly<Record<string, Feature>> = {
  'an access rule that denies everything': {
    given: [row('aclProfileEntry', { aclProfileId: 2, aclProfileSrcMacMask: '01-00-00-00-00-00' })],
    change: row('aclRuleEntry', {
      aclProfileId: 2,
      aclRuleId: 1,
      aclRulePorts: '1',
      aclRuleSrcMac: '00-00-00-00-00-00',
      aclRuleAction: 2,
    }),
    line: 'add security acl edit-rules 2 1 aclRulePorts 1 aclRuleSrcMac 00-00-00-00-00-00 aclRuleAction 2',
    asks: /Rule 1 of profile 2 would drop/,
  },
  'Port Access Control, where its port waits for users': {
    given: [user, byUsers, waitsForUsers],
    change: control,
    line: 'set security port-access-control port-access-control enabled',
    asks: /Port 1 would be closed until a station behind it authenticates/,
  },
  'its port, where Port Access Control is on': {
    given: [user, byUsers, control],
    change: waitsForUsers,
    line: 'set security port-access-control 1 dot1xAuthAuthControlledPortControl 2',
    asks: /Port 1 would be closed until a station behind it authenticates/,
  },
  'port security that lets in nobody': {
    given: [],
    change: { Template: 'portSecPortEntry', portSecPort: 1, portSecState: 1, portSecMaxAddr: 0 },
    line: 'set security port-security port-settings 1 portSecState 1 portSecMaxAddr 0',
    asks: /Port 1 would not accept 02-00-00-00-00-01: port security/,
  },
  'a filter of its address': {
    given: [],
    change: row('dot1dStaticEntry', { dot1dStaticAddress: ADMINISTRATOR.clientMac }),
    line: `add security destination-mac-filter ${ADMINISTRATOR.clientMac}`,
    asks: /Frames to 02-00-00-00-00-01 would no longer be forwarded/,
  },
  'ARP inspection of its VLAN': {
    given: [],
    change: row('arpInspVlanEntry', { arpInspVlanId: 1, arpInspVlanStatus: 1 }),
    line: 'add security dynamic-arp-inspection vlan 1 arpInspVlanStatus 1',
    asks: /ARP inspection would drop/,
  },
  'no power for what it comes in by': {
    given: [],
    change: { Template: 'pethPsePortEntry', pethPsePortGroupIndex: 1, pethPsePortIndex: 1, pethPsePortAdminEnable: 2 },
    line: 'set poe power-over-ethernet power-over-ethernet-of-port 1 1 pethPsePortAdminEnable 2',
    asks: /Port 1 of this session would no longer provide power/,
  },
};

const callOf = (params: TemplateValues) => ({ method: 'CommonSet', params });

/** What goes over a line, and comes back. */
class Terminal {
  #text = '';
  readonly #line: Duplex;

  constructor(line: Duplex) {
    this.#line = line;
    line.on('data', (octets: Buffer) => this.hear(octets));
  }

  hear(octets: Buffer): void {
    // Without what moves the cursor.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal is sent these.
    this.#text += octets.toString('latin1').replaceAll(/\0|\r|\x1b\[\d*[A-Z]/g, '');
  }

  /** Enters a line; resolves to what is said until these words come. */
  async enter(line: string, until: RegExp): Promise<string> {
    this.#text = '';
    this.#line.write(`${line}\r\n`);
    await this.sees(until);
    return this.#text;
  }

  sees(words: RegExp): Promise<void> {
    return vi.waitFor(() => expect(this.#text).toMatch(words), { ...patience, interval: 10 });
  }
}

/** Lines at SSH without a terminal. */
async function beginSsh(): Promise<Terminal> {
  const [place] = context().slots.get(sshState).listening;
  const channel = await new Promise<ClientChannel>((resolve, reject) => {
    ssh.once('error', reject);
    ssh.once('ready', () => ssh.shell(false, (error, opened) => (error ? reject(error) : resolve(opened))));
    ssh.connect({ host: '127.0.0.1', port: portIn(place), username: 'admin', password: PASSWORD });
  });
  const lines = new Terminal(channel);
  channel.stderr.on('data', (octets: Buffer) => lines.hear(octets));
  return lines;
}

async function beginTelnet(): Promise<Terminal> {
  const [place] = context().slots.get(telnetState).listening;
  telnet = connect(portIn(place), '127.0.0.1');
  const begun = new Terminal(telnet);
  await begun.sees(/Username: /);
  await begun.enter('admin', /Password: /);
  await begun.enter(PASSWORD, /> /);
  return begun;
}

/** One change of two lines at the terminal, and `answer` to what is asked. */
async function byTelnet(line: string, answer: string): Promise<string> {
  for (const one of ['begin', 'set system system-management sysName beside', line]) await terminal.enter(one, /\n.*> /);
  const said = await terminal.enter('apply', /\[y\/N\]|\n.*> /);
  await terminal.enter(answer, /\n.*> /);
  await terminal.enter('discard', /\n.*> /);
  return said;
}

/** An access: what it answers to a change, and how the change is forced there, where it can be. */
interface Access {
  ask(feature: Feature): Promise<string>;
  force?(feature: Feature): Promise<unknown>;
}

const inWords = ({ error }: { readonly error: { readonly code: number; readonly message: string } }) =>
  `${error.code} ${error.message}`;

const force = { Force: 1 };

function batch({ change }: Feature, more: object = {}) {
  const calls = [{ Template: 'system', sysName: 'beside' }, change, { Template: 'dot1dTp', dot1dTpAgingTime: 400 }];
  return client.call('BatchPost', { FuncName: 'test', calls: calls.map(callOf), ...more });
}

/** Checks the present configuration with one more change, as a file that was edited. */
async function checked(change: TemplateValues): Promise<void> {
  const [before, from] = [context().configuration(), path];
  path = undefined;
  expect((await client.call('CommonSet', change)).error).toMatchObject({ code: 0 });
  await client.set('cfgTransferCtrl', { cfgDirection: 1 });
  const backup = await (await client.get(`/iss/specific/cgi/${BACKUP_DOWNLOAD}?Gambit=${client.gambit}`)).text();
  await context().change(say('a test'), () => before);
  path = from;
  const { error } = await client.upload(RESTORE_UPLOAD, new Blob([backup]));
  expect(error.message).toBe('');
}

async function restored(change: TemplateValues, cfgConfirm: number): Promise<string> {
  await checked(change);
  return inWords(await client.set('cfgTransferCtrl', { cfgConfirm }));
}

const accesses: Readonly<Record<string, Access>> = {
  'a call': {
    ask: async ({ change }) => inWords(await client.call('CommonSet', change)),
    force: ({ change }) => client.call('CommonSet', { ...change, ...force }),
  },
  'a batch that hides it': {
    ask: async (feature) => inWords(await batch(feature)),
    force: (feature) => batch(feature, force),
  },
  'SSH, which asks nobody': { ask: ({ line }) => lines.enter(line, /\n/) },
  'lines that become one change at Telnet': {
    ask: ({ line }) => byTelnet(line, 'n'),
    force: ({ line }) => byTelnet(line, 'y'),
  },
  'a restore that is in force at once': {
    ask: ({ change }) => restored(change, 2),
    force: () => client.set('cfgTransferCtrl', { cfgConfirm: 2, ...force }),
  },
  'a restore by a restart': { ask: ({ change }) => restored(change, 1) },
};

describe.each(Object.entries(changes))('a session is asked about %s', (_what, feature) => {
  const given = async () => {
    for (const params of feature.given) expect((await client.call('CommonSet', params)).error.message).toBe('');
    path = ADMINISTRATOR;
    return context().configuration();
  };

  test.each(Object.entries(accesses))('by %s, and what it forces comes back', async (_access, { ask, force }) => {
    const before = await given();
    expect(await ask(feature)).toMatch(feature.asks);
    expect(context().configuration()).toBe(before);
    if (!force) return;
    await force(feature);
    expect(context().configuration()).not.toBe(before);
    expect(provisional()).toMatchObject({ secondsLeft: 60 });
    agent.clock.advance(60_000);
    await expect.poll(provisional).toBeUndefined();
    expect(context().configuration()).toBe(before);
  });

  test('by SNMP, which cannot force it', async () => {
    const before = await given();
    const variables = variablesOf(context().objects, feature.change);
    expect((await manager.ask(PduKind.set, variables)).errorStatus).toBe(12);
    expect(context().configuration()).toBe(before);
    path = undefined;
    expect((await manager.ask(PduKind.set, variables)).errorStatus).toBe(0);
    expect(context().configuration()).not.toBe(before);
  });
});

describe('a cloud whose change cuts a session off', () => {
  // Once the cloud manages the switch nothing else is set here.
  const fitting = Object.entries(changes).filter(([, { given }]) => !given.includes(control));

  beforeAll(async () => {
    for (const params of new Set(fitting.flatMap(([, { given }]) => given))) await client.call('CommonSet', params);
    const { systemCloudDeviceId } = Object(await client.read('sysCloudCtrl'));
    cloud.claimed.add(systemCloudDeviceId);
    await client.set('sysCloudCtrl', { systemCloudState: 1, systemCloudFingerprint: cloud.fingerprint });
    const isTaken = async () =>
      expect(await client.read('sysCloudCtrl')).toMatchObject({ systemCloudOwner: 2, systemCloudConnectState: 2 });
    await vi.waitFor(isTaken, patience);
    factory = context().configuration();
  }, 30_000);

  test.each(fitting)('gets %s back unless it confirms it over a new line', async (what, { change }) => {
    path = ADMINISTRATOR;
    const before = context().configuration();
    const id = what.replaceAll(/\W/g, '-').slice(0, 20);
    const rpc = JSON.stringify({ id: 0, ...callOf(change) });
    void cloud.ask('call', { user: 'owner', rpc, change: { id, window: 30 } });
    await expect.poll(provisional, patience).toMatchObject({ change: id });
    expect(context().configuration()).not.toBe(before);
    const passes = () => {
      agent.clock.advance(6_000);
      return provisional();
    };
    await expect.poll(passes, patience).toBeUndefined();
    expect(context().configuration()).toBe(before);
    await expect.poll(() => cloud.lines.size, patience).toBe(1);
  });
});
