import { dateTime } from '../../model/schema/kinds/date-time.ts';
import { gauge } from '../../model/schema/kinds/gauge.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { text } from '../../model/schema/kinds/text.ts';
import { table } from '../../model/schema/object.ts';

/** Who is signed in (reference: Login). */
export const sysWebSessionEntry = table('sysWebSessionEntry', {
  title: 'Session',
  index: { sysWebSessionIndex: integer({ label: 'No.', access: 'ro', min: 1, max: 7 }) },
  columns: {
    sysWebSessionUser: text({ label: 'User name', access: 'ro', maxLength: 32 }),
    sysWebSessionAddr: text({ label: 'From', access: 'ro', maxLength: 64 }),
    sysWebSessionLogin: dateTime({ label: 'Login' }),
    sysWebSessionIdle: gauge({ label: 'Idle', unit: 's' }),
  },
  rows: { max: 7 },
});

/** Sources of failed logins (reference: Login). */
export const sysWebAuthEntry = table('sysWebAuthEntry', {
  title: 'Failed logins',
  index: { sysWebAuthSourceAddr: text({ label: 'From', access: 'ro', maxLength: 64 }) },
  columns: {
    sysWebAuthFailures: gauge({ label: 'Failures' }),
    sysWebAuthLocked: gauge({ label: 'Locked for', unit: 's' }),
  },
  rows: { max: 4096 },
});
