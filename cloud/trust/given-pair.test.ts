import { execFileSync } from 'node:child_process';
import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changedPair, readPair } from './given-pair.ts';

let folder = '';
const at = (name: string) => join(folder, name);
const files = { certificate: '', key: '' };

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'faceplate-pair-'));
  Object.assign(files, { certificate: at('used.pem'), key: at('used.key') });
  for (const name of ['first', 'second']) {
    const kind = [
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '1',
      '-subj',
      `/CN=${name}`,
    ];
    const out = ['-keyout', at(`${name}.key`), '-out', at(`${name}.pem`)];
    execFileSync('openssl', ['req', '-x509', ...kind, ...out], { stdio: 'ignore' });
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

const use = (certificate: string, key: string) => {
  copyFileSync(at(`${certificate}.pem`), files.certificate);
  copyFileSync(at(`${key}.key`), files.key);
};

test('a renewed pair is taken once both of its files are there', async () => {
  use('first', 'first');
  const first = await readPair(files);
  expect(await changedPair(files, first)).toBeUndefined();
  use('second', 'first');
  expect(await changedPair(files, first)).toBeUndefined();
  use('second', 'second');
  expect(await changedPair(files, first)).toEqual(await readPair(files));
});

test('a pair whose chain is still being written, or whose key is too weak, is no change yet', async () => {
  use('first', 'first');
  const first = await readPair(files);
  use('second', 'second');
  appendFileSync(files.certificate, readFileSync(at('first.pem'), 'utf8').slice(0, 300));
  expect(await changedPair(files, first)).toBeUndefined();
  await expect(readPair(files)).rejects.toThrow(`${files.certificate} and ${files.key} cannot be used: `);
  const weak = ['-newkey', 'rsa:512', '-nodes', '-subj', '/CN=weak', '-keyout', files.key, '-out', files.certificate];
  execFileSync('openssl', ['req', '-x509', ...weak], { stdio: 'ignore' });
  expect(await changedPair(files, first)).toBeUndefined();
  use('second', 'second');
  expect(await changedPair(files, first)).toEqual(await readPair(files));
});

test('what is no pair is refused in a sentence that names the files', async () => {
  use('first', 'second');
  await expect(readPair(files)).rejects.toThrow(
    `The key ${files.key} is not that of the certificate ${files.certificate}.`,
  );
  writeFileSync(files.certificate, 'nothing');
  await expect(readPair(files)).rejects.toThrow('must be a certificate and a key without password, in PEM.');
  await expect(readPair({ ...files, key: at('none') })).rejects.toThrow(`The file ${at('none')} cannot be read.`);
});
