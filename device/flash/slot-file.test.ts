import { describe, expect, test } from 'vitest';
import { wordsOf } from '../../model/values/message.ts';
import { formatChecked, readChecked } from './checked-text.ts';
import { reasonOf, Unsettled, Unusable } from './failure-reason.ts';
import { SLOT_VERSION } from './migrations.ts';
import { formatSlot, readSlot } from './slot-file.ts';

const header = { model: 'TEG-082WS', savedAt: 1_700_000_000_000, user: 'admin', asDefault: false };
const stored = { objects: { system: { name: 'core' }, ports: [{ port: 1 }, { port: 2 }], links: [] } };
const written = { format: 'faceplate-configuration', version: SLOT_VERSION, ...header };

/** Fault of the text of a slot; undefined if there is none. */
function faultOf(text: string): string | undefined {
  const reading = readSlot(text);
  return reading.ok ? undefined : wordsOf(reading.reason);
}

const body = (content: unknown) => `${JSON.stringify(content)}\n`;

test('a slot reads back as it was written', () => {
  const reading = readSlot(formatSlot(stored, { ...header, asDefault: true }));
  expect(reading).toMatchObject({ ok: true, stored, header: { ...header, asDefault: true } });
});

describe('the header of a slot', () => {
  test.each([
    ['another format', { format: 'faceplate-kept' }],
    ['no version', { version: undefined }],
    ['a version in words', { version: '1' }],
    ['a version between two', { version: 1.5 }],
    ['no model', { model: undefined }],
    ['no time', { savedAt: 'today' }],
    ['no user', { user: 5 }],
  ])('is none with %s', (_what, change) => {
    expect(faultOf(formatChecked(written, body(stored)))).toBeUndefined();
    expect(faultOf(formatChecked({ ...written, ...change }, body(stored)))).toBe('it has no valid header');
  });

  test('is none without a checksum, and one with another does not fit', () => {
    const text = formatChecked(written, body(stored));
    expect(faultOf(text.replace(/"sha256":"\w*"/, '"sha256":1'))).toBe('its checksum is wrong');
    expect(faultOf(text.replace(/,"sha256":"\w*"/, ''))).toBe('its checksum is wrong');
    expect(faultOf(text.replace(/"sha256":"\w*"/, '"sha256":"00"'))).toBe('its checksum is wrong');
    expect(faultOf(text.replace('core', 'edge'))).toBe('its checksum is wrong');
    // The header is part of it: who saved it, when, and whether it counts as a default.
    expect(faultOf(text.replace('"user":"admin"', '"user":"eve"'))).toBe('its checksum is wrong');
    expect(faultOf(text.replace('1700000000000', '1700000000001'))).toBe('its checksum is wrong');
    expect(faultOf(text.replace('"asDefault":false', '"asDefault":true'))).toBe('its checksum is wrong');
    expect(faultOf(text.replace('{"format"', '{ "format"'))).toBe('its checksum is wrong');
  });

  test('counts as that of a configured device where it does not say otherwise', () => {
    const reading = readSlot(formatChecked({ ...written, asDefault: 'yes' }, body(stored)));
    expect(reading.ok && reading.header.asDefault).toBe(false);
  });

  test('is empty', () => expect(faultOf('')).toBe('it is empty'));

  test.each(['{}x', '1\nx', 'null\nx', '[\nx', '\nx'])('is not found in %j', (text) => {
    expect(readChecked(text)).toBeUndefined();
    expect(faultOf(text)).toBe('it has no valid header');
  });
});

describe('what a slot holds', () => {
  test.each([
    ['nothing', null],
    ['a list', []],
    ['a word', 'objects'],
    ['no objects', {}],
    ['a list of objects', { objects: [] }],
    ['no objects at all', { objects: null }],
    ['an object that is a word', { objects: { system: 'core' } }],
    ['an object that is nothing', { objects: { system: null } }],
    ['a value that is neither text nor number', { objects: { system: { name: null } } }],
    ['one such value among others', { objects: { system: { name: 'core', on: true } } }],
    ['a row that is none', { objects: { ports: [{ port: 1 }, 2] } }],
    ['a row that is a list', { objects: { ports: [[1]] } }],
    ['one wrong object behind a right one', { objects: { system: { name: 'core' }, ports: 5 } }],
  ])('is no configuration: %s', (_what, content) => {
    expect(faultOf(formatChecked(written, body(content)))).toBe('it holds no configuration');
  });

  test('is no JSON, or of a version that is not known', () => {
    expect(faultOf(formatChecked(written, 'x'))).toBe('it cannot be read');
    for (const version of [0, -1, SLOT_VERSION + 1]) {
      expect(faultOf(formatChecked({ ...written, version }, body(stored)))).toBe(`its version ${version} is not known`);
    }
  });

  test('is of another format where its version is not known, and only then', () => {
    const otherFormat = (version: number, content: unknown) => {
      const reading = readSlot(formatChecked({ ...written, version }, body(content)));
      return reading.ok ? undefined : reading.otherFormat;
    };
    // One of the present version that holds no configuration is damaged.
    expect([1, SLOT_VERSION].map((version) => otherFormat(version, null))).toEqual([undefined, undefined]);
    expect(otherFormat(SLOT_VERSION + 1, stored)).toEqual({ name: SLOT_VERSION + 1, stored });
    expect(otherFormat(0, null)).toEqual({ name: 0, stored: undefined });
  });
});

test.each([
  [new Unusable({ text: 'it has no valid header' }), 'it has no valid header'],
  [Object.assign(new Error('x'), { code: 'ENOSPC' }), 'the flash is full'],
  [Object.assign(new Error('x'), { code: 'EDQUOT' }), 'the flash is full'],
  [Object.assign(new Error('x'), { code: 'EROFS' }), 'the flash is read-only'],
  [Object.assign(new Error('x'), { code: 'EIO' }), 'the flash does not respond'],
  [Object.assign(new Error('x'), { code: 'EACCES' }), 'the agent may not write there'],
  [Object.assign(new Error('/data/x'), { code: 'EMFILE' }), 'too many files are open'],
  [Object.assign(new Error('/data/x'), { code: 'ENXIO' }), 'of the error ENXIO'],
  [new Unsettled(Object.assign(new Error('x'), { code: 'EIO' })), 'the flash does not respond'],
  [Object.assign(new Error('x'), { code: 5 }), 'of an unknown error'],
  [new Error('/data/configuration-1.json'), 'of an unknown error'],
  [{ code: 'EIO' }, 'of an unknown error'],
  [undefined, 'of an unknown error'],
])('the reason of a failure is said without paths: %s', (error, words) => {
  expect(wordsOf(reasonOf(error))).toBe(words);
});
