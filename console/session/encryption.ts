/** The device's public key and the single-use number that goes with it (docs/specification/protocol.md, "Endpoints"). */
export interface PublicKey {
  readonly nonce: string;
  /** SubjectPublicKeyInfo, DER. */
  readonly der: Uint8Array<ArrayBuffer>;
}

/** Encrypts one text under a public key; answers base64. */
export type Encrypt = (text: string) => Promise<string>;

/** Reads the text of the public key script; undefined where it holds no key. */
export function readPublicKey(text: string): PublicKey | undefined {
  const nonce = /^\s*\/\/ nonce: (\S+)/.exec(text)?.[1];
  const body = /-----BEGIN PUBLIC KEY-----([\sA-Za-z0-9+/=]+)-----END PUBLIC KEY-----/.exec(text)?.[1];
  if (nonce === undefined || body === undefined) return undefined;
  try {
    return { nonce, der: Uint8Array.from(atob(body.replaceAll(/\s/g, '')), (character) => character.charCodeAt(0)) };
  } catch {
    return undefined;
  }
}

/**
 * How to encrypt for the holder of `key`: RSA-OAEP with SHA-256 over UTF-8, of the nonce, a line feed and the text. The
 * browser has its own only in a secure context; on plain HTTP away from localhost it is fetched from the device.
 */
export async function encryptionFor(key: PublicKey): Promise<Encrypt> {
  const encryptOctets = globalThis.crypto.subtle
    ? await browserEncryption(key.der)
    : (await import('./plain-http-encryption.ts')).plainHttpEncryption(key.der);
  return async (text) => base64(await encryptOctets(new TextEncoder().encode(`${key.nonce}\n${text}`)));
}

async function browserEncryption(der: Uint8Array<ArrayBuffer>) {
  const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' };
  const publicKey = await crypto.subtle.importKey('spki', der, algorithm, false, ['encrypt']);
  return async (octets: Uint8Array<ArrayBuffer>) =>
    new Uint8Array(await crypto.subtle.encrypt({ name: 'RSA-OAEP' }, publicKey, octets));
}

function base64(octets: Uint8Array): string {
  return btoa(String.fromCharCode(...octets));
}
