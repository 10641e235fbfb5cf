import { join } from 'node:path';

/** Paths of the agent's files: everything is under its one folder. */
export function placesIn(directory: string) {
  const keys = join(directory, 'keys');
  const flash = join(directory, 'flash');
  const features = join(directory, 'features');
  const temporary = join(directory, 'temporary');
  const firmware = join(directory, 'firmware');
  return {
    directory,
    flash,
    keys,
    features,
    temporary,
    /** It stays where a factory reset comes: firmware is no setting. */
    firmware,
    /** Two files of one content: the MAC address is in no other place. */
    bootRecords: [join(directory, 'boot-1.json'), join(directory, 'boot-2.json')],
    initialPassword: join(keys, 'initial-password'),
    loginKey: join(keys, 'login-key'),
    browserKey: join(keys, 'browser-key'),
    deviceKey: join(keys, 'device-key'),
    certificate: join(keys, 'certificate'),
    reset: {
      resetMark: join(directory, 'factory-reset'),
      firstSlot: join(flash, 'configuration-1.json'),
      cleared: [keys, features, temporary],
    },
  };
}
