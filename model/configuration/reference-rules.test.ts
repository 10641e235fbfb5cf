import { describe, expect, test } from 'vitest';
import type { Hardware } from '../hardware/hardware.ts';
import { integer } from '../schema/kinds/integer.ts';
import { portList } from '../schema/kinds/port-list.ts';
import { text } from '../schema/kinds/text.ts';
import { vlanList } from '../schema/kinds/vlan-list.ts';
import { group, type ObjectDeclaration, table } from '../schema/object.ts';
import { say, wordsOf } from '../values/message.ts';
import { ErrorCode } from '../wire/error-code.ts';
import { changesBetween } from './change.ts';
import { Configuration } from './configuration.ts';
import { referenceRules } from './reference-rules.ts';

const number = (label: string, more = {}) => integer({ label, min: 0, max: 100, ...more });

const vlan = table('vlan', {
  title: 'VLAN',
  index: { id: number('VLAN ID') },
  columns: { name: text({ label: 'Name', maxLength: 8 }), ports: portList({ label: 'Ports' }) },
  rows: { max: 10 },
});
const port = table('port', {
  title: 'Port',
  index: { port: number('Port') },
  columns: { pvid: number('PVID', { references: { table: vlan, except: [0] } }) },
  rows: { max: 10 },
  rowName: (row) => say('port {{port}}', { port: row.port }),
});
const pinned = table('pinned', {
  title: 'Pinned',
  index: { vlan: number('VLAN', { references: { table: vlan, by: () => say('a pinned address') } }) },
  columns: { port: number('Port', { memberOf: { table: vlan, list: 'ports', row: 'vlan' } }) },
  rows: { max: 10 },
});
const each = (list: unknown) => String(list).split(',').filter(Boolean).map(Number);
const guest = group('guest', {
  title: 'Guest network',
  fields: { vlans: vlanList({ label: 'VLANs', references: { table: vlan, each } }) },
});
const instancePort = table('instancePort', {
  title: 'Instance port',
  index: { port: number('Port'), instance: number('Instance') },
  columns: {},
  rows: { max: 10 },
});
const watch = table('watch', {
  title: 'Watch',
  index: { id: number('No.') },
  columns: {
    of: number('Port'),
    instance: number('Instance', { references: { table: instancePort, beside: { port: 'of' } } }),
  },
  rows: { max: 10 },
});
const objects: readonly ObjectDeclaration[] = [vlan, port, pinned, guest, instancePort, watch];
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
  const changes = changesBetween(objects, before, after);
  return referenceRules(objects)
    .filter((rule) => rule.concerns.some((object) => before.part(object) !== after.part(object)))
    .flatMap((rule) => [...rule.check({ before, after, changes, hardware })])
    .map(({ message, code, ...place }) => {
      expect(code).toBe(ErrorCode.inconsistentValue);
      return { words: wordsOf(message), ...place };
    });
}

const base = Configuration.empty.withRow(vlan, { id: 20, ports: '1-3' }).withRow(vlan, { id: 30, ports: '4' });

describe('a value that names a row', () => {
  const used = base.withRow(port, { port: 3, pvid: 20 });

  test('needs the row, at its own column', () => {
    expect(problems(base, used)).toEqual([]);
    expect(problems(base, base.withRow(port, { port: 3, pvid: 40 }))).toEqual([
      { words: 'VLAN 40 does not exist.', object: 'port', row: { port: 3 }, column: 'pvid' },
    ]);
    expect(problems(used, used.withRow(port, { port: 3, pvid: 41 }))).toHaveLength(1);
  });

  test('may be one that names none', () => {
    expect(problems(base, base.withRow(port, { port: 3, pvid: 0 }))).toEqual([]);
  });

  test('holds the row, which is what is refused', () => {
    expect(problems(used, used.withoutRow(vlan, { id: 20 }))).toStrictEqual([
      { words: 'VLAN 20 is in use by port 3.', object: 'vlan', row: { id: 20 } },
    ]);
    expect(problems(used, used.withoutRow(vlan, { id: 30 }))).toEqual([]);
    expect(problems(used, used.withRow(vlan, { id: 20, name: 'Voice' }))).toEqual([]);
  });

  test('can go together with the row, or turn to another one', () => {
    expect(problems(used, used.withoutRow(port, { port: 3 }).withoutRow(vlan, { id: 20 }))).toEqual([]);
    expect(problems(used, used.withRow(port, { port: 3, pvid: 30 }).withoutRow(vlan, { id: 20 }))).toEqual([]);
  });

  test('that is set while the row goes is what is refused', () => {
    expect(problems(base, base.withRow(port, { port: 3, pvid: 20 }).withoutRow(vlan, { id: 20 }))).toEqual([
      { words: 'VLAN 20 does not exist.', object: 'port', row: { port: 3 }, column: 'pvid' },
    ]);
  });

  test('names its object as it says', () => {
    const pin = base.withRow(pinned, { vlan: 20, port: 1 });
    expect(problems(pin, pin.withoutRow(vlan, { id: 20 }))[0]?.words).toBe('VLAN 20 is in use by a pinned address.');
  });
});

