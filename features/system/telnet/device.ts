import type { AccessContribution } from '../../../device/contribution.ts';
import { type DeviceFeature, type LiveAnswer, live, operation, type Service } from '../../../device/feature.ts';
import { placeIn, Refusal } from '../../../device/refusal.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { formatDateTime } from '../../../model/values/date-time.ts';
import { say } from '../../../model/values/message.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { deviceTimeAt } from '../system-time/objects.ts';
import { telnetCtrl, telnetSessionEntry } from './objects.ts';
import { portRule } from './rules.ts';
import { telnetState } from './slots.ts';

/** The server, while it is enabled. */
const server: Service = {
  name: 'Telnet',
  reads: [telnetCtrl],
  wanted: (configuration) => configuration.group(telnetCtrl).telnetState === Status.enabled,
  start: async (context) => (await import('./running-server.ts')).startServer(context),
};

const liveAnswers: readonly LiveAnswer[] = [
  live(telnetCtrl, { group: ({ slots }) => ({ telnetListening: slots.get(telnetState).listening.join(', ') }) }),
  live(telnetSessionEntry, {
    rows: ({ slots, configuration }) =>
      slots.get(telnetState).sessions.map(({ number, user, remoteAddress, since }) => ({
        telnetSessionId: number,
        telnetSessionUser: user,
        telnetSessionAddr: remoteAddress,
        telnetSessionSince: formatDateTime(deviceTimeAt(configuration(), since)),
      })),
  }),
];

const disconnect = operation(telnetCtrl, {
  operate({ slots }, { values }) {
    if (values.telnetDisconnect === undefined) return;
    const session = slots.get(telnetState).sessions.find(({ number }) => number === values.telnetDisconnect);
    if (!session) {
      const message = say('Session {{number}} is not open.', { number: values.telnetDisconnect });
      throw new Refusal(ErrorCode.noSuchName, message, placeIn(telnetCtrl, undefined, 'telnetDisconnect'));
    }
    session.end();
  },
});

/** Telnet is one of the ways to the switch. */
const access: AccessContribution = {
  reads: [telnetCtrl],
  compile(configuration) {
    const { telnetState: state, telnetPort: port } = configuration.group(telnetCtrl);
    return { listeners: new Map([['telnet', { transport: 'tcp', port, enabled: state === Status.enabled }]]) };
  },
};

/** System > Telnet. */
export const telnet: DeviceFeature = {
  objects: [telnetCtrl, telnetSessionEntry],
  rules: [portRule],
  accessContributions: [access],
  live: liveAnswers,
  operations: [disconnect],
  services: [server],
};
