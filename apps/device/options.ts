import { isIP } from 'node:net';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CLOUD_PORT, type CloudPlace } from '../../device/cloud/cloud-place.ts';
import { wordsOfError } from '../../model/values/error-words.ts';
import { parseHostName } from '../../model/values/host-name.ts';
import { isLoopback, readListenPlace } from '../listen-place.ts';
import { type LogChoice, readLogChoice } from '../log-output.ts';
import { DEFAULT_MODEL, switchModels } from './models.ts';

/** Options of the agent's start. */
export interface AgentOptions {
  readonly host: string;
  readonly port: number;
  /** Offset of the other services' ports. */
  readonly portOffset: number;
  /** Absolute. */
  readonly dataDirectory: string;
  readonly model: string;
  readonly datapath: 'virtual' | 'openvswitch';
  /** Host interfaces, port n at n-1; for `openvswitch`. */
  readonly interfaces: readonly string[];
  /** Interfaces that the host uses for something else become ports, too; for `openvswitch`. */
  readonly takesUsedPorts: boolean;
  readonly ovsdb: string | undefined;
  /** What forwards the frames of Open vSwitch: its module in the kernel, or ovs-vswitchd; for `openvswitch`. */
  readonly forwarder: 'system' | 'netdev';
  /** File of the scenario, absolute; for `virtual`. */
  readonly scenario: string | undefined;
  /** Ports with a cable to another agent, and the socket at which the two meet, absolute; for `virtual`. */
  readonly cables: readonly { readonly port: number; readonly path: string }[];
  /** A new data folder begins with the factory's settings, whatever the scenario says; for `virtual`. */
  readonly factorySettings: boolean;
  /** The cloud that can manage the switch; undefined for none. */
  readonly cloud: CloudPlace | undefined;
  readonly initialPassword: string | undefined;
  /** How the log is written to standard output; undefined: as it is fit for what reads it. */
  readonly log: LogChoice;
}

/** Those of its removal. */
export type RemoveOptions = Pick<AgentOptions, 'dataDirectory' | 'interfaces' | 'ovsdb'>;

/** Result of the command line. */
export type CommandLine =
  | { readonly kind: 'run'; readonly options: AgentOptions }
  /** What an agent with this folder left forwarding is to be taken away. */
  | { readonly kind: 'remove'; readonly options: RemoveOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'wrong'; readonly message: string };

/** Default folder of the agent's files. */
export const DEFAULT_DATA = join(homedir(), '.faceplate');

const DEFAULT_LISTEN = '127.0.0.1:8080';

/** Reads the command line (without node and script) and the environment. */
export function readCommandLine(words: readonly string[], environment: NodeJS.ProcessEnv): CommandLine {
  try {
    const { values } = parseArgs({
      args: [...words],
      strict: true,
      options: {
        listen: { type: 'string', default: DEFAULT_LISTEN },
        'port-offset': { type: 'string' },
        data: { type: 'string', default: DEFAULT_DATA },
        model: { type: 'string', default: DEFAULT_MODEL },
        datapath: { type: 'string', default: 'virtual' },
        ports: { type: 'string' },
        'take-ports': { type: 'boolean', default: false },
        ovsdb: { type: 'string' },
        'ovs-datapath': { type: 'string' },
        remove: { type: 'boolean', default: false },
        scenario: { type: 'string' },
        cable: { type: 'string', multiple: true, default: [] },
        'factory-settings': { type: 'boolean', default: false },
        cloud: { type: 'string' },
        // The boot program has taken it.
        log: { type: 'string' },
        installed: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean' },
      },
    });
    if (values.help) return { kind: 'help' };
    if (values.version) return { kind: 'version' };
    const datapath = readDatapath(values.datapath);
    // What is left forwarding may be of other options.
    if (values.remove) {
      const interfaces = values.ports === undefined ? [] : readInterfaces(values.ports);
      const options = { dataDirectory: resolve(values.data), interfaces, ovsdb: readOvsdb(values.ovsdb) };
      return { kind: 'remove', options };
    }
    if (datapath === 'virtual') {
      const take = values['take-ports'] ? '' : undefined;
      const kind = values['ovs-datapath'];
      refuseFor(datapath, { ports: values.ports, ovsdb: values.ovsdb, 'take-ports': take, 'ovs-datapath': kind });
    } else {
      const settings = values['factory-settings'] ? '' : undefined;
      refuseFor(datapath, { scenario: values.scenario, cable: values.cable[0], 'factory-settings': settings });
    }
    const listen = readListenPlace('--listen', values.listen, DEFAULT_LISTEN);
    return {
      kind: 'run',
      options: {
        ...listen,
        portOffset: readOffset(values['port-offset'], datapath === 'virtual' && isLoopback(listen.host)),
        dataDirectory: resolve(values.data),
        model: readModel(values.model),
        datapath,
        interfaces: datapath === 'openvswitch' ? readInterfaces(values.ports) : [],
        takesUsedPorts: values['take-ports'],
        ovsdb: readOvsdb(values.ovsdb),
        forwarder: readForwarder(values['ovs-datapath']),
        scenario: values.scenario === undefined ? undefined : resolve(values.scenario),
        cables: readCables(values.cable),
        factorySettings: values['factory-settings'],
        cloud: readCloud(values.cloud),
        initialPassword: readPassword(environment.FACEPLATE_INITIAL_PASSWORD),
        log: readLogChoice(values.log),
      },
    };
  } catch (error) {
    return { kind: 'wrong', message: wordsOfError(error) };
  }
}

