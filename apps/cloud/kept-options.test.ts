import { describe, expect, it } from 'vitest';
import { readCommandLine } from './options.ts';

const kept = (words: readonly string[], environment: NodeJS.ProcessEnv = {}) => {
  const read = readCommandLine(words, environment);
  return read.kind === 'run' ? read.options.kept : read;
};

const bus = 'tls://fleet:secret1@a:4222,tls://fleet:secret1@b:4222';
const store = 'postgres://fleet:secret2@db/fleet';

describe('where a cloud keeps everything', () => {
  it('is a folder, or a store that is shared over a bus', () => {
    expect(kept(['--data', '/srv/fleet'])).toEqual({ directory: '/srv/fleet' });
    expect(kept(['--bus', bus, '--store', store])).toEqual({ bus, store });
    expect(kept([], { FACEPLATE_BUS: bus, FACEPLATE_STORE: store })).toEqual({ bus, store });
  });

  it.each(['nats://127.0.0.1:4222', 'nats://fleet:secret1@[::1]:4222,tls://fleet:secret1@a:4222'])(
    'may be a bus that only this host reaches, or one that nobody can listen in on: %s',
    (own) => {
      expect(kept(['--bus', own, '--store', store])).toEqual({ bus: own, store });
    },
  );

  it.each([
    [['--bus', 'nats://fleet:secret1@a:4222', '--store', store], '--bus must be tls://user:password@'],
    [['--bus', `${bus},tls://c:4222`, '--store', store], '--bus must be tls://user:password@'],
    [['--bus', bus], '--bus and --store go together'],
    [['--store', store], '--bus and --store go together'],
    [['--bus', bus, '--store', store, '--data', '/srv'], '--data cannot be combined with --store'],
    [['--bus', 'nats://fleet:secret1@', '--store', store], '--bus must be addresses'],
    [['--bus', `${bus},mqtt://fleet:secret1@c`, '--store', store], '--bus must be addresses'],
    [['--bus', bus, '--store', 'mysql://fleet:secret2@db/fleet'], '--store must be an address'],
    [['--bus', bus, '--store', 'secret2'], '--store must be an address'],
  ])('is refused for %j in words, and without a password', (words, message) => {
    const read = readCommandLine(words, {});
    expect(read).toMatchObject({ kind: 'wrong', message: expect.stringContaining(message) });
    expect(JSON.stringify(read)).not.toMatch(/secret\d/);
  });
});
