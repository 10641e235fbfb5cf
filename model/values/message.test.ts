import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatMessage,
  MESSAGE_TEXT_LENGTH,
  type Message,
  oneAfterAnother,
  readMessage,
  say,
  wordsOf,
  wordsOfText,
} from './message.ts';
import { SpokenError, saidBy } from './spoken-error.ts';
import { asWritten, type Translate } from './translate.ts';

const german: Readonly<Record<string, string>> = {
  'VLAN {{vlan}}': 'VLAN {{vlan}}',
  '{{row}} is in use by {{user}}.': '{{user}} braucht {{row}}.',
  'the PVID of port {{port}}': 'die PVID von Port {{port}}',
  Voice: 'Stimme',
};
const t: Translate = (text, values) => asWritten(german[text] ?? text, values);

const inUse = say('{{row}} is in use by {{user}}.', {
  row: say('VLAN {{vlan}}', { vlan: 20 }),
  user: say('the PVID of port {{port}}', { port: 3 }),
});

describe('a message', () => {
  test('is worded in English where nothing translates it, messages within it too', () => {
    expect(wordsOf(say('The entry already exists.'))).toBe('The entry already exists.');
    expect(wordsOf(inUse)).toBe('VLAN 20 is in use by the PVID of port 3.');
  });

  test('is worded in the language handed in, in the order of that language', () => {
    expect(wordsOf(inUse, t)).toBe('Die PVID von Port 3 braucht VLAN 20.');
  });

  test('translates its own texts and leaves words from outside as they are', () => {
    expect(wordsOf(say('{{name}}', { name: 'Voice' }), t)).toBe('Voice');
    expect(wordsOf(say('{{name}}', { name: say('Voice') }), t)).toBe('Stimme');
  });

  test('begins a sentence with a capital letter, but never one from outside', () => {
    expect(wordsOf(say('{{row}} does not exist.', { row: say('port {{port}}', { port: 3 }) }))).toBe(
      'Port 3 does not exist.',
    );
    expect(wordsOf(say('{{name}} cannot be resolved.', { name: 'ntp.example' }))).toBe(
      'ntp.example cannot be resolved.',
    );
    const caller = say('{{user}} ({{way}})', { user: 'admin', way: say('SSH') });
    expect(wordsOf(say('{{who}} restarts the switch.', { who: caller }))).toBe('admin (SSH) restarts the switch.');
    expect(wordsOf(say('{{who}} restarts the switch.', { who: say('the device') }))).toBe(
      'The device restarts the switch.',
    );
    expect(wordsOf(say('port {{port}}', { port: 3 }))).toBe('port 3');
    expect(wordsOf(say('{{row}} added', { row: say('port {{port}}', { port: 3 }) }))).toBe('port 3 added');
  });

  test('lists what is several, each in the language handed in', () => {
    expect(wordsOf(say('One of {{list}}.', { list: [say('Voice'), 'Voice', 3] }), t)).toBe('One of Stimme, Voice, 3.');
  });

  test('puts values in as they are, also ones that look like places', () => {
    expect(wordsOf(say('{{a}} {{b}}', { a: '{{b}}', b: '$&' }))).toBe('{{b}} $&');
  });

  test('can be several sentences', () => {
    const both = oneAfterAnother([say('The line is not an entry.'), inUse]);
    expect(wordsOf(both)).toBe('The line is not an entry. VLAN 20 is in use by the PVID of port 3.');
    expect(wordsOf(oneAfterAnother([]))).toBe('');
  });
});

describe('a message beside its English words', () => {
  test('is worded from its text, in the language handed in', () => {
    expect(wordsOfText(formatMessage(inUse), 'Beside.', t)).toBe('Die PVID von Port 3 braucht VLAN 20.');
  });

  test.each(['', 'no JSON', '{"text":1}', 'null'])('is the English ones where its text is %j', (text) => {
    expect(wordsOfText(text, 'Beside.', t)).toBe('Beside.');
  });

  test('has no text where there is none, and where it is too long', () => {
    expect(formatMessage(undefined)).toBe('');
    const frame = JSON.stringify(say('')).length;
    const longest = say('x'.repeat(MESSAGE_TEXT_LENGTH - frame));
    expect(formatMessage(longest)).toHaveLength(MESSAGE_TEXT_LENGTH);
    expect(formatMessage(say(`${longest.text}x`))).toBe('');
  });
});

describe('what an error says', () => {
  test('is its message apart from any language, where it has one', () => {
    const error = new SpokenError(inUse);
    expect(error.message).toBe('VLAN 20 is in use by the PVID of port 3.');
    expect(saidBy(error)).toBe(inUse);
  });

  test('is its words, whatever was thrown', () => {
    expect(saidBy(new TypeError('x is not a function'))).toBe('x is not a function');
    expect([saidBy('full'), saidBy(7), saidBy(undefined)]).toEqual(['full', '7', 'undefined']);
  });
});

describe('a message from outside', () => {
  const { message } = fc.letrec<{ message: Message; value: string | number | Message }>((tie) => ({
    value: fc.oneof({ maxDepth: 2 }, fc.string(), fc.integer(), tie('message')),
    message: fc.record({ text: fc.string(), values: fc.dictionary(fc.string(), tie('value'), { maxKeys: 3 }) }),
  }));

  test('reads back as it was sent', () => {
    fc.assert(
      fc.property(message, (sent) => {
        const json: unknown = JSON.parse(JSON.stringify(sent));
        expect(readMessage(json)).toEqual(json);
      }),
    );
    const list = say('{{list}}', { list: ['a', 1, say('b'), ['c']] });
    expect(readMessage(JSON.parse(JSON.stringify(list)))).toEqual(list);
    expect(readMessage({ text: 'Plain.', code: 12 })).toEqual({ text: 'Plain.' });
  });

  test.each([
    undefined,
    null,
    'text',
    [],
    {},
    { text: 1 },
    { text: 'a', values: [] },
    { text: 'a', values: { b: true } },
    { text: 'a', values: { b: { text: 1 } } },
    { text: 'a', values: { b: [null] } },
  ])('%j is none', (json) => {
    expect(readMessage(json)).toBeUndefined();
  });

  test('that nests without end is none', () => {
    let deep: unknown = { text: 'a' };
    let list: unknown = 'a';
    for (let depth = 0; depth < 8; depth += 1) {
      expect(readMessage(deep)).toBeDefined();
      deep = { text: 'a', values: { deep } };
      list = [list];
    }
    expect(readMessage(deep)).toBeUndefined();
    expect(readMessage({ text: 'a', values: { list } })).toBeUndefined();
  });

  test('whatever it is, is read or refused without throwing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        const read = readMessage(json);
        if (read) expect(typeof wordsOf(read)).toBe('string');
      }),
    );
  });
});
