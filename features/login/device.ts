import { type DeviceContext, type DeviceFeature, type LiveRowOf, live, operation } from '../../device/feature.ts';
import type { Caller } from '../../device/management.ts';
import { placeIn, Refusal } from '../../device/refusal.ts';
import { TruthValue } from '../../model/schema/kinds/enumeration.ts';
import { formatDateTime } from '../../model/values/date-time.ts';
import { say } from '../../model/values/message.ts';
import type { Values } from '../../model/wire/call.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { deviceTimeAt } from '../system/system-time/objects.ts';
import { sysWebAuthEntry, sysWebSessionCtrl, sysWebSessionEntry } from './objects.ts';

function sessionRows(
  { sessions, configuration }: DeviceContext,
  _query: Values,
  caller: Caller,
): LiveRowOf<typeof sysWebSessionEntry>[] {
  const { yes, no } = TruthValue;
  return sessions.list().map(({ id, number, user, remoteAddress, signedInAt, idle }) => ({
    sysWebSessionIndex: number,
    sysWebSessionUser: user,
    sysWebSessionAddr: remoteAddress,
    sysWebSessionLogin: formatDateTime(deviceTimeAt(configuration(), signedInAt)),
    sysWebSessionIdle: idle,
    sysWebSessionOwn: caller.access === 'web' && caller.session === id ? yes : no,
  }));
}

function sourceRows({ sessions }: DeviceContext): LiveRowOf<typeof sysWebAuthEntry>[] {
  return sessions.sources().map(({ remoteAddress, failures, lockedFor }) => ({
    sysWebAuthSourceAddr: remoteAddress,
    sysWebAuthFailures: failures,
    sysWebAuthLocked: lockedFor,
  }));
}

/** Ends a session, one's own too. */
const endSession = operation(sysWebSessionCtrl, {
  operate({ sessions }, { values: { sysWebSessionEnd: number }, caller }) {
    if (number === undefined || sessions.endNumber(Number(number), caller)) return;
    const message = say('Session {{number}} is not open.', { number });
    throw new Refusal(ErrorCode.noSuchName, message, placeIn(sysWebSessionCtrl, undefined, 'sysWebSessionEnd'));
  },
});

/** Current sessions, and failed logins. */
export const login: DeviceFeature = {
  objects: [sysWebSessionEntry, sysWebSessionCtrl, sysWebAuthEntry],
  live: [live(sysWebSessionEntry, { rows: sessionRows }), live(sysWebAuthEntry, { rows: sourceRows })],
  operations: [endSession],
};
