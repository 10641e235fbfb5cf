import { isIP } from 'node:net';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { FIRMWARE_KEYS_FILE } from '../../cloud/backup.ts';
import type { MetricsPermit } from '../../cloud/fleet/fleet-metrics.ts';
import type { AcmeOptions } from '../../cloud/trust/acme-order.ts';
import { publicNames } from '../../cloud/trust/public-names.ts';
import { wordsOfError } from '../../model/values/error-words.ts';
import { parseHostName } from '../../model/values/host-name.ts';
import { type IpNetwork, parseIpNetwork } from '../../model/values/ip-prefix.ts';
import { CONFIRM_WINDOW } from '../../protocols/cloud/change.ts';
import { isLoopback, type ListenPlace, readListenPlace } from '../listen-place.ts';
import { type LogChoice, readLogChoice } from '../log-output.ts';

/** Options of the cloud's start. */
export interface CloudOptions {
  /** Addresses of the fleet console. */
  readonly listen: ListenPlace;
  /** Addresses for switches. */
  readonly switches: ListenPlace;
  /** Names and addresses by which switches and browsers know the cloud beside those it listens on. */
  readonly names: readonly string[];
  /** Seconds in which a switch has to be back after a change from here. */
  readonly window: number;
  /** The storage: a folder (absolute), or a store and the bus over which its other users are found. */
  readonly kept: { readonly directory: string } | { readonly bus: string; readonly store: string };
  /** A file with the public keys that may sign firmware (absolute); undefined for only those of the program. */
  readonly firmwareKeys: string | undefined;
  readonly initialPassword: string | undefined;
  /** Files of the console's certificate, instead of one of the cloud's authority; absolute. */
  readonly ownPair: { readonly certificate: string; readonly key: string } | undefined;
  /** How the console's certificate is obtained from a public authority, instead of one of the cloud's own. */
  readonly acme: AcmeOptions | undefined;
  /** Proxies that are believed who their clients are. */
  readonly trustedProxies: readonly IpNetwork[];
  /** Who may fetch the metrics; undefined: they are not served. */
  readonly metrics: MetricsPermit | undefined;
  /** How the audit trail is written to standard output. */
  readonly log: LogChoice;
}

/** Result of the command line. */
export type CommandLine =
  | { readonly kind: 'run'; readonly options: CloudOptions }
  /** A copy of what is kept in `from` is to be made; both are absolute. */
  | { readonly kind: 'backUp'; readonly from: string; readonly to: string }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string };

/** Characters of a token for the metrics at least: one that is guessed is worse than none. */
const TOKEN_LENGTH = 24;

const DEFAULT_LISTEN = '127.0.0.1:8090';
const DEFAULT_SWITCHES = '127.0.0.1:8091';

