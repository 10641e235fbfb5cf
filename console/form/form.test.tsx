// @vitest-environment happy-dom

import { useQueryClient } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { enumeration, status } from '../../model/schema/kinds/enumeration.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { ipv4 } from '../../model/schema/kinds/ipv4.ts';
import { portList } from '../../model/schema/kinds/port-list.ts';
import { secret } from '../../model/schema/kinds/secret.ts';
import { alphanumeric, text } from '../../model/schema/kinds/text.ts';
import { group, table } from '../../model/schema/object.ts';
import { say } from '../../model/values/message.ts';
import { drafts } from '../session/drafts.ts';
import { session } from '../session/session.ts';
import { sessionEnded } from '../session/session-end.ts';
import { FormField } from './FormField.tsx';
import { FormFields } from './FormFields.tsx';
import { CreateForm, GroupForm, RowForm } from './object-forms.tsx';
import { show, startTestDevice, type TestDevice } from './test-device.tsx';
import { unsavedInput } from './unsaved-input.ts';

const settings = group('settings', {
  title: 'Settings',
  fields: {
    name: text({ label: 'Name', maxLength: 8, characters: alphanumeric }),
    age: integer({ label: 'Age', unit: 's', min: 6, max: 40, default: 20, fixed: [0] }),
    hour: integer({ label: 'Hour', min: 0, max: 23, controlMax: 24, help: 'By the clock of the device.' }),
    state: status({ label: 'State', default: 1 }),
    level: enumeration({ label: 'Level', choices: { 1: 'Low', 2: 'High' } }),
    server: ipv4({ label: 'Server', optional: true }),
    password: secret({ label: 'Password', minLength: 0, maxLength: 8 }),
    seen: integer({ label: 'Seen', min: 0, max: 9, access: 'ro' }),
  },
});

const vlan = table('vlan', {
  title: 'VLAN',
  index: { id: integer({ label: 'VLAN ID', min: 2, max: 4094, access: 'create' }) },
  columns: { name: text({ label: 'VLAN Name', maxLength: 32 }), ports: portList({ label: 'Ports' }) },
  rows: { max: 10 },
});

let device: TestDevice;

afterEach(() => {
  cleanup();
  device.stop();
  sessionEnded.set(false);
  drafts.forgetAll();
});

const box = (label: string | RegExp) => screen.findByRole('textbox', { name: label });
/** The four boxes of the address; typing into one replaces what it holds. */
const octets = () => screen.findAllByRole('textbox', { name: /^Server, part/ }) as Promise<[HTMLElement]>;
/** The button has rested from its last click. */
const rest = () =>
  waitFor(() => expect(screen.getByRole('button', { name: 'Apply' }).getAttribute('aria-disabled')).toBeNull(), {
    timeout: 3000,
  });
const loaded = () =>
  waitFor(() => expect(screen.getByRole('button', { name: 'Apply' })).toHaveProperty('disabled', false));

