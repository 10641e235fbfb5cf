// Must come before @peculiar/x509, whose dependency injection needs it.
import 'reflect-metadata';
import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import * as x509 from '@peculiar/x509';
import type { KeyPair } from '../../device/console-settings.ts';
import { readCheckedFile, writeCheckedFile } from '../../device/flash/checked-file.ts';
import type { FlashFiles } from '../../device/flash/flash-files.ts';
import { privateKeyText } from '../../device/http/private-key-text.ts';
import { SOFTWARE_DATE } from '../../device/software-version.ts';
import { isRecord } from '../../model/values/json-record.ts';
import { wordsOf } from '../../model/values/message.ts';
import type { Store } from '../store/store.ts';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

const DAY = 86_400_000;
/** The authority's own certificate: switches pin it for as long as they are claimed. */
const AUTHORITY_VALIDITY = 20 * 365 * DAY;
/** A switch's certificate (docs/specification/cloud.md 4). */
const CLIENT_VALIDITY = 90 * DAY;
/** Browsers refuse server certificates that are valid for longer (CA/Browser Forum, 6.3.2). */
const SERVER_VALIDITY = 397 * DAY;
/** A clock that is a little behind takes a server's certificate all the same. */
const BEFORE = DAY;
/**
 * From when on the authority and what it issues to switches is good: what the cloud's clock shows, now or later, spoils none of
 * it.
 */
const BEGINNING = new Date(0);
/** Milliseconds before its end at which a server's certificate is renewed. */
const SERVER_RENEWAL = 97 * DAY;

const FORMAT = 'faceplate-cloud-authority';

/** The clock of this host shows a time before this software was written: what would be issued by it had ended long ago. */
export class ClockBehind extends Error {
  constructor() {
    super('The clock of this host is wrong: it shows a time before this software was written. Set it first.');
    this.name = 'ClockBehind';
  }
}

/** A client certificate for a switch. */
interface IssuedCertificate {
  /** PEM. */
  readonly certificate: string;
  /** Its serial number, in hexadecimal digits as Node.js shows it. */
  readonly number: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** The certificate authority of a cloud: switches know the cloud by it, and it says which switch somebody is. */
export interface Authority {
  /** Its own certificate, PEM. */
  readonly certificate: string;
  /** SHA-256 of its certificate, as Cloud Settings of a switch takes it: pairs of digits with colons between. */
  readonly fingerprint: string;
  /** When it was made, by the clock of then and no earlier than this software, in milliseconds since 1970. */
  readonly since: number;
  /** A certificate with a new key for a server with these names and addresses; the authority's own follows it. */
  forServer(names: readonly string[], now: number): Promise<KeyPair>;
  /**
   * A certificate for the switch of this serial number and tenant, which has this public key (SubjectPublicKeyInfo, DER). Rejects
   * with `ClockBehind`.
   */
  forSwitch(holder: { serial: string; tenant: string; publicKey: Uint8Array }, now: number): Promise<IssuedCertificate>;
}

/**
 * The authority that is kept at `path`, in one file with its key; a new one where there is none. Rejects where what is there cannot
 * be used: every switch that was claimed would be lost with another one.
 */
export async function keptAuthority(files: FlashFiles, path: string, now: number): Promise<Authority> {
  const kept = await readKept(files, path);
  if (kept !== undefined) return authorityOf(readPair(kept));
  const pair = await makePair(now);
  await writeCheckedFile(files, path, FORMAT, `${JSON.stringify(pair)}\n`);
  return authorityOf(pair);
}

/** Copies the authority that is kept in one file to another one. Rejects as `keptAuthority` does. */
export async function copyAuthority(files: FlashFiles, from: string, to: string): Promise<void> {
  const kept = await readKept(files, from);
  if (kept !== undefined) await writeCheckedFile(files, to, FORMAT, kept);
}

/** Contents of the file of an authority; undefined if there is none. */
async function readKept(files: FlashFiles, path: string): Promise<string | undefined> {
  const found = await readCheckedFile(files, path, FORMAT);
  if (found.kind === 'damaged')
    throw new Error(`The certificate authority in ${path} ${wordsOf(found.fault)}. Put its backup there.`);
  if (found.kind === 'unreadable') throw new Error(`${path} cannot be read, because ${wordsOf(found.reason)}.`);
  return found.kind === 'whole' ? found.body : undefined;
}

/** The authority that all processes of a cloud share; a new one where they have none yet. */
export async function sharedAuthority(store: Pick<Store, 'share' | 'shared'>, now: number): Promise<Authority> {
  const kept =
    (await store.shared('authority')) ?? (await store.share('authority', JSON.stringify(await makePair(now))));
  return authorityOf(readPair(kept));
}

function readPair(body: string): KeyPair {
  const json: unknown = JSON.parse(body);
  if (isRecord(json) && typeof json.certificate === 'string' && typeof json.key === 'string') {
    return { certificate: json.certificate, key: json.key };
  }
  throw new Error('The file of the certificate authority holds none.');
}

async function makePair(now: number): Promise<KeyPair> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: randomNumber(),
    name: 'CN=Faceplate cloud authority',
    notBefore: BEGINNING,
    notAfter: new Date(Math.max(now, SOFTWARE_DATE) + AUTHORITY_VALIDITY),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate: `${certificate.toString('pem')}\n`, key: await privateKeyText(keys.privateKey) };
}

