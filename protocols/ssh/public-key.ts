import { createHash } from 'node:crypto';

/** A public key as OpenSSH writes it on a line (RFC 4253 6.6, RFC 4716). */
export interface PublicKey {
  /** "ssh-ed25519", "ecdsa-sha2-nistp256", "ssh-rsa". */
  readonly algorithm: string;
  /** The key as it travels. */
  readonly blob: Buffer;
  readonly comment: string;
}

/** Algorithms of keys by which somebody may sign in; of RSA keys those of 2048 bits or more. */
const algorithms: ReadonlySet<string> = new Set([
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'ssh-rsa',
]);

/** Octets of the modulus of an RSA key of 2048 bits. */
const RSA_OCTETS = 256;

/**
 * The keys in a text of lines as in an authorized_keys file, without options; empty lines and those that begin with "#" say
 * nothing. Undefined where a line is no key that is taken.
 */
export function parsePublicKeys(text: string): readonly PublicKey[] | undefined {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const keys = lines.map(parsePublicKey);
  return keys.every((key) => key !== undefined) ? keys : undefined;
}

function parsePublicKey(line: string): PublicKey | undefined {
  const [, algorithm = '', coded = '', comment = ''] = /^(\S+)\s+([A-Za-z0-9+/]+={0,2})(?:\s+(.*))?$/.exec(line) ?? [];
  const blob = Buffer.from(coded, 'base64');
  // The text must be the canonical encoding of these octets.
  if (!algorithms.has(algorithm) || blob.toString('base64').replace(/=+$/, '') !== coded.replace(/=+$/, '')) {
    return undefined;
  }
  const parts = partsOf(blob);
  if (parts?.[0]?.toString('latin1') !== algorithm || !isWhole(algorithm, parts)) return undefined;
  return { algorithm, blob, comment };
}

/** Whether what follows the name is what the algorithm has there. */
function isWhole(algorithm: string, parts: readonly Buffer[]): boolean {
  const [, second, third, ...more] = parts;
  if (!second || more.length > 0) return false;
  if (algorithm === 'ssh-ed25519') return second.length === 32 && !third;
  if (algorithm === 'ssh-rsa') {
    const modulus = third?.[0] === 0 ? third.subarray(1) : third;
    return modulus !== undefined && modulus.length >= RSA_OCTETS && (modulus[0] ?? 0) >= 0x80;
  }
  return second.toString('latin1') === algorithm.slice('ecdsa-sha2-'.length) && third !== undefined && third[0] === 4;
}

/** The strings that a blob consists of (RFC 4251 5); undefined where it is none. */
function partsOf(blob: Buffer): readonly Buffer[] | undefined {
  const parts: Buffer[] = [];
  let at = 0;
  while (at < blob.length) {
    if (at + 4 > blob.length) return undefined;
    const length = blob.readUInt32BE(at);
    const end = at + 4 + length;
    if (end > blob.length) return undefined;
    parts.push(blob.subarray(at + 4, end));
    at = end;
  }
  return parts;
}

/** "SHA256:…" as OpenSSH shows a key. */
export function fingerprintOf(blob: Uint8Array): string {
  return `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`;
}
