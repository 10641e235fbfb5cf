import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildRfc3164, buildRfc5424, octetCounted, type SyslogMessage } from './message.ts';

const message: SyslogMessage = {
  facility: 23,
  severity: 4,
  time: Date.UTC(2026, 0, 2, 3, 4, 5, 60),
  utcOffset: 0,
  hostName: 'core-switch-1',
  application: 'faceplate',
  text: 'Port 3 link down',
};

const text = (octets: Uint8Array) => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(octets);

test('RFC 5424', () => {
  expect(text(buildRfc5424(message))).toBe(
    '<188>1 2026-01-02T03:04:05.060Z core-switch-1 faceplate - - - Port 3 link down',
  );
  expect(text(buildRfc5424({ ...message, utcOffset: -210, hostName: '' }))).toContain(
    ' 2026-01-01T23:34:05.060-03:30 - faceplate ',
  );
});

test('RFC 5424 marks a text that is more than ASCII', () => {
  expect(text(buildRfc5424({ ...message, text: 'Tür' }))).toContain(' - - - \uFEFFTür');
});

test('RFC 5424 names the kind of event, and its values so that none of them ends an element', () => {
  const data = { 'event@32473': { name: 'a"b]c\\d\ne' }, meta: { sequenceId: '7' } };
  expect(text(buildRfc5424({ ...message, messageId: '0123abcd', data }))).toBe(
    '<188>1 2026-01-02T03:04:05.060Z core-switch-1 faceplate - 0123abcd ' +
      '[event@32473 name="a\\"b\\]c\\\\d e"][meta sequenceId="7"] Port 3 link down',
  );
});

test('over a connection, the number of octets comes first', () => {
  expect(text(octetCounted(new TextEncoder().encode('<188>1 Tür')))).toBe('11 <188>1 Tür');
});

test('RFC 3164', () => {
  expect(text(buildRfc3164(message))).toBe('<188>Jan  2 03:04:05 core-switch-1 faceplate: Port 3 link down');
});

test('the clock of the device is shown with its offset, and no time where it has none', () => {
  const shown = (utcOffset: number) => text(buildRfc5424({ ...message, utcOffset })).split(' ')[1];
  expect(shown(0)).toBe('2026-01-02T03:04:05.060Z');
  expect(shown(65)).toBe('2026-01-02T04:09:05.060+01:05');
  expect(shown(-600)).toBe('2026-01-01T17:04:05.060-10:00');
  expect(text(buildRfc5424({ ...message, time: undefined }))).toBe(
    '<188>1 - core-switch-1 faceplate - - - Port 3 link down',
  );
  expect(text(buildRfc3164({ ...message, utcOffset: 65 }))).toContain('<188>Jan  2 04:09:05 core-switch-1 ');
  expect(text(buildRfc3164({ ...message, time: undefined }))).toBe('<188>core-switch-1 faceplate: Port 3 link down');
});

test('names are cut to the length of their fields', () => {
  const long = { ...message, hostName: 'h'.repeat(300), application: `a-${'b'.repeat(60)}` };
  expect(text(buildRfc5424(long))).toContain(` ${'h'.repeat(255)} a-${'b'.repeat(46)} - `);
  expect(text(buildRfc3164(long))).toContain(` ${'h'.repeat(255)} a${'b'.repeat(31)}: `);
});

test('any text stays one line of valid UTF-8 within the datagram, and any name one word', () => {
  const long = fc.string({ unit: 'binary', maxLength: 3000, size: 'max' });
  fc.assert(
    fc.property(long, fc.string({ unit: 'binary' }), (words, hostName) => {
      const modern = buildRfc5424({ ...message, text: words, hostName });
      expect(modern.length).toBeLessThanOrEqual(2048);
      expect(text(modern)).toMatch(/^<188>1 \S+ [\x21-\x7e]+ faceplate - - - \P{Cc}*$/u);
      const older = buildRfc3164({ ...message, text: words, hostName });
      expect(older.length).toBeLessThanOrEqual(1024);
      expect(text(older)).toMatch(/^<188>Jan {2}2 03:04:05 [\x21-\x7e]+ faceplate: \P{Cc}*$/u);
    }),
  );
});
