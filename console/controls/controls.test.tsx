// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Field } from '../../model/schema/field.ts';
import { dateTime } from '../../model/schema/kinds/date-time.ts';
import { enumeration } from '../../model/schema/kinds/enumeration.ts';
import { hex } from '../../model/schema/kinds/hex.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { ipv4 } from '../../model/schema/kinds/ipv4.ts';
import { ipv4Mask } from '../../model/schema/kinds/ipv4-mask.ts';
import { ipv6 } from '../../model/schema/kinds/ipv6.ts';
import { mac } from '../../model/schema/kinds/mac.ts';
import { port } from '../../model/schema/kinds/port.ts';
import { secret } from '../../model/schema/kinds/secret.ts';
import { text } from '../../model/schema/kinds/text.ts';
import { vlanList } from '../../model/schema/kinds/vlan-list.ts';
import type { Value } from '../../model/wire/call.ts';
import type { Control } from './control.ts';
import { controlOf } from './control-of.ts';
import { Ipv4BoxesControl, Ipv4MaskBoxesControl } from './Ipv4BoxesControl.tsx';
import { MacBoxesControl } from './MacBoxesControl.tsx';
import { keepAllowed } from './typed-text.ts';

afterEach(cleanup);

/** Shows a control with a value of its own, as a form would; what it holds is in `held`. */
function showControl(field: Field, options: { control?: Control; value?: Value } = {}) {
  const held: { value: Value } = { value: options.value ?? field.default };
  const onRemoved = vi.fn();
  const onBlur = vi.fn();
  const FieldControl = options.control ?? controlOf(field);
  function Holder() {
    const [value, setValue] = useState<Value>(held.value);
    return (
      <FieldControl
        id="control"
        label={field.label}
        field={field}
        value={value}
        onChange={(next) => {
          held.value = next;
          setValue(next);
        }}
        onRemoved={onRemoved}
        onBlur={onBlur}
      />
    );
  }
  render(<Holder />);
  return { held, onRemoved, onBlur, user: userEvent.setup() };
}

describe('what may be typed', () => {
  it.each<[string, Field, string, string]>([
    ['numbers keep digits, dot and minus', integer({ label: 'F', min: 0, max: 9 }), '-1a2.b3', '-12.3'],
    ['text keeps its own characters', text({ label: 'F', maxLength: 20, characters: /[a-c]/ }), 'abcdabc', 'abcabc'],
    ['IPv4 keeps digits, dot and slash', ipv4({ label: 'F', optional: true }), '10.x0.0.1/2', '10.0.0.1/2'],
    ['MAC keeps hex, hyphen and colon', mac({ label: 'F', optional: true }), '00:1g-aF', '00:1-aF'],
    ['IPv6 keeps hex, colon and slash', ipv6({ label: 'F', optional: true }), 'fe80::g1/64', 'fe80::1/64'],
    ['VLAN lists keep digits, comma and hyphen', vlanList({ label: 'F' }), '1-3; 5,7', '1-35,7'],
    ['hexadecimal keeps its digits', hex({ label: 'F', maxLength: 8 }), '08xx06', '0806'],
  ])('%s', async (_name, field, typed, kept) => {
    const { held, onRemoved, user } = showControl(field, { value: '' });
    await user.type(screen.getByRole('textbox'), typed);
    expect(String(held.value)).toBe(kept);
    expect(onRemoved).toHaveBeenCalledWith(true);
  });

  it.each<[string, Field, number]>([
    ['IPv4', ipv4({ label: 'F', optional: true }), 15],
    ['IPv6', ipv6({ label: 'F', optional: true }), 43],
    ['MAC', mac({ label: 'F', optional: true }), 17],
  ])('%s takes no more than its longest spelling', (_name, field, longest) => {
    const { held } = showControl(field, { value: '' });
    fireEvent.change(screen.getByRole('textbox'), { target: { value: '1'.repeat(60) } });
    expect(held.value).toHaveLength(longest);
  });

  it('takes 1024 characters where a field says nothing', () => {
    expect(keepAllowed('x'.repeat(2000), undefined, 1024, 0).text).toHaveLength(1024);
  });

  it('keeps the caret where it was typed', () => {
    expect(keepAllowed('ab!c', /[a-z]/, 10, 3)).toEqual({ text: 'abc', caret: 2, removed: true });
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

describe('a choice', () => {
  it('holds the number of what was chosen', async () => {
    const { held, user } = showControl(enumeration({ label: 'Mode', choices: { 1: 'Auto', 2: '1000F' } }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Mode' }), '1000F');
    expect(held.value).toBe(2);
  });

  it('offers every port of the switch', () => {
    showControl(port({ label: 'Port', optional: true }));
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toHaveLength(29);
  });

  it('offers the contiguous masks that the field lets in', async () => {
    const { held, user } = showControl(ipv4Mask({ label: 'Mask', minPrefix: 1, maxPrefix: 31 }));
    expect(screen.getAllByRole('option')).toHaveLength(31);
    await user.selectOptions(screen.getByRole('combobox'), '255.255.0.0 /16');
    expect(held.value).toBe('255.255.0.0');
  });
});

describe('an address in four boxes', () => {
  const start = (value = '') =>
    showControl(ipv4({ label: 'Address', optional: true }), { control: Ipv4BoxesControl, value });
  const octets = () => screen.getAllByRole<HTMLInputElement>('textbox').map((octet) => octet.value);

  it('goes on to the next box when one is full or a dot is typed', async () => {
    const { held, user } = start();
    await user.click(screen.getByRole('textbox', { name: 'Address, part 1 of 4' }));
    await user.keyboard('192168.10.7');
    expect(held.value).toBe('192.168.10.7');
  });

  it('keeps octets within 1, 0, 0, 1 and 255', async () => {
    const { held, user } = start('0.300.0.0');
    for (let box = 0; box < 5; box += 1) await user.tab();
    expect(octets()).toEqual(['1', '255', '0', '1']);
    expect(held.value).toBe('1.255.0.1');
  });

  it('takes a whole pasted address', async () => {
    const { held, user } = start();
    await user.click(screen.getByRole('textbox', { name: 'Address, part 2 of 4' }));
    await user.paste('10.20.30.40');
    expect(held.value).toBe('10.20.30.40');
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

  it('lets a mask begin and end with 0', async () => {
    const { held, user } = showControl(ipv4Mask({ label: 'Mask' }), {
      control: Ipv4MaskBoxesControl,
      value: '255.255.0.0',
    });
    for (let box = 0; box < 5; box += 1) await user.tab();
    expect(held.value).toBe('255.255.0.0');
  });
});

describe('a MAC address in six boxes', () => {
  it('takes pairs, and a whole pasted address in any spelling', async () => {
    const { held, user } = showControl(mac({ label: 'MAC' }), { control: MacBoxesControl, value: '' });
    await user.click(screen.getByRole('textbox', { name: 'MAC, part 1 of 6' }));
    await user.keyboard('001122aabbcc');
    expect(String(held.value).toUpperCase()).toBe('00-11-22-AA-BB-CC');
    await user.paste('aa:bb:cc:dd:ee:ff');
    expect(held.value).toBe('AA-BB-CC-DD-EE-FF');
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
});