describe('a form of a group', () => {
  const start = async () => {
    device = startTestDevice([{ object: settings, values: { name: 'core', age: 30, server: '192.0.2.1' } }]);
    const view = show(<GroupForm object={settings} />);
    await loaded();
    return view;
  };

  it('shows every field that can be set with the device’s values, and no other', async () => {
    await start();
    expect(await box('Name')).toHaveProperty('value', 'core');
    expect(await box('Age s')).toHaveProperty('value', '30');
    expect(screen.getByRole('combobox', { name: 'State' })).toHaveProperty('value', '1');
    expect(screen.queryByText('Seen')).toBeNull();
  });

  it('sends only what changed, in canonical form, and says so before', async () => {
    const { user } = await start();
    await user.clear(await box('Age s'));
    await user.type(await box('Age s'), '040');
    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Disabled');
    const changes = screen.getByRole('region', { name: 'Changes by Apply' });
    expect(
      within(changes)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Settings: Agefrom 30 s → to 40 s', 'Settings: Statefrom Enabled → to Disabled']);
    expect(device.sets()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await screen.findByText('Success.');
    expect(device.sets()).toEqual([{ method: 'CommonSet', params: { Template: 'settings', age: 40, state: 2 } }]);
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Changes by Apply' })).toBeNull());
  });

  it('says below a field what it does, unless its page has no room for that', async () => {
    await start();
    expect(screen.getByText('By the clock of the device.')).toBeDefined();
    expect((await box('Hour')).getAttribute('aria-describedby')).not.toBeNull();
    cleanup();
    show(
      <GroupForm object={settings}>
        <FormField name="hour" help={false} />
      </GroupForm>,
    );
    await loaded();
    expect(screen.queryByText('By the clock of the device.')).toBeNull();
    expect((await box('Hour')).getAttribute('aria-describedby')).toBeNull();
  });

  it('asks the question of its page before it sends', async () => {
    device = startTestDevice([{ object: settings, values: { name: 'core', age: 30, server: '192.0.2.1' } }]);
    const { user } = show(<GroupForm object={settings} sure={() => ({ text: 'Rename the device?' })} />);
    await loaded();
    await user.type(await box('Name'), 'x');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await screen.findByText('Rename the device?');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    expect(device.sets()).toEqual([]);
    await rest();
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await screen.findByText('Rename the device?');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'OK' }));
    await screen.findByText('Success.');
    expect(device.sets()).toEqual([{ method: 'CommonSet', params: { Template: 'settings', name: 'corex' } }]);
  });

  it('sends nothing where nothing changed', async () => {
    const { user } = await start();
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await screen.findByText('No changes.');
    expect(device.sets()).toEqual([]);
  });

  it('removes characters that may not stand in a field, and says so until it is left', async () => {
    const { user } = await start();
    const name = await box('Name');
    await user.type(name, '-x');
    expect(name).toHaveProperty('value', 'corex');
    await user.type(name, '!');
    expect(screen.getByText('Please input a valid value.')).toBeDefined();
    expect(screen.getByText('Removed: "-" "!"')).toBeDefined();
    await user.tab();
    expect(screen.queryByText('Please input a valid value.')).toBeNull();
    expect(screen.queryByText(/Removed/)).toBeNull();
  });

  it('checks a field when it is left after typing, not when it is only passed', async () => {
    const { user } = await start();
    const age = await box('Age s');
    await user.click(age);
    await user.tab();
    expect(age.getAttribute('aria-invalid')).toBeNull();
    await user.clear(age);
    await user.type(age, '5');
    expect(age.getAttribute('aria-invalid')).toBeNull();
    await user.tab();
    expect(await screen.findByText('Please enter an integer between 6 ~ 40')).toBeDefined();
    expect(age.getAttribute('aria-invalid')).toBe('true');
    expect(age.getAttribute('aria-describedby')).toBeTruthy();
  });

  it('takes the fixed value beside the range, and empty addresses', async () => {
    const { user } = await start();
    await user.clear(await box('Age s'));
    await user.type(await box('Age s'), '0');
    for (const octet of await octets()) await user.clear(octet);
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await screen.findByText('Success.');
    expect(device.sets()[0]?.params).toEqual({ Template: 'settings', age: 0, server: '' });
  });

  it('refuses a bad address and puts the focus on the first field with an error', async () => {
    const { user } = await start();
    const [server] = await octets();
    await user.type(server, '127');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await screen.findByText('Invalid IPv4 address.');
    expect(device.sets()).toEqual([]);
    await waitFor(() => expect(document.activeElement).toBe(server));
  });

  it('keeps an octet as it was typed, marks it, and sends nothing', async () => {
    const { user } = await start();
    const boxes = await octets();
    await user.type(boxes[0], '0');
    await user.tab();
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await screen.findByText('Invalid IPv4 address.');
    expect(boxes.map((octet) => octet.getAttribute('aria-invalid'))).toEqual(['true', null, null, null]);
    expect(boxes[0]).toHaveProperty('value', '0');
    expect(device.sets()).toEqual([]);
  });

  it('sends a secret as it was typed or not at all, and says why', async () => {
    const { user } = await start();
    const password = screen.getByLabelText('Password');
    await user.type(password, 'my pass');
    await user.tab();
    await screen.findByText(/Password may contain .* but no blanks\./);
    expect(password).toHaveProperty('value', 'my pass');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(device.sets()).toEqual([]);
    await user.clear(password);
    await user.type(password, 'my-pass');
    await rest();
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await screen.findByText('Success.');
    expect(device.sets()[0]?.params).toEqual({ Template: 'settings', password: 'my-pass' });
  });

  it('leaves to the device what the control lets pass beyond the range, and says the refusal at the field', async () => {
    const { user } = await start();
    const hour = await box('Hour');
    await user.clear(hour);
    await user.type(hour, '25');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await screen.findByText('Please enter an integer between 0 ~ 23');
    expect(device.sets()).toEqual([]);
    await user.clear(hour);
    await user.type(hour, '24');
    expect(screen.queryByText('Please enter an integer between 0 ~ 23')).toBeNull();
    device.refuse(7, say('Please enter an integer between 0 ~ 23'), { object: 'settings', column: 'hour' });
    await rest();
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await screen.findByText('Please enter an integer between 0 ~ 23');
    expect(device.sets()[0]?.params).toEqual({ Template: 'settings', hour: 24 });
    await waitFor(() => expect(document.activeElement).toBe(hour));
  });

  it('takes a refusal away with the next change, since that may have mended its cause', async () => {
    const { user } = await start();
    device.refuse(12, say('Name is taken while State is Enabled.'), { object: 'settings', column: 'name' });
    await user.type(await box('Name'), 'x');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await screen.findByText('Name is taken while State is Enabled.');
    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Disabled');
    expect(screen.queryByText('Name is taken while State is Enabled.')).toBeNull();
    expect((await box('Name')).getAttribute('aria-invalid')).toBeNull();
  });

  it('puts the device’s refusal under the field that it names', async () => {
    const { user } = await start();
    device.refuse(12, say('Name is taken by another switch.'), { object: 'settings', column: 'name' });
    await user.type(await box('Name'), 'x');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await screen.findByText('Name is taken by another switch.');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect((await box('Name')).getAttribute('aria-invalid')).toBe('true');
  });

  it('shows any other refusal as a warning and keeps the draft', async () => {
    const { user } = await start();
    device.refuse(13, say('The table is full (10 entries).'));
    await user.type(await box('Name'), 'x');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await screen.findByText('The table is full (10 entries).');
    expect(await box('Name')).toHaveProperty('value', 'corex');
  });

  it('puts back what the device has on Cancel', async () => {
    const { user } = await start();
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
    await user.type(await box('Name'), 'x');
    expect(unsavedInput.get().size).toBe(1);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await box('Name')).toHaveProperty('value', 'core');
    expect(unsavedInput.get().size).toBe(0);
  });

  it('is left without a question once its changes are applied, although the device was not read again', async () => {
    const { user } = await start();
    await user.type(await box('Name'), 'x');
    await user.type(screen.getByLabelText('Password'), 'secret');
    device.refuseReads(settings, say('The switch is busy.'));
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await screen.findByText('Success.');
    await waitFor(() => expect(unsavedInput.get().size).toBe(0));
    expect(screen.queryByRole('region', { name: 'What Apply will change' })).toBeNull();
    await user.type(await box('Name'), 'y');
    expect(unsavedInput.get().size).toBe(1);
  });

  it('keeps the draft over the end of a session, without secrets', async () => {
    const { user, unmount } = await start();
    await user.type(await box('Name'), 'x');
    await user.type(screen.getByLabelText('Password'), 'secret');
    sessionEnded.set(true);
    unmount();
    expect(JSON.stringify(drafts.read('/'))).not.toContain('secret');
    sessionEnded.set(false);
    show(<GroupForm object={settings} />);
    await screen.findByText(/Your entries were restored/);
    expect(await box('Name')).toHaveProperty('value', 'corex');
    expect(drafts.routes()).toEqual([]);
  });
});

