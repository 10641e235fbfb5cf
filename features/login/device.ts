import type { DeviceContext, DeviceFeature } from '../../device/feature.ts';
import { formatDateTime } from '../../model/values/date-time.ts';
import type { Values } from '../../model/wire/call.ts';
import { deviceTimeAt } from '../system/system-time/objects.ts';
import { sysWebAuthEntry, sysWebSessionEntry } from './objects.ts';

function sessionRows({ sessions, configuration }: DeviceContext): Values[] {
  return sessions.list().map(({ user, remoteAddress, signedInAt, idle }, at) => ({
    sysWebSessionIndex: at + 1,
    sysWebSessionUser: user,
    sysWebSessionAddr: remoteAddress,
    sysWebSessionLogin: formatDateTime(deviceTimeAt(configuration(), signedInAt)),
    sysWebSessionIdle: idle,
  }));
}

function sourceRows({ sessions }: DeviceContext): Values[] {
  return sessions.sources().map(({ remoteAddress, failures, lockedFor }) => ({
    sysWebAuthSourceAddr: remoteAddress,
    sysWebAuthFailures: failures,
    sysWebAuthLocked: lockedFor,
  }));
}

/** Who is signed in, and who tried to be. */
export const login: DeviceFeature = {
  objects: [sysWebSessionEntry, sysWebAuthEntry],
  live: [
    { object: sysWebSessionEntry, rows: sessionRows },
    { object: sysWebAuthEntry, rows: sourceRows },
  ],
};
