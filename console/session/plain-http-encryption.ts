import forge from 'node-forge/lib/forge.js';
import 'node-forge/lib/rsa.js';
import 'node-forge/lib/sha256.js';

/** RSA-OAEP with SHA-256 (RFC 8017, 7.1) where the browser withholds its own. `der` is a SubjectPublicKeyInfo. */
export function plainHttpEncryption(der: Uint8Array): (octets: Uint8Array) => Promise<Uint8Array<ArrayBuffer>> {
  const key = forge.pki.publicKeyFromAsn1(forge.asn1.fromDer(binary(der)));
  const hash = () => forge.md.sha256.create();
  return async (octets) => {
    const encrypted = key.encrypt(binary(octets), 'RSA-OAEP', { md: hash(), mgf1: { md: hash() } });
    return Uint8Array.from(encrypted, (character) => character.charCodeAt(0));
  };
}

function binary(octets: Uint8Array): string {
  return String.fromCharCode(...octets);
}
