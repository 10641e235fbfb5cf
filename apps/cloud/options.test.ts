import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { help } from './help.mjs';
import { readCommandLine } from './options.ts';

const options = (...words: string[]) => {
  const command = readCommandLine(words, {});
  if (command.kind !== 'run') throw new Error(command.kind === 'wrong' ? command.message : command.kind);
  return command.options;
};

describe('the command line of the cloud', () => {
  test('has a default for everything', () => {
    expect(options()).toEqual({
      listen: { host: '127.0.0.1', port: 8090 },
      switches: { host: '127.0.0.1', port: 8091 },
      names: [],
      window: 120,
      kept: { directory: join(homedir(), '.faceplate-cloud') },
      firmwareKeys: join(homedir(), '.faceplate-cloud', 'firmware.pub'),
      initialPassword: undefined,
      metrics: undefined,
      trustedProxies: [],
      ownPair: undefined,
      acme: undefined,
      log: undefined,
    });
  });

  test('reads places, names, the window and the folder', () => {
    const read = options(
      ...['--listen', '[::1]:0', '--switches', '0.0.0.0:443', '--name', 'cloud.example', '--name', '192.0.2.7'],
      ...['--log', 'lines'],
      ...['--window', '30', '--data', '/tmp/../tmp/cloud', '--firmware-keys', '/tmp/../tmp/makers.pem'],
    );
    expect(read).toMatchObject({
      listen: { host: '::1', port: 0 },
      switches: { host: '0.0.0.0', port: 443 },
      names: ['cloud.example', '192.0.2.7'],
      window: 30,
      kept: { directory: '/tmp/cloud' },
      firmwareKeys: '/tmp/makers.pem',
      log: 'lines',
    });
  });

  test.each([
    [['--listen', '8090'], /^--listen 8090: must be an address and a port/],
    [['--switches', 'cloud.example:8091'], /^--switches cloud\.example:8091: must be an address and a port/],
    [['--switches', '0.0.0.0:8091'], /^--switches 0\.0\.0\.0:8091: set --name/],
    [['--switches', '[::]:8091'], /^--switches \[::\]:8091: set --name/],
    [['--name', 'no name'], /^--name no name: must be a host name or an address\.$/],
    [['--name', 'https://cloud.example'], /^--name https:/],
    [['--window', '29'], /^--window 29: must be 30 to 3600 seconds\.$/],
    [['--window', '3601'], /^--window 3601/],
    [['--window', '1e2'], /^--window 1e2/],
    [['--log', 'syslog'], /^--log syslog: must be journal, lines or off\.$/],
    [['--nonsense'], /nonsense/],
    [['extra'], /extra/],
  ])('refuses %j', (words, message) => {
    expect(readCommandLine(words, {})).toEqual({ kind: 'wrong', message: expect.stringMatching(message) });
  });

  const certified = ['--listen', '0.0.0.0:443', '--name', 'cloud.example', '--acme', 'https://ca.example/dir'];

  test('has a certificate from a public authority, which asks at port 80 unless that is elsewhere', () => {
    expect(options(...certified).acme).toEqual({
      directory: 'https://ca.example/dir',
      listen: { host: '0.0.0.0', port: 80 },
      contact: undefined,
    });
    expect(options(...certified, '--acme-listen', '[::]:8080', '--acme-contact', 'a@cloud.example').acme).toMatchObject(
      {
        listen: { host: '::', port: 8080 },
        contact: 'a@cloud.example',
      },
    );
  });

  test.each([
    [['--acme', 'http://ca.example/dir'], /^--acme http:.*must be the https URL of a directory\.$/],
    [['--certificate', 'a.pem', '--key', 'a.key'], /^--acme and --certificate exclude each other\.$/],
    [['--listen', '127.0.0.1:443'], /^--acme needs --listen with an address that is not of the loopback\.$/],
    [['--acme-contact', 'nobody'], /^--acme-contact nobody: must be an e-mail address\.$/],
  ])('refuses a certificate from a public authority with %j', (words, message) => {
    const read = readCommandLine([...certified, ...words], {});
    expect(read).toEqual({ kind: 'wrong', message: expect.stringMatching(message) });
  });

  test('refuses a certificate from a public authority without a name that it certifies, and its options without it', () => {
    const wrong = (message: string) => ({ kind: 'wrong', message: expect.stringContaining(message) });
    const unnamed = [
      '--listen',
      '0.0.0.0:443',
      '--name',
      '192.0.2.7',
      '--name',
      'cloud',
      '--acme',
      'https://ca.example/',
    ];
    expect(readCommandLine(unnamed, {})).toEqual(wrong('--acme needs --name with the full host name'));
    expect(readCommandLine(['--acme-listen', '0.0.0.0:80'], {})).toEqual(wrong('need --acme.'));
  });

  test('takes the first password from the environment alone, as a switch takes it, too', () => {
    const read = (password: string) => readCommandLine([], { FACEPLATE_INITIAL_PASSWORD: password });
    expect(read('CorrectHorse7')).toMatchObject({ options: { initialPassword: 'CorrectHorse7' } });
    expect(read('')).toMatchObject({ options: { initialPassword: undefined } });
    for (const wrong of ['short', 'with-hyphen1', 'a'.repeat(33)])
      expect(read(wrong)).toMatchObject({ kind: 'wrong', message: expect.stringContaining('10 to 32 letters') });
  });

  test('copies a folder, and no store that is shared', () => {
    const read = (...words: string[]) => readCommandLine(words, {});
    expect(read('--data', '/srv/fleet', '--backup', '/srv/../srv/copy')).toEqual({
      kind: 'backUp',
      from: '/srv/fleet',
      to: '/srv/copy',
    });
    const shared = ['--bus', 'nats://127.0.0.1:4222', '--store', 'postgres://db/fleet'];
    expect(read(...shared, '--backup', '/srv/copy')).toMatchObject({
      message: expect.stringContaining('use the backup of the database'),
    });
    expect(read('--backup', '')).toMatchObject({ kind: 'wrong', message: expect.stringContaining('--backup') });
  });

  test('lists every option in its help', () => {
    expect(readCommandLine(['-h'], {})).toEqual({ kind: 'help' });
    const names = [
      'listen',
      'switches',
      'name',
      'window',
      'data',
      'bus',
      'store',
      'firmware-keys',
      'acme',
      'backup',
      'help',
    ];
    for (const name of names) expect(help).toContain(`--${name} `);
  });
});
