import { expect, test } from 'vitest';
import { enumeration, status } from '../../model/schema/kinds/enumeration.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { portList } from '../../model/schema/kinds/port-list.ts';
import { secret } from '../../model/schema/kinds/secret.ts';
import { text } from '../../model/schema/kinds/text.ts';
import { vlanId } from '../../model/schema/kinds/vlan-id.ts';
import { group, table } from '../../model/schema/object.ts';
import type { Command } from './command.ts';
import { complete, helpLines } from './complete.ts';
import type { Language } from './language.ts';
import { holdsOne } from './line-pattern.ts';
import { menuOf } from './menu.ts';
import { parse } from './parse.ts';
import { tokensOf } from './tokens.ts';

const vlans = table('vlanEntry', {
  title: 'VLAN',
  page: '/Network/VLAN/Tagged',
  index: { vlan: vlanId({ label: 'VLAN ID', access: 'create' }) },
  columns: {
    name: text({ label: 'VLAN Name', maxLength: 32 }),
    members: portList({ label: 'Member Ports', help: 'Who belongs to it.' }),
    state: status({ label: 'State', access: 'ro' }),
  },
  rows: { max: 10 },
});
const admin = table('adminEntry', {
  title: 'Physical interface',
  page: '/Network/PhysicalInterface',
  index: { ifIndex: integer({ label: 'Port', access: 'create', min: 1, max: 28 }) },
  columns: { adminStatus: status({ label: 'Admin. Status' }) },
  rows: { max: 28, fixed: true },
});
const pause = table('pauseEntry', {
  title: 'Physical interface',
  page: '/Network/PhysicalInterface',
  index: { dot3Index: integer({ label: 'Port', access: 'create', min: 1, max: 28 }) },
  columns: {
    flow: enumeration({ label: 'Flow Ctrl', choices: { off: [1, 'Off'], rx: [2, 'Receive only'], both: [3, 'Both'] } }),
    vlan: vlanId({ label: 'VLAN', references: { table: vlans } }),
  },
  rows: { max: 28, fixed: true },
});
const log = group('logCtrl', {
  title: 'System log',
  page: '/System/SystemLog',
  fields: {
    size: integer({ label: 'Messages kept', min: 10, max: 100, unit: 'messages' }),
    limit: integer({ label: 'Bandwidth', min: 1, max: 9 }),
    other: integer({ label: 'Bandwidth', min: 1, max: 9 }),
    key: secret({ label: 'Key', minLength: 1, maxLength: 9 }),
    now: integer({ label: 'Size', access: 'ro', min: 0, max: 9 }),
  },
});
const servers = table('serverEntry', {
  title: 'Syslog server',
  page: '/System/SystemLog',
  index: { at: integer({ label: 'No.', access: 'create', min: 1, max: 4 }) },
  columns: { address: text({ label: 'Server', maxLength: 20 }) },
  rows: { max: 4 },
});
const shown = group('shownCtrl', {
  title: 'Health',
  page: '/',
  fields: { cpu: integer({ label: 'CPU', access: 'ro', min: 0, max: 100 }) },
});

const objects = [vlans, admin, pause, log, servers, shown];
const language: Language = {
  menu: menuOf(objects),
  objects: new Map(objects.map((object) => [object.name, object])),
  verbs: [
    {
      words: ['ping'],
      meaning: 'Asks whether a host answers',
      arguments: [
        { meaning: 'The host', isOptional: false },
        { meaning: 'How often', isOptional: true },
      ],
    },
  ],
  rowsOf: (asked) => (asked === vlans ? [{ vlan: 1 }, { vlan: 20 }] : []),
};

const read = (line: string) => parse(tokensOf(line).tokens, language);

function commandOf(line: string): Command {
  const parsed = read(line);
  if (parsed.kind !== 'command') throw new Error(`${line}: ${parsed.message}`);
  return parsed.command;
}

/** The requests of a line, by what a call would say. */
function requestsOf(line: string) {
  const command = commandOf(line);
  if (command.kind !== 'change') throw new Error(`${line} changes nothing`);
  return command.requests.map(({ kind, object, values }) => [kind, object.name, values]);
}

function refusal(line: string): string {
  const parsed = read(line);
  return parsed.kind === 'command' ? '' : parsed.message;
}

const fitting = (line: string) => complete(line, language).choices.map(({ word }) => word);

