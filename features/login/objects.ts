import { dateTime } from '../../model/schema/kinds/date-time.ts';
import { truth } from '../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../model/schema/kinds/gauge.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { text } from '../../model/schema/kinds/text.ts';
import { group, table } from '../../model/schema/object.ts';
import { say } from '../../model/values/message.ts';

const page = '/System/Administration';

/** Current sessions of the console (docs/specification/system.md, "Login"). */
export const sysWebSessionEntry = table('sysWebSessionEntry', {
  title: 'Web session',
  help: 'Sessions of the console now.',
  page,
  index: { sysWebSessionIndex: integer({ label: 'No.', access: 'ro', min: 1, max: 7 }) },
  columns: {
    sysWebSessionUser: text({ label: 'User name', access: 'ro', maxLength: 32 }),
    sysWebSessionAddr: text({ label: 'Address', access: 'ro', maxLength: 64 }),
    sysWebSessionLogin: dateTime({ label: 'Login' }),
    sysWebSessionIdle: gauge({ label: 'Idle', unit: 's' }),
    /** Whether the caller uses it. */
    sysWebSessionOwn: truth({ label: 'This session', access: 'ro' }),
  },
  rows: { max: 7 },
  rowName: ({ sysWebSessionIndex }) => say('web session {{number}}', { number: sysWebSessionIndex }),
  privateMib: {
    number: 1,
    columns: [
      'sysWebSessionIndex',
      'sysWebSessionUser',
      'sysWebSessionAddr',
      'sysWebSessionLogin',
      'sysWebSessionIdle',
      'sysWebSessionOwn',
    ],
  },
});

/** Ends sessions of the console. */
export const sysWebSessionCtrl = group('sysWebSessionCtrl', {
  title: 'Web sessions',
  page,
  fields: {
    sysWebSessionEnd: integer({
      label: 'End session',
      access: 'action',
      min: 1,
      max: 7,
      help: 'Ends the session of this number.',
    }),
  },
  privateMib: { number: 198, columns: ['sysWebSessionEnd'] },
});

/** Sources of failed logins (docs/specification/system.md, "Login"). */
export const sysWebAuthEntry = table('sysWebAuthEntry', {
  title: 'Failed logins',
  help: 'Addresses from which logins failed; three failures lock an address for 10 minutes.',
  index: { sysWebAuthSourceAddr: text({ label: 'Address', access: 'ro', maxLength: 64 }) },
  columns: {
    sysWebAuthFailures: gauge({ label: 'Failures' }),
    sysWebAuthLocked: gauge({ label: 'Locked for', unit: 's' }),
  },
  rows: { max: 4096 },
  privateMib: { number: 2, columns: ['sysWebAuthSourceAddr', 'sysWebAuthFailures', 'sysWebAuthLocked'] },
});
