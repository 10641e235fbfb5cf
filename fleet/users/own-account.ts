import type { FleetObject } from '../../cloud/fleet/fleet-feature.ts';
import { placeIn, Refusal } from '../../device/refusal.ts';
import { refuseGuessable } from '../../device/sessions/new-password.ts';
import { say } from '../../model/values/message.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { fleetOwnAccount, passwordsDiffer } from './objects.ts';

/** Everybody changes his own password, by the one that he has. His other sessions end. */
export const ownAccount: FleetObject = {
  object: fleetOwnAccount,
  isForObservers: true,
  read: async () => ({}),
  async perform({ users, passwords, prove }, { values }, { user: { name }, session, source, did }) {
    const fail = (code: ErrorCode, message: ReturnType<typeof say>, column: string) =>
      new Refusal(code, message, placeIn(fleetOwnAccount, undefined, column));
    const password = String(values.fleetOwnPassword ?? '');
    if (password === '') {
      const message = say('{{label}} must be filled in.', { label: say('New password') });
      throw fail(ErrorCode.wrongValue, message, 'fleetOwnPassword');
    }
    if (values.fleetOwnConfirm !== undefined && values.fleetOwnConfirm !== password) {
      throw fail(ErrorCode.wrongValue, passwordsDiffer, 'fleetOwnConfirm');
    }
    await prove(name, String(values.fleetOwnPresent ?? ''), source).catch((error: unknown) => {
      const isWrong = error instanceof Refusal && error.code === ErrorCode.badCredentials;
      throw isWrong
        ? fail(ErrorCode.wrongValue, say('The current password is not correct.'), 'fleetOwnPresent')
        : error;
    });
    const place = placeIn(fleetOwnAccount, undefined, 'fleetOwnPassword');
    await refuseGuessable(password, { userName: name, shown: [], place });
    const passwordHash = await passwords.hash(password);
    // It may have been changed or taken away meanwhile.
    const present = users.named(name);
    if (!present) throw new Refusal(ErrorCode.noSuchName, say('No account has this name.'));
    await users.put({ ...present, passwordHash }, session);
    await did(say('Changed their own password.'));
  },
};