describe('a form that other sessions change the object of', () => {
  function Form() {
    const client = useQueryClient();
    return (
      <>
        <button type="button" onClick={() => void client.invalidateQueries()}>
          Read again
        </button>
        <GroupForm object={settings} />
      </>
    );
  }
  const start = async () => {
    device = startTestDevice([{ object: settings, values: { name: 'core', age: 30 } }]);
    const view = show(<Form />);
    await loaded();
    return view;
  };
  const readAgain = () => screen.getByRole('button', { name: 'Read again' });

  it('shows what they set, and keeps what is typed', async () => {
    const { user } = await start();
    await user.type(await box('Name'), 'x');
    device.change(settings, { age: 33 });
    await user.click(readAgain());
    await waitFor(async () => expect(await box('Age s')).toHaveProperty('value', '33'));
    expect(await box('Name')).toHaveProperty('value', 'corex');
    expect(screen.queryByText(/by another session/)).toBeNull();
  });

  it('says at the field that both changed what they made of it, and takes either', async () => {
    const { user } = await start();
    await user.type(await box('Name'), 'x');
    device.change(settings, { name: 'edge' });
    await user.click(readAgain());
    const note = await screen.findByText('Changed to edge by another session.');
    expect((await box('Name')).getAttribute('aria-describedby')).toContain(note.id);
    await user.click(screen.getByRole('button', { name: 'Keep mine' }));
    expect(screen.queryByText(/by another session/)).toBeNull();
    expect(await box('Name')).toHaveProperty('value', 'corex');
    device.change(settings, { name: '' });
    await user.click(readAgain());
    await screen.findByText('Emptied by another session.');
    await user.click(screen.getByRole('button', { name: 'Use that value' }));
    expect(await box('Name')).toHaveProperty('value', '');
    expect(screen.queryByRole('region', { name: 'Changes by Apply' })).toBeNull();
  });

  it('are not overwritten unseen: Apply is refused, and shows them', async () => {
    const { user } = await start();
    await user.type(await box('Name'), 'x');
    device.change(settings, { name: 'hub' });
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await screen.findByText('operator changed it.');
    await screen.findByText('Changed to hub by another session.');
    expect(device.read(settings)).toMatchObject({ name: 'hub' });
    await rest();
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(device.read(settings)).toMatchObject({ name: 'corex' }));
  });

  it('holds a draft given back to what it was begun from', async () => {
    const { user, unmount } = await start();
    await user.type(await box('Name'), 'x');
    unmount();
    device.change(settings, { name: 'edge' });
    show(<Form />);
    await screen.findByText('Changed to edge by another session.');
    expect(await box('Name')).toHaveProperty('value', 'corex');
  });
});

