import { join } from 'node:path';

/** Where the agent keeps what: everything under its one folder. */
export function placesIn(directory: string) {
  const keys = join(directory, 'keys');
  return {
    flash: join(directory, 'flash'),
    keys,
    features: join(directory, 'features'),
    temporary: join(directory, 'temporary'),
    bootRecord: join(directory, 'boot.json'),
    initialPassword: join(keys, 'initial-password.hash'),
    loginKey: join(keys, 'login-key.pem'),
    browserKey: join(keys, 'browser-key.hex'),
  };
}
