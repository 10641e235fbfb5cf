import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { wordsOf } from '../../model/values/message.ts';
import { hostFiles } from '../flash/flash-files.ts';
import { ownCertificate } from './own-certificate.ts';

const DAY = 86_400_000;

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'faceplate-certificate-'));
  path = join(folder, 'certificate');
});

afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

const of = async (address: string) => (await ownCertificate(hostFiles, path, address)).pair.certificate;

describe('the certificate that is stored', () => {
  test.each(['192.0.2.7', '2001:db8::7', 'switch.example'])(
    'is the one of %s, and of every address',
    async (address) => {
      const first = await of(address);
      expect(await of(address)).toBe(first);
      for (const any of ['0.0.0.0', '::', '127.0.0.1', '::1', 'localhost']) expect(await of(any)).toBe(first);
    },
  );

  test.each(['192.0.2.8', '2001:db8::8', 'other.example', 'Faceplate switch'])(
    'is none of %s, which gets its own',
    async (other) => {
      const first = await of('192.0.2.7');
      const second = await of(other);
      expect(second).not.toBe(first);
      expect(await of(other)).toBe(second);
    },
  );

  test('is used until a month before it expires', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const began = Date.now();
    const first = await of('192.0.2.9');
    vi.setSystemTime(began + (397 - 30) * DAY - 2000);
    expect(await of('192.0.2.9')).toBe(first);
    vi.setSystemTime(began + (397 - 30) * DAY + 2000);
    expect(await of('192.0.2.9')).not.toBe(first);
  });

  test('is another one where that is asked for', async () => {
    const first = await of('192.0.2.9');
    expect((await ownCertificate(hostFiles, path, '192.0.2.9', true)).pair.certificate).not.toBe(first);
  });
});

describe('a certificate that cannot be read or stored', () => {
  test.each([
    ['damaged', (text: string) => text.replace('MII', 'MIJ'), 'The certificate is damaged; a new one was generated.'],
    [
      'without its half',
      (text: string) => text.slice(0, text.length / 2),
      'The certificate is damaged; a new one was generated.',
    ],
    ['emptied', () => '', 'The certificate is damaged; a new one was generated.'],
  ])('is made anew where it is %s, which is said, and kept', async (_what, damage, words) => {
    const first = await ownCertificate(hostFiles, path, '198.51.100.1');
    writeFileSync(path, damage(readFileSync(path, 'utf8')));
    const second = await ownCertificate(hostFiles, path, '198.51.100.1');
    expect(second.pair).not.toEqual(first.pair);
    expect(second.said && wordsOf(second.said)).toBe(words);
    expect(await ownCertificate(hostFiles, path, '198.51.100.1')).toEqual({ pair: second.pair });
  });

  test('serves without being kept where the flash fails, and spares what it cannot read', async () => {
    const failing = (code: string) => () => Promise.reject(Object.assign(new Error('x'), { code }));
    const full = await ownCertificate({ ...hostFiles, write: failing('ENOSPC') }, path, '198.51.100.1');
    expect(full.said && wordsOf(full.said)).toBe('The certificate could not be saved, because the flash is full.');
    const kept = await ownCertificate(hostFiles, path, '198.51.100.1');
    const other = await ownCertificate({ ...hostFiles, read: failing('EMFILE') }, path, '198.51.100.1');
    expect(other.said && wordsOf(other.said)).toContain('too many files are open');
    expect(await ownCertificate(hostFiles, path, '198.51.100.1')).toEqual(kept);
  });
});
