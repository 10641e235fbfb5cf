import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { systemClock } from '../../datapath/clock.ts';
import { goBeforeOtherPrograms } from '../../datapath/openvswitch/host-priority.ts';
import type { ConsoleSettings, KeyPair } from '../../device/console-settings.ts';
import { firmwarePlaces, imageOf } from '../../device/firmware/image.ts';
import { ProcessStart, RESTART_CODE, SOFTWARE_ERROR } from '../../device/firmware/process-start.ts';
import { finishReset } from '../../device/flash/factory-reset.ts';
import { claimFolder, hostFiles } from '../../device/flash/flash-files.ts';
import { agentFormats, laterFormat, noteFormats } from '../../device/flash/folder-format.ts';
import { builtConsole } from '../../device/http/built-console.ts';
import { Connections } from '../../device/http/connections.ts';
import { ConsoleSources } from '../../device/http/console-sources.ts';
import { FurtherPort } from '../../device/http/further-port.ts';
import { type ConsoleWays, consoleListener, secureOnly } from '../../device/http/listener.ts';
import { OwnAddresses } from '../../device/http/own-addresses.ts';
import { endsSoon, keepValid } from '../../device/http/own-certificate-end.ts';
import { OwnNames } from '../../device/http/own-names.ts';
import { listenPatiently } from '../../device/http/patient-listening.ts';
import { startWebServer } from '../../device/http/web-server.ts';
import { Severity } from '../../device/log/log.ts';
import { LinkStations } from '../../device/sessions/link-stations.ts';
import { softwareVersion } from '../../device/software-version.ts';
import { lockFolder } from '../../device/switch/folder-lock.ts';
import { giveBackMemory } from '../../device/switch/idle-memory.ts';
import { placesIn } from '../../device/switch/places.ts';
import { Revision } from '../../device/switch/revision.ts';
import type { Report } from '../../device/switch/switch-options.ts';
import { SwitchThread } from '../../device/switch/switch-thread.ts';
import { wordsOfError } from '../../model/values/error-words.ts';
import { zoneOf } from '../../model/values/ipv6.ts';
import { inUrl, isLoopback } from '../listen-place.ts';
import { outputFormat, tellFirstPassword, writesToJournal } from '../log-output.ts';
import { end, fail, followEnd } from '../process-end.ts';
import { isLeft, removeLeft } from './datapaths.ts';
import { help } from './help.mjs';
import { movedPort } from './moved-port.ts';
import { type AgentOptions, type RemoveOptions, readCommandLine } from './options.ts';
import type { WorkerOptions } from './worker-options.ts';

// In the repository this file is apps/device/main.ts; in a build, device/main.cjs is beside the folder of the console.
const inRepository = import.meta.url.endsWith('.ts');
const consoleDirectory = fileURLToPath(new URL(inRepository ? '../../dist/console' : '../console', import.meta.url));
const programDirectory = dirname(fileURLToPath(import.meta.url));
const worker = new URL(inRepository ? './worker-from-source.mjs' : './worker.cjs', import.meta.url);

/** Set by the boot program, and not passed on beyond this process. */
const image = process.env.FACEPLATE_IMAGE === undefined ? undefined : imageOf(Number(process.env.FACEPLATE_IMAGE));
delete process.env.FACEPLATE_IMAGE;
const hasCrashed = Boolean(process.env.FACEPLATE_CRASHED);
delete process.env.FACEPLATE_CRASHED;

const command = readCommandLine(process.argv.slice(2), process.env);
if (command.kind === 'help') process.stdout.write(help);
else if (command.kind === 'version') process.stdout.write(`faceplate ${softwareVersion}\n`);
else if (command.kind === 'run') run(command.options).catch((error: unknown) => fail(wordsOfError(error)));
else if (command.kind === 'remove') remove(command.options).catch((error: unknown) => fail(wordsOfError(error)));
else fail(`${command.message}\nTry --help.`);

async function remove({ dataDirectory, interfaces, ovsdb }: RemoveOptions): Promise<void> {
  if (!(await lockFolder(dataDirectory))) fail(`The folder ${dataDirectory} is used by an agent: stop it first.`);
  await removeLeft(dataDirectory, interfaces, ovsdb);
  end(0);
}

