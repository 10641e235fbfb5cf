// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Field } from '../../model/schema/field.ts';
import { dateTime } from '../../model/schema/kinds/date-time.ts';
import { enumeration, status } from '../../model/schema/kinds/enumeration.ts';
import { hex } from '../../model/schema/kinds/hex.ts';
import { host } from '../../model/schema/kinds/host.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { ipAddress } from '../../model/schema/kinds/ip-address.ts';
import { ipv4 } from '../../model/schema/kinds/ipv4.ts';
import { ipv4Mask } from '../../model/schema/kinds/ipv4-mask.ts';
import { ipv6 } from '../../model/schema/kinds/ipv6.ts';
import { mac } from '../../model/schema/kinds/mac.ts';
import { port } from '../../model/schema/kinds/port.ts';
import { secret } from '../../model/schema/kinds/secret.ts';
import { commonText, printable, text } from '../../model/schema/kinds/text.ts';
import { vlanList } from '../../model/schema/kinds/vlan-list.ts';
import type { Value } from '../../model/wire/call.ts';
import type { Control } from './control.ts';
import { controlOf } from './control-of.ts';
import { Ipv4Control } from './Ipv4Control.tsx';
import { Ipv6Control } from './Ipv6Control.tsx';
import { keepAllowed } from './typed-text.ts';
import { useRemoval } from './use-removal.tsx';

afterEach(cleanup);

/** Shows a control with a value of its own, as a form would; what it holds is in `held`. */
function showControl(field: Field, options: { control?: Control; value?: Value; compact?: boolean } = {}) {
  const held: { value: Value } = { value: options.value ?? field.default };
  const onRemoved = vi.fn();
  const onBlur = vi.fn();
  const FieldControl = options.control ?? controlOf(field);
  function Holder() {
    const [value, setValue] = useState<Value>(held.value);
    const { tip, onRemoved: note, onLeft } = useRemoval();
    return (
      <>
        <FieldControl
          id="control"
          label={field.label}
          field={field}
          value={value}
          onChange={(next) => {
            held.value = next;
            setValue(next);
          }}
          onRemoved={(removal) => {
            onRemoved(removal);
            note(removal);
          }}
          onBlur={() => {
            onBlur();
            onLeft();
          }}
          compact={options.compact === true}
        />
        <small>{tip}</small>
      </>
    );
  }
  render(<Holder />);
  return { held, onRemoved, onBlur, user: userEvent.setup() };
}

