// @vitest-environment happy-dom

import { useQueryClient } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { enumeration, status } from '../../model/schema/kinds/enumeration.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { text } from '../../model/schema/kinds/text.ts';
import { table } from '../../model/schema/object.ts';
import { say } from '../../model/values/message.ts';
import { formatPortList, parsePortList } from '../../model/values/port-list.ts';
import { type MissingRows, MissingRowsContext } from '../form/missing-rows.ts';
import { show, startTestDevice, type TestDevice } from '../form/test-device.tsx';
import { FrontPanel, FrontPanelLegend } from './FrontPanel.tsx';
import { type Membership, MembershipCells } from './MembershipCells.tsx';
import { PortCells } from './PortCells.tsx';
import { PortMatrix, type Reach } from './PortMatrix.tsx';
import { PortTable } from './PortTable.tsx';
import type { PortRow } from './port-draft.ts';
import { PortFactsContext, type PortFactsReader } from './port-facts.ts';
import { usePortGrid } from './use-port-grid.ts';

afterEach(cleanup);

const ports = (list: string) => parsePortList(list) ?? 0n;
const from1to = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Port 3 carries this session, port 5 leads to another switch. */
const Spares: PortFactsReader = ({ onFacts }) => {
  useEffect(() => {
    const none = new Set<number>();
    onFacts({ up: none, named: none, faulty: none, spared: new Set([3, 5]) });
  }, [onFacts]);
  return null;
};

describe('port cells', () => {
  it('leave out this session and links to other switches with All, say so, and take them on request', async () => {
    const set = vi.fn();
    const cells = (every: boolean) => (
      <PortFactsContext value={Spares}>
        <PortCells label="Members" ports={from1to(6)} value={0n} onChange={set} every={every} />
      </PortFactsContext>
    );
    const user = userEvent.setup();
    const { rerender } = render(cells(false));
    const press = (name: string) => user.click(screen.getByRole('button', { name }));
    await press('All: Members');
    expect(set.mock.lastCall).toEqual([ports('1-2,4,6')]);
    expect(screen.getByRole('status').textContent).toContain('"All" skips 3,5: this session or a link');
    await press('Select all');
    expect(set.mock.lastCall).toEqual([ports('3,5')]);
    expect(screen.queryByRole('status')).toBeNull();
    // Where it changes nothing for their traffic, all are all.
    rerender(cells(true));
    await press('All: Members');
    expect(set.mock.lastCall).toEqual([ports('1-6')]);
  });

  const start = (first: string, unusable = new Map<number, string>()) => {
    const held = { value: ports(first) };
    function Holder() {
      const [value, setValue] = useState(held.value);
      const change = (next: bigint) => {
        held.value = next;
        setValue(next);
      };
      return <PortCells label="Members" ports={from1to(12)} value={value} onChange={change} unusable={unusable} />;
    }
    render(<Holder />);
    return { chosen: () => formatPortList(held.value), user: userEvent.setup() };
  };

  it('choose ports by click, range, All and None', async () => {
    const { chosen, user } = start('1');
    await user.click(screen.getByRole('checkbox', { name: 'Port 3' }));
    expect(chosen()).toBe('1,3');
    await user.keyboard('{Shift>}');
    await user.click(screen.getByRole('checkbox', { name: 'Port 6' }));
    await user.keyboard('{/Shift}');
    expect(chosen()).toBe('1,3-6');
    await user.click(screen.getByRole('button', { name: 'None: Members' }));
    expect(chosen()).toBe('');
    await user.click(screen.getByRole('button', { name: 'All: Members' }));
    expect(chosen()).toBe('1-12');
  });

  it('are one tab stop, moved through by arrow keys and toggled by Space', async () => {
    const { chosen, user } = start('');
    await user.tab();
    await user.keyboard('{ArrowRight}{ArrowRight} {ArrowDown} {End} {Home}');
    expect(chosen()).toBe('3,11-12');
    expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Port 1' }));
    await user.tab();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'All: Members' }));
  });

  it('leave out what cannot be chosen, and say why', async () => {
    const { chosen, user } = start('', new Map([[2, 'Port 2 is a mirroring target port.']]));
    const cell = screen.getByRole('checkbox', { name: 'Port 2: Port 2 is a mirroring target port.' });
    await user.click(cell);
    expect(chosen()).toBe('');
    expect(screen.getByRole('tooltip').textContent).toBe('Port 2 is a mirroring target port.');
    await user.click(screen.getByRole('button', { name: 'All: Members' }));
    expect(chosen()).toBe('1,3-12');
  });
});