describe('a draft', () => {
  const rows = [
    { id: 2, name: 'two' },
    { id: 3, name: 'three' },
  ];
  const ofRow = (id: number) => <RowForm object={vlan} index={{ id }} onCancel={() => {}} />;

  it('is given back to the row that it is of, and to no other', async () => {
    device = startTestDevice([{ object: vlan, rows }]);
    const { user, unmount } = show(ofRow(2));
    await loaded();
    await user.type(await box('VLAN Name'), 'x');
    unmount();
    const other = show(ofRow(3));
    await loaded();
    expect(await box('VLAN Name')).toHaveProperty('value', 'three');
    other.unmount();
    show(ofRow(2));
    await loaded();
    expect(await box('VLAN Name')).toHaveProperty('value', 'twox');
  });

  it.each(['Cancel', 'Apply'])('is none any more after %s', async (button) => {
    device = startTestDevice([{ object: vlan, rows }]);
    const { user, unmount } = show(ofRow(2));
    await loaded();
    await user.type(await box('VLAN Name'), 'x');
    await user.click(screen.getByRole('button', { name: button }));
    if (button === 'Apply') await screen.findByText('Success.');
    unmount();
    expect(drafts.routes()).toEqual([]);
  });

  it('is kept when the window is left for another load of the console, but not after a logout', async () => {
    device = startTestDevice([{ object: settings, values: { name: 'core' } }]);
    const { user } = show(<GroupForm object={settings} />);
    await loaded();
    await user.type(await box('Name'), 'x');
    session.close();
    window.dispatchEvent(new Event('pagehide'));
    expect(drafts.routes()).toEqual([]);
    session.open('token', 'admin');
    window.dispatchEvent(new Event('pagehide'));
    session.close();
    expect(drafts.routes()).toEqual(['/']);
  });
});