test.each<[string, unknown[]]>([
  ['set network vlan tagged 20 member-ports 5-8', [['set', 'vlanEntry', { vlan: 20, members: '5-8' }]]],
  ['set network vlan tagged 20 member 5-8', [['set', 'vlanEntry', { vlan: 20, members: '5-8' }]]],
  ['SET Net VLAN Tag 20 MEMBER 8,5-7', [['set', 'vlanEntry', { vlan: 20, members: '5-8' }]]],
  ['set network vlan tagged 20 vlan-name "A b"', [['set', 'vlanEntry', { vlan: 20, name: 'A b' }]]],
  ['set network vlan tagged 20 vlan-name ""', [['set', 'vlanEntry', { vlan: 20, name: '' }]]],
  ['set network vlan tagged 20 name x members 1', [['set', 'vlanEntry', { vlan: 20, name: 'x', members: '1' }]]],
  ['add network vlan tagged 30', [['create', 'vlanEntry', { vlan: 30 }]]],
  ['delete network vlan tagged 30', [['destroy', 'vlanEntry', { vlan: 30 }]]],
  ['delete network vlan tagged all', [['deleteAll', 'vlanEntry', {}]]],
  [
    'set network physical-interface 2-3 admin-status enabled flow-ctrl receive',
    [
      ['set', 'adminEntry', { ifIndex: 2, adminStatus: 1 }],
      ['set', 'adminEntry', { ifIndex: 3, adminStatus: 1 }],
      ['set', 'pauseEntry', { dot3Index: 2, flow: 2 }],
      ['set', 'pauseEntry', { dot3Index: 3, flow: 2 }],
    ],
  ],
  ['set system system-log messages-kept 20', [['set', 'logCtrl', { size: 20 }]]],
  ['set system system-log limit 3 other 4', [['set', 'logCtrl', { limit: 3, other: 4 }]]],
  ['set system system-log 2 server x', [['set', 'serverEntry', { at: 2, address: 'x' }]]],
  ['set system system-log syslog-server 2 server x', [['set', 'serverEntry', { at: 2, address: 'x' }]]],
  ['add system system-log 1 server 192.0.2.1', [['create', 'serverEntry', { at: 1, address: '192.0.2.1' }]]],
])('%s', (line, requests) => {
  expect(requestsOf(line)).toEqual(requests);
});

test.each([
  ['set network vlan tagged 20 member-ports 5-99', 'Member Ports must be port numbers and ranges from 1 to 64'],
  ['set network vlan tagged 4095 vlan-name x', 'VLAN ID: Please enter an integer between 1 ~ 4094'],
  ['set system system-log messages-kept 9', 'Messages kept: Please enter an integer between 10 ~ 100'],
  ['set system system-log messages-kept 101', 'Messages kept: Please enter an integer between 10 ~ 100'],
  ['set network physical-interface 2 flow-ctrl no', 'Flow Ctrl must be one of'],
  ['set network physical-interface 29 flow-ctrl off', 'Port: Please enter an integer between 1 ~ 28'],
  ['set network vlan tagged', 'Select a table of "network vlan tagged" to set.'],
  ['set network vlan tagged 20', 'A setting is missing: vlan-name, member-ports.'],
  ['set network vlan tagged 20 vlan-name', 'The value of VLAN Name is missing'],
  ['set network vlan tagged 20 state enabled', 'Unknown setting "state"'],
  ['set network vlan tagged 20 vlan-name a vlan-name b', 'Unknown setting "vlan-name"'],
  ['delete network vlan tagged 20 x', 'Unexpected input after the command.'],
  ['show network vlan tagged 20 x', 'Only "|" may follow here.'],
  ['show network nowhere', 'Unknown menu entry "nowhere": vlan, physical-interface.'],
  ['s', '"s" could be show, set.'],
  ['fly', 'Unknown command "fly"'],
  ['delete network physical-interface 1', 'Unknown menu entry "physical-interface"'],
  ['set dashboard cpu 5', 'Unknown menu entry "dashboard"'],
  ['ping', 'The host is missing.'],
  ['show network | jso | x', 'Unexpected input after the command.'],
])('%s is refused', (line, message) => {
  expect(refusal(line)).toContain(message);
});

