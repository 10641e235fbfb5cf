import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { say } from '../../../model/values/message.ts';
import { syslogCtrl, syslogServEntry } from '../../system/system-log/objects.ts';
import type { Rule } from '../finding.ts';

const LOG = '/System/SystemLog';

/** Log servers are entered, and nothing is sent to them. */
export const remoteLogOff: Rule = {
  name: 'remote-syslog-off',
  pages: [LOG],
  find({ configuration }) {
    const servers = configuration.rows(syslogServEntry).filter((row) => row.syslogServState === Status.enabled);
    if (servers.length === 0 || configuration.group(syslogCtrl).syslogState === Status.enabled) return [];
    return [
      {
        at: '',
        severity: 'warning',
        what: say('No messages are sent to the log servers.'),
        cause: say('Servers are configured ({{servers}}), but remote syslog is disabled.', {
          servers: servers.map(({ syslogServAddr }) => syslogServAddr),
        }),
        actions: [
          {
            label: say('Enable remote syslog'),
            calls: [{ object: syslogCtrl.name, values: { syslogState: Status.enabled } }],
          },
          { label: say('Open System Log'), to: LOG },
        ],
        circumstance: servers.map(({ syslogServAddr }) => syslogServAddr).join(' '),
      },
    ];
  },
};