describe('what may be typed', () => {
  it.each<[string, Field, string, string]>([
    ['numbers keep digits, dot and minus', integer({ label: 'F', min: 0, max: 9 }), '-1a2.b3', '-12.3'],
    ['text keeps its own characters', text({ label: 'F', maxLength: 20, characters: /[a-c]/ }), 'abcdabc', 'abcabc'],
    ['hosts keep a slash, for what has one to be refused', host({ label: 'F' }), '10.0.0.1/8 _', '10.0.0.1/8'],
    [
      'addresses of either family keep hex, dot, colon and slash',
      ipAddress({ label: 'F' }),
      '10.x0.0.1/8',
      '10.0.0.1/8',
    ],
    ['IPv6 keeps hex, colon and slash', ipv6({ label: 'F', optional: true }), 'fe80::g1./64', 'fe80::1/64'],
    ['VLAN lists keep digits, comma and hyphen', vlanList({ label: 'F' }), '1-3; 5,7', '1-35,7'],
    ['hexadecimal keeps its digits', hex({ label: 'F', maxLength: 8 }), '08xx06', '0806'],
  ])('%s', async (_name, field, typed, kept) => {
    const { held, onRemoved, user } = showControl(field, { value: '' });
    await user.type(screen.getByRole('textbox'), typed);
    expect(String(held.value)).toBe(kept);
    expect(onRemoved).toHaveBeenCalledWith({ characters: [expect.any(String)] });
  });

  it.each<[string, Field, string, string]>([
    ['IPv4 keeps digits, dot and slash', ipv4({ label: 'F', optional: true }), '10.x0.0.1/2', '10.0.0.1/2'],
    ['MAC keeps hex, hyphen and colon', mac({ label: 'F', optional: true }), '00:1g-aF', '00:1-aF'],
  ])('%s in a cell of a table', async (_name, field, typed, kept) => {
    const { held, onRemoved, user } = showControl(field, { value: '', compact: true });
    await user.type(screen.getByRole('textbox'), typed);
    expect(String(held.value)).toBe(kept);
    expect(onRemoved).toHaveBeenCalledWith({ characters: [expect.any(String)] });
  });

  it.each<[string, Field, number, string]>([
    ['IPv4', ipv4({ label: 'F', optional: true }), 15, '1'],
    ['IPv6', ipv6({ label: 'F', optional: true }), 43, '1'],
    ['An address of either family', ipAddress({ label: 'F' }), 43, '1'],
    ['MAC', mac({ label: 'F', optional: true }), 17, '1'],
    ['A name', text({ label: 'F', maxLength: 50, characters: printable }), 50, 'x'],
  ])('%s takes no more than its longest spelling, and says so', (_name, field, longest, character) => {
    const { held } = showControl(field, { value: '', compact: true });
    fireEvent.change(screen.getByRole('textbox'), { target: { value: character.repeat(60) } });
    expect(held.value).toHaveLength(longest);
    screen.getByText(`At most ${longest} characters fit; the rest was cut off.`);
  });

  it('common text takes exactly the characters of the specification', () => {
    const { held } = showControl(text({ label: 'F', maxLength: 200 }), { value: '' });
    const every = Array.from({ length: 0x7f }, (_, code) => String.fromCharCode(code)).filter((one) => one >= ' ');
    const pasted = [...every, '\t', 'ä', '€'];
    fireEvent.change(screen.getByRole('textbox'), { target: { value: pasted.join('') } });
    expect(held.value).toBe(every.filter((one) => commonText.test(one)).join(''));
    expect(every.filter((one) => !String(held.value).includes(one)).join('')).toBe('"\',/:;<>?\\|');
  });

  it('a tab is whitespace as the blank is, in a name', () => {
    const { held, onRemoved } = showControl(text({ label: 'F', maxLength: 50, characters: printable }), { value: '' });
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'a\tb c' } });
    expect(held.value).toBe('a\tb c');
    expect(onRemoved).toHaveBeenLastCalledWith(undefined);
  });

  it('takes 1024 characters where a field says nothing', () => {
    expect(keepAllowed('x'.repeat(2000), undefined, 1024, 0).text).toHaveLength(1024);
  });

  it('keeps the caret where it was typed', () => {
    expect(keepAllowed('ab!c', /[a-z]/, 10, 3)).toEqual({ text: 'abc', caret: 2, removal: { characters: ['!'] } });
  });

  it('leaves out what is put in where there is no more room, not what stood there', () => {
    expect(keepAllowed('abXYcd', /[A-Za-z]/, 4, 4)).toEqual({
      text: 'abcd',
      caret: 2,
      removal: { characters: [], limit: 4 },
    });
  });
});

