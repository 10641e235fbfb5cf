import type { ServerConfig, utils } from 'ssh2';
import type { Keepable } from '../../../device/flash/keeper.ts';
import { isRecord } from '../../../model/values/json-record.ts';
import { fingerprintOf } from '../../../protocols/ssh/public-key.ts';
import { HostKeyType } from './objects.ts';
import type { HostKeyState } from './slots.ts';

/** A key pair that the switch proves itself by. */
export interface HostKey extends HostKeyState {
  /** In the format of OpenSSH. */
  readonly privateKey: string;
}

/** Host keys outlive a start and a change of the configuration: a client that knows them must not be warned without a reason. */
export const keptHostKeys: Keepable<readonly HostKey[]> = {
  name: 'ssh-host-keys',
  sealed: true,
  version: 1,
  write: (keys) => keys,
  read: (json) => (Array.isArray(json) && json.every(isHostKey) ? json : undefined),
};

function isHostKey(json: unknown): json is HostKey {
  return (
    isRecord(json) &&
    typeof json.type === 'number' &&
    typeof json.bits === 'number' &&
    typeof json.created === 'number' &&
    typeof json.fingerprint === 'string' &&
    typeof json.privateKey === 'string'
  );
}

const kinds = [
  { name: 'ed25519', type: HostKeyType.ed25519, bits: 256 },
  { name: 'ecdsa', type: HostKeyType.ecdsa, bits: 256 },
  { name: 'rsa', type: HostKeyType.rsa, bits: 2048 },
] as const;

/** Pairs of one kind that are made at most until one can be read back: of Ed25519 one in two hundred cannot (ssh2 1.17). */
const TRIES = 8;

/** Whether a server can be started with these: a key that cannot be read would refuse every client. */
export async function areUsable(keys: readonly HostKey[]): Promise<boolean> {
  const { utils } = (await import('ssh2')).default;
  const isReadable = ({ privateKey }: HostKey) => {
    const parsed: unknown = utils.parseKey(privateKey);
    return !(parsed instanceof Error);
  };
  return kinds.every(({ type }) => keys.some((key) => key.type === type)) && keys.every(isReadable);
}

/** Makes a key pair of each kind. Takes some tenths of a second, beside the thread. */
export async function makeHostKeys(now: number): Promise<readonly HostKey[]> {
  for (let tried = 1; ; tried += 1) {
    const keys = await makeKeys(now);
    if (tried >= TRIES || (await areUsable(keys))) return keys;
  }
}

async function makeKeys(now: number): Promise<readonly HostKey[]> {
  const { utils } = (await import('ssh2')).default;
  const make = ({ name, type, bits }: (typeof kinds)[number]) =>
    new Promise<HostKey>((resolve, reject) => {
      const done = (error: Error | null, keys: { readonly private: string; readonly public: string }) => {
        if (error) reject(error);
        else {
          const blob = Buffer.from(keys.public.split(' ')[1] ?? '', 'base64');
          resolve({ type, bits, created: now, privateKey: keys.private, fingerprint: fingerprintOf(blob) });
        }
      };
      if (name === 'ed25519') utils.generateKeyPair(name, {}, done);
      else utils.generateKeyPair(name, { bits }, done);
    });
  return Promise.all(kinds.map(make));
}

/** The signatures that an RSA key makes, the preferred one first (RFC 8332). */
const RSA_SIGNATURES = ['rsa-sha2-512', 'rsa-sha2-256'];

/**
 * A host key as the server offers it. Of an RSA key ssh2 always offers signatures with SHA-1 too, whatever algorithms it is given;
 * under the names of the others it offers only those.
 */
export function offeredKeys(privateKey: string, parse: typeof utils.parseKey): NonNullable<ServerConfig['hostKeys']> {
  const key = parse(privateKey);
  if (key instanceof Error || key.type !== 'ssh-rsa') return [privateKey];
  // It takes keys that are parsed, which its types do not say.
  return RSA_SIGNATURES.map((type) => ({ key: Object.create(key, { type: { value: type } }), passphrase: '' }));
}