describe('membership cells', () => {
  const start = (unusable = new Map<number, string>()) => {
    const held: { value: Membership } = { value: { untagged: ports('1'), tagged: ports('2') } };
    function Holder() {
      const [value, setValue] = useState(held.value);
      const change = (next: Membership) => {
        held.value = next;
        setValue(next);
      };
      return (
        <MembershipCells label="VLAN 20" ports={from1to(10)} value={value} onChange={change} unusable={unusable} />
      );
    }
    render(<Holder />);
    const lists = () => [formatPortList(held.value.untagged), formatPortList(held.value.tagged)];
    return { lists, user: userEvent.setup() };
  };
  const cell = (port: number) => screen.getByRole('button', { name: new RegExp(`^Port ${port}:`) });

  it('go from – to U to T and back by click', async () => {
    const { lists, user } = start();
    expect(cell(3).textContent).toBe('–');
    await user.click(cell(3));
    expect(lists()).toEqual(['1,3', '2']);
    await user.click(cell(3));
    expect(lists()).toEqual(['1', '2-3']);
    expect(cell(3).textContent).toBe('T');
    expect(screen.getByRole('status').textContent).toBe('Port 3: tagged');
    await user.click(cell(3));
    expect(lists()).toEqual(['1', '2']);
    // With Shift as the one that was clicked before.
    await user.keyboard('{Shift>}');
    await user.click(cell(5));
    await user.keyboard('{/Shift}');
    expect(lists()).toEqual(['1,3-5', '2']);
  });

  it('are set by the keys u, t and -', async () => {
    const { lists, user } = start();
    await user.tab();
    await user.keyboard('t{ArrowRight}u{ArrowRight}t{ArrowRight}U{ArrowRight}-{ArrowLeft}{ArrowLeft}-');
    expect(lists()).toEqual(['2,4', '1']);
  });

  it('give one membership to all but this session and links to other switches', async () => {
    const set = vi.fn();
    render(
      <PortFactsContext value={Spares}>
        <MembershipCells
          label="VLAN 20"
          ports={from1to(6)}
          value={{ untagged: 0n, tagged: ports('3') }}
          onChange={set}
        />
      </PortFactsContext>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'All untagged' }));
    expect(set.mock.lastCall).toEqual([{ untagged: ports('1-2,4,6'), tagged: ports('3') }]);
    await userEvent.click(screen.getByRole('button', { name: 'Select all' }));
    expect(set.mock.lastCall).toEqual([{ untagged: ports('3,5'), tagged: 0n }]);
  });

  it('take one membership for all but the ports that cannot change', async () => {
    const { lists, user } = start(new Map([[2, 'Port 2 is shut by loopback detection.']]));
    await user.click(screen.getByRole('button', { name: 'All untagged' }));
    expect(lists()).toEqual(['1,3-10', '2']);
    await user.click(screen.getByRole('button', { name: 'None' }));
    expect(lists()).toEqual(['', '2']);
  });
});

describe('the port matrix', () => {
  const start = (bothWays: boolean) => {
    const held: { value: Reach } = { value: new Map(from1to(4).map((port) => [port, ports('1-4')])) };
    function Holder() {
      const [value, setValue] = useState(held.value);
      const change = (next: Reach) => {
        held.value = next;
        setValue(next);
      };
      return <PortMatrix label="Reach" ports={from1to(4)} value={value} onChange={change} bothWays={bothWays} />;
    }
    render(<Holder />);
    const reach = () => from1to(4).map((port) => formatPortList(held.value.get(port) ?? 0n));
    return { reach, user: userEvent.setup() };
  };

  it('changes both ways where asked', async () => {
    const { reach, user } = start(true);
    await user.click(screen.getByRole('checkbox', { name: 'Port 1 to port 3' }));
    expect(reach()).toEqual(['1-2,4', '1-4', '2-4', '1-4']);
  });

  it('changes one way otherwise, and a whole row at once', async () => {
    const { reach, user } = start(false);
    await user.click(screen.getByRole('button', { name: 'None: port 2' }));
    expect(reach()).toEqual(['1-4', '2', '1-4', '1-4']);
  });

  it('is made row after row where it is large, and not before anything is known', async () => {
    const all = from1to(52);
    const reach: Reach = new Map(all.map((port) => [port, ports('1-52')]));
    const matrix = (disabled: boolean) => (
      <PortMatrix label="Reach" ports={all} value={reach} onChange={vi.fn()} bothWays disabled={disabled} />
    );
    // Counted as elements: what has which role takes seconds to find among 2,704 cells, at each look.
    const rows = () => document.querySelectorAll('tr').length - 1;
    const { rerender } = render(matrix(true));
    const first = rows();
    expect(first).toBeLessThan(20);
    await new Promise(requestAnimationFrame);
    expect(rows()).toBe(first);
    rerender(matrix(false));
    await waitFor(() => expect(rows()).toBe(52));
    expect(screen.getByRole('checkbox', { name: 'Port 52 to port 51' })).toBeTruthy();
  });

  it('is moved through by Home and End, with Ctrl to its corners, and past a port’s own cell', async () => {
    const { user } = start(false);
    const focused = () => document.activeElement?.getAttribute('aria-label');
    await user.tab();
    await user.keyboard('{End}');
    expect(focused()).toBe('Port 1 to port 4');
    await user.keyboard('{Control>}{End}{/Control}');
    expect(focused()).toBe('Port 4 to port 3');
    await user.keyboard('{ArrowUp}');
    expect(focused()).toBe('Port 2 to port 3');
    await user.keyboard('{Home}{ArrowRight}');
    expect(focused()).toBe('Port 2 to port 3');
    await user.keyboard('{Control>}{Home}{/Control}');
    expect(focused()).toBe('Port 1 to port 2');
  });

  it('is moved through by arrow keys', async () => {
    const { reach, user } = start(false);
    await user.tab();
    await user.keyboard('{ArrowRight}{ArrowDown} ');
    expect(reach()).toEqual(['1-4', '1-2,4', '1-4', '1-4']);
  });
});

