import {
  type DeviceContext,
  type DeviceFeature,
  type LiveColumnsOf,
  live,
  operation,
} from '../../../device/feature.ts';
import { Severity } from '../../../device/log/log.ts';
import { callerName } from '../../../device/management.ts';
import { placeIn, Refusal } from '../../../device/refusal.ts';
import { refuseGuessable } from '../../../device/sessions/new-password.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { entryGone } from '../../../model/configuration/message.ts';
import { type Hardware, serialNumber } from '../../../model/hardware/hardware.ts';
import { TruthValue } from '../../../model/schema/kinds/enumeration.ts';
import { type RowOf, rowKey } from '../../../model/schema/object.ts';
import { formatDateTime } from '../../../model/values/date-time.ts';
import { say } from '../../../model/values/message.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { checkCurrentPassword } from '../current-password.ts';
import { system } from '../system-management/objects.ts';
import { deviceTimeAt } from '../system-time/objects.ts';
import { tokenAnswers, tokenOperations } from './device-tokens.ts';
import { passwordsDiffer, sysUserEntry } from './objects.ts';
import { apiTokenCtrl, apiTokenEntry } from './token-objects.ts';

type Account = RowOf<typeof sysUserEntry>;

const place = (column: keyof Account, row?: Account) => placeIn(sysUserEntry, row, column);

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** Names shown to anyone on the login page, or on the device itself. */
function shownNames(configuration: Configuration, hardware: Hardware): readonly string[] {
  return [hardware.modelName, serialNumber(hardware), configuration.group(system).sysName];
}

async function checkNewPassword(
  { sessions, configuration, hardware }: DeviceContext,
  password: string,
  userName: string,
  account: Account,
): Promise<void> {
  const newPassword = place('sysUserPassword', account);
  await refuseGuessable(password, { userName, shown: shownNames(configuration(), hardware), place: newPassword });
  const { initialPasswordHash } = sessions;
  if (initialPasswordHash !== undefined && (await sessions.verifyPassword(password, initialPasswordHash))) {
    const message = say('New password must not be the initial password.');
    throw new Refusal(ErrorCode.wrongValue, message, newPassword);
  }
}

/** Changing name or password of the account (docs/specification/system.md, "Modify Administration"). */
const modifyAccount = operation(sysUserEntry, {
  async prepare(context, request) {
    const { values } = request;
    if ('sysUserPasswordHash' in values) {
      throw new Refusal(ErrorCode.notWritable, say('{{label}} is read only.', { label: say('Password') }));
    }
    const account = context.configuration().rows(sysUserEntry)[0];
    if (!account) throw new Refusal(ErrorCode.noSuchName, entryGone);
    const userName = text(values.sysUserName ?? account.sysUserName);
    const password = text(values.sysUserPassword);
    if (values.confirmPassword !== undefined && text(values.confirmPassword) !== password) {
      throw new Refusal(ErrorCode.wrongValue, passwordsDiffer, place('confirmPassword', account));
    }
    const stored: Record<string, string | number> = { ...values };
    if (userName === account.sysUserName && password === '') return stored;
    await checkCurrentPassword(
      context,
      request.caller,
      values.oldPassword,
      account.sysUserPasswordHash,
      place('oldPassword', account),
    );
    if (password === '') {
      if (await context.sessions.verifyPassword(userName, account.sysUserPasswordHash)) {
        const message = say('User name must differ from the password.');
        throw new Refusal(ErrorCode.wrongValue, message, place('sysUserName', account));
      }
      return stored;
    }
    await checkNewPassword(context, password, userName, account);
    return { ...stored, sysUserPasswordHash: await context.sessions.hashPassword(password) };
  },
  async operate(context, { values, caller }) {
    const who = callerName(caller);
    const isNew = text(values.sysUserPassword) !== '';
    if (isNew) context.log.write(Severity.notice, say('Password changed by {{who}}.', { who }));
    if (isNew || (values.sysUserName !== undefined && values.sysUserName !== caller.user)) {
      context.sessions.endOthers(caller.session);
    }
    if (values.sysUserRevokeTokens !== TruthValue.yes || context.tokens.list().length === 0) return;
    await context.tokens.revokeAll();
    context.log.write(Severity.notice, say('All API tokens revoked by {{who}}.', { who }));
  },
});

function liveAccount(context: DeviceContext): LiveColumnsOf<typeof sysUserEntry> {
  const login = context.sessions.lastLogin();
  return new Map(
    context
      .configuration()
      .rows(sysUserEntry)
      .map((account) => [
        rowKey(sysUserEntry, account),
        {
          sysUserFactoryPassword: account.sysUserPasswordHash === context.sessions.initialPasswordHash ? 1 : 2,
          sysUserLastLogin: login ? formatDateTime(deviceTimeAt(context.configuration(), login.time)) : '',
          sysUserLastAddr: login?.remoteAddress ?? '',
          sysUserSessions: context.sessions.count(),
        },
      ]),
  );
}

/** System > Administration. */
export const administration: DeviceFeature = {
  objects: [sysUserEntry, apiTokenEntry, apiTokenCtrl],
  live: [live(sysUserEntry, { columns: liveAccount }), ...tokenAnswers],
  operations: [modifyAccount, ...tokenOperations],
};