async function authorityOf({ certificate: pem, key }: KeyPair): Promise<Authority> {
  const own = new x509.X509Certificate(pem);
  const signingKey = await crypto.subtle.importKey('pkcs8', x509.PemConverter.decodeFirst(key), algorithm, false, [
    'sign',
  ]);
  const digest = Buffer.from(await own.getThumbprint('SHA-256'))
    .toString('hex')
    .toUpperCase();

  async function issue(wanted: {
    readonly name: string;
    readonly publicKey: CryptoKey;
    readonly notBefore: Date;
    readonly notAfter: Date;
    readonly purpose: x509.ExtendedKeyUsage;
    readonly names: readonly x509.JsonGeneralName[];
  }) {
    return x509.X509CertificateGenerator.create({
      serialNumber: randomNumber(),
      subject: [{ CN: [wanted.name] }],
      issuer: own.subject,
      notBefore: wanted.notBefore,
      notAfter: wanted.notAfter,
      signingAlgorithm: algorithm,
      publicKey: wanted.publicKey,
      signingKey,
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
        new x509.ExtendedKeyUsageExtension([wanted.purpose]),
        new x509.SubjectAlternativeNameExtension([...wanted.names]),
        await x509.AuthorityKeyIdentifierExtension.create(own.publicKey),
      ],
    });
  }

  return {
    certificate: pem,
    fingerprint: (digest.match(/../g) ?? []).join(':'),
    since: own.notAfter.getTime() - AUTHORITY_VALIDITY,
    async forServer(names, now) {
      const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
      const issued = await issue({
        // Not the authority's name: what is issued by its own subject counts as self-signed.
        name: 'Faceplate cloud',
        publicKey: keys.publicKey,
        notBefore: new Date(now - BEFORE),
        notAfter: new Date(now + SERVER_VALIDITY),
        purpose: x509.ExtendedKeyUsage.serverAuth,
        names: [...new Set(names)].map((value) => ({ type: isIP(value) ? 'ip' : 'dns', value })),
      });
      // A client that knows the authority only by its fingerprint has to be shown it.
      return { certificate: `${issued.toString('pem')}\n${pem}`, key: await privateKeyText(keys.privateKey) };
    },
    async forSwitch({ serial, tenant, publicKey }, now) {
      if (now < SOFTWARE_DATE) throw new ClockBehind();
      const key = await crypto.subtle.importKey('spki', new Uint8Array(publicKey), algorithm, true, ['verify']);
      const issued = await issue({
        name: serial,
        publicKey: key,
        notBefore: BEGINNING,
        notAfter: new Date(now + CLIENT_VALIDITY),
        purpose: x509.ExtendedKeyUsage.clientAuth,
        names: [{ type: 'url', value: `${TENANT}${encodeURIComponent(tenant)}` }],
      });
      return {
        certificate: `${issued.toString('pem')}\n`,
        number: issued.serialNumber.toUpperCase(),
        until: issued.notAfter.getTime(),
      };
    },
  };
}

/** Prefix of a tenant's name in a certificate. */
const TENANT = 'urn:faceplate:tenant:';

/** 126 random bits; the first octet is never 0, so that they are written in one way only (RFC 5280 4.1.2.2). */
function randomNumber(): string {
  const octets = crypto.getRandomValues(new Uint8Array(16));
  octets[0] = ((octets[0] ?? 0) & 0x3f) | 0x40;
  return Buffer.from(octets).toString('hex');
}

/** Whether a server's certificate has to be renewed: its end is near, or the clock was different when it was made. */
export function isServerDue({ certificate }: KeyPair, now: number): boolean {
  const { validFrom, validTo } = new X509Certificate(certificate);
  return now < Date.parse(validFrom) || now > Date.parse(validTo) - SERVER_RENEWAL;
}

/** Identity of a switch by its certificate; undefined if that contains none. The certificate was verified before. */
export function holderOf(certificate: {
  readonly subject: string;
  readonly subjectAltName?: string | undefined;
}): { readonly serial: string; readonly tenant: string } | undefined {
  const serial = /^CN=([0-9A-Za-z-]{1,32})$/.exec(certificate.subject)?.[1];
  const uri = certificate.subjectAltName?.split(', ').find((name) => name.startsWith(`URI:${TENANT}`));
  if (serial === undefined || uri === undefined) return undefined;
  try {
    return { serial, tenant: decodeURIComponent(uri.slice(`URI:${TENANT}`.length)) };
  } catch {
    return undefined;
  }
}
