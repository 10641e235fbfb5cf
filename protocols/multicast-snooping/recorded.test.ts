import { test } from 'vitest';
import { portListOf } from '../../model/values/port-list.ts';
import { RecordedEngine } from '../../tests/recording.ts';
import { type MembershipMessage, RecordType } from '../frames/membership-message.ts';
import { SOME_MOMENT } from '../some-moment.ts';
import { igmp, mld } from './family.ts';
import { type SnoopingEvent, stepSnooping } from './snooping.ts';
import { idleSnooping, type SnoopingSettings } from './state.ts';

const families = {
  igmp: {
    family: igmp,
    groups: ['239.1.2.3', '239.1.2.4', '239.1.2.5', '239.1.2.6', '239.1.2.7'],
    own: '192.0.2.200',
    host: (port: number) => `192.0.2.${port}`,
    version: 2,
  },
  mld: {
    family: mld,
    groups: ['ff0e::1:3', 'ff0e::1:4', 'ff0e::1:5', 'ff0e::1:6', 'ff0e::1:7'],
    own: 'fe80::200',
    host: (port: number) => `fe80::${port}`,
    version: 1,
  },
} as const;

test.each(['igmp', 'mld'] as const)('snooping of %s goes the recorded way', async (name) => {
  const { family, groups, own, host, version } = families[name];
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = groups;
  let settings: SnoopingSettings = {
    family,
    mac: '02-FA-CE-00-00-01',
    vlans: new Map([
      [1, { members: portListOf([1, 2, 3, 4]), routers: portListOf([4]), address: own }],
      [20, { members: portListOf([2, 3]), asked: portListOf([2]), routers: 0n, address: own }],
    ]),
    ...{ hostTimeout: 9000, routerTimeout: 8000, queryInterval: 5000, maxResponse: 2000, lastMemberInterval: 1000 },
    ...{ robustness: 2, fastLeave: false, querier: true, version, capacity: 5 },
  };
  let state = idleSnooping;
  const engine = new RecordedEngine(
    SOME_MOMENT,
    (event: SnoopingEvent, now) => {
      const step = stepSnooping(settings, state, event, now);
      state = step.state;
      return step;
    },
    () => state.wakeAt,
  );
  const wake = { kind: 'wake' } as const;
  const configure = (change: Partial<SnoopingSettings>) => {
    settings = { ...settings, ...change };
    engine.tell({ kind: 'configure' });
  };
  const says = (port: number, message: MembershipMessage, vlan = 1, from = host(port)) => {
    const octets = settings.family.build(message, { mac: `02-AA-00-00-00-0${port}`, address: from });
    engine.tell({ kind: 'frame', vlan, port, octets });
    return octets;
  };
  const records = (port: number, type: keyof typeof RecordType, group: string, sources: readonly string[] = []) =>
    says(port, { kind: 'records', records: [{ type: RecordType[type], group, sources }] });
  const query = (port: number, from: string, group?: string) =>
    says(port, { kind: 'query', version, group, maxResponse: 1000, suppress: false, sources: 0 }, 1, from);
  configure({});
  says(1, { kind: 'report', version: 1, group: first });
  says(2, { kind: 'report', version, group: first });
  says(2, { kind: 'report', version, group: second }, 20);
  says(7, { kind: 'report', version, group: second });
  const report = records(3, 'toExclude', second);
  records(3, 'toInclude', third, [host(9)]);
  engine.pass(3, wake);
  says(2, { kind: 'leave', group: first });
  const leave = says(1, { kind: 'leave', group: first });
  records(3, 'toInclude', second);
  engine.pass(1.5, wake);
  const asked = query(3, host(3), first);
  query(3, host(3));
  says(2, { kind: 'report', version, group: fourth });
  says(1, { kind: 'report', version, group: fifth });
  says(1, { kind: 'report', version, group: second });
  engine.pass(2, wake);
  engine.tell({ kind: 'lost', ports: portListOf([1]) });
  engine.tell({ kind: 'topologyChange', ports: portListOf([3]) });
  query(2, name === 'igmp' ? '192.0.2.250' : 'fe80::250');
  engine.pass(9, wake);
  configure({ fastLeave: true, querier: false, hostTimeout: 20_000 });
  says(2, { kind: 'report', version, group: fourth });
  says(2, { kind: 'leave', group: fourth });
  says(2, { kind: 'report', version, group: third });
  says(3, { kind: 'report', version, group: third }, 20);
  configure({
    vlans: new Map([[1, { members: portListOf([1, 2]), routers: 0n, address: own, carries: () => false }]]),
  });
  engine.tell({ kind: 'clear' });
  configure({ vlans: new Map() });
  for (const [what, octets] of Object.entries({ report, leave, asked })) {
    engine.recording.reads(what, octets, settings.family.parse);
  }
  await engine.recording.isAsIn(`recorded-${name}.txt`);
});
