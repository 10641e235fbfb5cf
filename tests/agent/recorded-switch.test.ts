import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { features } from '../../apps/device/features.ts';
import type { CommandIo } from '../../device/command-line/command-io.ts';
import { Shell } from '../../device/command-line/shell.ts';
import { compilePlan } from '../../device/configuration/compile-plan.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import type { Field } from '../../model/schema/field.ts';
import { isConfigured, type ObjectDeclaration } from '../../model/schema/object.ts';
import type { Value, Values } from '../../model/wire/call.ts';
import { declaredValue } from '../declared-values.ts';
import { type PopulatedAgent, startPopulatedAgent } from '../mib/populated-agent.ts';
import { Recording } from '../recording.ts';

let populated: PopulatedAgent;

beforeAll(async () => {
  populated = await startPopulatedAgent({ hostTime: () => Date.UTC(2026, 4, 1, 12) });
});

afterAll(() => populated.agent.close());

const caller = {
  ...({ access: 'commandLine', user: 'admin', session: 'x', remoteAddress: '127.0.0.1' } as const),
  connection: undefined,
};

const objects: readonly ObjectDeclaration[] = features.flatMap((feature) => feature.objects);

/** What is another one at each start, or on another machine. */
const varies = new Set([
  ...['memoryUtilization', 'cpuUtilization', 'flashUtilization', 'temperature', 'sysBootVersion', 'snmpListening'],
  ...['sslCertSubject', 'sslCertIssuer', 'sslCertNotBefore', 'sslCertNotAfter', 'sslCertFingerprint'],
]);

/** More that has something to show, in the order in which it is set. */
const settings: readonly (readonly [template: string, values: Values])[] = [
  ['dot1dStp', { stpGlobalStatus: 1, dot1dStpVersion: 3, dot1dStpPriority: 4096, ieee8021MstpCistMaxHops: 30 }],
  ['ieee8021MstpVlanV2Entry', { ieee8021MstpId: 2, mstVlanList: '20', RowStatus: 4 }],
  ['ieee8021MstpPortEntry', { ieee8021MstpPortMstId: 2, ieee8021MstpPortNum: 5, ieee8021MstpPortPriority: 64 }],
  ['portSecPortEntry', { portSecPort: 10, portSecState: 1, portSecMaxAddr: 3, portSecMode: 2 }],
  ['dhcpSnoopingConfig', { dhcpSnoopingStatus: 1 }],
  ['dhcpSnoopingVlanEntry', { dhcpSnoopingVlanId: 1, RowStatus: 4 }],
  ['dhcpSnoopingPortEntry', { dhcpSnoopingPort: 1, dhcpSnoopingPortTrust: 1 }],
  [
    'dhcpSnoopingStaticBindingEntry',
    { bindingVlanId: 1, bindingMac: '02-00-00-00-77-09', bindingIp: '192.168.10.79', bindingPort: 7, RowStatus: 4 },
  ],
  ['arpInspVlanEntry', { arpInspVlanId: 20, arpInspVlanStatus: 1, RowStatus: 4 }],
  ['igsCtrl', { igsStatus: 1, igsQuerierStatus: 1 }],
  ['mldsCtrl', { mldsStatus: 1 }],
  ['sysLBD', { sysLBDStateEnable: 1 }],
  ['sysLBDCtrlEntry', { sysLBDCtrlIndex: 9, sysLBDPortStatus: 1 }],
  ['pdAliveConfig', { pdAliveGlobalState: 1 }],
  ['pdAliveEntry', { pethPsePortIndex: 9, pdAliveState: 1, pdAliveIpAddress: '192.168.10.9' }],
  ['pingWatchdogCtrl', { pingWatchdogState: 1 }],
  ['pingWatchdogEntry', { pingWatchdogIndex: 1, pingWatchdogTarget: '192.168.10.240', RowStatus: 4 }],
  ['mirrorSessionEntry', { mirrorSessionId: 1, mirrorSessionStatus: 1, mirrorTargetPort: 27, mirrorIngressPorts: '9' }],
  ['aclProfileEntry', { aclProfileId: 1, aclProfileType: 1, aclProfileUseEtherType: 1, RowStatus: 4 }],
  ['aclRuleEntry', { aclProfileId: 1, aclRuleId: 1, aclRuleEtherType: '88B5', aclRulePorts: '9', RowStatus: 4 }],
  ['timeRangeEntry', { timeRangeName: 'office', timeRangeStartTime: '08:00', RowStatus: 4 }],
  ['dnsHostEntry', { dnsHostName: 'recorder', dnsHostAddr: '192.168.10.240', RowStatus: 4 }],
  ['dosTypeEntry', { dosType: 2, dosState: 1 }],
  ['rateCtrlEntry', { rateCtrlIndex: 8, rateCtrlIngressStatus: 1, rateCtrlEgressStatus: 1, rateCtrlEgressRate: 77 }],
  ['stormCtrlEntry', { ifIndex: 8, stormCtrlBroadcast: 1, stormCtrlThreshold: 70 }],
];

/** Values of a column in the order of the rows, equal ones that follow each other once. */
function inRuns(values: readonly (Value | undefined)[]): string {
  const runs: { readonly value: string; count: number }[] = [];
  for (const value of values.map((one) => JSON.stringify(one) ?? 'none')) {
    const last = runs.at(-1);
    if (last?.value === value) last.count += 1;
    else runs.push({ value, count: 1 });
  }
  return runs.map(({ value, count }) => (count === 1 ? value : `${value}*${count}`)).join(' ');
}

