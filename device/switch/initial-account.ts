import { randomInt } from 'node:crypto';
import { say } from '../../model/values/message.ts';
import { readCheckedFile, writeCheckedFile } from '../flash/checked-file.ts';
import { isDamaged } from '../flash/checked-text.ts';
import { reasonOf } from '../flash/failure-reason.ts';
import type { FlashFiles } from '../flash/flash-files.ts';
import { type Log, Severity } from '../log/log.ts';
import { isPasswordHash, type Passwords } from '../sessions/passwords.ts';

/** Without the characters that are easily taken for one another. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';
const LENGTH = 16;

const FORMAT = 'faceplate-initial-password';

/** The password that this device came with. */
export interface InitialPassword {
  readonly hash: string;
  /** Replaces it by a new one: it was replaced by an account that can no longer be read, and must not return. */
  renew(): Promise<void>;
  /**
   * To be called once the switch runs. If the password is new and in use (`isInForce`: it was not replaced by an
   * account), it is printed, then stored. Never rejects.
   */
  settle(isInForce: boolean): Promise<void>;
}

/** Dependencies of the initial password. */
export interface InitialPasswordSurroundings {
  readonly files: FlashFiles;
  readonly path: string;
  readonly passwords: Passwords;
  readonly log: Log;
  /** Set by the user that started the agent; else a random one is generated. */
  readonly given: string | undefined;
  /** Prints a random password, once; resolves when it was printed. */
  announce(password: string): void | Promise<void>;
}

/**
 * Finds the initial password, or generates one if there is no usable one. It is printed before it is stored: after a
 * power failure in between the next start prints another one, and a password that was never printed is never in use.
 */
export async function initialPassword(around: InitialPasswordSurroundings): Promise<InitialPassword> {
  const { files, path, passwords, log, given, announce } = around;
  const found = await readCheckedFile(files, path, FORMAT);
  const kept = found.kind === 'whole' ? found.body.trim() : '';
  let password: string | undefined;
  let hash = kept;
  const renew = async () => {
    password = given ?? randomPassword();
    hash = await passwords.hash(password);
  };
  if (!isPasswordHash(kept)) await renew();
  return {
    get hash() {
      return hash;
    },
    renew,
    async settle(isInForce) {
      if (!isInForce || password === undefined) return;
      if (given === undefined) await announce(password);
      if (found.kind === 'unreadable') {
        const { reason } = found;
        log.write(
          Severity.critical,
          say('The initial password cannot be read, because {{reason}}; a new one is in use until the next start.', {
            reason,
          }),
        );
        return;
      }
      if (isPasswordHash(kept))
        log.write(
          Severity.critical,
          say('The account cannot be read; a new initial password is in use, printed by the agent.'),
        );
      else if (found.kind !== 'none')
        log.write(
          Severity.critical,
          say('The initial password {{fault}}; a new one is in use, printed by the agent.', {
            fault: found.kind === 'damaged' ? found.fault : isDamaged,
          }),
        );
      try {
        await writeCheckedFile(files, path, FORMAT, `${hash}\n`);
      } catch (error) {
        const reason = reasonOf(error);
        log.write(
          Severity.critical,
          say('The initial password is lost at the next start, which generates a new one, because {{reason}}.', {
            reason,
          }),
        );
      }
    },
  };
}

function randomPassword(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}