describe('the Apply button', () => {
  it('rests for a second after a click', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      device = startTestDevice([{ object: settings, values: { name: 'core' } }]);
      const { user } = show(<GroupForm object={settings} />);
      await loaded();
      await user.type(await box('Name'), 'x');
      await user.dblClick(screen.getByRole('button', { name: 'Apply' }));
      await screen.findByText('Success.');
      expect(device.sets()).toHaveLength(1);
      expect(screen.getByRole('button', { name: 'Apply' }).getAttribute('aria-disabled')).toBe('true');
      await act(() => vi.advanceTimersByTimeAsync(1000));
      expect(screen.getByRole('button', { name: 'Apply' }).getAttribute('aria-disabled')).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a form whose values cannot be read', () => {
  it('says why in the place of its fields, until they can', async () => {
    device = startTestDevice([{ object: settings, values: { name: 'core' } }]);
    device.refuseReads(settings, say('The settings are being restored.'));
    const { client } = show(<GroupForm object={settings} title="Settings" />);
    const form = await screen.findByRole('region', { name: 'Settings' });
    expect(await within(form).findByText('The settings are being restored.')).toBeDefined();
    expect(within(form).queryByRole('button', { name: 'Apply' })).toBeNull();
    expect(within(form).queryByText('Name')).toBeNull();
    device.refuseReads(settings, undefined);
    await act(() => client.invalidateQueries());
    expect(await box('Name')).toHaveProperty('value', 'core');
    expect(within(form).queryByText('The settings are being restored.')).toBeNull();
  });
});

describe('a form of a row', () => {
  it('names the row, changes it and keeps its index', async () => {
    device = startTestDevice([{ object: vlan, rows: [{ id: 20, name: 'cameras', ports: '1-3' }] }]);
    const onApplied = vi.fn();
    const { user } = show(
      <RowForm object={vlan} index={{ id: 20 }} onApplied={onApplied}>
        <FormFields>
          <FormField name="id" />
          <FormField name="name" />
          <FormField name="ports" />
        </FormFields>
      </RowForm>,
    );
    await loaded();
    expect(screen.getByRole('textbox', { name: 'VLAN ID' })).toHaveProperty('readOnly', true);
    await user.click(screen.getByRole('checkbox', { name: 'Port 4' }));
    expect(screen.getByText('Ports of VLAN 20')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(onApplied).toHaveBeenCalledOnce());
    expect(device.sets()).toEqual([{ method: 'CommonSet', params: { Template: 'vlan', id: 20, ports: '1-4' } }]);
  });

  it('says that the row is gone', async () => {
    device = startTestDevice([{ object: vlan, rows: [] }]);
    const onCancel = vi.fn();
    const { user } = show(<RowForm object={vlan} index={{ id: 20 }} onCancel={onCancel} />);
    expect(await screen.findByText('The entry no longer exists.')).toBeDefined();
    // Once is enough.
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(onCancel).toHaveBeenCalledOnce();
  });
});

describe('a form of a new row', () => {
  it('creates the row and starts anew', async () => {
    device = startTestDevice([{ object: vlan, rows: [] }]);
    const { user } = show(<CreateForm object={vlan} />);
    const id = await box('VLAN ID');
    await user.clear(id);
    await user.type(id, '30');
    await user.type(await box('VLAN Name'), 'voice');
    expect(screen.getByText('VLAN 30 added')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await screen.findByText('Success.');
    expect(device.sets()).toEqual([
      { method: 'CommonSet', params: { Template: 'vlan', id: 30, name: 'voice', ports: '', RowStatus: 4 } },
    ]);
    await waitFor(async () => expect(await box('VLAN Name')).toHaveProperty('value', ''));
  });

  it('tells what it will come to only while all of it can be read', async () => {
    device = startTestDevice([{ object: vlan, rows: [] }]);
    const { user } = show(<CreateForm object={vlan} />);
    const id = await box('VLAN ID');
    await user.type(await box('VLAN Name'), 'voice');
    expect(screen.getByText('VLAN 2 added')).toBeDefined();
    await user.clear(id);
    await user.type(id, '4095');
    expect(screen.queryByText(/added/)).toBeNull();
    await user.clear(id);
    await user.type(id, '30');
    expect(screen.getByText('VLAN 30 added')).toBeDefined();
  });

  it('says at its key that it is there already, and goes on once that is mended', async () => {
    device = startTestDevice([{ object: vlan, rows: [] }]);
    const { user } = show(<CreateForm object={vlan} />);
    const id = await box('VLAN ID');
    device.refuse(18, say('The entry already exists.'), { object: 'vlan', row: { id: 2 } });
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await screen.findByText('The entry already exists.');
    await waitFor(() => expect(document.activeElement).toBe(id));
    expect(id.getAttribute('aria-invalid')).toBe('true');
    await user.clear(id);
    await user.type(id, '30');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Add' }).getAttribute('aria-disabled')).toBeNull(), {
      timeout: 3000,
    });
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await screen.findByText('Success.');
  });

  it('says aloud what is wrong with a field that is not shown, and can be sent again', async () => {
    device = startTestDevice([{ object: vlan, rows: [] }]);
    const { user } = show(
      <CreateForm object={vlan}>
        <FormField name="id" />
      </CreateForm>,
    );
    await box('VLAN ID');
    device.refuse(12, say('Ports must be members.'), { object: 'vlan', column: 'ports' });
    await user.click(screen.getByRole('button', { name: 'Add' }));
    const warning = await screen.findByRole('alertdialog');
    expect(warning.textContent).toContain('Ports must be members.');
    await user.click(within(warning).getByText('OK'));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Add' }).getAttribute('aria-disabled')).toBeNull(), {
      timeout: 3000,
    });
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await screen.findByText('Success.');
  });

  it.each(['1', '4095'])('refuses VLAN %s', async (typed) => {
    device = startTestDevice([{ object: vlan, rows: [] }]);
    const { user } = show(<CreateForm object={vlan} />);
    const id = await box('VLAN ID');
    await user.clear(id);
    await user.type(id, typed);
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await screen.findByText('Please enter an integer between 2 ~ 4094');
    expect(device.sets()).toEqual([]);
  });
});
