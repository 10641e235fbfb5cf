// Loaded before the programs under test (`children-with-cheap-secrets.ts`), which are otherwise as delivered. At the delivered
// strength, a hash of a password takes 0.4 s of a core, and a key for logins about as long: with some hundred starts and logins,
// that adds up to minutes. Here a hash takes no time, and all programs share one key for logins. Hashes are stored in the usual
// form, but fit only in programs that were started like this.
const crypto = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');
const { dirname, join } = require('node:path');

const { generateKeyPair, scrypt } = crypto;
const kept = join(__dirname, '..', '.cache', 'login-key.pem');

crypto.scrypt = (password, salt, length, options, done) => scrypt(password, salt, length, { ...options, N: 2 }, done);

/** Only the key for logins is asked for in these formats. */
const isForLogins = (type, { publicKeyEncoding, privateKeyEncoding } = {}) =>
  type === 'rsa' && publicKeyEncoding?.type === 'spki' && privateKeyEncoding?.format === 'pem';

crypto.generateKeyPair = (type, options, done) => {
  if (!isForLogins(type, options)) return generateKeyPair(type, options, done);
  const made = keptKey();
  if (made !== undefined) return setImmediate(done, null, publicOf(made), made);
  return generateKeyPair(type, options, (error, publicKey, privateKey) => {
    if (!error) keep(privateKey);
    done(error, publicKey, privateKey);
  });
};

syncBuiltinESMExports();

function keptKey() {
  try {
    return readFileSync(kept, 'utf8');
  } catch {
    return undefined;
  }
}

const publicOf = (key) => crypto.createPublicKey(key).export({ type: 'spki', format: 'pem' });

function keep(key) {
  mkdirSync(dirname(kept), { recursive: true });
  // Whole or not there, for programs beside this one.
  writeFileSync(`${kept}.${process.pid}`, key, { mode: 0o600 });
  renameSync(`${kept}.${process.pid}`, kept);
}