/** Beside other services of the host, which have the standard ports. */
const LOOPBACK_OFFSET = 8000;

function readOffset(text: string | undefined, isOnLoopback: boolean): number {
  if (text === undefined) return isOnLoopback ? LOOPBACK_OFFSET : 0;
  if (/^\d{1,5}$/.test(text) && Number(text) < 65_000) return Number(text);
  throw new Error(`--port-offset ${text}: must be a number from 0 to 64999.`);
}

function readForwarder(text = 'netdev'): AgentOptions['forwarder'] {
  if (text === 'system' || text === 'netdev') return text;
  throw new Error(`--ovs-datapath ${text}: must be system or netdev.`);
}

function readModel(text: string): string {
  if (switchModels.has(text)) return text;
  throw new Error(`--model ${text}: must be one of ${[...switchModels.keys()].join(', ')}.`);
}

function readDatapath(text: string): AgentOptions['datapath'] {
  if (text === 'virtual' || text === 'openvswitch') return text;
  throw new Error(`--datapath ${text}: must be virtual or openvswitch.`);
}

function readInterfaces(text: string | undefined): readonly string[] {
  const names = (text ?? '').split(',').map((name) => name.trim());
  const wrong = names.find((name) => !/^[^\s/,]{1,15}$/.test(name));
  if (text === undefined)
    throw new Error('--ports is missing: openvswitch needs the host interfaces, such as eth1,eth2.');
  if (wrong !== undefined) throw new Error(`--ports ${text}: "${wrong}" is not the name of an interface.`);
  if (new Set(names).size < names.length) throw new Error(`--ports ${text}: an interface is named twice.`);
  if (names.length > 64) throw new Error('--ports: a switch has at most 64 ports.');
  return names;
}

function readOvsdb(text: string | undefined): string | undefined {
  if (text === undefined || /^unix:\/./.test(text)) return text;
  throw new Error(`--ovsdb ${text}: must be unix: and the absolute path of a socket.`);
}

/**
 * Maximum length of a socket's path in octets, on every system that has them, less those that make it unique while it
 * is created.
 */
const LONGEST_SOCKET_PATH = 96;

function readCables(texts: readonly string[]): AgentOptions['cables'] {
  const cables = texts.map((text) => {
    const [, port = '', path = ''] = /^([1-9]\d?)=unix:(\/.+)$/.exec(text) ?? [];
    if (port === '') throw new Error(`--cable ${text}: must be a port and a socket, such as 24=unix:/tmp/cable.`);
    if (Buffer.byteLength(path) > LONGEST_SOCKET_PATH) {
      throw new Error(`--cable ${text}: the path must be ${LONGEST_SOCKET_PATH} octets long at most.`);
    }
    return { port: Number(port), path };
  });
  for (const { port, path } of cables) {
    if (cables.filter((one) => one.port === port).length > 1) {
      throw new Error(`--cable: port ${port} is named twice.`);
    }
    if (cables.filter((one) => one.path === path).length > 2) {
      throw new Error(`--cable: a cable has two ends, but unix:${path} is named more than twice.`);
    }
  }
  return cables;
}

function readCloud(text: string | undefined): CloudPlace | undefined {
  if (text === undefined) return undefined;
  const match = /^(?:\[([0-9a-f:]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/i.exec(text);
  const host = match?.[1] ?? match?.[2] ?? '';
  const port = Number(match?.[3] ?? CLOUD_PORT);
  if ((isIP(host) === 0 && parseHostName(host) === undefined) || port < 1 || port > 65_535) {
    throw new Error(`--cloud ${text}: must be a host name or address, and maybe a port, such as cloud.example:8443.`);
  }
  return { host, port };
}

function readPassword(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  if (/^[\x21-\x7e]{1,32}$/.test(text)) return text;
  throw new Error('FACEPLATE_INITIAL_PASSWORD must be 1 to 32 printable characters without blanks.');
}

function refuseFor(datapath: string, options: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(options)) {
    if (value !== undefined) throw new Error(`--${name} has no meaning with --datapath ${datapath}.`);
  }
}
