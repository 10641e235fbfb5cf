// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { enumeration, status } from '../../model/schema/kinds/enumeration.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { portList } from '../../model/schema/kinds/port-list.ts';
import { printable, text } from '../../model/schema/kinds/text.ts';
import { group, table } from '../../model/schema/object.ts';
import { say } from '../../model/values/message.ts';
import { startTestDevice, type TestDevice } from '../form/test-device.tsx';
import type { Part } from '../navigation/menu-entry.ts';
import { page, withRowPages } from '../navigation/page.ts';
import { fact, facts } from './facts.tsx';
import { form } from './form.tsx';
import { list } from './list.tsx';
import { matrix } from './matrix.tsx';
import { portTable } from './port-table.tsx';
import { indexOfRow, rowParameter } from './row-parameter.ts';
import { openPage } from './test-page.tsx';

const saving = group('saving', {
  title: 'Saving',
  fields: {
    mode: enumeration({ label: 'Mode', choices: { never: [1, 'Never'], interval: [2, 'At an interval'] } }),
    minutes: integer({ label: 'Minutes', min: 1, max: 60, default: 10, shownWhen: { mode: [2] } }),
    server: text({ label: 'Server', maxLength: 20 }),
    seen: integer({ label: 'Seen', unit: 's', min: 0, max: 99, access: 'ro' }),
  },
});

const hosts = table('hosts', {
  title: 'Host',
  index: {
    zone: text({ label: 'Zone', maxLength: 20, characters: printable, access: 'create' }),
    name: text({ label: 'Name', maxLength: 20, characters: printable, access: 'create' }),
  },
  columns: { address: text({ label: 'Address', maxLength: 20 }) },
  rows: { max: 2 },
  rowName: ({ zone, name }) => say('host {{name}}', { name: `${name}.${zone}` }),
});

let device: TestDevice;

afterEach(() => {
  cleanup();
  device?.stop();
});

/** A page of these parts. */
const pageOf = (parts: readonly Part[], more: Partial<Parameters<typeof page>[0]> = {}) =>
  page({
    under: ['Tools'],
    title: 'Try out',
    sentence: 'What it is for.',
    page: async () => ({ default: parts }),
    ...more,
  });

const applied = () =>
  waitFor(() => expect(screen.getByRole('button', { name: /^Apply/ })).toHaveProperty('disabled', false));

describe('a declared page', () => {
  it('has its path, its route name and the page of its rows from its words', () => {
    const declared = pageOf([], { under: ['Network', 'L3 Feature'], row: { title: 'Modify Host' } });
    expect(declared).toMatchObject({ path: '/Network/L3Feature/Tryout', name: 'Network_L3Feature_Tryout' });
    expect(withRowPages([declared]).map(({ path, name, hidden }) => ({ path, name, hidden }))).toEqual([
      { path: '/Network/L3Feature/Tryout', name: 'Network_L3Feature_Tryout', hidden: undefined },
      { path: '/Network/ModifyHost/:row', name: 'Network_ModifyHost', hidden: true },
    ]);
  });

  it('shows its heading, its sentence and its parts in their order', async () => {
    device = startTestDevice([{ object: saving, values: { server: 'ntp', seen: 7 } }]);
    openPage(pageOf([facts('State', [fact(saving, 'seen', 'Last seen')]), form(saving, { title: 'Saving' })]));
    expect(await screen.findByRole('heading', { level: 1, name: 'Try out' })).toBeDefined();
    expect(screen.getByText('What it is for.')).toBeDefined();
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'State',
      'Saving',
    ]);
    expect(await screen.findByText('7 s')).toBeDefined();
  });
});

describe('a hidden page that a list leads to', () => {
  it('shows its parts where its address names what it is about behind "?"', async () => {
    device = startTestDevice([{ object: saving, values: { mode: 1 } }]);
    const hidden = { title: 'Edit', hidden: true, list: '/Tools/Tryout' } as const;
    openPage(pageOf([form(saving, { title: 'Saving' })], hidden), '/Tools/Edit?zone=office');
    expect(await screen.findByRole('combobox', { name: 'Mode' })).toBeDefined();
  });
});