async function run(options: AgentOptions): Promise<void> {
  // Output to a full disk, or without a reader, is no reason to end.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const { dataDirectory } = options;
  const later = await laterFormat(hostFiles, dataDirectory, agentFormats);
  if (later !== undefined) fail(later);
  // The switch itself says what is wrong with a folder that cannot be made; there is nothing to be shared then.
  await claimFolder(hostFiles, dataDirectory).catch(() => {});
  if (!(await lockFolder(dataDirectory))) fail(`The folder ${dataDirectory} is already used by another agent.`);
  if (options.datapath === 'virtual' && isLeft(dataDirectory)) {
    process.stderr.write(
      'An Open vSwitch that was started with other options goes on forwarding; --remove takes it away.\n',
    );
  }
  if (options.datapath === 'openvswitch') goBeforeOtherPrograms();
  // Its observations may be lost while the switch restarts.
  const consoleSources = new ConsoleSources(systemClock, (report) => void device.backend.seen(report).catch(() => {}));
  const stations = new LinkStations(systemClock, () => device.backend.neighbours(undefined));
  const connections = new Connections({ consoleSources, stationOf: (address) => stations.of(address) });
  const ownNames = new OwnNames();
  const processStart = new ProcessStart(hostFiles, firmwarePlaces(placesIn(dataDirectory).firmware), image);
  /** Entries for the switch's log at its next start. */
  const reports: Report[] = (await processStart.told()).map(({ isFailure, message }) => ({
    severity: isFailure ? Severity.critical : Severity.notice,
    message,
  }));
  /** The device's own certificate, and one that was uploaded in its place. */
  let own: KeyPair | undefined;
  let given: KeyPair | undefined;
  const makeOwn = async (address = options.host, anew = false) => {
    own = await certificate(options, address, reports, anew);
    return own;
  };
  const output = outputFormat(options.log, writesToJournal());
  const isLocal = isLoopback(options.host);
  if (!isLocal) await makeOwn().catch((error: unknown) => fail(wordsOfError(error)));
  const listener = consoleListener(connections, {
    ways: isLocal ? { ...secureOnly, http: 'serve' } : secureOnly,
    pair: async () => given ?? own ?? (await makeOwn()),
  });
  const furtherPort = (named: string) =>
    new FurtherPort(listener, {
      prepare: async () => {},
      opened: () => {},
      refused: (address, error) => sayWaiting(address, error, named),
    });
  const furtherPorts = { https: furtherPort('the port of HTTPS'), http: furtherPort(`port ${HTTP_PORT}`) };
  const followEverywhere = (present: readonly string[]) => {
    for (const place of Object.values(furtherPorts)) place.follow(present);
  };
  let addresses: readonly string[] = [];
  let ownAddresses: OwnAddresses | undefined;
  const presentOwn = async (anew = false) => {
    const pair = own && !anew && !endsSoon(own.certificate) ? own : await makeOwn(addresses[0], anew);
    if (!given) listener.replaceCertificate(pair);
    return pair;
  };
  keepValid(systemClock, () => own, presentOwn);
  const revision = new Revision();
  const device = new SwitchThread({
    revision,
    start: ({ crashed }) => {
      const workerData: WorkerOptions = {
        agent: options,
        revision: revision.memory,
        webVersion: webVersion(),
        crashed,
        firmware: { running: image, programDirectory },
        reports: reports.splice(0),
        output,
      };
      // The switch's objects are small and short-lived, or permanent: a large nursery only costs memory.
      return new Worker(worker, { workerData, resourceLimits: { maxYoungGenerationSizeMb: 2 } });
    },
    events: {
      addresses(present) {
        // A simulated switch's addresses are none of this host's.
        addresses = options.datapath === 'openvswitch' ? present : [];
        connections.followAddresses(addresses);
        ownAddresses?.follow(addresses);
        if (ownAddresses) followEverywhere(addresses);
      },
      names: (names) => ownNames.follow(names),
      console(settings) {
        const ways = waysOf(settings, options);
        listener.set(ways);
        furtherPorts.https.set(ways.https ? ways.httpsPort : undefined);
        furtherPorts.http.set(httpPortBeside(ways, options));
        given = settings.pair;
        listener.replaceCertificate(given ?? own);
      },
      ownCertificate(anew) {
        void presentOwn(anew)
          .then((pair) => device.backend.certified(pair))
          .catch(() => {});
      },
      sources(sources) {
        consoleSources.follow(sources);
        connections.sourcesChanged();
      },
      epoch: (value) => connections.begin(value),
      knownSource: (source) => connections.knowSource(source),
      initialPassword(password) {
        tellFirstPassword(password, dataDirectory);
      },
    },
    async restarted() {
      if (await processStart.isToChange()) {
        await listener.close();
        end(RESTART_CODE);
      }
      connections.restarted();
      // A factory reset takes the certificate away.
      own = undefined;
      given = undefined;
      if (!isLocal) listener.replaceCertificate(await makeOwn(addresses[0]));
    },
    crashed: (reason) => process.stderr.write(`The switch ended unexpectedly and is restarted: ${reason}\n`),
    failed: (reason) => fail(`The switch could not be restarted: ${reason}`, SOFTWARE_ERROR),
  });
  let stopping = false;
  followEnd('The agent', async () => {
    stopping = true;
    await Promise.all([listener.close(), device.stop()]);
  });

  const built = builtConsole(consoleDirectory);
  listener.onServer((server, secure) =>
    startWebServer({
      backend: device.backend,
      connections,
      built,
      server,
      secure,
      ownNames,
    }),
  );
  // The switch comes first: the address to listen on may be one of its own.
  await device.start({ crashed: hasCrashed }).catch((error: unknown) => {
    if (!stopping) fail(wordsOfError(error));
  });
  if (stopping) return;
  giveBackMemory(systemClock);
  await listen();

  /**
   * Listens at the addresses in the options; at the switch's own addresses, wherever they move, if one of them is
   * meant. An address that is not available now is waited for: the switch forwards meanwhile.
   */
  async function listen(): Promise<void> {
    const { host, port } = options;
    if (options.datapath === 'openvswitch' && (addresses.includes(host) || !(await isOfThisHost(host)))) {
      ownAddresses = new OwnAddresses(listener, port, {
        async prepare(address) {
          // No browser takes the zone of a link-local address, so none asks a certificate to name one.
          if (zoneOf(address) === undefined) {
            listener.replaceCertificate(given ?? (await makeOwn(address)));
          }
        },
        opened: (address) => {
          sayListening(address, port);
          void serves();
        },
        refused: (address, error) => sayWaiting(address, error),
      });
      ownAddresses.follow(addresses);
      followEverywhere(addresses);
      if (addresses.length > 0) return;
      process.stderr.write('The switch has no address to listen on yet.\n');
      return serves();
    }
    const taken = await listenPatiently(listener, port, host, {
      wanted: () => !stopping,
      refused: (error) => sayWaiting(host, error),
    });
    if (taken === undefined) return;
    sayListening(host, taken);
    followEverywhere([host]);
    await serves();
  }

  /** The switch answers: the firmware that runs has proven itself. */
  async function serves(): Promise<void> {
    try {
      await device.backend.globals(undefined);
      await processStart.serves();
      // Not before: the former firmware, which may be started again, has to read the folder.
      await noteFormats(hostFiles, dataDirectory, agentFormats);
    } catch (error) {
      process.stderr.write(`This start could not be recorded as successful: ${wordsOfError(error)}\n`);
    }
  }

  function sayListening(host: string, port: number): void {
    process.stdout.write(`Listening on ${isLocal ? 'http' : 'https'}://${inUrl({ host, port })}/\n`);
  }

  function sayWaiting(host: string, error: unknown, named = `port ${options.port}`): void {
    process.stderr.write(`Cannot listen on ${host}, ${named} yet: ${reasonOf(error)}\n`);
  }
}

