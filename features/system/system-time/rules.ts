import { conflict, type Problem, type Rule } from '../../../model/configuration/rule.ts';
import { dateTimeExists, millisecondsOf } from '../../../model/values/date-time.ts';
import { parseHost } from '../../../model/values/host-name.ts';
import { classOfIpv6, Ipv6Class } from '../../../model/values/ipv6.ts';
import { type Message, say } from '../../../model/values/message.ts';
import { daylightSavingOf, sysTimeCtrl, TimeSource } from './objects.ts';
import { sysTimeSntpServerEntry } from './sntp-server-objects.ts';

/** The sentence for a date that the calendar does not have. */
export const dateMissing: Message = say('The date does not exist.');

/** SNTP has somebody to ask. */
const sourceRule: Rule = {
  concerns: [sysTimeCtrl, sysTimeSntpServerEntry],
  *check({ after }) {
    const served = after.rows(sysTimeSntpServerEntry).some((row) => row.sysTimeSntpServer !== '');
    if (after.group(sysTimeCtrl).sysTimeSource === TimeSource.sntp && !served) {
      const message = say('SNTP requires a time server to be set first.');
      yield conflict(sysTimeCtrl, message, { column: 'sysTimeSource' });
    }
  },
};

/** Daylight saving begins and ends at two moments that exist. */
const daylightRule: Rule = {
  concerns: [sysTimeCtrl],
  *check({ after }): Iterable<Problem> {
    const saving = daylightSavingOf(after.group(sysTimeCtrl));
    if (saving.mode === 'disabled') return;
    if (saving.mode === 'recurring') {
      const { start, end } = saving;
      if (start.month === end.month && start.week === end.week && start.weekday === end.weekday) {
        const message = say('The start and the end of daylight saving must not be on the same day.');
        yield conflict(sysTimeCtrl, message, { column: 'dstEndMonth' });
      }
      return;
    }
    if (!dateTimeExists(saving.start)) yield conflict(sysTimeCtrl, dateMissing, { column: 'dstStartDay' });
    else if (!dateTimeExists(saving.end)) yield conflict(sysTimeCtrl, dateMissing, { column: 'dstEndDay' });
    else if (millisecondsOf(saving.start) >= millisecondsOf(saving.end)) {
      const message = say('The start of daylight saving must be before its end.');
      yield conflict(sysTimeCtrl, message, { column: 'dstEndDay' });
    }
  },
};

/** No server twice; a VLAN requires a link-local address. */
const serverRule: Rule = {
  concerns: [sysTimeSntpServerEntry],
  *check({ after }) {
    const seen = new Set<string>();
    for (const row of after.rows(sysTimeSntpServerEntry)) {
      const { sysTimeSntpServer: server, sysTimeSntpVlan: vlan } = row;
      if (server !== '' && seen.has(server)) {
        yield conflict(sysTimeSntpServerEntry, say('Time server {{server}} is given twice.', { server }), {
          row,
          column: 'sysTimeSntpServer',
        });
      }
      seen.add(server);
      if (vlan === 0) continue;
      const host = parseHost(server);
      const place = { row, column: 'sysTimeSntpVlan' };
      if (host?.type !== 2 || classOfIpv6(host.text) !== Ipv6Class.linkLocal) {
        const message = say('VLAN must be 0 unless the server has a link-local IPv6 address.');
        yield conflict(sysTimeSntpServerEntry, message, place);
      }
    }
  },
};

/** Rules of the clock's source, its servers and daylight saving. */
export const timeRules: readonly Rule[] = [sourceRule, daylightRule, serverRule];