test('shows a page, a section with everything below it, and single rows', () => {
  const shownBy = (line: string) => {
    const command = commandOf(line);
    return command.kind === 'show'
      ? command.shown.map(({ object, query, among }) => [object.name, query, among?.numbers])
      : [];
  };
  expect(shownBy('show network vlan tagged')).toEqual([['vlanEntry', {}, undefined]]);
  expect(shownBy('show network').map(([name]) => name)).toEqual(['vlanEntry', 'adminEntry', 'pauseEntry']);
  expect(shownBy('show dashboard')).toEqual([['shownCtrl', {}, undefined]]);
  expect(shownBy('show network physical-interface 3')).toEqual([
    ['adminEntry', { ifIndex: 3 }, undefined],
    ['pauseEntry', { dot3Index: 3 }, undefined],
  ]);
  expect(shownBy('show network physical-interface 1-2,9 | json')[1]).toEqual(['pauseEntry', {}, new Set([1, 2, 9])]);
  expect(shownBy('show system system-log syslog-server')).toEqual([['serverEntry', {}, undefined]]);
});

test('verbs of features, what is done without asking, and filters', () => {
  expect(commandOf('ping 192.0.2.1')).toMatchObject({ kind: 'verb', given: ['192.0.2.1'], forced: false });
  expect(commandOf('force ping a 3 | include "b c"')).toMatchObject({
    given: ['a', '3'],
    forced: true,
    filter: { kind: 'include', patterns: [{ text: 'b c', isStart: false, isEnd: false }] },
  });
  expect(commandOf('force set network vlan tagged 20 member-ports ""')).toMatchObject({ kind: 'change', forced: true });
  expect(commandOf('show dashboard | count')).toMatchObject({ filter: { kind: 'count' } });
});

test('a filter looks for one of several texts, anywhere in a line, at its start or at its end', () => {
  const lines = ['set system ssh ssh enabled', 'set system telnet telnet enabled', 'add network', 'a | b$ ^c'];
  const included = (words: string) => {
    const command = commandOf(`show dashboard | include ${words}`);
    const filter = command.kind === 'show' ? command.filter : undefined;
    return lines.filter((line) => filter && 'patterns' in filter && holdsOne(line, filter.patterns));
  };
  expect(included('SSH|add')).toEqual([lines[0], lines[2]]);
  expect(included('^set   system t')).toEqual([lines[1]]);
  expect(included('^network | network$')).toEqual([lines[2]]);
  expect(included('^add network$')).toEqual([lines[2]]);
  expect(included('^add$')).toEqual([]);
  expect(included('"|"')).toEqual([lines[3]]);
  expect(included('b"$"')).toEqual([lines[3]]);
  expect(included('"^c"')).toEqual([lines[3]]);
  expect(included('|')).toEqual([]);
  expect(() => commandOf('show dashboard | include')).toThrow();
});

test('completes words, what they could be, values, and rows that there are', () => {
  expect(complete('sho', language)).toMatchObject({ word: 'show ', start: 0 });
  expect(complete('show network v', language)).toMatchObject({ word: 'vlan ', start: 13 });
  expect(fitting('set network vlan tagged ')).toEqual(['1', '20']);
  expect(fitting('delete network vlan tagged ')).toEqual(['all', '1', '20']);
  expect(fitting('set network vlan tagged 20 ')).toEqual(['vlan-name', 'member-ports']);
  expect(fitting('set network physical-interface 1 flow-ctrl ')).toEqual(['off', 'receive-only', 'both']);
  expect(fitting('set network physical-interface 1 vlan ')).toEqual(['1', '20']);
  expect(complete('set network physical-interface 1 flow-ctrl b', language).word).toBe('both ');
  expect(complete('show nowhere a', language)).toMatchObject({ word: undefined, choices: [] });
  // What all of them begin with is written already: they are listed.
  expect(complete('set network physical-interface 1 vlan ', language).word).toBeUndefined();
  expect(complete('set network vlan tagged 20 ', language).word).toBeUndefined();
});

test('the help of a place says labels, ranges, units and what a setting does', () => {
  expect(helpLines('set network vlan tagged 20 member-ports ', language)).toEqual([
    '  Member Ports: numbers from 1 to 64, as 1-3,5, "" for none. Who belongs to it.',
  ]);
  expect(helpLines('set system system-log messages-kept ', language)).toEqual([
    '  Messages kept: 10 to 100, in messages',
  ]);
  expect(helpLines('show network vlan tagged ', language).at(-1)).toBe('  <enter>');
});

test('a section whose pages can only be shown is not offered to be set', () => {
  expect(fitting('set ')).toEqual(['network', 'system']);
  expect(fitting('show ')).toEqual(['network', 'system', 'dashboard']);
});