describe('what was removed', () => {
  const field = text({ label: 'Name', maxLength: 20 });
  const sentence = 'Please input a valid value.';
  const now = vi.spyOn(performance, 'now');
  afterEach(() => now.mockReset());

  it('is named until the field is left; the sentence goes with the next edit that loses nothing', async () => {
    now.mockReturnValue(5000);
    const { user } = showControl(field);
    const box = screen.getByRole('textbox', { name: 'Name' });
    await user.type(box, 'a/b');
    screen.getByText(sentence);
    screen.getByText('Removed: "/"');
    now.mockReturnValue(5999);
    await user.type(box, 'c');
    screen.getByText(sentence);
    now.mockReturnValue(6000);
    await user.type(box, 'd');
    expect(screen.queryByText(sentence)).toBeNull();
    screen.getByText('Removed: "/"');
    await user.type(box, ':');
    screen.getByText(sentence);
    screen.getByText('Removed: "/" ":"');
    await user.tab();
    expect(screen.queryByText(/Removed/)).toBeNull();
    expect(screen.queryByText(sentence)).toBeNull();
  });

  it('can be read, whatever it is, and does not fill the page', async () => {
    showControl(text({ label: 'Account', maxLength: 20, characters: /[a-z]/ }));
    const box = screen.getByRole('textbox', { name: 'Account' });
    fireEvent.change(box, { target: { value: 'a b\tc\u0007d' } });
    screen.getByText('Removed: blank tab U+0007');
    fireEvent.change(box, { target: { value: 'ABCDEFGH' } });
    screen.getByText('Removed: blank tab U+0007 "A" "B" "C" "D" "E" …');
  });

  it('is counted towards the limit once that is near', async () => {
    const { user } = showControl(text({ label: 'Name', maxLength: 10 }));
    const box = screen.getByRole('textbox', { name: 'Name' });
    await user.type(box, 'seven77');
    expect(screen.queryByText(/\/10/)).toBeNull();
    await user.type(box, '8');
    screen.getByText('8/10');
    await user.type(box, '90');
    screen.getByText('10/10');
    await user.type(box, 'x');
    expect(box).toHaveProperty('value', 'seven77890');
    screen.getByText('At most 10 characters fit; the rest was cut off.');
    expect(screen.queryByText(sentence)).toBeNull();
  });
});

describe('a number', () => {
  it('steps with the arrow keys within its range', async () => {
    const { held, user } = showControl(integer({ label: 'Priority', min: 0, max: 61_440, step: 4096, default: 4096 }));
    await user.click(screen.getByRole('textbox', { name: 'Priority' }));
    await user.keyboard('{ArrowUp}');
    expect(held.value).toBe('8192');
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(held.value).toBe('0');
  });
});

describe('a number of a unit', () => {
  it('takes others that people use, and says what it comes to', async () => {
    const { held, user } = showControl(
      integer({ label: 'Rate', unit: '× 64 kbit/s', min: 1, max: 15_625, default: 4 }),
    );
    screen.getByText('= 256 kbit/s');
    const box = screen.getByRole('textbox', { name: 'Rate' });
    await user.clear(box);
    await user.type(box, '10M');
    expect(document.activeElement).toBe(box);
    expect(held.value).toBe('10M');
    screen.getByText('= 9.984 Mbit/s');
    // Only the wire has 156.
    expect(document.body.textContent).not.toContain('×');
  });

  it('is an empty box with a word for its largest, where that has one', async () => {
    const { held, user } = showControl(
      integer({
        label: 'Lease',
        unit: 's',
        min: 10,
        max: 4_294_967_295,
        default: 4_294_967_295,
        words: { 4294967295: 'Infinite' },
      }),
    );
    const box = screen.getByRole('textbox', { name: 'Lease' });
    expect(box).toHaveProperty('value', '');
    expect(box).toHaveProperty('placeholder', 'Infinite');
    await user.type(box, '2h');
    screen.getByText('= 7200 s');
    await user.clear(box);
    expect(held.value).toBe(4_294_967_295);
  });
});

