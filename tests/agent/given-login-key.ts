import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hostFiles } from '../../device/flash/flash-files.ts';
import { createLoginKey } from '../../device/sessions/login-key.ts';
import { keptLoginKey } from '../../device/switch/kept-login-key.ts';
import { placesIn } from '../../device/switch/places.ts';

const made = fileURLToPath(new URL('../../.cache/login-key.pem', import.meta.url));

/** The key of all agents under test; made by the first test that ever needs it. */
async function sharedKey(): Promise<string> {
  try {
    return readFileSync(made, 'utf8');
  } catch {
    const key = await createLoginKey();
    mkdirSync(dirname(made), { recursive: true });
    // Whole or not there, for tests beside this one.
    writeFileSync(`${made}.${process.pid}`, key, { mode: 0o600 });
    renameSync(`${made}.${process.pid}`, made);
    return key;
  }
}

/**
 * Puts a key for logins into the data folder of an agent that is started for the first time: making one takes as much time as
 * the rest of the start. What it makes beside that is its own.
 */
export async function giveLoginKey(directory: string): Promise<void> {
  const { keys, loginKey } = placesIn(directory);
  mkdirSync(keys, { recursive: true, mode: 0o700 });
  await keptLoginKey(hostFiles, loginKey, { write() {} }, sharedKey);
}
