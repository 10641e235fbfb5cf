import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { privateModuleText } from '../../apps/device/private-module.ts';
import { excused } from '../mib/standard-exceptions.ts';
import { STANDARD_MODULE, standardModuleText } from '../mib/standard-module.ts';
import { faultOfNumber, standardFacts } from '../mib/standard-objects.ts';
import { createLab, type Lab } from '../namespaces/lab.ts';
import { LabAgent } from './lab-agent.ts';

const ADDRESS = '192.168.10.200';
const MANAGER = '192.168.10.1';
/** The engine of the trap receiver: informs of version 3 are by its keys. */
const RECEIVER = '80007ED9040506070809';
const patience = { timeout: 30_000, interval: 200 };

/** Tables of standards that have rows on any switch. */
const tables = [
  ...['1', '1.9.1', '2.2.1', '31.1.1.1', '11'],
  // IP-MIB and IP-FORWARD-MIB: addresses, neighbors, routes, by the tables of now and of before.
  ...['4', '4.20.1', '4.22.1', '4.24.4.1', '4.24.7.1', '4.28.1', '4.34.1', '4.35.1'],
  // EtherLike, BRIDGE-MIB and Q-BRIDGE-MIB, ENTITY-MIB.
  ...['10.7.2.1', '17.1', '17.1.4.1', '17.2', '17.2.15.1', '17.4.3.1', '17.7.1.1', '17.7.1.2.2.1', '17.7.1.4.2.1'],
  ...['17.7.1.4.3.1', '17.7.1.4.5.1', '47.1.1.1.1'],
]
  .map((below) => `.1.3.6.1.2.1.${below}`)
  // Framework, targets, users, views, communities; what no standard has.
  .concat('.1.3.6.1.6.3.10.2.1', '.1.3.6.1.6.3.15.1', '.1.3.6.1.6.3.16.1', '.1.3.6.1.6.3.18.1', '.1.3.6.1.4.1.32473.1');

const authPriv = ['-l', 'authPriv', '-a', 'SHA-256', '-A', 'correct-horse', '-x', 'AES', '-X', 'battery-staple'];

let lab: Lab;
let agent: LabAgent;
let folder: string;
let trapd: ChildProcess;
let received = '';

/** What a tool of Net-SNMP at the administrator's host prints; it asks at the standard port. */
async function tool(name: string, ...words: readonly string[]): Promise<string> {
  const [options, oids] = [words.slice(0, -1), words.slice(-1)];
  return lab
    .host(1)
    .namespace.exec(name, '-On', '-t', '5', '-r', '2', ...options, ADDRESS, ...oids.flatMap((oid) => oid.split(' ')));
}

const v2c = (community: string) => ['-v2c', '-c', community];
const v3 = (user: string, ...more: readonly string[]) => ['-v3', '-u', user, ...(more.length > 0 ? more : authPriv)];