describe('a list that names rows', () => {
  test('needs each of them, and holds each of them', () => {
    const listed = base.withGroup(guest, { vlans: '20,30' });
    expect(problems(base, listed)).toEqual([]);
    expect(problems(base, base.withGroup(guest, { vlans: '20,21' }))).toEqual([
      { words: 'VLAN 21 does not exist.', object: 'guest', column: 'vlans' },
    ]);
    expect(problems(base, base.withGroup(guest, { vlans: '21' }).withRow(vlan, { id: 22 }))).toHaveLength(1);
    expect(problems(listed, listed.withoutRow(vlan, { id: 30 }))).toEqual([
      { words: 'VLAN 30 is in use by Guest network.', object: 'vlan', row: { id: 30 } },
    ]);
  });
});

describe('a reference to a table of several index columns', () => {
  test('takes the other columns from beside it', () => {
    const some = base.withRow(instancePort, { port: 3, instance: 2 });
    const watched = some.withRow(watch, { id: 1, of: 3, instance: 2 });
    expect(problems(some, watched)).toEqual([]);
    expect(problems(some, some.withRow(watch, { id: 1, of: 2, instance: 2 }))[0]?.words).toBe(
      'Instance port 2, 2 does not exist.',
    );
    expect(problems(watched, watched.withoutRow(instancePort, { port: 3, instance: 2 }))[0]).toMatchObject({
      object: 'instancePort',
      row: { port: 3, instance: 2 },
    });
  });
});

describe('a port that has to be in a list of the row named', () => {
  const pin = base.withRow(pinned, { vlan: 20, port: 3 });

  test('is looked at again where it changes together with the list', () => {
    const moved = pin.withRow(vlan, { id: 20, ports: '1-2' });
    expect(problems(pin, moved.withRow(pinned, { vlan: 20, port: 2 }))).toEqual([]);
    expect(problems(pin, moved.withRow(pinned, { vlan: 20, port: 4 }))).toEqual([
      { words: 'Port 4 is not a member of VLAN 20.', object: 'pinned', row: { vlan: 20 }, column: 'port' },
    ]);
  });

  test('is named as its row is, where the column that names the row says nothing', () => {
    const guarded = table('guarded', {
      title: 'Guarded port',
      index: { port: number('Port', { memberOf: { table: vlan, list: 'ports', row: 'vlan' } }) },
      columns: { vlan: number('VLAN') },
      rows: { max: 9 },
    });
    const declared = [vlan, guarded];
    const before = base.withRow(guarded, { port: 3, vlan: 20 });
    const after = before.withRow(vlan, { id: 20, ports: '1' });
    const question = { before, after, changes: changesBetween(declared, before, after), hardware };
    const said = referenceRules(declared).flatMap((rule) => [...rule.check(question)]);
    expect(said.map(({ message }) => wordsOf(message))).toEqual(['VLAN 20 is in use by Guarded port 3.']);
  });

  test('is refused where it is not', () => {
    expect(problems(base, pin)).toEqual([]);
    expect(problems(base, base.withRow(pinned, { vlan: 20, port: 4 }))).toEqual([
      { words: 'Port 4 is not a member of VLAN 20.', object: 'pinned', row: { vlan: 20 }, column: 'port' },
    ]);
  });

  test('stays in the list, which is what is refused', () => {
    expect(problems(pin, pin.withRow(vlan, { id: 20, ports: '1-2' }))).toEqual([
      { words: 'VLAN 20 is in use by a pinned address.', object: 'vlan', row: { id: 20 }, column: 'ports' },
    ]);
    expect(problems(pin, pin.withRow(vlan, { id: 20, ports: '3' }))).toEqual([]);
    expect(problems(pin, pin.withRow(vlan, { id: 30, ports: '' }))).toEqual([]);
  });

  test('says nothing of a row that is not there: that is said by the reference', () => {
    expect(problems(base, base.withRow(pinned, { vlan: 50, port: 1 })).map(({ words }) => words)).toEqual([
      'VLAN 50 does not exist.',
    ]);
  });
});

describe('a declaration that cannot be kept', () => {
  const threefold = table('threefold', {
    title: 'Threefold',
    index: { a: number('A'), b: number('B'), c: number('C') },
    columns: {},
    rows: { max: 9 },
  });
  const lone = (field: object) =>
    table('lone', { title: 'Lone', index: { id: number('No.', field) }, columns: {}, rows: { max: 1 } });

  test.each([
    ['a table that is not declared', [lone({ references: { table: vlan } })]],
    ['more than one row', [instancePort, lone({ references: { table: instancePort } })]],
    [
      'a column that is not there',
      [instancePort, lone({ references: { table: instancePort, beside: { port: 'of' } } })],
    ],
    [
      'a column that is there and one that is not',
      [threefold, lone({ references: { table: threefold, beside: { a: 'id', b: 'of' } } })],
    ],
    [
      'no column of its own',
      [instancePort, lone({ references: { table: instancePort, beside: { port: 'id', instance: 'id' } } })],
    ],
    ['a list of a table that is not declared', [lone({ memberOf: { table: vlan, list: 'ports', row: 'id' } })]],
    ['a group for a table', [vlan, guest, lone({ references: { table: { shape: 'table', name: 'guest' } } })]],
    ['a list that is not there', [vlan, lone({ memberOf: { table: vlan, list: 'members', row: 'id' } })]],
    ['a row by a column that is not there', [vlan, lone({ memberOf: { table: vlan, list: 'ports', row: 'of' } })]],
  ])('is refused at start: %s', (_what, declared) => {
    expect(() => referenceRules(declared)).toThrow(/lone\.id/);
  });
});
