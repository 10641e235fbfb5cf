type Crypto = typeof import('node:crypto');

/**
 * `node:crypto` without what it makes slow on purpose, or cannot make fast: faults are sought, not strength. There is one
 * login key for all: making one takes as long as twenty starts.
 */
export function withCheapSecrets(crypto: Crypto) {
  const { publicKey, privateKey } = crypto.generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return {
    ...crypto,
    generateKeyPair(
      _type: string,
      _options: object,
      done: (error: Error | null, publicKey: string, privateKey: string) => void,
    ): void {
      done(null, publicKey, privateKey);
    },
    scrypt(
      password: string,
      salt: Buffer,
      length: number,
      _options: object,
      done: (error: Error | null, key: Buffer) => void,
    ): void {
      done(null, crypto.createHash('sha256').update(salt).update(password).digest().subarray(0, length));
    },
  };
}