/** The port that browsers ask by HTTP. */
const HTTP_PORT = 80;

/** The same by HTTPS. */
const HTTPS_PORT = 443;

/**
 * The port beside the console's own on which HTTP is answered, or redirected to HTTPS: an address typed without a
 * scheme leads there. Undefined if HTTP is off, and if the console has a port that is not reached by default.
 */
function httpPortBeside({ http }: ConsoleWays, { host, port }: AgentOptions): number | undefined {
  return http !== 'off' && port === HTTPS_PORT && !isLoopback(host) ? HTTP_PORT : undefined;
}

/** HTTP is still answered if it cannot be overheard; a port only for HTTPS moves there like those of all services. */
function waysOf(
  { http, https, httpsPort, minVersion }: ConsoleSettings,
  { host, port, portOffset }: AgentOptions,
): ConsoleWays {
  const moved = httpsPort === undefined ? undefined : movedPort(httpsPort, portOffset);
  return {
    http: http === 'redirect' && isLoopback(host) ? 'serve' : http,
    https,
    httpsPort: moved === port ? undefined : moved,
    minVersion,
  };
}

/** Loaded only where it is needed: most agents on a loopback address never are. */
async function certificate(
  { dataDirectory }: AgentOptions,
  host: string,
  reports: Report[],
  anew: boolean,
): Promise<KeyPair> {
  const { ownCertificate } = await import('../../device/http/own-certificate.ts');
  const place = placesIn(dataDirectory);
  // A factory reset that was cut off takes the former certificate away, too.
  await finishReset(hostFiles, place.reset);
  const { pair, said } = await ownCertificate(hostFiles, place.certificate, host, anew);
  if (said) reports.push({ severity: Severity.error, message: said });
  return pair;
}

/** The build of the console: what the browser compares with the one that it saw last. */
function webVersion(): string {
  const named = join(consoleDirectory, 'version.txt');
  return existsSync(named) ? readFileSync(named, 'utf8').trim() : softwareVersion;
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is already in use.',
  EADDRNOTAVAIL: 'no interface of this host has that address.',
  EACCES: 'this user may not use that port.',
};

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Whether the host has this address apart from the switch, or can be listened on by this name. */
function isOfThisHost(host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error) => resolve(codeOf(error) !== 'EADDRNOTAVAIL'));
    probe.listen(0, host, () => probe.close(() => resolve(true)));
  });
}

function reasonOf(error: unknown): string {
  return reasons[codeOf(error)] ?? wordsOfError(error);
}
