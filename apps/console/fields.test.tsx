// @vitest-environment happy-dom

import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, test } from 'vitest';
import { controlOf } from '../../console/controls/control-of.ts';
import { ObjectForm } from '../../console/form/ObjectForm.tsx';
import { show, startTestDevice, type TestDevice } from '../../console/form/test-device.tsx';
import { wizardEntries } from '../../features/wizard/wizard-entries.ts';
import { type Field, type Fields, refuse, valueToSend } from '../../model/schema/field.ts';
import { group } from '../../model/schema/object.ts';
import { say } from '../../model/values/message.ts';
import { takesQuantities } from '../../model/values/quantities.ts';
import type { Value } from '../../model/wire/call.ts';
import { features } from '../device/features.ts';

const declared = [...features.flatMap((feature) => feature.objects), wizardEntries];

/** Every character that a keyboard has, and some that it has not. */
const everything = [
  ...Array.from({ length: 95 }, (_, at) => String.fromCharCode(at + 0x20)),
  '\t',
  'ä',
  '€',
  '\u0007',
].join('');

/** The first writable field of each kind with the same limits: what a control does follows from both. */
const fields = new Map<string, [name: string, field: Field, typed: string]>();
const patterns = new Set<string>();
for (const object of declared) {
  for (const [column, field] of Object.entries(object.fields as Fields)) {
    if (field.access === 'ro') continue;
    const { kind, limits } = field;
    const shape = JSON.stringify([kind, limits], (_, value) => (value instanceof RegExp ? String(value) : value));
    if (fields.has(shape)) continue;
    const pattern = `${kind} ${limits.characters} ${limits.optional}`;
    // The characters that a box keeps depend only on the kind and the pattern: one box of each is tested with all.
    fields.set(shape, [`${object.name}.${column}`, field, patterns.has(pattern) ? '1a:€' : everything]);
    patterns.add(pattern);
  }
}

/**
 * The rest of `everything` in a text box of each kind (docs/specification/product.md 5); undefined if the field
 * determines it.
 */
const kept: Readonly<Record<string, RegExp | undefined>> = {
  integer: /[0-9.-]/,
  vlanId: /[0-9.-]/,
  ipv6: /[0-9a-fA-F:/]/,
  ipAddress: /[0-9a-fA-F:./]/,
  vlanList: /[0-9,-]/,
  oid: /[0-9.]/,
  hex: /[0-9a-fA-F]/,
  secret: /./,
};

afterEach(cleanup);

/** Shows the control of a single field; `value` returns what it holds. */
function showControl(field: Field): { value: () => Value } {
  let held: Value = field.default;
  const Control = controlOf(field);
  function Holder() {
    const [value, setValue] = useState<Value>(field.default);
    held = value;
    return <Control id="control" label="Field" field={field} value={value} onChange={setValue} />;
  }
  render(<Holder />);
  return { value: () => held };
}

describe.each([...fields.values()])('%s', (name, field, typed) => {
  it('has the control of its kind, with its limits', () => {
    const { value } = showControl(field);
    const { choices, characters, maxLength = 1024, optional, max = 0 } = field.limits;
    switch (field.kind) {
      case 'enumeration':
      case 'status':
      case 'truth':
        expect(screen.getAllByRole('option')).toHaveLength(choices?.length ?? 0);
        return;
      case 'port':
        expect(screen.getAllByRole('option').length).toBeGreaterThanOrEqual(28);
        return;
      case 'ipv4Mask':
        expect(screen.getAllByRole('option')).toHaveLength(33 + (optional ? 1 : 0));
        return;
      case 'portList':
        expect(screen.getByRole('group', { name: 'Field' })).toBeDefined();
        return;
      case 'ipv4':
        expect(screen.getAllByRole('textbox', { name: /^Field, part \d of 4$/ })).toHaveLength(4);
        return;
      case 'mac':
        expect(screen.getAllByRole('textbox', { name: /^Field, part \d of 6$/ })).toHaveLength(6);
        return;
      case 'dateTime':
        expect(screen.getAllByRole('textbox')).toHaveLength(6);
        return;
      default:
    }
    const ofKind = Object.hasOwn(kept, field.kind) ? kept[field.kind] : characters;
    // "10M" and "2 h" where a unit has others that people use (docs/specification/differences.md, "Tables").
    const pattern = takesQuantities(field.unit) ? /[0-9a-z./ -]/i : ofKind;
    if (!pattern) throw new Error(`${name}: nothing says what the kind ${field.kind} keeps`);
    const box = screen.getByLabelText<HTMLInputElement>('Field');
    const endless = takesQuantities(field.unit) && field.show(max) !== String(max) ? max : '';
    const nothing = field.kind === 'vlanId' && optional ? 0 : endless;
    fireEvent.change(box, { target: { value: '' } });
    for (const character of typed) {
      fireEvent.change(box, { target: { value: character } });
      expect([character, value()]).toEqual([character, pattern.test(character) ? character : nothing]);
    }
    fireEvent.change(box, { target: { value: '' } });
    if (field.kind === 'integer' || field.kind === 'vlanId' || field.kind === 'secret') return;
    const [one = '1'] = [...'1a'].filter((character) => pattern.test(character));
    fireEvent.change(box, { target: { value: one.repeat(maxLength + 9) } });
    expect(String(value())).toHaveLength(maxLength);
  });
});