describe('the front panel', () => {
  const panel = (count: number, fiber: number) =>
    from1to(count).map((number) => ({
      number,
      media: number > count - fiber ? ('fiber' as const) : ('copper' as const),
      link: number === 3 ? ('down' as const) : ('up' as const),
      speed: number === 3 ? 0 : number === 2 ? 100 : 1000,
      enabled: number !== 3,
      fault: number === 5 ? 'PoE: Overload' : undefined,
      power: number <= 4 ? (number === 4 ? ('on' as const) : ('off' as const)) : undefined,
      description: number === 4 ? 'Camera gate' : undefined,
    }));

  it.each([
    [8, 0],
    [10, 2],
    [18, 2],
    [28, 4],
    [52, 4],
  ])('has a button for each of %i ports', (count, fiber) => {
    render(<FrontPanel modelName="Model" ports={panel(count, fiber)} onSelect={() => {}} system="ok" />);
    const group = screen.getByRole('group', { name: 'Front panel' });
    expect(within(group).getAllByRole('button')).toHaveLength(count);
  });

  it('speaks link, speed, power and faults of each port', () => {
    render(<FrontPanel modelName="Model" ports={panel(8, 0)} onSelect={() => {}} system="bad" />);
    expect(screen.getAllByRole('button').map((port) => port.getAttribute('aria-label'))).toEqual([
      'Port 1, up 1 Gbit/s',
      'Port 2, up 100 Mbit/s',
      'Port 3, disabled',
      'Port 4, Camera gate, up 1 Gbit/s, PoE on',
      'Port 5, up 1 Gbit/s, PoE: Overload',
      'Port 6, up 1 Gbit/s',
      'Port 7, up 1 Gbit/s',
      'Port 8, up 1 Gbit/s',
    ]);
    expect(screen.getByText('critical', { exact: false })).toBeDefined();
  });

  it('explains in its legend each mark that it shows, and no other', () => {
    const [first, ...others] = panel(4, 0);
    if (!first) throw new Error('no port');
    const plain = { ...first, enabled: true, power: undefined, fault: undefined };
    const words = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    const { rerender } = render(<FrontPanelLegend ports={[plain]} />);
    expect(words()).toEqual(['1 Gbit/s and faster', '10/100', 'down']);
    const badge = { letters: 'A', look: 'stopped', words: 'Alternate' } as const;
    const half = { ...plain, link: 'up', speed: 100, half: true } as const;
    rerender(
      <FrontPanelLegend ports={[...others, half, { ...plain, enabled: false }, { ...plain, badge, trunk: 1 }]} />,
    );
    expect(words()).toEqual(expect.arrayContaining(['half duplex', 'disabled', 'blocked', 'T1trunk']));
  });

  it('tells a slow link from a fast one, and either from none, by the shape of the light', () => {
    render(<FrontPanel modelName="Model" ports={panel(8, 0)} onSelect={() => {}} system="ok" />);
    const lit = (port: number) =>
      [...(screen.getAllByRole('button')[port - 1]?.querySelectorAll('rect[data-light]') ?? [])]
        .slice(1)
        .map((light) => Number(light.getAttribute('width')));
    expect([1, 2, 3].map(lit)).toEqual([[7], [3.5], []]);
  });

  it.each([true, false])('marks a port with a problem, which is never green (critical: %s)', (isCritical) => {
    const ports = panel(2, 0).map((port) =>
      port.number === 1 ? { ...port, problem: { words: 'Bad.', isCritical } } : port,
    );
    render(<FrontPanel modelName="Model" ports={ports} onSelect={() => {}} system="ok" />);
    const [marked, other] = screen.getAllByRole('button');
    expect(marked?.getAttribute('aria-label')).toBe('Port 1, up 1 Gbit/s, Bad.');
    expect(marked?.textContent).toContain('!');
    expect(marked?.querySelector('[data-light="up"]')).toBeNull();
    expect(other?.querySelector('[data-light="slow"]')).not.toBeNull();
    expect(other?.textContent).not.toContain('!');
  });

  it('states nothing of ports and system before they are known, and the cause of a warning afterwards', () => {
    const unknown = panel(8, 0).map(({ number }) => ({
      number,
      media: 'unknown' as const,
      link: 'down' as const,
      speed: 0,
      enabled: true,
    }));
    const view = render(
      <FrontPanel modelName="Model" ports={unknown} onSelect={() => {}} system={undefined} cause={undefined} />,
    );
    expect(screen.getAllByRole('button').map((port) => port.getAttribute('aria-label'))[0]).toBe('Port 1');
    expect(screen.queryByText(/RJ45|normal|down/)).toBeNull();
    view.rerender(
      <FrontPanel modelName="Model" ports={panel(8, 0)} onSelect={() => {}} system="warn" cause="memory at 85 %" />,
    );
    expect(screen.getByText('memory at 85 %', { exact: false })).toBeDefined();
    const choice = { label: 'Members', isChosen: () => false, reason: () => undefined };
    view.rerender(<FrontPanel modelName="Model" ports={panel(8, 0)} onSelect={() => {}} choice={choice} />);
    expect(screen.queryByText('System')).toBeNull();
  });

  it('opens the port that arrow keys lead to: right along the row, down to the port below', async () => {
    const onSelect = vi.fn();
    const user = userEvent.setup();
    render(<FrontPanel modelName="Model" ports={panel(8, 0)} onSelect={onSelect} system="ok" />);
    await user.tab();
    await user.keyboard('{ArrowRight}{ArrowDown}{Enter}');
    expect(onSelect).toHaveBeenCalledWith(4);
  });
});

