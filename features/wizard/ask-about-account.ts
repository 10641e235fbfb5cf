import { call } from '../../console/call/call.ts';
import { CallRefused, failureText } from '../../console/call/failure.ts';
import { translate } from '../../console/translations/language.ts';
import type { Values } from '../../model/wire/call.ts';
import { sysUserEntry } from '../system/administration/objects.ts';
import type { Messages } from './checks.ts';
import { accountCall } from './plan.ts';

/** The wizard's fields by the account's columns. */
const fields: Readonly<Record<string, string>> = {
  oldPassword: 'currentPassword',
  sysUserPassword: 'password',
  sysUserName: 'username',
};

/**
 * Tries the change of the account out on the device, which knows the current password: what it says, translated, by the
 * wizard's field. Rejects where the device refuses for another reason or does not answer.
 */
export async function askAboutAccount(entries: Values, present: Values): Promise<Messages> {
  const change = accountCall(entries, present);
  if (!change) return {};
  try {
    await call({ ...change, params: { ...change.params, DryRun: 1 } });
    return {};
  } catch (failure) {
    const place = failure instanceof CallRefused ? failure.place : {};
    const field = place.object === sysUserEntry.name ? fields[place.column ?? ''] : undefined;
    if (field === undefined) throw failure;
    return { [field]: failureText(failure, translate) };
  }
}
