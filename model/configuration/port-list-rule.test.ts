import { expect, test } from 'vitest';
import type { Hardware } from '../hardware/hardware.ts';
import { portList } from '../schema/kinds/port-list.ts';
import { vlanId } from '../schema/kinds/vlan-id.ts';
import { table } from '../schema/object.ts';
import { wordsOf } from '../values/message.ts';
import { ErrorCode } from '../wire/error-code.ts';
import { changesBetween } from './change.ts';
import { Configuration } from './configuration.ts';
import { portsOnSwitch } from './port-list-rule.ts';

const vlan = table('vlan', {
  title: 'VLAN',
  index: { id: vlanId({ label: 'VLAN ID' }) },
  columns: {
    members: portList({ label: 'Member ports' }),
    untagged: portList({ label: 'Untagged ports' }),
    watched: portList({ label: 'Watched ports' }),
  },
  rows: { max: 9 },
});
const rule = portsOnSwitch(vlan, ['members', 'untagged']);
const hardware: Hardware = {
  modelName: 'x',
  portCount: 8,
  baseMacAddress: '02-00-00-00-00-01',
  ports: new Map(),
  maxVlanId: 4094,
  maxVlans: 256,
  mirrorSessions: 1,
  lacking: new Set(),
};

function problems(before: Configuration, after: Configuration) {
  const changes = changesBetween([vlan], before, after);
  return [...rule.check({ before, after, changes, hardware })].map(({ message, ...place }) => ({
    words: wordsOf(message),
    ...place,
  }));
}

const base = Configuration.empty.withRow(vlan, { id: 10, members: '64' });
const add = (row: { members?: string; untagged?: string; watched?: string }) => base.withRow(vlan, { id: 20, ...row });

test('the last port of the switch is let in, the one after it is refused at its column', () => {
  expect(problems(base, add({ members: '1-8', untagged: '8' }))).toEqual([]);
  expect(problems(base, add({ members: '8-9', untagged: '1,64' }))).toEqual([
    {
      code: ErrorCode.inconsistentValue,
      words: 'Member ports: ports must be within 1 ~ 8.',
      object: 'vlan',
      row: { id: 20 },
      column: 'members',
    },
    {
      code: ErrorCode.inconsistentValue,
      words: 'Untagged ports: ports must be within 1 ~ 8.',
      object: 'vlan',
      row: { id: 20 },
      column: 'untagged',
    },
  ]);
});

test('only what changed and only the columns named are looked at', () => {
  expect(problems(base, add({ members: '1', watched: '64' }))).toEqual([]);
  expect(problems(base, base.withRow(vlan, { id: 10, untagged: '1' })).map(({ column }) => column)).toEqual([
    'members',
  ]);
  expect(rule.concerns).toEqual([vlan]);
});