describe('what is not known yet', () => {
  const names = table('names', {
    title: 'Name of port',
    index: { port: integer({ label: 'Port', min: 1, max: 64, access: 'create' }) },
    columns: { reached: portList({ label: 'Reached' }), on: status({ label: 'On' }) },
    rows: { max: 64, fixed: true },
    rowName: ({ port }) => say('port {{port}}', { port }),
  });
  const contents = [
    { object: saving, values: { mode: 2, server: '', seen: 0 } },
    { object: hosts, rows: [] },
    { object: names, rows: [1, 2].map((port) => ({ port })) },
  ];
  const waits = () => document.querySelector('[class*="skeleton"]') !== null;
  const opened = (part: Part) => {
    device = startTestDevice(contents);
    const answer = device.hold();
    openPage(pageOf([part]));
    return answer;
  };

  it('stands in a card of values neither as empty nor as nothing', async () => {
    const answer = opened(facts('State', [fact(saving, 'seen'), fact(saving, 'server')]));
    await screen.findByText('Seen');
    expect(document.body.textContent).not.toContain('–');
    expect(document.body.textContent).not.toContain('0 s');
    expect(waits()).toBe(true);
    answer();
    await screen.findByText('0 s');
    expect(screen.getByText('–')).toBeDefined();
    expect(waits()).toBe(false);
  });

  it('says in a card of values why it stays unknown', async () => {
    device = startTestDevice(contents);
    device.refuseReads(saving, say('The clock is being set.'));
    openPage(pageOf([facts('State', [fact(saving, 'seen')], { poll: 60_000 })]));
    const card = await screen.findByRole('region', { name: 'State' });
    await within(card).findByText('The clock is being set.');
    expect(waits()).toBe(false);
  });

  it('stands in a form as no default', async () => {
    const answer = opened(form(saving, { title: 'Saving' }));
    await screen.findByText('Mode');
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(waits()).toBe(true);
    answer();
    expect(await screen.findByRole('combobox', { name: 'Mode' })).toHaveProperty('value', '2');
    expect(waits()).toBe(false);
  });

  it('stands in a matrix as no empty cell', async () => {
    const answer = opened(
      matrix(names, { title: 'Reach', label: 'Reach', what: 'Reach', column: 'reached', resetQuestion: 'Open all?' }),
    );
    await screen.findByRole('rowheader', { name: '2' });
    expect(screen.queryByRole('checkbox', { name: /^Port 1 to/ })).toBeNull();
    answer();
    expect(await screen.findByRole('checkbox', { name: 'Port 1 to port 2' })).toHaveProperty('checked', false);
  });

  it('stands in a list as no empty list, and in a port table as no row', async () => {
    const answer = opened(
      list(hosts, { title: 'Hosts', empty: 'No host is known.', add: { title: 'New host', button: false } }),
    );
    await screen.findByRole('table');
    expect(screen.queryByText('No host is known.')).toBeNull();
    expect(screen.queryByText('0 of 2')).toBeNull();
    expect(waits()).toBe(true);
    answer();
    await screen.findByText('No host is known.');
    expect(screen.getByText('0 of 2')).toBeDefined();
    cleanup();
    device.stop();
    const answerPorts = opened(portTable(names, { what: 'Names' }));
    await screen.findByRole('columnheader', { name: 'On' });
    expect(screen.queryByRole('checkbox', { name: 'On of port 1' })).toBeNull();
    expect(waits()).toBe(true);
    answerPorts();
    await screen.findByRole('checkbox', { name: 'On of port 1' });
  });
});

