import { expect, test } from 'vitest';
import { Severity } from '../../device/log/log.ts';
import { say } from '../../model/values/message.ts';
import { auditLine } from './audit-line.ts';

const entry = { at: Date.UTC(2026, 0, 31, 13, 5, 9), tenant: 'own', user: '', source: '', serial: '' };

test('a line says whom it is about, and stays one line of which nothing is forged', () => {
  const said = say('Renamed to {{name}}.', { name: 'core\n<0>forged' });
  expect(auditLine({ ...entry, user: 'anna', source: '2001:db8::1', serial: 'FP-1', said }, 'journal')).toMatch(
    /^<5>[0-9a-f]{8} Renamed to core <0>forged\. tenant=own user=anna source=2001:db8::1 serial=FP-1\n$/,
  );
  expect(
    auditLine({ ...entry, tenant: 'a b" user=root\n', severity: Severity.error, said: say('Gone.') }, 'lines'),
  ).toMatch(/^2026-01-31T13:05:09\.000Z error [0-9a-f]{8} Gone\. tenant="a b\\" user=root\\n"\n$/);
});