beforeAll(async () => {
  lab = await createLab({ ports: 2 });
  agent = new LabAgent(lab);
  await agent.start();
  folder = mkdtempSync(join(tmpdir(), 'faceplate-snmp-'));
  const [own] = await agent.rows('snmpAgentCtrl');
  const settings = join(folder, 'snmptrapd.conf');
  writeFileSync(
    settings,
    [
      `exactEngineID 0x${RECEIVER}`,
      'authCommunity log told',
      'createUser informer SHA-256 correct-horse AES battery-staple',
      `createUser -e 0x${own?.snmpEngineIDInUse} sha256aes SHA-256 correct-horse AES battery-staple`,
      'authUser log informer authPriv',
      'authUser log sha256aes authPriv',
      'disableAuthorization no',
      '',
    ].join('\n'),
  );
  const words = ['-f', '-Lo', '-On', '-n', '-C', '-c', settings, `udp:${MANAGER}:162`];
  trapd = lab.host(1).namespace.spawn('snmptrapd', words, {
    env: { ...process.env, SNMP_PERSISTENT_DIR: folder, MIBS: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [trapd.stdout, trapd.stderr]) {
    stream?.on('data', (text) => {
      received += text;
    });
  }
  await agent.set('vacmAccessEntry', {
    vacmGroupName: 'ops',
    vacmAccessSecurityModel: 3,
    vacmAccessSecurityLevel: 3,
    vacmAccessWriteViewName: 'ReadWrite',
    RowStatus: 4,
  });
  await agent.set('snmpCommunityEntry', { snmpCommunityIndex: '1', snmpCommunityName: 'public', RowStatus: 4 });
  await agent.set('snmpCommunityEntry', { snmpCommunityIndex: '2', snmpCommunityName: 'told', RowStatus: 4 });
  const passwords = {
    usmUserAuthPassword: 'correct-horse',
    usmUserPrivPassword: 'battery-staple',
    vacmGroupName: 'ops',
    RowStatus: 4,
  };
  const protocols = [
    ['sha256aes', 4, 3],
    ['sha1des', 3, 2],
    ['md5des', 2, 2],
  ] as const;
  for (const [usmUserName, usmUserAuthProtocol, usmUserPrivProtocol] of protocols) {
    await agent.set('usmUserEntry', {
      usmUserEngineID: '',
      usmUserName,
      usmUserAuthProtocol,
      usmUserPrivProtocol,
      ...passwords,
    });
  }
  await agent.set('usmUserEntry', {
    usmUserEngineID: RECEIVER,
    usmUserName: 'informer',
    usmUserAuthProtocol: 4,
    ...passwords,
  });
  await agent.set('snmpAgentCtrl', { snmpAgentState: 1, snmpTrapState: 1 });
  const listening = async () =>
    expect(await agent.rows('snmpAgentCtrl')).toMatchObject([{ snmpListening: `${ADDRESS}:161` }]);
  await vi.waitFor(listening, patience);
});

afterAll(async () => {
  trapd.kill();
  await agent.stop();
  await lab.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('Net-SNMP’s tools and the switch on Open vSwitch', () => {
  test('read by every version what the pages show', async () => {
    await agent.set('system', { sysName: 'core-1' });
    await agent.set('dot1qVlanStaticEntry', { dot1qVlanIndex: 20, dot1qVlanStaticName: 'guests', RowStatus: 4 });
    expect(await tool('snmpget', '-v1', '-c', 'public', '.1.3.6.1.2.1.1.5.0')).toContain('STRING: "core-1"');
    expect(await tool('snmpget', ...v2c('public'), '.1.3.6.1.2.1.1.5.0')).toContain('STRING: "core-1"');
    const vlans = await tool('snmpbulkwalk', ...v3('sha256aes'), '.1.3.6.1.2.1.17.7.1.4.3.1.1');
    expect(vlans.trim().split('\n').at(-1)).toBe('.1.3.6.1.2.1.17.7.1.4.3.1.1.20 = STRING: "guests"');
    for (const [user, auth, priv] of [
      ['sha1des', 'SHA', 'DES'],
      ['md5des', 'MD5', 'DES'],
    ]) {
      const words = ['-l', 'authPriv', '-a', `${auth}`, '-A', 'correct-horse', '-x', `${priv}`, '-X', 'battery-staple'];
      expect(await tool('snmpget', ...v3(`${user}`, ...words), '.1.3.6.1.2.1.1.5.0')).toContain('"core-1"');
    }
    const links = (await agent.rows('ifEntry')).map(({ ifOperStatus }) => `INTEGER: ${ifOperStatus}`);
    const walked = await tool('snmpwalk', ...v2c('public'), '.1.3.6.1.2.1.2.2.1.8');
    expect(
      walked
        .trim()
        .split('\n')
        .map((line) => line.split(' = ')[1])
        .slice(0, links.length),
    ).toEqual(links);
  });

  test('walk over everything in order', async () => {
    // snmpwalk stops with an error where a name does not grow.
    const all = await tool('snmpbulkwalk', ...v3('sha256aes'), '.1');
    expect(all).not.toContain('Error');
    expect(all.split('\n').length).toBeGreaterThan(500);
    const missing = tables.filter((root) => !all.includes(`\n${root}.`) && !all.startsWith(`${root}.`));
    expect(missing).toEqual([]);
  });

  test('find every variable of the private MIB in its module, of the type and in the range that it has there', async () => {
    const root = fileURLToPath(new URL('../..', import.meta.url));
    writeFileSync(join(folder, 'FACEPLATE-MIB.txt'), privateModuleText);
    const modules = ['-M', `${root}tests/mib:${folder}`, '-m', 'FACEPLATE-MIB', '-Pe'];
    const words = ['snmpbulkwalk', ...modules, '-t', '5', ...v3('sha256aes'), ADDRESS, 'FACEPLATE-MIB::faceplate'];
    const [name = '', ...rest] = words;
    const lines = (await lab.host(1).namespace.exec(name, ...rest)).split('\n');
    expect(lines.length).toBeGreaterThan(500);
    expect(lines.filter((line) => line.includes('Wrong Type'))).toEqual([]);
    // A name that the module does not have goes on in numbers: "faceplate.200.1.1.0".
    expect(lines.filter((line) => line.startsWith('FACEPLATE-MIB::faceplate.'))).toEqual([]);
    const syntaxes = new Map(
      [...privateModuleText.matchAll(/^(fp\w+) OBJECT-TYPE\n {4}SYNTAX (.*)$/gm)].map(
        ([, ...one]) => one as [string, string],
      ),
    );
    const outside = lines.filter((line) => {
      const [, name = '', value = ''] = /^FACEPLATE-MIB::(fp\w+)\S* = INTEGER: (\S+)/.exec(line) ?? [];
      const syntax = syntaxes.get(name) ?? '';
      // Net-SNMP names the choice: a bare number is none of them.
      if (syntax.startsWith('INTEGER {')) return /^-?\d+$/.test(value);
      const ranges = /^\w+ \((.*)\)$/
        .exec(syntax)?.[1]
        ?.split(' | ')
        .map((range) => range.split('..').map(Number));
      return ranges && !ranges.some(([least = 0, most = least]) => Number(value) >= least && Number(value) <= most);
    });
    expect(outside).toEqual([]);
  });

  test('find every variable of a standard as it has it, by type, name of a number, and range', async () => {
    const root = fileURLToPath(new URL('../..', import.meta.url));
    writeFileSync(join(folder, STANDARD_MODULE), standardModuleText());
    const modules = ['-M', `${root}tests/mib:${folder}`, '-m', STANDARD_MODULE, '-Pe', '-t', '5'];
    const facts = new Map([...standardFacts().values()].map((fact) => [fact.name, fact]));
    const walk = async (from: string) =>
      (await lab.host(1).namespace.exec('snmpbulkwalk', ...modules, ...v3('sha256aes'), ADDRESS, from)).split('\n');
    const lines = (await Promise.all(['.1.0', '.1.2', '.1.3.6.1.2', '.1.3.6.1.6'].map(walk))).flat();
    expect(lines.length).toBeGreaterThan(800);
    expect(lines.filter((line) => line.includes('Wrong Type'))).toEqual([]);
    const outside = lines.filter((line) => {
      const [, name = '', type, value = ''] = /^[\w-]+::(\w+)\S* = (INTEGER|Gauge32): (\S+)/.exec(line) ?? [];
      if (type === undefined) return false;
      const fact = facts.get(name);
      // Net-SNMP names the number of an enumeration: a bare one is none of them.
      const number = Number(/^[\w-]*\((\d+)\)$/.exec(value)?.[1] ?? value);
      return !fact || (faultOfNumber(fact, number) !== undefined && excused.get(name)?.value !== number);
    });
    expect(outside).toEqual([]);
  });

  test('tell what discovery asks first', async () => {
    const scalars = ['1.2.0', '1.1.0', '1.7.0', '17.7.1.1.1.0', '17.2.1.0', '17.2.2.0', '17.2.5.0', '25.1.1.0'];
    const told = await tool('snmpget', ...v2c('public'), scalars.map((one) => `.1.3.6.1.2.1.${one}`).join(' '));
    expect(told.split('\n').filter((line) => line.includes('No Such'))).toEqual([]);
    expect(told).toContain('.1.3.6.1.2.1.17.7.1.1.1.0 = INTEGER: 1');
    expect(told).toContain('.1.3.6.1.2.1.17.2.1.0 = INTEGER: 3');
    const columns = {
      'states of ports in the tree': '17.2.15.1.3',
      'designated ports': '17.2.15.1.9',
      layers: '31.1.2.1.3',
      'layers the other way': '77.1.1.1.1',
      'parts of the chassis': '47.1.1.1.1.7',
      'interfaces of parts': '47.1.3.2.1.2',
      'parts in parts': '47.1.3.3.1.1',
      processors: '25.3.3.1.2',
      'storage in use': '25.2.3.1.6',
      'VLANs in force': '17.7.1.4.2.1.4',
      'addresses learnt': '17.7.1.2.2.1.2',
      'IP neighbors': '4.35.1.4',
    };
    const walks = Object.entries(columns).map(async ([what, column]) => {
      const found = await tool('snmpbulkwalk', ...v2c('public'), `.1.3.6.1.2.1.${column}`);
      return [what, found.includes(`.1.3.6.1.2.1.${column}.`) && !found.includes('No Such')] as const;
    });
    expect((await Promise.all(walks)).filter(([, isTold]) => !isTold)).toEqual([]);
    const trunks = await tool('snmpbulkwalk', ...v2c('public'), '.1.2.840.10006.300.43.1.2.1.1.13');
    expect(trunks.trim().split('\n')).toEqual([1, 2].map((port) => expect.stringMatching(`13.${port} = INTEGER: 0$`)));
  });

  test('set spanning-tree times in hundredths of a second', async () => {
    const maxAge = '.1.3.6.1.2.1.17.2.12.0';
    await tool('snmpset', ...v3('sha256aes'), `${maxAge} i 1900`);
    expect(await agent.rows('dot1dStp')).toMatchObject([{ dot1dStpBridgeMaxAge: 19 }]);
    await expect(tool('snmpset', ...v3('sha256aes'), `${maxAge} i 20`)).rejects.toThrow('wrongValue');
    await tool('snmpset', ...v3('sha256aes'), `${maxAge} i 2000`);
  });

  test('set what the group may, and nothing else', async () => {
    await tool('snmpset', ...v3('sha256aes'), '.1.3.6.1.2.1.1.6.0 s cellar .1.3.6.1.2.1.17.7.1.4.3.1.5.30 i 4');
    expect(await agent.rows('system')).toMatchObject([{ sysLocation: 'cellar' }]);
    expect(await agent.rows('dot1qVlanStaticEntry', { dot1qVlanIndex: 30 })).toHaveLength(1);
    await expect(tool('snmpset', ...v2c('public'), '.1.3.6.1.2.1.1.6.0 s attic')).rejects.toThrow('noAccess');
    await expect(tool('snmpset', ...v3('sha256aes'), '.1.3.6.1.2.1.17.7.1.4.5.1.1.2 u 99')).rejects.toThrow(
      'inconsistentValue',
    );
    // The manager's own port: the guard asks, and SNMP cannot answer.
    await expect(tool('snmpset', ...v3('sha256aes'), '.1.3.6.1.2.1.2.2.1.7.1 i 2')).rejects.toThrow(
      'inconsistentValue',
    );
    expect(await agent.rows('ifEntry', { ifIndex: 1 })).toMatchObject([{ ifAdminStatus: 1 }]);
    expect(await agent.rows('system')).toMatchObject([{ sysLocation: 'cellar' }]);
  });

  test('walk and set priorities, Port Access Control and RADIUS by the names and types of their modules', async () => {
    const server = { radiusServerAddress: '192.0.2.9', radiusServerKey: 'secret', RowStatus: 4 };
    await agent.set('radiusServerEntry', { radiusServerPriority: 3, ...server });
    const [priorities, pae, radius] = ['.1.3.6.1.2.1.17.6.1', '.1.0.8802.1.1.1.1', '.1.3.6.1.2.1.67.1.2.1.1'];
    await tool('snmpset', ...v3('sha256aes'), `${priorities}.2.1.1.1.2 i 5 ${pae}.2.1.1.8.2 u 45`);
    expect(await agent.rows('dot1dPortPriorityEntry', { dot1dBasePort: 2 })).toMatchObject([
      { dot1dPortDefaultUserPriority: 5 },
    ]);
    // Of one walk after the other: a name that does not grow would end it with an error.
    const walks = await Promise.all(
      [priorities, pae, radius].map((root) => tool('snmpbulkwalk', ...v3('sha256aes'), root)),
    );
    expect(walks.join('').split('\n')).toEqual(
      expect.arrayContaining([
        `${priorities}.2.1.1.1.2 = INTEGER: 5`,
        `${priorities}.2.3.1.2.2.0 = INTEGER: 2`,
        `${pae}.1.1.0 = INTEGER: 2`,
        `${pae}.1.2.1.3.2 = Hex-STRING: 80 `,
        `${pae}.2.1.1.8.2 = Gauge32: 45`,
        `${pae}.2.2.1.1.2 = Counter32: 0`,
        `${radius}.2.0 = STRING: "Nas1"`,
        `${radius}.4.1.3.3 = Hex-STRING: C0 00 02 09 `,
        `${radius}.4.1.4.3 = Gauge32: 1812`,
        `${radius}.4.1.6.3 = Counter32: 0`,
        `${radius}.4.1.13.3 = Gauge32: 0`,
      ]),
    );
    await agent.set('radiusServerEntry', { radiusServerPriority: 3, RowStatus: 6 });
  });

  test('ping by a row of DISMAN-PING-MIB, and describe ports, VLAN interfaces and LLDP at their standard places', async () => {
    const [control, results] = ['.1.3.6.1.2.1.80.1.2.1', '.1.3.6.1.2.1.80.1.3.1'];
    const name = '1.109.1.116';
    const set = (words: string) => tool('snmpset', ...v3('sha256aes'), words);
    await set(`${control}.23.${name} i 6`);
    await set(`${control}.23.${name} i 5`);
    await set(`${control}.3.${name} i 1 ${control}.4.${name} x C0A80A01 ${control}.7.${name} u 1`);
    await set(`${control}.23.${name} i 1 ${control}.8.${name} i 1`);
    const read = () => tool('snmpbulkwalk', ...v3('sha256aes'), results);
    await expect.poll(read, patience).toContain(`${results}.1.${name} = INTEGER: 3`);
    expect(await read()).toContain(`${results}.7.${name} = Gauge32: 1`);
    await set(`${control}.23.${name} i 6`);
    const alias = '.1.3.6.1.2.1.31.1.1.1.18';
    await set(`${alias}.2 s camera ${alias}.10001 s management`);
    const aliases = await tool('snmpbulkwalk', ...v3('sha256aes'), alias);
    expect(aliases).toContain(`${alias}.2 = STRING: "camera"`);
    expect(aliases).toContain(`${alias}.10001 = STRING: "management"`);
    const names = '.1.0.8802.1.1.2.1.5.32962.1.1.2.1.1';
    await set(`${names}.2.1 i 1`);
    expect(await agent.rows('lldpXdot1ConfigPortVlanEntry', { lldpPortConfigPortNum: 2 })).toMatchObject([
      { lldpXdot1ConfigVlanNameTxEnable: 1, lldpXdot1ConfigVlanNameList: '1' },
    ]);
    await set(`${names}.2.1 i 2`);
  });

  test('see no more than the view of the group, and nothing with a wrong key', async () => {
    await agent.set('vacmAccessEntry', {
      vacmGroupName: 'ops',
      vacmAccessSecurityModel: 3,
      vacmAccessSecurityLevel: 3,
      vacmAccessReadViewName: 'restricted',
    });
    const seen = await tool('snmpbulkwalk', ...v3('sha256aes'), '.1.3.6.1.2.1');
    expect(seen).toContain('.1.3.6.1.2.1.1.5.0');
    expect(seen).not.toContain('.1.3.6.1.2.1.2.');
    await agent.set('vacmAccessEntry', {
      vacmGroupName: 'ops',
      vacmAccessSecurityModel: 3,
      vacmAccessSecurityLevel: 3,
      vacmAccessReadViewName: 'ReadWrite',
    });
    const wrong = ['-l', 'authPriv', '-a', 'SHA-256', '-A', 'wrong-horse', '-x', 'AES', '-X', 'battery-staple'];
    await expect(tool('snmpget', ...v3('sha256aes', ...wrong), '.1.3.6.1.2.1.1.5.0')).rejects.toThrow(
      /Authentication failure/,
    );
    await expect(tool('snmpget', ...v3('sha256aes', '-l', 'noAuthNoPriv'), '.1.3.6.1.2.1.1.5.0')).rejects.toThrow(
      /authorizationError/,
    );
  });
});

describe('snmptrapd', () => {
  const receiver = (name: string, more: object) =>
    agent.set('snmpTargetAddrEntry', {
      snmpTargetAddrName: name,
      snmpTargetAddrTAddress: MANAGER,
      snmpTargetParamsSecurityName: '2',
      RowStatus: 4,
      ...more,
    });

  test.each([
    ['a trap of version 1', { snmpTargetParamsMPModel: 0 }],
    ['a trap of version 2c', {}],
    [
      'a trap of version 3',
      {
        snmpTargetParamsMPModel: 3,
        snmpTargetParamsSecurityName: 'sha256aes',
        snmpTargetParamsSecurityLevel: 3,
      },
    ],
    ['an inform of version 2c', { snmpNotifyType: 2, snmpTargetAddrTimeout: 2 }],
    [
      'an inform of version 3',
      {
        snmpTargetParamsMPModel: 3,
        snmpTargetParamsSecurityName: 'informer',
        snmpTargetParamsSecurityLevel: 3,
        snmpNotifyType: 2,
        snmpTargetAddrTimeout: 2,
      },
    ],
  ])('takes %s', async (_what, more) => {
    await receiver('nms', more);
    const before = received.length;
    await agent.set('snmpTargetAddrEntry', { snmpTargetAddrName: 'nms', snmpTargetTest: 1 });
    await expect.poll(() => received.slice(before), patience).toContain('This is a test.');
    await agent.set('snmpTargetAddrEntry', { snmpTargetAddrName: 'nms', RowStatus: 6 });
  });

  test('takes a link that goes down, and a wrong community', async () => {
    await receiver('nms', {});
    await lab.host(2).namespace.ip('link', 'set', 'eth0', 'down');
    await expect.poll(() => received, patience).toContain('.1.3.6.1.6.3.1.1.5.3');
    await tool('snmpget', '-v2c', '-c', 'wrong', '-t', '1', '-r', '0', '.1.3.6.1.2.1.1.5.0').catch(() => '');
    await expect.poll(() => received, patience).toContain('.1.3.6.1.6.3.1.1.5.5');
  });
});

describe('RMON', () => {
  const STATISTICS = '.1.3.6.1.2.1.16.1.1.1';
  const set = (words: string) => tool('snmpset', ...v3('sha256aes'), words);

  test('groups are made by managers step by step, and walk as the page shows them', async () => {
    await agent.set('rmonCtrl', { rmonGlobalState: 1 });
    await set(`${STATISTICS}.21.7 i 2`);
    await expect(set(`${STATISTICS}.21.7 i 2`)).rejects.toThrow('inconsistentValue');
    await set(`${STATISTICS}.2.7 o .1.3.6.1.2.1.2.2.1.1.1 ${STATISTICS}.20.7 s monitor`);
    expect(await tool('snmpget', ...v2c('public'), `${STATISTICS}.21.7`)).toContain('INTEGER: 3');
    expect(await agent.rows('etherStatsEntry')).toEqual([]);
    await set(`${STATISTICS}.21.7 i 1`);
    expect(await agent.rows('etherStatsEntry')).toMatchObject([{ etherStatsIndex: 7, etherStatsOwner: 'monitor' }]);
    // The manager's own requests are counted; with RMON disabled the count does not change.
    const octets = async () => Number((await agent.rows('etherStatsEntry'))[0]?.etherStatsOctets);
    await expect.poll(octets, patience).toBeGreaterThan(0);
    await agent.set('rmonCtrl', { rmonGlobalState: 2 });
    const [shown = {}] = await agent.rows('etherStatsEntry');
    const walked = await tool('snmpbulkwalk', ...v2c('public'), STATISTICS);
    const value = (column: number) => new RegExp(`\\.1\\.1\\.1\\.${column}\\.7 = \\S+ (\\S+)`).exec(walked)?.[1];
    const columns = ['DropEvents', 'Octets', 'Pkts', 'BroadcastPkts', 'MulticastPkts', 'CRCAlignErrors'];
    expect(columns.map((_, at) => value(at + 3))).toEqual(columns.map((name) => shown[`etherStats${name}`]));
    expect(value(2)).toBe('.1.3.6.1.2.1.2.2.1.1.1');
    // The host's devices do not report sizes: nothing is better than a wrong 0.
    expect([value(9), value(14), shown.etherStatsPkts64Octets]).toEqual([undefined, undefined, '']);
    await expect(set('.1.3.6.1.2.1.16.2.1.1.7.1 i 1')).rejects.toThrow('inconsistentValue');
  });

  test('histories walk as the page shows them', async () => {
    await agent.set('rmonCtrl', { rmonGlobalState: 1 });
    const control = { historyControlIndex: 3, historyControlDataSource: 1, historyControlInterval: 1, RowStatus: 4 };
    await agent.set('historyControlEntry', { ...control, historyControlBucketsRequested: 2 });
    const rows = () => agent.rows('etherHistoryEntry', { etherHistoryIndex: 3 });
    await expect.poll(async () => (await rows()).length, patience).toBe(2);
    await agent.set('rmonCtrl', { rmonGlobalState: 2 });
    const octets = await tool('snmpwalk', ...v2c('public'), '.1.3.6.1.2.1.16.2.2.1.5');
    expect(octets.trim().split('\n')).toEqual(
      (await rows()).map(
        (row) => `.1.3.6.1.2.1.16.2.2.1.5.3.${row.etherHistorySampleIndex} = Counter32: ${row.etherHistoryOctets}`,
      ),
    );
  });

  test('an alarm reaches snmptrapd with its variables', async () => {
    await agent.set('snmpTargetAddrEntry', {
      snmpTargetAddrName: 'alarms',
      snmpTargetAddrTAddress: MANAGER,
      snmpTargetParamsSecurityName: '2',
      RowStatus: 4,
    });
    await agent.set('eventEntry', { eventIndex: 5, eventType: 4, eventCommunity: '2', RowStatus: 4 });
    await agent.set('rmonCtrl', { rmonGlobalState: 1 });
    await agent.set('alarmEntry', {
      alarmIndex: 9,
      alarmInterval: 1,
      alarmVariable: '1.3.6.1.2.1.2.2.1.10.1',
      alarmRisingEventIndex: 5,
      RowStatus: 4,
    });
    await expect
      .poll(async () => {
        await tool('snmpget', ...v2c('public'), '.1.3.6.1.2.1.1.5.0');
        return received;
      }, patience)
      .toContain('.1.3.6.1.2.1.16.0.1');
    expect(received).toContain('.1.3.6.1.2.1.16.3.1.1.3.9 = OID: .1.3.6.1.2.1.2.2.1.10.1');
    expect(received).toContain('.1.3.6.1.2.1.16.3.1.1.7.9 = INTEGER: 1');
    const logged = await tool('snmpwalk', ...v2c('public'), '.1.3.6.1.2.1.16.9.2.1.4.5');
    const [row] = await agent.rows('logEntry', { logEventIndex: 5 });
    expect(logged).toContain(`"${row?.logDescription}"`);
  });
});