/** Without the address that the switch has drawn at its first start, in whatever form. */
function withoutOwnAddress(text: string): string {
  const { baseMacAddress } = populated.agent.running.context.hardware;
  const octets = baseMacAddress.split('-');
  const [a = '', b = '', c = '', d = '', e = '', f = ''] = octets.map((octet) =>
    Number.parseInt(octet, 16).toString(16),
  );
  const [first, fourth] = [(Number.parseInt(a, 16) ^ 2).toString(16), d.padStart(2, '0')];
  const high = `${first === '0' ? '' : first}${first === '0' ? b : b.padStart(2, '0')}`;
  const interfaceId = `${high}:${c}ff:fe${fourth}:${`${e}${f.padStart(2, '0')}`.replace(/^0+(?=.)/, '')}`;
  return text
    .replaceAll(baseMacAddress, 'OWN ADDRESS')
    .replaceAll(octets.slice(0, 5).join('-'), 'OWN ADDRESS')
    .replaceAll(octets.join(''), 'OWN ADDRESS')
    .replaceAll(octets.join(':').toLowerCase(), 'OWN ADDRESS')
    .replaceAll(interfaceId, 'OWN ADDRESS');
}

async function tables(): Promise<Record<string, Record<string, string>>> {
  const { management } = populated.agent.running.context;
  const found: Record<string, Record<string, string>> = {};
  for (const object of objects) {
    const read = await management.read(object, {}, caller);
    const rows: readonly Values[] = Array.isArray(read) ? read : [read as Values];
    const columns = Object.keys(object.fields).filter((name) => !varies.has(name));
    found[`${object.name} (${rows.length})`] = Object.fromEntries(
      columns.map((name) => [name, withoutOwnAddress(inRuns(rows.map((row) => row[name])))]),
    );
  }
  return found;
}

/** Another value of a column than the one that it has. */
function other(field: Field, value: Value | undefined): Value | undefined {
  return [0, 1, 2, 3, 7].map((at) => declaredValue(field, at)).find((one) => one !== value);
}

describe('a switch in an office', () => {
  test('shows in every column of every table, before and after more is enabled, what is recorded', async () => {
    const { agent, client } = populated;
    const recording = new Recording(0);
    recording.note(0, 'the office', { state: await tables() });
    for (const [template, values] of settings) {
      const { error } = await client.set(template, values);
      expect([template, error.message]).toEqual([template, '']);
    }
    for (let second = 0; second < 20; second += 1) {
      agent.clock.advance(1000);
      await agent.running.context.management.read(objects[0] as ObjectDeclaration, {}, caller);
      await new Promise(setImmediate);
    }
    recording.note(0, 'with more', { state: await tables() });
    await recording.isAsIn('recorded-tables.txt');
  });

  test('forwards otherwise by each setting, as recorded', async () => {
    const { hardware, configuration } = populated.agent.running.context;
    const contributions = features.flatMap((feature) => feature.contributions ?? []);
    const slots = { get: <T>({ empty }: { readonly empty: T }) => empty };
    const present = configuration();
    const planned = compilePlan(contributions, { configuration: present, hardware, slots });
    const recording = new Recording(0);
    const tryOut = (name: string, changed: Configuration) => {
      let after: object;
      try {
        after = compilePlan(contributions, { configuration: changed, hardware, slots }, planned).whole;
      } catch (error) {
        after = { refused: error instanceof Error ? error.message : '' };
      }
      recording.difference(name, planned.whole, after);
    };
    for (const object of objects) {
      const row: Values | undefined = object.shape === 'group' ? present.group(object) : present.rows(object).at(-1);
      if (!row) continue;
      for (const [column, field] of Object.entries<Field>(object.fields)) {
        const isIndex = object.shape === 'table' && Object.hasOwn(object.index, column);
        const value = other(field, row[column]);
        if (isIndex || !isConfigured(field) || value === undefined) continue;
        const name = `${object.name}.${column} = ${JSON.stringify(value)}`;
        if (object.shape === 'group') tryOut(name, present.withGroup(object, { [column]: value } as never));
        else tryOut(name, present.withRow(object, { ...row, [column]: value } as never));
      }
    }
    await recording.isAsIn('recorded-plan.txt', withoutOwnAddress);
  });

  test('says on the command line what is recorded', async () => {
    const shell = new Shell(populated.agent.running.context, caller, []);
    const lines: string[] = [];
    const io: CommandIo = {
      width: 100,
      signal: new AbortController().signal,
      async print(text) {
        if (typeof text === 'string') lines.push(text);
        else for await (const part of text) lines.push(part);
      },
      async complain(text) {
        lines.push(`! ${text}`);
      },
      ask: async () => true,
    };
    const recording = new Recording(0);
    for (const line of [
      ...['show network vlan tagged', 'show network trunk', 'show network vlan tagged json', 'show network nothing'],
      ...['show qos', 'set network vlan tagged 20 nothing 1', 'add network vlan tagged 30', 'show configuration'],
      ...['set network vlan tagged 1 dot1qVlanStaticName "a', 'show network mirroring | include 9', 'help', '?'],
    ]) {
      lines.length = 0;
      const outcome = await shell.run(line, io);
      recording.note(0, line, { state: {}, outcome, said: withoutOwnAddress(lines.join('')).split('\n') });
    }
    await recording.isAsIn('recorded-lines.txt');
  });
});