describe('a port table', () => {
  const ifEntry = table('ifEntry', {
    title: 'Interface',
    index: { ifIndex: integer({ label: 'Port', min: 1, max: 64, access: 'create' }) },
    columns: {
      media: enumeration({ label: 'Type', choices: { 1: 'Copper', 2: 'Fiber' }, access: 'ro' }),
      admin: status({ label: 'Admin', default: 1 }),
      mode: enumeration({ label: 'Mode', choices: { 1: 'Auto', 2: '1000F', 3: '100F' } }),
      alias: text({ label: 'Description', maxLength: 32 }),
    },
    rows: { max: 64, fixed: true },
    rowName: ({ ifIndex }) => say('port {{port}}', { port: ifIndex }),
  });
  const vlans = table('vlans', {
    title: 'VLANs',
    index: { vlan: integer({ label: 'VLAN', min: 1, max: 4094, access: 'create' }) },
    columns: {},
    rows: { max: 64 },
  });
  const Missing: MissingRows = ({ value, onAdded }) => (
    <button type="button" onClick={onAdded}>
      Add VLAN {value}
    </button>
  );
  const vlanEntry = table('vlanEntry', {
    title: 'VLAN',
    index: { port: integer({ label: 'Port', min: 1, max: 64, access: 'create' }) },
    columns: { pvid: integer({ label: 'PVID', min: 1, max: 4094, references: { table: vlans } }) },
    rows: { max: 64, fixed: true },
    rowName: ({ port }) => say('port {{port}}', { port }),
  });
  const objects = [ifEntry, vlanEntry];
  const columns = [
    'media',
    'admin',
    { name: 'mode', choices: ({ values }: PortRow) => (values.media === 2 ? [1, 2] : undefined) },
    { name: 'pvid', unusable: ({ port }: PortRow) => (port === 4 ? 'Port 4 is a mirroring target port.' : undefined) },
    'alias',
  ];
  function Page() {
    const grid = usePortGrid(objects, { what: 'Ports' });
    const client = useQueryClient();
    return (
      <>
        <button type="button" onClick={() => void client.invalidateQueries()}>
          Read again
        </button>
        <PortFactsContext value={known}>
          <MissingRowsContext value={Missing}>
            <PortTable grid={grid} columns={columns} label="Ports" />
          </MissingRowsContext>
        </PortFactsContext>
      </>
    );
  }
  let known: PortFactsReader | undefined;
  /** Port 1 is up, named and carries this session, port 2 has errors. */
  const Facts: PortFactsReader = ({ onFacts }) => {
    useEffect(() => {
      const [first, second] = [new Set([1]), new Set([2])];
      onFacts({ up: first, named: first, faulty: second, spared: first });
    }, [onFacts]);
    return null;
  };
  let device: TestDevice;
  afterEach(() => {
    device.stop();
    known = undefined;
  });

  const start = async () => {
    device = startTestDevice([
      { object: ifEntry, rows: from1to(4).map((ifIndex) => ({ ifIndex, media: ifIndex === 3 ? 2 : 1 })) },
      { object: vlanEntry, rows: from1to(4).map((port) => ({ port, pvid: 1 })) },
    ]);
    const view = show(<Page />);
    await screen.findByRole('textbox', { name: 'PVID of port 1' });
    return view;
  };
  const apply = () => screen.getByRole('button', { name: /^Apply/ });

  it('offers, in the first cell that names it, to add what the switch may lack', async () => {
    const { user } = await start();
    expect(screen.queryByRole('button', { name: /^Add VLAN/ })).toBeNull();
    for (const port of [2, 3]) {
      const cell = screen.getByRole('textbox', { name: `PVID of port ${port}` });
      await user.clear(cell);
      await user.type(cell, '40');
    }
    const [row] = screen.getAllByRole('row').filter((one) => within(one).queryByText('Add VLAN 40'));
    expect(within(row ?? document.body).getByRole('textbox', { name: 'PVID of port 2' })).toHaveProperty('value', '40');
    expect(screen.getAllByRole('button', { name: 'Add VLAN 40' })).toHaveLength(1);
    device.refuse(12, say('VLAN 40 does not exist.'), { object: 'vlanEntry', row: { port: 2 }, column: 'pvid' });
    await user.click(apply());
    await screen.findByText('VLAN 40 does not exist.');
    await user.click(screen.getByRole('button', { name: 'Add VLAN 40' }));
    expect(screen.queryByText('VLAN 40 does not exist.')).toBeNull();
  });

  it('has no head without a title and actions', async () => {
    const { container } = await start();
    expect(container.querySelector('header')).toBeNull();
  });

  it('sends one batch with only what changed, and says what before', async () => {
    const { user } = await start();
    await user.click(screen.getByRole('checkbox', { name: 'Admin of port 2', checked: true }));
    await user.type(screen.getByRole('textbox', { name: 'Description of port 2' }), 'Gate');
    await user.clear(screen.getByRole('textbox', { name: 'PVID of port 1' }));
    await user.type(screen.getByRole('textbox', { name: 'PVID of port 1' }), '20');
    expect(apply().textContent).toBe('Apply 3 changes');
    const changes = within(screen.getByRole('region', { name: 'Changes by Apply' })).getAllByRole('listitem');
    expect(changes.map((change) => change.textContent)).toEqual([
      'PVID of port 1from 1 → to 20',
      'Admin of port 2from Enabled → to Disabled',
      'Description of port 2from (empty) → to Gate',
    ]);
    await user.click(apply());
    await screen.findByText('Success.');
    expect(device.calls.filter(({ method }) => method !== 'CommonGet')).toMatchObject([
      { method: 'BatchPost', params: { FuncName: 'Ports' } },
    ]);
    expect(device.sets()).toEqual([
      { method: 'CommonSet', params: { Template: 'vlanEntry', port: 1, pvid: 20 } },
      { method: 'CommonSet', params: { Template: 'ifEntry', ifIndex: 2, admin: 2, alias: 'Gate' } },
    ]);
    await waitFor(() => expect(apply().textContent).toBe('Apply'));
  });

  it('copies a value of the row All to every port that can take it, and takes it back with Ignore', async () => {
    const { user } = await start();
    const all = screen.getByRole('combobox', { name: 'Mode of all ports' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Mode of port 1' }), '1000F');
    await user.selectOptions(all, '100F');
    const modes = () =>
      from1to(4).map((port) => screen.getByRole<HTMLSelectElement>('combobox', { name: `Mode of port ${port}` }).value);
    expect(modes()).toEqual(['3', '3', '1', '3']);
    expect(screen.getByText('Mode of ports 1-2,4')).toBeDefined();
    await user.selectOptions(all, 'Ignore');
    expect(modes()).toEqual(['2', '1', '1', '1']);
    await user.type(screen.getByRole('textbox', { name: 'PVID of all ports' }), '30');
    await user.click(apply());
    await screen.findByText('Success.');
    expect(device.sets().map(({ params }) => params)).toEqual([
      { Template: 'ifEntry', ifIndex: 1, mode: 2 },
      { Template: 'vlanEntry', port: 1, pvid: 30 },
      { Template: 'vlanEntry', port: 2, pvid: 30 },
      { Template: 'vlanEntry', port: 3, pvid: 30 },
    ]);
  });

  it('copies a tick of the row All with one press, the other value with two, and leaves all as they were with three', async () => {
    const { user } = await start();
    const all = screen.getByRole('checkbox', { name: 'Admin of all ports' });
    const ticked = () => screen.getAllByRole('checkbox', { name: /^Admin of port/, checked: true }).length;
    await user.click(screen.getByRole('checkbox', { name: 'Admin of port 1' }));
    expect([all, ticked()]).toMatchObject([{ indeterminate: true }, 3]);
    await user.click(all);
    expect([all, ticked()]).toMatchObject([{ indeterminate: false, checked: true }, 4]);
    await user.click(all);
    expect(screen.queryAllByRole('checkbox', { name: /^Admin of port/, checked: true })).toEqual([]);
    expect([all]).toMatchObject([{ indeterminate: false, checked: false }]);
    await user.click(all);
    expect([all, ticked()]).toMatchObject([{ indeterminate: true }, 3]);
  });

  it('gives a port that cannot take the next value of the row All its own one back', async () => {
    const { user } = await start();
    const all = screen.getByRole('combobox', { name: 'Mode of all ports' });
    const mode = (port: number) =>
      screen.getByRole<HTMLSelectElement>('combobox', { name: `Mode of port ${port}` }).value;
    await user.selectOptions(all, '1000F');
    expect(mode(3)).toBe('2');
    await user.selectOptions(all, '100F');
    expect([mode(1), mode(3)]).toEqual(['3', '1']);
  });

  it('puts the device’s refusal under the cell that it names', async () => {
    const { user } = await start();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Mode of all ports' }), '1000F');
    device.refuse(12, say('This setting is not supported on port 3.'), {
      object: 'ifEntry',
      row: { ifIndex: 3 },
      column: 'mode',
    });
    await user.click(apply());
    await screen.findByText('This setting is not supported on port 3.');
    const box = screen.getByRole('combobox', { name: 'Mode of port 3' });
    await waitFor(() => expect(document.activeElement).toBe(box));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(apply().textContent).toBe('Apply 4 changes');
  });

  it('puts a refusal of a value that was not changed under the one that was, which does not go with it', async () => {
    const { user } = await start();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Mode of port 2' }), '100F');
    device.refuse(12, say('The PVID does not allow it.'), { object: 'vlanEntry', row: { port: 2 }, column: 'pvid' });
    await user.click(apply());
    await screen.findByText('The PVID does not allow it.');
    const box = screen.getByRole('combobox', { name: 'Mode of port 2' });
    await waitFor(() => expect(document.activeElement).toBe(box));
  });

  it('takes a refusal away with the next change of any cell, not with looking at the row', async () => {
    const { user } = await start();
    const mode = screen.getByRole('combobox', { name: 'Mode of port 3' });
    await user.selectOptions(mode, '1000F');
    device.refuse(12, say('Mode is fixed while the port is enabled.'), {
      object: 'ifEntry',
      row: { ifIndex: 3 },
      column: 'mode',
    });
    await user.click(apply());
    await screen.findByText('Mode is fixed while the port is enabled.');
    await user.click(screen.getByRole('textbox', { name: 'Description of port 3' }));
    await user.tab();
    expect(screen.queryByText('Mode is fixed while the port is enabled.')).not.toBeNull();
    await user.click(screen.getByRole('checkbox', { name: 'Admin of port 3', checked: true }));
    expect(screen.queryByText('Mode is fixed while the port is enabled.')).toBeNull();
    expect(mode.getAttribute('aria-invalid')).toBeNull();
  });

  it('names what a cell removes, and what the row All does', async () => {
    const { user } = await start();
    await user.type(screen.getByRole('textbox', { name: 'Description of port 2' }), 'a/b');
    screen.getByText('Removed: "/"');
    await user.tab();
    expect(screen.queryByText('Removed: "/"')).toBeNull();
    await user.type(screen.getByRole('textbox', { name: 'PVID of all ports' }), '1x');
    screen.getByText('Removed: "x"');
  });

  it('says what the device refuses to be read with', async () => {
    device = startTestDevice([{ object: ifEntry, rows: [] }]);
    device.refuseReads(ifEntry, say('The ports cannot be read now.'));
    device.refuseReads(vlanEntry, say('The ports cannot be read now.'));
    show(<Page />);
    expect(within(await screen.findByRole('alertdialog')).getByText('The ports cannot be read now.')).toBeDefined();
    expect(screen.getAllByText('The ports cannot be read now.')).toHaveLength(2);
  });

  it('says any other refusal as a warning', async () => {
    const { user } = await start();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Mode of port 1' }), '1000F');
    device.refuse(14, say('The setting was not applied; the previous value is kept.'));
    await user.click(apply());
    await screen.findByRole('alertdialog');
  });

  it('marks what is wrong, leads there, and sends nothing', async () => {
    const { user } = await start();
    const box = screen.getByRole('textbox', { name: 'PVID of port 3' });
    await user.clear(box);
    await user.type(box, '4095');
    await user.click(apply());
    await screen.findByText('Please enter an integer between 1 ~ 4094');
    await waitFor(() => expect(document.activeElement).toBe(box));
    expect(device.sets()).toEqual([]);
  });

  it('does not set what a port cannot do, and says why', async () => {
    await start();
    const box = screen.getByRole('textbox', { name: 'PVID of port 4' });
    expect(box).toHaveProperty('disabled', true);
    expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Port 4 is a mirroring target port.',
    );
  });

  it('shows a cell that another session changed too, says so in the bar, and takes either value', async () => {
    const { user } = await start();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Mode of port 1' }), '1000F');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Mode of port 2' }), '1000F');
    device.change(ifEntry, { ifIndex: 1, mode: 3 });
    device.change(ifEntry, { ifIndex: 2, mode: 2 });
    device.change(ifEntry, { ifIndex: 4, mode: 2 });
    await user.click(screen.getByRole('button', { name: 'Read again' }));
    const mode = (port: number) => screen.getByRole('combobox', { name: `Mode of port ${port}` });
    expect(await screen.findByText('Changed to 100F by another session.')).toBeDefined();
    expect(screen.getByText('1 changed by another session')).toBeDefined();
    // Both chose the same there, and nothing was chosen here at port 4.
    expect(apply().textContent).toBe('Apply 1 change');
    expect(mode(4)).toHaveProperty('value', '2');
    await user.click(screen.getByRole('button', { name: 'Keep mine' }));
    expect(screen.queryByText('1 changed by another session')).toBeNull();
    expect(mode(1)).toHaveProperty('value', '2');
    device.change(ifEntry, { ifIndex: 1, mode: 1 });
    await user.click(screen.getByRole('button', { name: 'Read again' }));
    await screen.findByText('Changed to Auto by another session.');
    await user.click(screen.getByRole('button', { name: 'Use that value' }));
    expect(mode(1)).toHaveProperty('value', '1');
    expect(apply().textContent).toBe('Apply');
  });

  it('gives back what was chosen when the table went without being asked, with what it was begun from', async () => {
    const { user, unmount } = await start();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Mode of port 1' }), '1000F');
    unmount();
    device.change(ifEntry, { ifIndex: 1, mode: 3 });
    show(<Page />);
    expect(await screen.findByText('Changed to 100F by another session.')).toBeDefined();
    expect(screen.getByRole('combobox', { name: 'Mode of port 1' })).toHaveProperty('value', '2');
  });

  const pvid = (port: number) => screen.getByRole<HTMLInputElement>('textbox', { name: `PVID of port ${port}` }).value;

  it('sets the ports of a typed range at once, and says which rows those are', async () => {
    const { user } = await start();
    const range = screen.getByRole('textbox', { name: 'Ports to set' });
    await user.type(range, '1,3-4');
    expect(screen.getAllByRole('checkbox', { name: /^Select port/, checked: true })).toHaveLength(3);
    await user.type(screen.getByRole('textbox', { name: 'PVID of the selected ports' }), '30');
    // Port 4 cannot take it.
    expect([1, 2, 3, 4].map(pvid)).toEqual(['30', '1', '30', '1']);
    await user.clear(range);
    await user.type(range, '2,9');
    await screen.findByText('This table has no such ports. Example: 5-8,12');
    // Earlier values stay, and the first row starts over.
    expect([1, 2, 3].map(pvid)).toEqual(['30', '1', '30']);
    expect(screen.getByRole('textbox', { name: /^PVID of (all|the selected) ports/ })).toHaveProperty('value', '');
  });

  it('sets the rows that are ticked, from one tick to another with Shift, and none that were not', async () => {
    const { user } = await start();
    await user.click(screen.getByRole('checkbox', { name: 'Select port 1' }));
    await user.keyboard('{Shift>}');
    await user.click(screen.getByRole('checkbox', { name: 'Select port 3' }));
    await user.keyboard('{/Shift}');
    expect(screen.getByRole('textbox', { name: 'Ports to set' })).toHaveProperty('value', '1-3');
    await user.click(screen.getByRole('checkbox', { name: 'Select port 2' }));
    await user.type(screen.getByRole('textbox', { name: 'PVID of the selected ports' }), '7');
    expect([1, 2, 3].map(pvid)).toEqual(['7', '1', '7']);
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(screen.getByRole('textbox', { name: 'PVID of all ports' })).toHaveProperty('value', '');
  });

  it('leaves the port of this session out of the row All until it is selected, and says so', async () => {
    known = Facts;
    const { user } = await start();
    await user.type(screen.getByRole('textbox', { name: 'PVID of all ports' }), '5');
    await screen.findByText('"All" skips 1: this session or a link to another switch.');
    expect([1, 2, 3].map(pvid)).toEqual(['1', '5', '5']);
    await user.click(screen.getByRole('button', { name: 'Select all' }));
    await user.type(screen.getByRole('textbox', { name: 'PVID of the selected ports' }), '6');
    expect([1, 2, 3].map(pvid)).toEqual(['6', '6', '6']);
  });

  it('applies nothing to all ports before it is known which of them that leaves out', async () => {
    let tell = () => {};
    known = ({ onFacts }) => {
      const none = new Set<number>();
      tell = () => onFacts({ up: none, named: none, faulty: none, spared: new Set([1]) });
      return null;
    };
    const { user } = await start();
    await user.type(screen.getByRole('textbox', { name: 'PVID of all ports' }), '5');
    const sent = () => device.calls.filter(({ method }) => method !== 'CommonGet');
    await user.click(apply());
    expect(sent()).toEqual([]);
    act(() => tell());
    await screen.findByText('"All" skips 1: this session or a link to another switch.');
    await user.click(apply());
    await waitFor(() => expect(sent()).toHaveLength(1));
    const [batch] = sent().map(({ params }) => JSON.stringify(params));
    expect(batch).toContain('"port":2,');
    expect(batch).not.toContain('"port":1,');
  });

  it('shows the ports that are up, down, unnamed or have errors, and sets those alone', async () => {
    known = Facts;
    const { user } = await start();
    const shown = () =>
      screen.getAllByRole('checkbox', { name: /^Select port/ }).map((tick) => tick.getAttribute('aria-label'));
    const filter = screen.getByRole('combobox', { name: 'Show' });
    await user.selectOptions(filter, 'Up');
    expect(shown()).toEqual(['Select port 1']);
    await user.selectOptions(filter, 'Down');
    expect(shown()).toHaveLength(3);
    await user.selectOptions(filter, 'With errors');
    expect(shown()).toEqual(['Select port 2']);
    await user.type(screen.getByRole('textbox', { name: 'PVID of all ports' }), '8');
    await user.selectOptions(filter, 'Unnamed');
    expect(shown()).toHaveLength(3);
    await user.selectOptions(filter, 'All');
    expect([1, 2, 3].map(pvid)).toEqual(['1', '8', '1']);
  });

  it('takes a column out of a spreadsheet from the row that it is pasted into', async () => {
    const { user } = await start();
    await user.click(screen.getByRole('textbox', { name: 'Description of port 2' }));
    await user.paste('Gate\nYard\nDesk\n');
    const described = [1, 2, 3, 4].map(
      (port) => screen.getByRole<HTMLInputElement>('textbox', { name: `Description of port ${port}` }).value,
    );
    expect(described).toEqual(['', 'Gate', 'Yard', 'Desk']);
  });

  it('takes the words of a spreadsheet for ticks and choices', async () => {
    const { user } = await start();
    screen.getByRole('checkbox', { name: 'Admin of port 2' }).focus();
    await user.paste('disabled\nEnabled\nDisabled\n');
    const states = [1, 2, 3, 4].map(
      (port) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Admin of port ${port}` }).checked,
    );
    expect(states).toEqual([true, false, true, false]);
  });

  it('says in its bar what changes, and folds it away', async () => {
    const { user } = await start();
    expect(screen.getByText('No changes yet.')).toBeDefined();
    expect(apply().className).not.toContain('primary');
    await user.click(screen.getByRole('checkbox', { name: 'Admin of port 2', checked: true }));
    expect(apply().className).toContain('primary');
    const count = screen.getByRole('button', { name: '1 change' });
    expect(screen.getByRole('region', { name: 'Changes by Apply' }).textContent).toContain('Admin of port 2');
    await user.click(count);
    expect(screen.queryByRole('region', { name: 'Changes by Apply' })).toBeNull();
    expect(count.getAttribute('aria-expanded')).toBe('false');
  });

  it('puts everything back on Cancel', async () => {
    const { user } = await start();
    const all = screen.getByRole('checkbox', { name: 'Admin of all ports' });
    await user.click(all);
    await user.click(all);
    expect(apply().textContent).toBe('Apply 4 changes');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(apply().textContent).toBe('Apply');
    expect(all).toHaveProperty('indeterminate', true);
  });
});
