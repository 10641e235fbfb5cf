import { randomInt } from 'node:crypto';
import { type FlashFiles, replaceFile } from '../flash/flash-files.ts';
import type { Passwords } from '../sessions/passwords.ts';

/** Without the characters that are easily taken for one another. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';
const LENGTH = 16;

/**
 * The hash of the password that this device came with. It is made at the first start: from `given` where that is set, else
 * from a random password that `announce` is told once.
 */
export async function initialPasswordHash(
  files: FlashFiles,
  path: string,
  passwords: Passwords,
  given: string | undefined,
  announce: (password: string) => void,
): Promise<string> {
  const kept = (await files.read(path))?.trim();
  if (kept) return kept;
  const password = given ?? randomPassword();
  const hash = await passwords.hash(password);
  await replaceFile(files, path, `${hash}\n`);
  if (given === undefined) announce(password);
  return hash;
}

function randomPassword(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}