describe('a choice', () => {
  it('holds the number of what was chosen', async () => {
    const { held, user } = showControl(enumeration({ label: 'Mode', choices: { 1: 'Auto', 2: '1000F' } }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Mode' }), '1000F');
    expect(held.value).toBe(2);
  });

  it('of two values is a tick in a cell, set by one press, and a list of words in a form', async () => {
    const state = status({ label: 'State' });
    const { held, user } = showControl(state, { compact: true });
    const tick = screen.getByRole('checkbox', { name: 'State', checked: false });
    await user.click(tick);
    expect(held.value).toBe(1);
    await user.tab();
    await user.tab({ shift: true });
    await user.keyboard(' ');
    expect(held.value).toBe(2);
    cleanup();
    showControl(state);
    expect(screen.getByRole('combobox', { name: 'State' })).toHaveProperty('value', '2');
  });

  it('offers every port of the switch', () => {
    showControl(port({ label: 'Port', optional: true }));
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toHaveLength(29);
  });

  it('offers all 33 contiguous masks', async () => {
    const { held, user } = showControl(ipv4Mask({ label: 'Mask', minPrefix: 1, maxPrefix: 31 }));
    expect(screen.getAllByRole('option')).toHaveLength(33);
    await user.selectOptions(screen.getByRole('combobox'), '255.255.0.0 /16');
    expect(held.value).toBe('255.255.0.0');
  });
});

describe('an address in four boxes', () => {
  const start = (value = '') => showControl(ipv4({ label: 'Address', optional: true }), { value });
  const octets = () => screen.getAllByRole<HTMLInputElement>('textbox').map((octet) => octet.value);

  it('goes on to the next box when one is full or a dot is typed', async () => {
    const { held, user } = start();
    await user.click(screen.getByRole('textbox', { name: 'Address, part 1 of 4' }));
    await user.keyboard('192168.10.7');
    expect(held.value).toBe('192.168.10.7');
  });

  it('keeps an octet as it was typed, and marks what is none: minimums 1, 0, 0, 1, maximum 255', async () => {
    const { held, user } = start();
    await user.click(screen.getByRole('textbox', { name: 'Address, part 1 of 4' }));
    await user.keyboard('0.300.0.0{Tab}');
    expect(octets()).toEqual(['0', '300', '0', '0']);
    expect(held.value).toBe('0.300.0.0');
    const marked = screen.getAllByRole('textbox').map((octet) => octet.getAttribute('aria-invalid'));
    expect(marked).toEqual(['true', 'true', null, 'true']);
  });

  it.each([
    ['1.0.0.1', true],
    ['255.255.255.255', true],
    ['', true],
    ['0.0.0.1', false],
    ['1.0.0.0', false],
    ['10.0.0.256', false],
    ['10.0.0.1/8', false],
    ['10.0.0.01', false],
    ['10.0.0', false],
  ])('takes "%s": %s', (typed, isTaken) => {
    const refusal = Ipv4Control.refuses?.(typed, ipv4({ label: 'Address' }));
    expect(refusal?.text).toBe(isTaken ? undefined : 'Invalid IPv4 address.');
  });

  it('keeps a slash in the last box, for the address to be refused as it was typed', async () => {
    const { held, onRemoved, user } = start();
    await user.click(screen.getByRole('textbox', { name: 'Address, part 1 of 4' }));
    await user.keyboard('10.0.0.1/8');
    expect(held.value).toBe('10.0.0.1/8');
    expect(onRemoved).not.toHaveBeenCalledWith(expect.anything());
    expect(screen.getByRole('textbox', { name: 'Address, part 4 of 4' }).getAttribute('aria-invalid')).toBe('true');
  });

  it('goes on at a separator that only the text of the box tells of', () => {
    start();
    fireEvent.change(screen.getByRole('textbox', { name: 'Address, part 1 of 4' }), { target: { value: '10.' } });
    expect(octets()).toEqual(['10', '', '', '']);
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Address, part 2 of 4' }));
    expect(screen.queryByText(/Removed/)).toBeNull();
  });

  it('takes a whole pasted address', async () => {
    const { held, user } = start();
    await user.click(screen.getByRole('textbox', { name: 'Address, part 2 of 4' }));
    await user.paste(' 10.20.30.40 ');
    expect(held.value).toBe('10.20.30.40');
    await user.paste('10.20.30.40/24');
    expect(held.value).toBe('10.20.30.40/24');
  });

  it('is empty again once every box is', async () => {
    const { held, user } = start('1.2.3.4');
    for (const box of screen.getAllByRole('textbox')) await user.clear(box);
    expect(held.value).toBe('');
  });

  it('goes back with Backspace, and tells when it is left as a whole', async () => {
    const { onBlur, user } = start('1.2.3.4');
    await user.click(screen.getByRole('textbox', { name: 'Address, part 2 of 4' }));
    await user.keyboard('{Backspace}{Backspace}');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Address, part 1 of 4' }));
    expect(onBlur).not.toHaveBeenCalled();
    await user.tab({ shift: true });
    expect(onBlur).toHaveBeenCalled();
  });
});

describe('a MAC address in six boxes', () => {
  it('takes pairs, and a whole pasted address in any spelling', async () => {
    const { held, user } = showControl(mac({ label: 'MAC' }), { value: '' });
    await user.click(screen.getByRole('textbox', { name: 'MAC, part 1 of 6' }));
    await user.keyboard('001122aabbcc');
    expect(String(held.value).toUpperCase()).toBe('00-11-22-AA-BB-CC');
    await user.paste('aa:bb:cc:dd:ee:ff');
    expect(held.value).toBe('AA-BB-CC-DD-EE-FF');
  });

  it('keeps half a pair as it was typed', async () => {
    const { held, user } = showControl(mac({ label: 'MAC' }), { value: '' });
    await user.click(screen.getByRole('textbox', { name: 'MAC, part 1 of 6' }));
    await user.keyboard('0:11:22:AA:BB:C{Tab}');
    expect(held.value).toBe('0-11-22-AA-BB-C');
  });

  it('names what a pasted text has too much of', async () => {
    const { user } = showControl(mac({ label: 'MAC' }), { value: '' });
    await user.click(screen.getByRole('textbox', { name: 'MAC, part 1 of 6' }));
    await user.paste('00-11-22-33-44-55-66');
    screen.getByText('Removed: "-"');
    screen.getByText('At most 2 characters fit; the rest was cut off.');
  });
});

describe('an IPv6 address', () => {
  it('is in a field of either family no IPv4 address', () => {
    const field = ipAddress({ label: 'Server' });
    expect(Ipv6Control.refuses?.('192.0.2.1', field)?.text).toBe('Invalid IPv6 address.');
    expect(Ipv6Control.refuses?.('2001:db8::1', field)).toBeUndefined();
    expect(Ipv6Control.refuses?.('', field)).toBeUndefined();
    const { held } = showControl(field, { control: Ipv6Control, value: '' });
    fireEvent.change(screen.getByRole('textbox'), { target: { value: `${'2001:db8::1.2'}/64` } });
    expect(held.value).toBe('2001:db8::12/64');
  });
});

describe('a secret', () => {
  it('is hidden until its button shows it', async () => {
    const { user } = showControl(secret({ label: 'Key', minLength: 1, maxLength: 32 }));
    const box = screen.getByLabelText('Key');
    expect(box).toHaveProperty('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Show' }));
    expect(box).toHaveProperty('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Hide' }));
    expect(box).toHaveProperty('type', 'password');
  });

  it('is kept as it is typed, whatever that is, and counted', () => {
    const field = secret({ label: 'Key', minLength: 8, maxLength: 32 });
    const { held, onRemoved } = showControl(field);
    const typed = ` two  words ä\u0007${'x'.repeat(30)} `;
    fireEvent.change(screen.getByLabelText('Key'), { target: { value: typed } });
    expect(held.value).toBe(typed);
    expect(onRemoved).toHaveBeenLastCalledWith(undefined);
    screen.getByText(`${typed.length}/32`);
    expect(field.read(held.value).ok).toBe(false);
  });
});

describe('a date and time', () => {
  it('is put together from its parts', async () => {
    const field = dateTime({ label: 'Time', access: 'rw' });
    const { held, user } = showControl(field, { value: '' });
    await user.click(screen.getByRole('textbox', { name: 'Year' }));
    await user.keyboard('20260131130509');
    expect(held.value).toBe('2026-01-31 13:05:09');
    expect(field.read(held.value)).toEqual({ ok: true, value: '2026-01-31 13:05:09' });
  });

  it('goes on by itself only where a part was filled, not where a full one was corrected', async () => {
    const { held, user } = showControl(dateTime({ label: 'Time', access: 'rw' }), { value: '2026-01-31 13:05:09' });
    const month = screen.getByRole('textbox', { name: 'Month' });
    fireEvent.change(month, { target: { value: '12' } });
    expect(held.value).toBe('2026-12-31 13:05:09');
    month.focus();
    fireEvent.change(month, { target: { value: '11' } });
    expect(document.activeElement).toBe(month);
    await user.clear(month);
    await user.type(month, '1');
    expect(document.activeElement).toBe(month);
    await user.type(month, '0');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Day' }));
    expect(held.value).toBe('2026-10-31 13:05:09');
  });
});
