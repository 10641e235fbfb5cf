import { expect, test } from 'vitest';
import { readRequest } from '../../device/configuration/read-request.ts';
import { Refusal } from '../../device/refusal.ts';
import type { Field, Fields } from '../../model/schema/field.ts';
import { wordsOf } from '../../model/values/message.ts';
import type { Value } from '../../model/wire/call.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { declaredValue } from '../../tests/declared-values.ts';
import { features } from './features.ts';

const objects = new Map(features.flatMap((feature) => feature.objects).map((object) => [object.name, object]));

/** A value that names a row: of a multicast address not one of the first, which are reserved. */
function nameIn(field: Field): Value {
  const [first = ''] = [0, 70_000].map((at) => declaredValue(field, at)).filter((value) => field.read(value).ok);
  return first;
}

/** A column that can be set, with what names a row of its object where that is a table. */
interface Settable {
  readonly object: string;
  readonly column: string;
  readonly field: Field;
  readonly index: Readonly<Record<string, Value>>;
}

const settable = [...objects.values()].flatMap((object): Settable[] => {
  const named = object.shape === 'table' ? Object.entries(object.index as Fields) : [];
  const index = Object.fromEntries(named.map(([name, field]) => [name, nameIn(field)]));
  return Object.entries(object.fields as Fields)
    .filter(([, { access }]) => access !== 'ro')
    .map(([column, field]) => ({ object: object.name, column, field, index }));
});

/** A field's answer to a value that comes in a call: the value as read, or code and sentence of the refusal. */
function answer({ object, column, index }: Settable, value: Value) {
  try {
    const params = { Template: object, ...index, [column]: value };
    return { value: readRequest(objects, { method: 'CommonSet', params }).values[column] };
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    return { code: refusal.code, said: wordsOf(refusal.said), column: refusal.place?.column };
  }
}

const named = (some: readonly Settable[]) => some.map((one) => [`${one.object}.${one.column}`, one] as const);

const numbers = settable.filter(({ field: { kind } }) => kind === 'integer' || kind === 'vlanId');

test.each(named(numbers))('%s takes both ends of its range, and nothing beside it', (_name, one) => {
  const { min = 0, max = 0, controlMax = max, fixed = [], step = 1 } = one.field.limits;
  const highest = max - (max % step);
  for (const right of [min, highest, ...fixed]) expect(answer(one, right)).toEqual({ value: right });
  const beside = [min - 1, min - step, max + 1, highest + step, controlMax + 1];
  for (const wrong of beside.filter((value) => value < min || value > max)) {
    if (fixed.includes(wrong)) continue;
    expect([wrong, answer(one, wrong)]).toEqual([
      wrong,
      {
        code: ErrorCode.wrongValue,
        said: expect.stringContaining(`Please enter an integer between ${min} ~ ${max}`),
        column: one.column,
      },
    ]);
  }
});

const texts = settable.filter(({ field: { kind } }) => kind === 'text' || kind === 'secret' || kind === 'hex');

test.each(named(texts))('%s takes a text of each length that it may have, and no other', (_name, one) => {
  const { minLength = 0, maxLength = 0, optional, characters = /./ } = one.field.limits;
  const letter = [...'aA0:./-'].find((each) => characters.test(each)) ?? 'a';
  const isLength = ({ code }: { readonly code?: ErrorCode }) => code === ErrorCode.wrongLength;
  for (const right of [minLength, maxLength])
    expect([right, isLength(answer(one, letter.repeat(right)))]).toEqual([right, false]);
  for (const wrong of [minLength - 1, maxLength + 1].filter((length) => length > 0 || (length === 0 && !optional))) {
    expect([wrong, answer(one, letter.repeat(wrong))]).toEqual([
      wrong,
      {
        code: ErrorCode.wrongLength,
        said: expect.stringContaining(`must be ${minLength} to ${maxLength} characters`),
        column: one.column,
      },
    ]);
  }
});

const macs = settable.filter(({ field }) => field.kind === 'mac');

test.each(named(macs))('%s refuses what is no MAC address in the same words', (_name, one) => {
  for (const wrong of ['00-11-22-33-44', 'g0-11-22-33-44-55', '00:11-22:33:44:55']) {
    expect(answer(one, wrong)).toMatchObject({ said: expect.stringMatching(/Invalid MAC address\.$/) });
  }
});
