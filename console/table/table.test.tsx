// @vitest-environment happy-dom

import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { integer } from '../../model/schema/kinds/integer.ts';
import { text } from '../../model/schema/kinds/text.ts';
import { table } from '../../model/schema/object.ts';
import { say } from '../../model/values/message.ts';
import { show, startTestDevice, type TestDevice } from '../form/test-device.tsx';
import { DeviceTable } from './DeviceTable.tsx';
import { ObjectTable } from './ObjectTable.tsx';
import { pagesShown } from './Pager.tsx';

const vlan = table('vlan', {
  title: 'VLANs',
  index: { id: integer({ label: 'VLAN ID', min: 1, max: 4094, access: 'create' }) },
  columns: { name: text({ label: 'Name', maxLength: 32 }) },
  rows: { max: 4094, builtIn: ({ id }) => id === 1 },
  rowName: ({ id }) => say('VLAN {{index}}', { index: id }),
});

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name: `net${String(count - index).padStart(5, '0')}`,
  }));

let device: TestDevice;
afterEach(() => {
  cleanup();
  device?.stop();
});

const bodyRows = () => screen.getAllByRole('row').slice(1);
const firstCells = () => bodyRows().map((row) => within(row).getAllByRole('cell')[0]?.textContent);

describe('an object’s table', () => {
  const start = async (count: number, props: Partial<Parameters<typeof ObjectTable<typeof vlan>>[0]> = {}) => {
    device = startTestDevice([{ object: vlan, rows: rowsOf(count) }]);
    const view = show(<ObjectTable object={vlan} title="VLANs" {...props} />);
    await screen.findByText(`Total ${count}`);
    return view;
  };

  it('shows 20 rows a page and goes through the pages', async () => {
    const { user } = await start(65);
    expect(bodyRows()).toHaveLength(20);
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    expect(firstCells()[0]).toBe('21');
    await user.click(screen.getByRole('button', { name: 'Page 4' }));
    expect(firstCells()).toEqual(['61', '62', '63', '64', '65']);
    expect(screen.getByRole('button', { name: 'Next page' })).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('button', { name: 'Previous page' }));
    expect(firstCells()[0]).toBe('41');
  });

  it('goes to a typed page, the last one where it is too far', async () => {
    const { user } = await start(65);
    const box = screen.getByRole('textbox', { name: 'Go to page' });
    await user.clear(box);
    await user.type(box, '3{Enter}');
    expect(firstCells()[0]).toBe('41');
    await user.clear(box);
    await user.type(box, '99{Enter}');
    expect(firstCells()[0]).toBe('61');
  });

  it('offers 5, 10, 20 and 40 rows a page', async () => {
    const { user } = await start(65);
    const size = screen.getByRole('combobox', { name: 'Rows per page' });
    expect(
      within(size)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['5 / page', '10 / page', '20 / page', '40 / page']);
    await user.selectOptions(size, '5 / page');
    expect(bodyRows()).toHaveLength(5);
  });

  it('orders by a heading: ascending, descending, as it was', async () => {
    const { user } = await start(3);
    const heading = screen.getByRole('button', { name: 'Name' });
    await user.click(heading);
    expect(firstCells()).toEqual(['3', '2', '1']);
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending');
    await user.click(heading);
    expect(firstCells()).toEqual(['1', '2', '3']);
    await user.click(heading);
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('none');
  });

  it('narrows by the filter and says when nothing fits', async () => {
    const { user } = await start(65);
    // Blanks at the ends come with what is pasted.
    await user.type(screen.getByRole('searchbox'), ' NET00001 ');
    expect(firstCells()).toEqual(['65']);
    await user.type(screen.getByRole('searchbox'), 'x');
    expect(screen.getByText('No matches for the filter.')).toBeDefined();
  });

  it('deletes a row after asking, and never a built-in one', async () => {
    const { user } = await start(3);
    expect(screen.queryByRole('button', { name: 'Delete VLAN 1' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Delete VLAN 2' }));
    await user.click(within(await screen.findByRole('dialog', { name: 'Please confirm' })).getByText('Cancel'));
    expect(device.sets()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Delete VLAN 2' }));
    await user.click(within(await screen.findByRole('dialog', { name: 'Please confirm' })).getByText('OK'));
    await waitFor(() =>
      expect(device.sets()).toEqual([{ method: 'CommonSet', params: { Template: 'vlan', id: 2, RowStatus: 6 } }]),
    );
    await waitFor(() => expect(firstCells()).toEqual(['1', '3']));
  });

  it('leads the focus from a row that was deleted to the next one, and from the last to the one before', async () => {
    const { user } = await start(4);
    const erase = async (id: number) => {
      await user.click(screen.getByRole('button', { name: `Delete VLAN ${id}` }));
      await user.click(within(await screen.findByRole('dialog', { name: 'Please confirm' })).getByText('OK'));
    };
    await erase(2);
    await waitFor(() => expect(firstCells()).toEqual(['1', '3', '4']));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete VLAN 3' })));
    await erase(4);
    await waitFor(() => expect(firstCells()).toEqual(['1', '3']));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete VLAN 3' })));
  });

  it('shows all rows on one page where it is asked to', async () => {
    device = startTestDevice([{ object: vlan, rows: rowsOf(28) }]);
    show(<ObjectTable object={vlan} title="VLANs" paged={false} />);
    await screen.findByRole('button', { name: 'Delete VLAN 28' });
    expect(bodyRows()).toHaveLength(28);
    expect(screen.queryByRole('navigation', { name: /^Pages of/ })).toBeNull();
  });

  it('has no column of actions where there is nothing to do with any row', async () => {
    device = startTestDevice([{ object: vlan, rows: rowsOf(2) }]);
    const rowActions = (row: { id: number }) => (row.id > 2 ? <button type="button">Erase</button> : null);
    const view = show(<ObjectTable object={vlan} title="VLANs" kept={false} rowActions={rowActions} />);
    // Nor pages while it is not known how many there are.
    expect(screen.queryByRole('navigation')).toBeNull();
    await waitFor(() => expect(bodyRows()).toHaveLength(2));
    expect(screen.queryByRole('columnheader', { name: 'Actions' })).toBeNull();
    device.change(vlan, { id: 3, name: 'lab' });
    await view.client.invalidateQueries();
    expect(await screen.findByRole('columnheader', { name: 'Actions' })).toBeDefined();
  });

  it('is told who uses a row before it is asked whether to delete it', async () => {
    const { user } = await start(3);
    device.conflict(() => say('VLAN 2 is in use by the PVID of port 5.'));
    await user.click(screen.getByRole('button', { name: 'Delete VLAN 2' }));
    expect((await screen.findByRole('alertdialog')).textContent).toContain('VLAN 2 is in use by the PVID of port 5.');
    expect(screen.queryByRole('dialog', { name: 'Please confirm' })).toBeNull();
    expect(device.sets()).toEqual([]);
  });

  it('is told what else keeps a row that is in use where nothing would free it', async () => {
    const free = { method: 'CommonSet', params: { Template: 'vlan', id: 3, name: 'free' } } as const;
    const { user } = await start(3, { wayOut: () => ({ words: 'Return port 5 to VLAN 1', calls: [free] }) });
    const [first, second] = ['the PVID of port 5', 'the IP interface vlan2'];
    device.conflict((calls) => say('VLAN 2 is in use by {{user}}.', { user: calls.length > 1 ? second : first }));
    await user.click(screen.getByRole('button', { name: 'Delete VLAN 2' }));
    expect((await screen.findByRole('alertdialog')).textContent).toContain(
      'VLAN 2 is in use by the IP interface vlan2.',
    );
    expect(device.sets()).toEqual([]);
  });

  it('deletes a row in use together with what frees it, once that was agreed to', async () => {
    const free = { method: 'CommonSet', params: { Template: 'vlan', id: 3, name: 'free' } } as const;
    const isSure = vi.fn(async () => false);
    const wayOut = () => ({ words: 'Return port 5 to VLAN 1', calls: [free], sure: isSure });
    const { user } = await start(3, { wayOut });
    device.conflict((calls) => (calls.length > 1 ? undefined : say('VLAN 2 is in use by the PVID of port 5.')));
    await user.click(screen.getByRole('button', { name: 'Delete VLAN 2' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Please confirm' }));
    expect(dialog.getByText('VLAN 2 is in use by the PVID of port 5.')).toBeDefined();
    expect(dialog.getByRole('button', { name: 'OK' })).toHaveProperty('disabled', true);
    const agree = async () => {
      const asked = within(await screen.findByRole('dialog', { name: 'Please confirm' }));
      await user.click(asked.getByRole('checkbox', { name: 'Return port 5 to VLAN 1' }));
      await user.click(asked.getByRole('button', { name: 'OK' }));
    };
    await agree();
    // What the calls were made of has changed.
    await waitFor(() => expect(isSure).toHaveBeenCalledOnce());
    isSure.mockResolvedValue(true);
    await user.click(await screen.findByRole('button', { name: 'Delete VLAN 2' }));
    expect(device.sets()).toEqual([]);
    await agree();
    await waitFor(() => expect(device.sets()).toHaveLength(2));
    expect(device.sets().map(({ params }) => params)).toEqual([free.params, { Template: 'vlan', id: 2, RowStatus: 6 }]);
    expect(device.calls.filter(({ method }) => method === 'BatchPost')).toHaveLength(1);
  });

  it('says how many entries Delete All takes, and offers it only where there are any', async () => {
    const { user } = await start(3, { deleteAll: true });
    // Rows of other tables that go with them are no entries of this one.
    device.entail(() => [{ object: 'portOfVlan', kind: 'rowRemoved', row: { port: 1, id: 2 } }]);
    await user.click(screen.getByRole('button', { name: 'Delete All' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Please confirm' }));
    expect(dialog.getByText(/^Delete 2 entries\?/)).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    device.remove(vlan, { id: 2 });
    device.remove(vlan, { id: 3 });
    await user.click(screen.getByRole('button', { name: 'Delete All' }));
    expect((await screen.findByRole('alertdialog')).textContent).toContain('Nothing can be deleted');
    cleanup();
    device.stop();
    await start(1, { deleteAll: true });
    expect(screen.getByRole('button', { name: 'Delete All' })).toHaveProperty('disabled', true);
  });

  it('deletes all after asking', async () => {
    const { user } = await start(3, { deleteAll: true });
    await user.click(screen.getByRole('button', { name: 'Delete All' }));
    await user.click(within(await screen.findByRole('dialog', { name: 'Please confirm' })).getByText('OK'));
    await waitFor(() => expect(device.sets()).toEqual([{ method: 'CommonDelAll', params: { Template: 'vlan' } }]));
  });

  it('opens the form of a row', async () => {
    const onModify = vi.fn();
    const { user } = await start(3, { onModify });
    await user.click(screen.getByRole('button', { name: 'Modify VLAN 3' }));
    expect(onModify).toHaveBeenCalledWith({ id: 3, name: 'net00001' });
  });

  it('says why the device refuses to be read, and forgets it when it answers again', async () => {
    device = startTestDevice([{ object: vlan, rows: rowsOf(2) }]);
    device.refuseReads(vlan, say('The table cannot be read now.'));
    const { client } = show(<ObjectTable object={vlan} />);
    expect(within(await screen.findByRole('alertdialog')).getByText('The table cannot be read now.')).toBeDefined();
    expect(within(screen.getByRole('table')).getByText('The table cannot be read now.')).toBeDefined();
    device.refuseReads(vlan, undefined);
    await act(() => client.invalidateQueries());
    await screen.findByText('net00001');
    expect(screen.queryByText('The table cannot be read now.')).toBeNull();
    device.refuseReads(vlan, say('The table cannot be read now.'));
    await act(() => client.invalidateQueries());
    await screen.findByText(/The table cannot be read now\. State as of/);
    await screen.findByRole('alertdialog');
  });

  it('says what would be here where there is nothing', async () => {
    device = startTestDevice([{ object: vlan, rows: [] }]);
    const addButton = <button type="button">Add VLAN</button>;
    show(<ObjectTable object={vlan} title="VLANs" empty="No VLAN yet." addButton={addButton} deleteAll />);
    const cell = (await screen.findByText('No VLAN yet.')).closest('td') ?? document.body;
    expect(within(cell).getByRole('button', { name: 'Add VLAN' })).toBeDefined();
    expect(screen.getAllByRole('button', { name: /VLAN$|Delete All/ })).toHaveLength(1);
    expect(screen.queryByText(/^Total/)).toBeNull();
  });

  it('has its button to add in the head, what deletes all below, and no pages while one holds all rows', async () => {
    await start(20, { deleteAll: true, addButton: <button type="button">Add VLAN</button> });
    const header = screen.getByRole('heading', { name: 'VLANs' }).closest('header') ?? document.body;
    expect(within(header).getByRole('button', { name: 'Add VLAN' })).toBeDefined();
    expect(within(header).queryByRole('button', { name: 'Delete All' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Delete All' })).toBeDefined();
    expect(screen.queryByRole('navigation', { name: /^Pages of/ })).toBeNull();
    cleanup();
    device.stop();
    await start(21);
    expect(screen.getByRole('navigation', { name: 'Pages of VLANs' })).toBeDefined();
  });
});

describe('the pages of a pager', () => {
  it.each<[number, number, (number | undefined)[]]>([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 9, [1, 2, undefined, 9]],
    [5, 9, [1, undefined, 4, 5, 6, undefined, 9]],
    [3, 9, [1, 2, 3, 4, undefined, 9]],
    [9, 9, [1, undefined, 8, 9]],
  ])('are short around page %i of %i', (page, pages, shown) => {
    expect(pagesShown(page, pages)).toEqual(shown);
  });
});

describe('a table that the device pages', () => {
  const all = {};
  const answered = () => device.calls.flatMap(({ params }) => ('PageSize' in params ? [params] : []));

  it('reads the page that is shown and no other', async () => {
    device = startTestDevice([{ object: vlan, rows: rowsOf(4000) }]);
    const { user } = show(<DeviceTable object={vlan} filters={all} title="Addresses" empty="" />);
    await screen.findByText('Total 4000');
    expect(firstCells()).toHaveLength(20);
    await user.click(screen.getByRole('button', { name: 'Page 200' }));
    await waitFor(() => expect(firstCells().at(-1)).toBe('4000'));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '40');
    await waitFor(() => expect(firstCells()).toHaveLength(40));
    expect(firstCells()[0]).toBe('1');
    expect(answered().map(({ Page, PageSize }) => [Page, PageSize])).toEqual([
      [1, 20],
      [200, 20],
      [1, 40],
    ]);
  });

  it('begins with the first page of other rows, and goes on where it was for the same ones', async () => {
    device = startTestDevice([{ object: vlan, rows: rowsOf(65) }]);
    const other = {};
    function Page() {
      const [filters, setFilters] = useState<Readonly<Record<string, never>>>(all);
      const [, draw] = useState(0);
      return (
        <>
          <button type="button" onClick={() => setFilters(other)}>
            Other rows
          </button>
          <button type="button" onClick={() => draw((times) => times + 1)}>
            Draw again
          </button>
          <DeviceTable object={vlan} filters={filters} title="Addresses" empty="" />
        </>
      );
    }
    const { user } = show(<Page />);
    await screen.findByText('Total 65');
    await user.click(screen.getByRole('button', { name: 'Page 3' }));
    await waitFor(() => expect(firstCells()[0]).toBe('41'));
    await user.click(screen.getByRole('button', { name: 'Draw again' }));
    expect(firstCells()[0]).toBe('41');
    await user.click(screen.getByRole('button', { name: 'Other rows' }));
    await waitFor(() => expect(firstCells()[0]).toBe('1'));
  });

  it('lets the device order the rows', async () => {
    device = startTestDevice([{ object: vlan, rows: rowsOf(100) }]);
    const { user } = show(<DeviceTable object={vlan} filters={all} title="Addresses" empty="" />);
    await user.click(await screen.findByRole('button', { name: 'Name' }));
    await waitFor(() => expect(firstCells()[0]).toBe('100'));
    await user.click(screen.getByRole('button', { name: 'Name' }));
    await waitFor(() => expect(firstCells()[0]).toBe('1'));
    expect(answered().at(-1)).toMatchObject({ OrderBy: 'name', Descending: 1 });
  });

  it('goes to the last page that is left when rows go', async () => {
    device = startTestDevice([{ object: vlan, rows: rowsOf(25) }]);
    const { user } = show(<DeviceTable object={vlan} filters={all} title="Addresses" empty="" />);
    await user.click(await screen.findByRole('button', { name: 'Page 2' }));
    await waitFor(() => expect(firstCells()[0]).toBe('21'));
    for (let id = 21; id <= 25; id += 1) device.remove(vlan, { id });
    await user.click(screen.getByRole('button', { name: 'VLAN ID' }));
    await waitFor(() => expect(firstCells()[0]).toBe('1'));
    expect(screen.getByText('Total 20')).toBeDefined();
  });
});