describe('a field that matters only while another one holds a value', () => {
  const start = async () => {
    device = startTestDevice([{ object: saving, values: { mode: 2, minutes: 10 } }]);
    const view = openPage(pageOf([form(saving, { title: 'Saving' })]));
    await screen.findByRole('textbox', { name: 'Minutes' });
    return view;
  };

  it('is shown then, and sent', async () => {
    const { user } = await start();
    await user.clear(screen.getByRole('textbox', { name: 'Minutes' }));
    await user.type(screen.getByRole('textbox', { name: 'Minutes' }), '30');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toEqual({ Template: 'saving', minutes: 30 });
  });

  it('is neither shown nor sent nor checked otherwise, whatever was typed before', async () => {
    const { user } = await start();
    await user.clear(screen.getByRole('textbox', { name: 'Minutes' }));
    await user.type(screen.getByRole('textbox', { name: 'Minutes' }), '99');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Mode' }), 'Never');
    expect(screen.queryByRole('textbox', { name: 'Minutes' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toEqual({ Template: 'saving', mode: 1 });
  });
});

describe('a field with another look', () => {
  it('cannot be set while it says why, and may be left out', async () => {
    device = startTestDevice([{ object: saving, values: { mode: 1 } }]);
    const { user } = openPage(
      pageOf([
        form(saving, {
          title: 'Saving',
          fields: [
            'mode',
            {
              name: 'server',
              label: 'Where to',
              unusable: (chosen) => (chosen('mode') === 1 ? 'Nothing is saved.' : undefined),
            },
            { name: 'seen', shown: (chosen) => Number(chosen('mode')) === 2 },
          ],
        }),
      ]),
    );
    await applied();
    expect(screen.getByRole('textbox', { name: 'Where to' })).toHaveProperty('disabled', true);
    expect(screen.getByText('Nothing is saved.')).toBeDefined();
    expect(screen.queryByText('Seen')).toBeNull();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Mode' }), 'At an interval');
    expect(screen.queryByText('Nothing is saved.')).toBeNull();
    expect(screen.getByText('Seen')).toBeDefined();
  });
});

describe('a declared list', () => {
  const rows = [{ zone: 'a_b', name: 'x/y %', address: '192.0.2.1' }];
  const start = (options: Partial<Parameters<typeof list<typeof hosts>>[1]> = {}, more = {}) => {
    device = startTestDevice([{ object: hosts, rows }]);
    const part = list(hosts, {
      title: 'Hosts',
      add: { title: 'New host', button: 'Add host' },
      modify: { title: ({ name }) => `Host ${name}`, what: 'Modify host' },
      ...options,
    });
    return openPage(pageOf([part], more));
  };

  it('opens the form of a new row by its button, adds it, and says how many fit', async () => {
    const { user } = start();
    expect(await screen.findByText('1 of 2')).toBeDefined();
    expect(screen.queryByRole('region', { name: 'New host' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Add host' }));
    const box = (name: string) =>
      within(screen.getByRole('region', { name: 'New host' })).getByRole('textbox', { name });
    await user.type(box('Zone'), 'z');
    await user.type(box('Name'), 'n');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('2 of 2')).toBeDefined();
    expect(screen.queryByRole('region', { name: 'New host' })).toBeNull();
    expect(device.sets()[0]?.params).toMatchObject({ zone: 'z', name: 'n', RowStatus: 4 });
  });

  it('leads the focus into the form that a button opened, and back to it by Escape, Cancel and Add', async () => {
    const { user } = start();
    const add = await screen.findByRole('button', { name: 'Add host' });
    const zone = () => screen.getByRole('textbox', { name: 'Zone' });
    await user.click(add);
    expect(document.activeElement).toBe(zone());
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: 'New host' })).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(add));
    await user.keyboard('{Enter}');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(document.activeElement).toBe(add));
    await user.keyboard('{Enter}');
    await user.keyboard('z{Tab}n{Enter}');
    await screen.findByText('2 of 2');
    await waitFor(() => expect(document.activeElement).toBe(add));
  });

  it('asks before Escape throws away what was typed', async () => {
    const { user } = start();
    await user.click(await screen.findByRole('button', { name: 'Add host' }));
    await user.keyboard('z{Escape}');
    const question = await screen.findByRole('dialog', { name: 'Please confirm' });
    expect(question.textContent).toContain('Close the form without your entries?');
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('textbox', { name: 'Zone' })).toHaveProperty('value', 'z');
  });

  it('leads the focus back to the row whose form is closed', async () => {
    const { user } = start();
    const modify = await screen.findByRole('button', { name: 'Modify host x/y %.a_b' });
    await user.click(modify);
    const address = await screen.findByRole('textbox', { name: 'Address' });
    await waitFor(() => expect(document.activeElement).toBe(address));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(modify));
  });

  it('offers no adding where there is no room', async () => {
    start({ add: { title: 'New host', button: 'Add host', initial: () => undefined } });
    await screen.findByText('192.0.2.1');
    expect(screen.queryByRole('button', { name: 'Add host' })).toBeNull();
  });

  it('modifies a row above the list where the page has none for it', async () => {
    const { user } = start();
    await user.click(await screen.findByRole('button', { name: 'Modify host x/y %.a_b' }));
    expect(await screen.findByRole('region', { name: 'Host x/y %' })).toBeDefined();
    expect(screen.getByRole('row', { selected: true }).textContent).toContain('192.0.2.1');
  });

  it('modifies a row on the page that is declared for it, whatever its index holds, and comes back', async () => {
    const { user, router } = start({}, { row: { title: 'Modify Host', sentence: 'Changes its address.' } });
    await user.click(await screen.findByRole('button', { name: 'Modify host x/y %.a_b' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Modify Host' })).toBeDefined();
    expect(router.state.shown.location.pathname).toMatch(/^\/Tools\/ModifyHost\/./);
    await applied();
    await user.clear(screen.getByRole('textbox', { name: 'Address' }));
    await user.type(screen.getByRole('textbox', { name: 'Address' }), '192.0.2.9');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(router.state.shown.location.pathname).toBe('/Tools/Tryout'));
    expect(device.sets()[0]?.params).toEqual({
      Template: 'hosts',
      zone: 'a_b',
      name: 'x/y %',
      address: '192.0.2.9',
    });
  });
});

