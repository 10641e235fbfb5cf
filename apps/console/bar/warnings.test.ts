import { describe, expect, it } from 'vitest';
import { translator } from '../../../console/translations/language.ts';
import { say } from '../../../model/values/message.ts';
import { asWritten } from '../../../model/values/translate.ts';
import { warningsAmong } from './warnings.ts';

const entry = (index: number, priority: number, message: string, syslogMsgSaid = '') => ({
  syslogMsgIndex: index,
  syslogMsgDescr: `<${priority}> Jan 31 13:05:09 2026${message}`,
  syslogMsgSaid,
});

describe('the warning bell', () => {
  it('shows the levels warning and critical only, in the order of the log', () => {
    const log = [
      entry(1, 188, 'a warning'),
      entry(2, 190, 'informational'),
      entry(3, 130, 'critical'),
      entry(4, 131, 'an error counts as critical'),
      entry(5, 129, 'an alert has its own place'),
    ];
    expect(warningsAmong(log, asWritten)).toEqual([
      { index: 1, level: 'warning', date: 'Jan 31 13:05:09 2026', msg: 'a warning' },
      { index: 3, level: 'critical', date: 'Jan 31 13:05:09 2026', msg: 'critical' },
      { index: 4, level: 'critical', date: 'Jan 31 13:05:09 2026', msg: 'an error counts as critical' },
    ]);
  });

  it('says them in the shown language', () => {
    const said = JSON.stringify(say('Fan {{fan}} has stopped', { fan: 2 }));
    const german = translator({ 'Fan {{fan}} has stopped': 'Lüfter {{fan}} steht' });
    const [warning] = warningsAmong([entry(1, 188, 'Fan 2 has stopped', said)], german);
    expect(warning?.msg).toBe('Lüfter 2 steht');
  });

  it('leaves out what is no log entry', () => {
    expect(warningsAmong([{ ...entry(1, 188, ''), syslogMsgDescr: 'garbage' }], asWritten)).toEqual([]);
  });
});
