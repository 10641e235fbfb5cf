import { createHash, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hostFiles } from '../../device/flash/flash-files.ts';
import { SOFTWARE_DATE } from '../../device/software-version.ts';
import { ClockBehind, holderOf, isServerDue, keptAuthority } from './authority.ts';

const NOW = Date.now();
const DAY = 86_400_000;

let folder: string;
const place = () => join(folder, 'authority');
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'faceplate-authority-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

// In the middle of other octets, as it comes over a network.
const { publicKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const publicKey = Buffer.concat([Buffer.alloc(7), key.export({ type: 'spki', format: 'der' })]).subarray(7);

it('is the same after a restart, known by the hash of its certificate', async () => {
  const first = await keptAuthority(hostFiles, place(), NOW);
  const again = await keptAuthority(hostFiles, place(), NOW);
  expect(again.certificate).toBe(first.certificate);
  const hash = createHash('sha256').update(new X509Certificate(first.certificate).raw).digest('hex').toUpperCase();
  expect(first.fingerprint.replaceAll(':', '')).toBe(hash);
});

it('is never made anew in the place of one that is damaged: all switches would be lost', async () => {
  await keptAuthority(hostFiles, place(), NOW);
  writeFileSync(place(), 'damaged');
  await expect(keptAuthority(hostFiles, place(), NOW)).rejects.toThrow('has an unknown format. Put its backup there.');
  expect(readdirSync(folder)).toEqual(['authority']);
});

it('is refused when any octet of it is damaged, or its end is missing, and never made anew', async () => {
  await keptAuthority(hostFiles, place(), NOW);
  const whole = readFileSync(place());
  const trial = async (octets: Buffer) => {
    writeFileSync(place(), octets);
    await expect(keptAuthority(hostFiles, place(), NOW)).rejects.toThrow(
      /(is damaged|has an unknown format)\. Put its backup there\.$/,
    );
    expect(readFileSync(place())).toEqual(octets);
  };
  for (let at = 0; at < whole.length; at += at < 120 ? 1 : 9) {
    const damaged = Buffer.from(whole);
    damaged[at] = (damaged[at] ?? 0) ^ 0x20;
    await trial(damaged);
  }
  for (const length of [0, 1, 40, whole.length - 1]) await trial(whole.subarray(0, length));
  writeFileSync(place(), whole);
  await expect(keptAuthority(hostFiles, place(), NOW)).resolves.toBeDefined();
});

it('says which switch and whose it is in a certificate of ninety days that is good for nothing else', async () => {
  const authority = await keptAuthority(hostFiles, place(), NOW);
  const tenant = 'a/b, URI:urn:faceplate:tenant:c';
  const issued = await authority.forSwitch({ serial: '020F64AA5B00', tenant, publicKey }, NOW);
  const certificate = new X509Certificate(issued.certificate);
  expect(holderOf(certificate)).toEqual({ serial: '020F64AA5B00', tenant });
  expect(certificate.serialNumber).toBe(issued.number);
  expect(certificate.verify(new X509Certificate(authority.certificate).publicKey)).toBe(true);
  expect(certificate.publicKey.export({ type: 'spki', format: 'der' })).toEqual(publicKey);
  expect(certificate.ca).toBe(false);
  expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2']);
  expect(Math.round((issued.until - NOW) / DAY)).toBe(90);
});

it('names the addresses of its server, and shows itself behind it', async () => {
  const authority = await keptAuthority(hostFiles, place(), NOW);
  const { certificate } = await authority.forServer(['cloud.example', '192.0.2.1'], NOW);
  const server = new X509Certificate(certificate);
  expect(server.checkHost('cloud.example')).toBe('cloud.example');
  expect(server.checkIP('192.0.2.1')).toBe('192.0.2.1');
  expect(server.checkHost('other.example')).toBeUndefined();
  expect(server.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
  expect(certificate).toContain(authority.certificate.trim());
  expect(holderOf(server)).toBeUndefined();
});

describe('whatever the clock shows', () => {
  const year = 365 * DAY;

  it.each([
    ['1970', 0],
    ['a time that is far away', NOW + 30 * year],
  ])('an authority that is made in %s is good now and for long', async (_what, then) => {
    const authority = await keptAuthority(hostFiles, place(), then);
    const own = new X509Certificate(authority.certificate);
    expect(Date.parse(own.validFrom)).toBeLessThan(SOFTWARE_DATE);
    expect(Date.parse(own.validTo)).toBeGreaterThan(NOW + 19 * year);
  });

  it('a certificate of a switch that is issued ahead of the time is good at once', async () => {
    const authority = await keptAuthority(hostFiles, place(), NOW);
    const ahead = await authority.forSwitch({ serial: 'A', tenant: 'own', publicKey }, NOW + 10 * year);
    expect(Date.parse(new X509Certificate(ahead.certificate).validFrom)).toBeLessThan(NOW);
  });

  it('none is issued that had ended before it could be used', async () => {
    const authority = await keptAuthority(hostFiles, place(), 0);
    const holder = { serial: 'A', tenant: 'own', publicKey };
    await expect(authority.forSwitch(holder, SOFTWARE_DATE - 1)).rejects.toThrow(ClockBehind);
    await expect(authority.forSwitch(holder, SOFTWARE_DATE)).resolves.toBeDefined();
  });

  it('a server’s certificate is due 97 days before its end, and where the clock was set back or far ahead', async () => {
    const authority = await keptAuthority(hostFiles, place(), NOW);
    const made = await authority.forServer(['cloud.example'], NOW);
    const due = (days: number) => isServerDue(made, NOW + days * DAY);
    expect([0, 150, 299, 301, 4000].map(due)).toEqual([false, false, false, true, true]);
    expect([-0.5, -2, -20_000].map(due)).toEqual([false, true, true]);
  });
});
