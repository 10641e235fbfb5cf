import { expect, test } from 'vitest';
import { say } from '../../model/values/message.ts';
import { type LogEntry, Severity } from './log.ts';
import { outputLine } from './output-line.ts';

const entry = (name: string, severity: Severity = Severity.warning): LogEntry => ({
  sequence: 1,
  severity,
  time: Date.UTC(2026, 0, 31, 13, 5, 9),
  message: say('Login of {{name}} failed.', { name }),
});

test('a line says how severe an event is, which kind it is of, and stays one line', () => {
  const [first, second] = [entry('eve'), entry('mallory\n<0>forged')].map((one) => outputLine(one, 'journal'));
  expect(first).toMatch(/^<4>[0-9a-f]{8} Login of eve failed\.\n$/);
  expect(second).toMatch(/^<4>[0-9a-f]{8} Login of mallory <0>forged failed\.\n$/);
  // The same event has the same identifier, whatever its values are.
  expect(first?.slice(3, 11)).toBe(second?.slice(3, 11));
  expect(outputLine(entry('eve', Severity.critical), 'lines')).toMatch(
    /^2026-01-31T13:05:09\.000Z critical [0-9a-f]{8} Login of eve failed\.\n$/,
  );
});
