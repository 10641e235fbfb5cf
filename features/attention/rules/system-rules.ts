import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { say } from '../../../model/values/message.ts';
import { ipv6Interfaces } from '../../system/l3-feature/ipv6/slots.ts';
import { duplicateAddresses } from '../../system/l3-feature/slots.ts';
import { sslCtrl } from '../../system/ssl/objects.ts';
import { present } from '../../system/ssl/slots.ts';
import { syslogCtrl, syslogServEntry } from '../../system/system-log/objects.ts';
import type { Finding, Rule } from '../finding.ts';

const LOG = '/System/SystemLog';
const TIME = '/System/SystemTime';
const SAVE = '/Save';
const CERTIFICATE = '/System/SSL';
const INTERFACES_4 = '/System/L3Feature/IPv4Interface';
const INTERFACES_6 = '/System/L3Feature/IPv6Interface';

/** Milliseconds. */
const DAY = 86_400_000;
const MONTH = 30 * DAY;

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

/** Two stations have the same address, one of them this switch. */
export const duplicateAddress: Rule = {
  name: 'duplicate-address',
  pages: [INTERFACES_4, INTERFACES_6],
  find({ slots }) {
    const version4 = [...slots.get(duplicateAddresses)].map((entry) => entry.split(' '));
    const version6 = [...slots.get(ipv6Interfaces)].flatMap(([vlan, { addresses }]) =>
      addresses
        .filter(({ standing, claimed }) => standing === 'duplicate' || claimed)
        .map(({ address }) => [String(vlan), address]),
    );
    return [...version4, ...version6].map(
      ([vlan = '', address = '']): Finding => ({
        at: `${vlan} ${address}`,
        severity: 'critical',
        what: say('Another station has the address {{address}} of this switch.', { address }),
        cause: say('It answers for the address in VLAN {{vlan}}; management sessions may break off.', { vlan }),
        advice: say('Give one of the two another address.'),
        actions: [{ label: say('Open addresses'), to: address.includes(':') ? INTERFACES_6 : INTERFACES_4 }],
      }),
    );
  },
};

/** The clock shows a time before this software existed. */
export const clockNeverSet: Rule = {
  name: 'clock-never-set',
  pages: [TIME],
  find: ({ isClockSet }) =>
    isClockSet
      ? []
      : [
          {
            at: '',
            severity: 'warning',
            what: say('The clock was never set.'),
            cause: say('Times in the log are wrong, time ranges do not apply, and certificates cannot be checked.'),
            actions: [{ label: say('Set the clock'), to: TIME }],
          },
        ],
};

/** Changes that a restart would lose are a day old. */
export const unsavedForLong: Rule = {
  name: 'unsaved-for-long',
  pages: [SAVE],
  find({ unsaved, now }) {
    const times = unsaved.flatMap(({ time }) => time ?? []);
    const oldest = Math.min(...times);
    if (times.length === 0 || now - oldest < DAY) return [];
    return [
      {
        at: '',
        severity: 'warning',
        what: say('Changes have not been saved for more than a day.'),
        cause: say('A restart or a power failure would lose them.'),
        since: oldest,
        actions: [
          { label: say('Save'), saves: true },
          { label: say('Show changes'), to: SAVE },
        ],
      },
    ];
  },
};

/** Browsers will refuse the certificate of the console, or do. */
export const certificateEnds: Rule = {
  name: 'certificate-ends',
  pages: [CERTIFICATE],
  find({ slots, configuration, now }) {
    const { ends } = slots.get(present);
    const isUsed = configuration.group(sslCtrl).sslState === Status.enabled;
    if (!isUsed || ends === undefined || ends - now >= MONTH) return [];
    const days = Math.floor((ends - now) / DAY);
    return [
      {
        at: '',
        severity: ends <= now ? 'critical' : 'warning',
        what:
          ends <= now
            ? say('The certificate of the console has expired.')
            : days === 1
              ? say('The certificate of the console expires in 1 day.')
              : say('The certificate of the console expires in {{days}} days.', { days }),
        cause: say('Browsers warn of an expired certificate or refuse it.'),
        actions: [{ label: say('Open certificate'), to: CERTIFICATE }],
        circumstance: `${ends} ${ends <= now}`,
      },
    ];
  },
};
