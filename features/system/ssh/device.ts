import type { AccessContribution } from '../../../device/contribution.ts';
import {
  type DeviceContext,
  type DeviceFeature,
  type LiveAnswer,
  live,
  operation,
  type Service,
} from '../../../device/feature.ts';
import { placeIn, Refusal } from '../../../device/refusal.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { formatDateTime } from '../../../model/values/date-time.ts';
import { say } from '../../../model/values/message.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { fingerprintOf, parsePublicKeys } from '../../../protocols/ssh/public-key.ts';
import { deviceTimeAt } from '../system-time/objects.ts';
import { sshCtrl, sshHostKeyEntry, sshSessionEntry, sshUserKeyEntry } from './objects.ts';
import { sshRules } from './rules.ts';
import { hostKeyStates, newHostKeys, sshState } from './slots.ts';

/** The server, while it is enabled. */
const server: Service = {
  name: 'SSH',
  reads: [sshCtrl],
  wanted: (configuration) => configuration.group(sshCtrl).sshState === Status.enabled,
  start: async (context) => (await import('./running-server.ts')).startServer(context),
};

const moment = (context: DeviceContext, time: number) => formatDateTime(deviceTimeAt(context.configuration(), time));

const liveAnswers: readonly LiveAnswer[] = [
  live(sshCtrl, {
    group: ({ slots }) => ({ sshListening: slots.get(sshState).listening.join(', '), sshVersion: 2 }),
  }),
  live(sshHostKeyEntry, {
    rows: (context) =>
      context.slots
        .get(hostKeyStates)
        .toSorted((a, b) => a.type - b.type)
        .map(({ type, bits, fingerprint, created }) => ({
          sshKeyType: type,
          sshKeyBits: bits,
          sshKeyFingerprint: fingerprint,
          sshKeyCreated: moment(context, created),
        })),
  }),
  live(sshUserKeyEntry, {
    rows: ({ configuration }) =>
      (parsePublicKeys(configuration().group(sshCtrl).sshUserKeyFile) ?? []).map(
        ({ algorithm, blob, comment }, at) => ({
          sshUserKeyIndex: at + 1,
          sshUserKeyType: algorithm,
          sshUserKeyFingerprint: fingerprintOf(blob),
          sshUserKeyComment: comment,
        }),
      ),
  }),
  live(sshSessionEntry, {
    rows: (context) =>
      context.slots.get(sshState).sessions.map(({ number, user, remoteAddress, details, since }) => ({
        sshSessionId: number,
        sshSessionUser: user,
        sshSessionAddr: remoteAddress,
        sshSessionCipher: details,
        sshSessionSince: moment(context, since),
      })),
  }),
];

/** Makes new host keys, or ends a session. */
const keysAndSessions = operation(sshCtrl, {
  grantsAccess: ({ values }) => (values.sshUserKeyFile ?? '') !== '',
  async operate({ slots }, { values }) {
    const { sshGenerateKeys, sshDisconnect } = values;
    if (sshGenerateKeys !== undefined) {
      const renew = slots.get(newHostKeys);
      if (!renew) {
        const message = say('Enable SSH first: its host keys are then generated.');
        throw new Refusal(ErrorCode.inconsistentValue, message, placeIn(sshCtrl, undefined, 'sshGenerateKeys'));
      }
      await renew();
    }
    if (sshDisconnect === undefined) return;
    const session = slots.get(sshState).sessions.find(({ number }) => number === sshDisconnect);
    if (!session) {
      const message = say('Session {{number}} is not open.', { number: sshDisconnect });
      throw new Refusal(ErrorCode.noSuchName, message, placeIn(sshCtrl, undefined, 'sshDisconnect'));
    }
    session.end();
  },
});

/** SSH is one of the ways to the switch. */
const access: AccessContribution = {
  reads: [sshCtrl],
  compile(configuration) {
    const { sshState: state, sshServicePort: port, sshVlan } = configuration.group(sshCtrl);
    const vlan = sshVlan === 0 ? undefined : sshVlan;
    return {
      listeners: new Map([['ssh', { transport: 'tcp', port, enabled: state === Status.enabled, vlan }]]),
    };
  },
};

/** System > SSH. */
export const ssh: DeviceFeature = {
  objects: [sshCtrl, sshHostKeyEntry, sshUserKeyEntry, sshSessionEntry],
  rules: sshRules,
  accessContributions: [access],
  live: liveAnswers,
  operations: [keysAndSessions],
  services: [server],
};