/** Reads the command line (without node and script) and the environment. */
export function readCommandLine(words: readonly string[], environment: NodeJS.ProcessEnv): CommandLine {
  try {
    const { values } = parseArgs({
      args: [...words],
      strict: true,
      options: {
        listen: { type: 'string', default: DEFAULT_LISTEN },
        switches: { type: 'string', default: DEFAULT_SWITCHES },
        name: { type: 'string', multiple: true, default: [] },
        window: { type: 'string', default: String(CONFIRM_WINDOW.usual) },
        data: { type: 'string' },
        bus: { type: 'string', default: environment.FACEPLATE_BUS ?? '' },
        store: { type: 'string', default: environment.FACEPLATE_STORE ?? '' },
        'firmware-keys': { type: 'string' },
        'metrics-from': { type: 'string', default: '' },
        'trusted-proxies': { type: 'string', default: '' },
        certificate: { type: 'string' },
        key: { type: 'string' },
        acme: { type: 'string' },
        'acme-listen': { type: 'string' },
        'acme-contact': { type: 'string' },
        backup: { type: 'string' },
        log: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help) return { kind: 'help' };
    const kept = readKept(values);
    if (values.backup !== undefined) return readBackup(values.backup, kept);
    const switches = readListenPlace('--switches', values.switches, DEFAULT_SWITCHES);
    const names = values.name.map(readName);
    if (anyAddress.has(switches.host) && names.length === 0) {
      throw new Error(
        `--switches ${values.switches}: set --name to the name or address that switches use for the cloud.`,
      );
    }
    const listen = readListenPlace('--listen', values.listen, DEFAULT_LISTEN);
    const ownPair = readPairFiles(values);
    return {
      kind: 'run',
      options: {
        listen,
        switches,
        names,
        window: readWindow(values.window),
        kept,
        firmwareKeys: firmwareKeysOf(values['firmware-keys'], kept),
        initialPassword: readPassword(environment.FACEPLATE_INITIAL_PASSWORD),
        ownPair,
        acme: readAcme(values, { listen, names, ownPair }),
        trustedProxies: readNetworks('--trusted-proxies', values['trusted-proxies']),
        metrics: readMetrics(values['metrics-from'], environment.FACEPLATE_METRICS_TOKEN),
        log: readLogChoice(values.log),
      },
    };
  } catch (error) {
    return { kind: 'wrong', message: wordsOfError(error) };
  }
}

/** Every address of the host, and none that anybody could connect to. */
const anyAddress: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

function readWindow(text: string): number {
  const { shortest, longest } = CONFIRM_WINDOW;
  const seconds = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  if (seconds >= shortest && seconds <= longest) return seconds;
  throw new Error(`--window ${text}: must be ${shortest} to ${longest} seconds.`);
}

function readBackup(to: string, kept: CloudOptions['kept']): CommandLine {
  if (!('directory' in kept))
    throw new Error('--backup copies a folder: with --store, use the backup of the database.');
  if (to === '') throw new Error('--backup needs the name of a folder that does not exist yet.');
  return { kind: 'backUp', from: kept.directory, to: resolve(to) };
}

/** Throws for an invalid address with a sentence that does not repeat it: it may contain a password. */
function readKept({ data, bus, store }: { data?: string; bus: string; store: string }): CloudOptions['kept'] {
  if (bus === '' && store === '') return { directory: resolve(data ?? join(homedir(), '.faceplate-cloud')) };
  if (bus === '' || store === '') throw new Error('--bus and --store go together: a large fleet needs both.');
  if (data !== undefined) throw new Error('--data cannot be combined with --store, which keeps all data.');
  if (!bus.split(',').every((address) => isAddress(address.trim(), ['nats:', 'tls:']))) {
    throw new Error('--bus must be addresses like tls://user:password@host:4222, separated by commas.');
  }
  if (!bus.split(',').every((address) => isSafe(new URL(address.trim())))) {
    throw new Error(
      '--bus must be tls://user:password@host:4222 beyond this host: it carries credentials of switches.',
    );
  }
  if (!isAddress(store, ['postgres:', 'postgresql:'])) {
    throw new Error('--store must be an address like postgres://user:password@host:5432/name.');
  }
  return { bus, store };
}

/** No other host can read from or write to such a bus. */
function isSafe({ protocol, hostname, username }: URL): boolean {
  return isLoopback(hostname.replace(/^\[|\]$/g, '')) || (protocol === 'tls:' && username !== '');
}

function firmwareKeysOf(named: string | undefined, kept: CloudOptions['kept']): string | undefined {
  if (named !== undefined) return resolve(named);
  return 'directory' in kept ? join(kept.directory, FIRMWARE_KEYS_FILE) : undefined;
}

function isAddress(text: string, protocols: readonly string[]): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && url.hostname !== '' && protocols.includes(url.protocol);
}

function readName(text: string): string {
  if (isIP(text) !== 0 || parseHostName(text) !== undefined) return text;
  throw new Error(`--name ${text}: must be a host name or an address.`);
}

function readPairFiles({ certificate, key }: { certificate?: string; key?: string }): CloudOptions['ownPair'] {
  if (certificate === undefined && key === undefined) return undefined;
  if (certificate === undefined || key === undefined) throw new Error('--certificate and --key go together.');
  return { certificate: resolve(certificate), key: resolve(key) };
}

/** The port at which authorities ask (RFC 8555, 8.3). */
const HTTP_PORT = 80;

function readAcme(
  values: { acme?: string; 'acme-listen'?: string; 'acme-contact'?: string },
  { listen, names, ownPair }: Pick<CloudOptions, 'listen' | 'names' | 'ownPair'>,
): CloudOptions['acme'] {
  const { acme: directory, 'acme-listen': place, 'acme-contact': contact } = values;
  if (directory === undefined) {
    if (place !== undefined || contact !== undefined) throw new Error('--acme-listen and --acme-contact need --acme.');
    return undefined;
  }
  if (!isAddress(directory, ['https:'])) throw new Error(`--acme ${directory}: must be the https URL of a directory.`);
  if (ownPair) throw new Error('--acme and --certificate exclude each other.');
  if (isLoopback(listen.host)) throw new Error('--acme needs --listen with an address that is not of the loopback.');
  if (publicNames(names).length === 0) throw new Error('--acme needs --name with the full host name of the cloud.');
  if (contact !== undefined && !/^[^@\s]+@[^@\s]+$/.test(contact)) {
    throw new Error(`--acme-contact ${contact}: must be an e-mail address.`);
  }
  const example = `0.0.0.0:${HTTP_PORT}`;
  return {
    directory,
    listen: place === undefined ? { ...listen, port: HTTP_PORT } : readListenPlace('--acme-listen', place, example),
    contact,
  };
}

function readNetworks(option: string, list: string): IpNetwork[] {
  return list
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => {
      const network = parseIpNetwork(text);
      if (network) return network;
      throw new Error(`${option} ${text}: must be addresses or networks, separated by commas.`);
    });
}

function readMetrics(from: string, token: string | undefined): MetricsPermit | undefined {
  const networks = readNetworks('--metrics-from', from);
  if (token !== undefined && token !== '' && !/^[\w.~+/-]+=*$/.test(token)) {
    throw new Error('FACEPLATE_METRICS_TOKEN must consist of letters, digits and - . _ ~ + /.');
  }
  if (token !== undefined && token !== '' && token.length < TOKEN_LENGTH) {
    throw new Error(`FACEPLATE_METRICS_TOKEN must have at least ${TOKEN_LENGTH} characters.`);
  }
  return networks.length === 0 && !token ? undefined : { token: token || undefined, networks };
}

function readPassword(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  if (/^[A-Za-z0-9]{10,32}$/.test(text)) return text;
  throw new Error('FACEPLATE_INITIAL_PASSWORD must be 10 to 32 letters and digits.');
}