const ranges = [...fields.values()].flatMap(([name, field]): [string, Field, number, number][] => {
  const { min, max } = field.limits;
  const isTyped = field.kind === 'integer' || field.kind === 'vlanId';
  return isTyped && min !== undefined && max !== undefined && min < max ? [[name, field, min, max]] : [];
});

/** The numbers next to a range that are wrong, and the largest that is right. */
function aroundOf({ limits }: Field, min: number, max: number): { wrong: readonly number[]; right: number } {
  const { fixed = [], controlMax = max, step = 1 } = limits;
  const wrong = [min - 1, controlMax + 1].filter((value) => !fixed.includes(value));
  return { wrong, right: Math.floor(controlMax / step) * step };
}

test('ranges are looked at in many fields', () => expect(ranges.length).toBeGreaterThan(40));

test.each(ranges)('%s refuses one below and one above its range', (_name, field, min, max) => {
  const { wrong, right } = aroundOf(field, min, max);
  const refused = refuse(say('Please enter an integer between {{min}} ~ {{max}}', { min, max }));
  for (const value of wrong) expect([value, field.read(String(value))]).toEqual([value, refused]);
  expect(valueToSend(field.read(String(right)))).toBe(right);
});

/** A field for each way in which ranges differ but for their numbers: forms do the same with those alike. */
const shapes = new Map(
  ranges.map((range) => {
    const [, { kind, limits, unit }, min, max] = range;
    const { fixed, controlMax = max, step, optional } = limits;
    const grows = String(controlMax + 1).length > String(controlMax).length;
    const given = [controlMax > max, step !== undefined, optional, takesQuantities(unit), min > 0, min < 0, grows];
    return [JSON.stringify([kind, fixed?.length, ...given]), range];
  }),
);

describe('a range', () => {
  let device: TestDevice | undefined;
  afterEach(() => device?.stop());

  test.each([...shapes.values()])(
    '%s is refused by its form one below and one above',
    async (_name, field, min, max) => {
      const { shownWhen: _, references: __, ...plain } = field;
      const alone = group('alone', { title: 'Alone', fields: { column: { ...plain, label: 'Column', access: 'rw' } } });
      const { wrong, right } = aroundOf(field, min, max);
      device = startTestDevice([]);
      show(<ObjectForm parts={[{ object: alone, values: { column: min } }]} />);
      const box = await screen.findByRole('textbox', { name: /^Column/ });
      for (const value of wrong) {
        fireEvent.change(box, { target: { value: String(value) } });
        fireEvent.blur(box);
        await screen.findByText(`Please enter an integer between ${min} ~ ${max}`);
        fireEvent.submit(screen.getByRole('button', { name: 'Apply' }).closest('form') ?? box);
        await waitFor(() => expect(document.activeElement).toBe(box));
        expect(box.getAttribute('aria-invalid')).toBe('true');
        expect(device.sets()).toEqual([]);
        act(() => box.blur());
      }
      fireEvent.change(box, { target: { value: String(right) } });
      fireEvent.submit(screen.getByRole('button', { name: 'Apply' }).closest('form') ?? box);
      await waitFor(() => expect(device?.sets()).toHaveLength(1));
      expect(device.sets()[0]?.params).toEqual({ Template: 'alone', column: right });
    },
  );
});
