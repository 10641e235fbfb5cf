import { describe, expect, it } from 'vitest';
import type { Hardware } from '../hardware/hardware.ts';
import { integer } from '../schema/kinds/integer.ts';
import { port } from '../schema/kinds/port.ts';
import { portList } from '../schema/kinds/port-list.ts';
import { text } from '../schema/kinds/text.ts';
import { vlanList } from '../schema/kinds/vlan-list.ts';
import { group, type ObjectDeclaration, table } from '../schema/object.ts';
import { say, wordsOf } from '../values/message.ts';
import type { Values } from '../wire/call.ts';
import { Configuration } from './configuration.ts';
import { usesOf } from './uses.ts';

const hardware: Hardware = {
  modelName: 'x',
  portCount: 4,
  baseMacAddress: '02-00-00-00-00-01',
  ports: new Map(),
  maxVlanId: 4094,
  maxVlans: 10,
  mirrorSessions: 1,
  lacking: new Set(),
};
const each = [1, 2, 3, 4];
const number = (label: string, more = {}) => integer({ label, min: 0, max: 100, ...more });

const vlan = table('vlan', {
  title: 'VLAN',
  page: '/VLAN',
  index: { id: number('VLAN ID') },
  columns: { members: portList({ label: 'Ports' }) },
  rows: { max: 10 },
  factory: () => [{ id: 1, members: '1-4' }],
  rowName: ({ id }) => say('VLAN {{vlan}}', { vlan: id }),
});
const link = table('link', {
  title: 'Port',
  page: '/Port',
  index: { port: number('Port') },
  columns: { name: text({ label: 'Name', maxLength: 8 }) },
  rows: { max: 4, fixed: true },
  factory: () => each.map((one) => ({ port: one })),
  rowName: (row) => say('port {{port}}', { port: row.port }),
});
const power = table('power', {
  title: 'Power',
  page: '/Power',
  index: { port: number('Port') },
  columns: {
    limit: number('Limit', { unit: 'W', default: 30 }),
    secret: text({ label: 'Key', maxLength: 8, access: 'wo' }),
    vlan: number('VLAN', { references: { table: vlan, except: [0] } }),
  },
  rows: { max: 4, fixed: true },
  factory: () => each.map((one) => ({ port: one, limit: one === 4 ? 15 : 30 })),
  rowName: (row) => say('source port {{port}}', { port: row.port }),
});
const pin = table('pin', {
  title: 'Pinned',
  page: '/Pin',
  index: { id: number('No.') },
  columns: { at: port({ label: 'Port', default: 0, optional: true }) },
  rows: { max: 10 },
  rowName: ({ id }) => say('pin {{id}}', { id }),
});
const mirror = group('mirror', {
  title: 'Mirroring',
  page: '/Mirror',
  fields: { from: portList({ label: 'Ports', default: '2' }), vlans: vlanList({ label: 'VLANs' }) },
});
const objects: readonly ObjectDeclaration[] = [vlan, link, power, pin, mirror];

const fresh = objects.reduce(
  (soFar, object) =>
    object.shape === 'table' ? soFar.withRows(object, (object.factory?.(hardware) ?? []) as Values[]) : soFar,
  Configuration.empty,
);
const listed = (uses: ReturnType<typeof usesOf>) => uses.map(({ page, what }) => `${page}: ${wordsOf(what)}`);
const ofPort = (configuration: Configuration, one: number, more: readonly number[] = []) =>
  listed(
    usesOf(
      { target: link, row: { port: one }, numbers: { what: 'port', of: [one, ...more] } },
      objects,
      configuration,
      hardware,
    ),
  );
const ofVlan = (configuration: Configuration, id: number) =>
  listed(usesOf({ target: vlan, row: { id }, numbers: { what: 'vlan', of: [id] } }, objects, configuration, hardware));

describe('where a port is used', () => {
  it('is nowhere on a new device, whatever its lists hold', () => {
    expect(each.map((one) => ofPort(fresh, one))).toEqual([[], [], [], []]);
  });

  it('is every row and group that names it by a value, in the order of the objects', () => {
    const used = fresh
      .withRow(vlan, { id: 20, members: '3-4' })
      .withRow(vlan, { id: 21, members: '3' })
      .withRow(vlan, { id: 22, members: '1' })
      .withRow(pin, { id: 1, at: 3 })
      .withRow(pin, { id: 2, at: 2 })
      .withGroup(mirror, { from: '2-3' });
    expect(ofPort(used, 3)).toEqual(['/VLAN: VLANs 20-21', '/Pin: pin 1', '/Mirror: Mirroring']);
    expect(ofPort(used, 2)).toEqual(['/Pin: pin 2']);
  });

  it('is also where its trunk is', () => {
    const used = fresh.withRow(pin, { id: 1, at: 5001 });
    expect(ofPort(used, 3)).toEqual([]);
    expect(ofPort(used, 3, [5001])).toEqual(['/Pin: pin 1']);
  });

  it('is where something else is set for it than a new device has, not on its own page', () => {
    const used = fresh
      .withRow(link, { port: 4, name: 'Printer' })
      .withRow(power, { port: 4, limit: 30, secret: 'hidden' })
      .withRow(power, { port: 3, limit: 30 });
    expect(ofPort(used, 4)).toEqual(['/Power: Limit: 30 W, Key changed']);
    expect(ofPort(used, 3)).toEqual([]);
  });

  it('names four of its settings at most', () => {
    const names = ['A', 'B', 'C', 'D', 'E'];
    const many = table('many', {
      title: 'Many',
      page: '/Many',
      index: { port: number('Port') },
      columns: Object.fromEntries(names.map((name) => [name, number(name)])),
      rows: { max: 4, fixed: true },
      factory: () => each.map((one) => ({ port: one })),
      rowName: (row) => say('port {{port}}', { port: row.port }),
    });
    const told = (count: number) => {
      const row = { port: 4, ...Object.fromEntries(names.slice(0, count).map((name) => [name, 7])) };
      return listed(
        usesOf({ target: link, row: { port: 4 } }, [many], Configuration.empty.withRow(many, row), hardware),
      );
    };
    expect(told(4)).toEqual(['/Many: A: 7, B: 7, C: 7, D: 7']);
    expect(told(5)).toEqual(told(4));
  });
});

describe('where a row is used', () => {
  it('is wherever a field refers to it, and wherever a list names its number', () => {
    const used = fresh
      .withRow(vlan, { id: 20 })
      .withRow(power, { port: 2, vlan: 20 })
      .withRow(power, { port: 3, vlan: 21 })
      .withGroup(mirror, { vlans: '19-20' });
    expect(ofVlan(used, 20)).toEqual(['/Power: source port 2', '/Mirror: Mirroring']);
    expect(ofVlan(used, 22)).toEqual([]);
  });

  it('has one line for rows that only their numbers distinguish', () => {
    const used = each.reduce((soFar, one) => soFar.withRow(power, { port: one, vlan: 20 }), fresh);
    expect(ofVlan(used.withRow(vlan, { id: 20 }), 20)).toEqual(['/Power: source ports 1-4']);
  });
});
