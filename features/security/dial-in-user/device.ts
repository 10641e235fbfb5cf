import { type DeviceFeature, operation } from '../../../device/feature.ts';
import { placeIn, Refusal } from '../../../device/refusal.ts';
import { say } from '../../../model/values/message.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { withKeptSecret } from '../../kept-secret.ts';
import { dialInUserEntry } from './objects.ts';

/** A new user needs a password, which is typed twice at the console. */
const changeUser = operation(dialInUserEntry, {
  async prepare(context, request) {
    const { kind, values } = request;
    if (kind !== 'create' && kind !== 'set') return values;
    const { dialInUserConfirm: confirmed, dialInUserPassword: password = '' } = values;
    if (confirmed !== undefined && confirmed !== password) {
      const place = placeIn(dialInUserEntry, values, 'dialInUserConfirm');
      throw new Refusal(ErrorCode.wrongValue, say('Passwords do not match.'), place);
    }
    return withKeptSecret(context, request, 'dialInUserPassword', say('Enter a password.'));
  },
});

/** Security > Dial-In User. */
export const dialInUser: DeviceFeature = { objects: [dialInUserEntry], operations: [changeUser] };