describe('a declared matrix', () => {
  const reach = table('reach', {
    title: 'Reach of port',
    index: { from: integer({ label: 'Source Port', min: 1, max: 64, access: 'create' }) },
    columns: { to: portList({ label: 'Forwarding Ports' }) },
    rows: { max: 64, fixed: true },
    rowName: ({ from }) => say('source port {{port}}', { port: from }),
  });
  const part = matrix(reach, {
    title: 'Reach',
    label: 'Which port reaches which',
    what: 'Reach',
    column: 'to',
    resetQuestion: 'Open all?',
  });

  it('shows a refusal at the row that it names, which takes the focus, until something is changed', async () => {
    device = startTestDevice([{ object: reach, rows: [1, 2, 3].map((from) => ({ from, to: '1-28' })) }]);
    const { user } = openPage(pageOf([part]));
    const cell = await screen.findByRole('checkbox', { name: 'Port 2 to port 5' });
    await waitFor(() => expect(cell).toHaveProperty('disabled', false));
    await user.click(screen.getByRole('checkbox', { name: 'Both ways' }));
    await user.click(cell);
    device.refuse(12, say('Port 2 has to reach its gateway.'), { object: 'reach', row: { from: 2 }, column: 'to' });
    await user.click(screen.getByRole('button', { name: /^Apply/ }));
    const message = await screen.findByText('Port 2 has to reach its gateway.');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    const first = screen.getByRole('checkbox', { name: 'Port 2 to port 1' });
    await waitFor(() => expect(document.activeElement).toBe(first));
    expect(first.getAttribute('aria-describedby')).toBe(message.id);
    expect(cell.getAttribute('aria-invalid')).toBe('true');
    await user.click(cell);
    expect(screen.queryByText('Port 2 has to reach its gateway.')).toBeNull();
  });

  it('leaves to other sessions the cells that were not chosen here', async () => {
    device = startTestDevice([{ object: reach, rows: [1, 2, 3].map((from) => ({ from, to: '1-28' })) }]);
    const { user } = openPage(pageOf([part]));
    const cell = await screen.findByRole('checkbox', { name: 'Port 1 to port 5' });
    await waitFor(() => expect(cell).toHaveProperty('disabled', false));
    await user.click(screen.getByRole('checkbox', { name: 'Both ways' }));
    await user.click(cell);
    device.change(reach, { from: 1, to: '1-20' });
    device.change(reach, { from: 2, to: '1-20' });
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() =>
      expect(screen.getByRole('checkbox', { name: 'Port 2 to port 25' })).toHaveProperty('checked', false),
    );
    await user.click(screen.getByRole('button', { name: 'Apply 1 change' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toEqual({ Template: 'reach', from: 1, to: '1-4,6-20' });
  });

  it('says a refusal of something else aloud', async () => {
    device = startTestDevice([{ object: reach, rows: [1, 2].map((from) => ({ from, to: '1-28' })) }]);
    const { user } = openPage(pageOf([part]));
    const cell = await screen.findByRole('checkbox', { name: 'Port 2 to port 5' });
    await waitFor(() => expect(cell).toHaveProperty('disabled', false));
    await user.click(cell);
    device.refuse(14, say('The setting was not applied.'));
    await user.click(screen.getByRole('button', { name: /^Apply/ }));
    await screen.findByRole('alertdialog');
  });
});

describe('a row in an address', () => {
  it.each([
    ['a_b', 'c'],
    ['a', '_b~'],
    ['~1', '~0_'],
  ])('is read as it was written: %j, %j', (zone, name) => {
    const parameter = decodeURIComponent(rowParameter(hosts, { zone, name }));
    expect(indexOfRow(hosts, parameter)).toEqual({ zone, name });
  });

  it.each(['', 'a', 'a_b_c'])('%j names none', (parameter) => {
    expect(indexOfRow(hosts, parameter)).toBeUndefined();
  });
});

describe('a declared port table', () => {
  const cost = table('cost', {
    title: 'Cost',
    index: {
      instance: integer({ label: 'MSTI', min: 0, max: 31, access: 'create' }),
      port: integer({ label: 'Port', min: 1, max: 5064, access: 'create' }),
    },
    columns: {
      cost: integer({ label: 'Cost', min: 1, max: 99, default: 20 }),
      role: text({ label: 'Role', maxLength: 9, access: 'ro' }),
    },
    rows: { max: 100 },
    rowName: ({ instance, port }) => say('port {{port}} in instance {{instance}}', { port, instance }),
  });
  const edge = table('edge', {
    title: 'Edge',
    index: { port: integer({ label: 'Port', min: 1, max: 5064, access: 'create' }) },
    columns: {
      edge: status({ label: 'Edge', help: 'Leads to stations alone.' }),
      delay: integer({ label: 'Delay', min: 1, max: 9, default: 5, shownWhen: { edge: [1] } }),
    },
    rows: { max: 70 },
    rowName: ({ port }) => say('port {{port}}', { port }),
  });
  const support = group('support', { title: 'Support', fields: { edges: status({ label: 'Edges', access: 'ro' }) } });

  it('shows every column once, trunks by their name, and rows of several index columns', async () => {
    device = startTestDevice([
      {
        object: cost,
        rows: [
          { instance: 0, port: 5001 },
          { instance: 0, port: 1 },
          { instance: 1, port: 1, cost: 7 },
        ],
      },
      { object: edge, rows: [{ port: 1 }] },
    ]);
    const { user } = openPage(
      pageOf([portTable([cost, edge], { what: 'Costs', port: 'port', columns: { role: false } })]),
    );
    const box = await screen.findByRole('textbox', { name: 'Cost of port 1 in instance 1' });
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Port',
      'MSTI',
      'Cost',
      'Edge',
      'Delay',
    ]);
    const cells = screen
      .getAllByRole('row')
      .slice(2)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .slice(0, 2)
          .map((cell) => cell.textContent),
      );
    expect(cells).toEqual([
      ['1', '0'],
      ['1', '1'],
      ['Trunk 1', '0'],
    ]);
    // A trunk has no row in the second table, and so nothing to set there.
    expect(screen.queryByRole('checkbox', { name: 'Edge of port 5001 in instance 0' })).toBeNull();
    await user.clear(box);
    await user.type(box, '9');
    await user.click(screen.getByRole('button', { name: 'Apply 1 change' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toEqual({ Template: 'cost', instance: 1, port: 1, cost: 9 });
  });

  it('says a change of ports and a trunk once, and forgets what was typed for a row that goes', async () => {
    const contents = { object: edge, rows: [{ port: 1 }, { port: 2 }, { port: 5002 }] };
    device = startTestDevice([contents]);
    const { user } = openPage(pageOf([portTable(edge, { what: 'Edges' })]));
    await user.click(await screen.findByRole('checkbox', { name: 'Edge of all ports' }));
    expect(screen.getByText('Edge of ports 1-2, Trunk 2')).toBeDefined();
    expect(screen.getByRole('textbox', { name: 'Delay of Trunk 2' })).toBeDefined();
    device.remove(edge, { port: 5002 });
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('Edge of ports 1-2')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Apply 2 changes' })).toBeDefined();
  });

  it('shows the columns that are chosen, keeps what was typed in others, and shows those that Apply refuses', async () => {
    device = startTestDevice([{ object: edge, rows: [{ port: 1, edge: 1 }] }]);
    const views = [
      { title: 'Edges', columns: ['edge'] },
      { title: 'Times', columns: ['delay'] },
    ];
    const { user } = openPage(pageOf([portTable(edge, { title: 'Ports', what: 'Edges', views })]));
    const columns = await screen.findByRole('combobox', { name: 'Columns' });
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['Port', 'Edge']);
    await user.selectOptions(columns, 'Times');
    const delay = await screen.findByRole('textbox', { name: 'Delay of port 1' });
    expect(screen.queryByRole('checkbox', { name: 'Edge of port 1' })).toBeNull();
    await user.clear(delay);
    await user.type(delay, '10');
    await user.selectOptions(columns, 'Edges');
    await user.click(screen.getByRole('button', { name: 'Apply 1 change' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Delay of port 1' })));
    expect(device.sets()).toEqual([]);
    expect(screen.getByRole('checkbox', { name: 'Edge of port 1' })).toBeDefined();
  });

  it('says what its columns mean to whoever asks', async () => {
    device = startTestDevice([{ object: edge, rows: [{ port: 1 }] }]);
    const { user } = openPage(pageOf([portTable(edge, { what: 'Edges' })]));
    await user.click(await screen.findByRole('button', { name: 'Meaning of the columns' }));
    const help = await screen.findByRole('dialog', { name: 'Meaning of the columns' });
    expect(within(help).getByText('Leads to stations alone.').closest('section')?.textContent).toContain('Edge');
  });

  it('has a column that the switch does not support, and says so', async () => {
    device = startTestDevice([
      { object: edge, rows: [{ port: 1 }] },
      { object: support, values: { edges: 2 } },
    ]);
    openPage(pageOf([portTable(edge, { what: 'Edges', support, columns: { edge: { support: 'edges' } } })]));
    await waitFor(() =>
      expect(screen.getByRole('checkbox', { name: 'Edge of port 1' })).toHaveProperty('disabled', true),
    );
    expect(screen.getByText('Not available on this switch.')).toBeDefined();
  });
});
