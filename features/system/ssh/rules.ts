import { conflict, type Rule } from '../../../model/configuration/rule.ts';
import { say } from '../../../model/values/message.ts';
import { parsePublicKeys } from '../../../protocols/ssh/public-key.ts';
import { AuthMethod, sshCtrl } from './objects.ts';

/** The replacement of public keys must be public keys. */
const keyRule: Rule = {
  concerns: [sshCtrl],
  *check({ after }) {
    const { sshUserKeyFile, sshAuthMethods } = after.group(sshCtrl);
    const keys = parsePublicKeys(sshUserKeyFile);
    if (!keys) {
      const message = say('Every line must be an OpenSSH public key: Ed25519, ECDSA, or RSA with 2048 bits or more.');
      yield conflict(sshCtrl, message, { column: 'sshUserKeyFile' });
    } else if (keys.length === 0 && sshAuthMethods === AuthMethod.publicKey) {
      const message = say('No login would be possible: there are no public keys.');
      yield conflict(sshCtrl, message, { column: 'sshAuthMethods' });
    }
  },
};

/** Rules of SSH settings. */
export const sshRules: readonly Rule[] = [keyRule];
