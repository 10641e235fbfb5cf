import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { backUp } from '../../cloud/backup.ts';
import { auditLine } from '../../cloud/fleet/audit-line.ts';
import { type ConsoleBuild, type RunningCloud, startCloud } from '../../cloud/start-cloud.ts';
import { systemClock } from '../../datapath/clock.ts';
import { DeviceWallClock } from '../../device/device-wall-clock.ts';
import { claimFolder, hostFiles } from '../../device/flash/flash-files.ts';
import { cloudFormats, laterFormat, noteFormats } from '../../device/flash/folder-format.ts';
import { lockFolder } from '../../device/switch/folder-lock.ts';
import { fleetFeatures } from '../../fleet/features.ts';
import { wordsOfError } from '../../model/values/error-words.ts';
import { features } from '../device/features.ts';
import { inUrl, isLoopback } from '../listen-place.ts';
import { outputFormat, tellFirstPassword, writesToJournal } from '../log-output.ts';
import { fail, followEnd } from '../process-end.ts';
import { help } from './help.mjs';
import { type CloudOptions, readCommandLine } from './options.ts';

// In the repository this file is apps/cloud/main.ts; in a build, cloud/main.cjs is beside the other folders.
const inRepository = import.meta.url.endsWith('.ts');
const dist = fileURLToPath(new URL(inRepository ? '../../dist' : '..', import.meta.url));

const command = readCommandLine(process.argv.slice(2), process.env);
if (command.kind === 'help') process.stdout.write(help);
else if (command.kind === 'run') run(command.options).catch((error: unknown) => fail(wordsOfError(error)));
else if (command.kind === 'backUp') {
  const { from, to } = command;
  backUp(hostFiles, from, to).then(
    () => process.stdout.write(`The data of the cloud in ${from} were copied to ${to}.\n`),
    (error: unknown) => fail(wordsOfError(error)),
  );
} else fail(`${command.message}\nTry --help.`);

async function run({
  listen,
  switches,
  names,
  window,
  kept,
  firmwareKeys,
  initialPassword,
  trustedProxies,
  ownPair,
  acme,
  metrics,
  log,
}: CloudOptions): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  let running: RunningCloud | undefined;
  followEnd('The cloud', async (signal) => {
    if (running) await running.stop();
    else process.stderr.write(`The cloud ended by ${signal} before it listened.\n`);
  });
  if ('directory' in kept) {
    const later = await laterFormat(hostFiles, kept.directory, cloudFormats);
    if (later !== undefined) fail(later);
    await claimFolder(hostFiles, kept.directory);
    if (!(await lockFolder(kept.directory))) fail(`The folder ${kept.directory} is already used by another cloud.`);
  }
  const isLocal = isLoopback(listen.host);
  const format = outputFormat(log, writesToJournal());
  const [first = switches.host, ...others] = [...names, switches.host, listen.host, 'localhost'];
  // The pauses between attempts to reach a store keep no process alive: without this, it would end without a word.
  const starting = setInterval(() => {}, 60_000);
  const cloud = await startCloud({
    features: fleetFeatures,
    switchObjects: features.flatMap(({ objects }) => objects),
    listen,
    switches,
    plain: isLocal,
    names: [first, ...others],
    window,
    kept,
    // Beside the program that switches are delivered with, as they have it themselves.
    firmwareKeys: [join(dist, 'device', 'firmware.pub'), firmwareKeys].filter((path) => path !== undefined),
    fleetConsole: build('fleet'),
    switchConsole: build('console'),
    clock: systemClock,
    wallClock: new DeviceWallClock(systemClock),
    initialPassword,
    trustedProxies,
    ownPair,
    acme,
    acmeFailed: (words) => void process.stderr.write(`${words}\n`),
    metrics,
    ...(format && { audited: (entry) => void process.stdout.write(auditLine(entry, format)) }),
  }).finally(() => clearInterval(starting));
  running = cloud;
  if ('directory' in kept) await noteFormats(hostFiles, kept.directory, cloudFormats);
  if (cloud.initialPassword !== undefined) {
    tellFirstPassword(cloud.initialPassword, 'directory' in kept ? kept.directory : undefined);
  }
  tell(cloud, `${isLocal ? 'http' : 'https'}://${inUrl({ ...listen, port: cloud.port })}/`, first);
}

function tell({ clockFault, fingerprint, switchPort }: RunningCloud, address: string, name: string): void {
  if (clockFault !== undefined) {
    const earlier = clockFault === 'beforeAuthority' ? 'was made' : 'was used last';
    process.stderr.write(`The clock of this host is wrong: it shows a time before this cloud ${earlier}. Set it.\n`);
  }
  process.stdout.write(
    `\n  A switch joins when it is started with\n  npm start -- --cloud ${inUrl({ host: name, port: switchPort })}\n` +
      `  and given this fingerprint in its wizard or on its page Cloud Settings:\n  ${fingerprint}\n\n` +
      `Listening on ${address}\n`,
  );
}

/** The files built for browsers under this name, with the version that they compare with the one that they saw last. */
function build(name: string): ConsoleBuild {
  const directory = join(dist, name);
  const named = join(directory, 'version.txt');
  return { directory, version: existsSync(named) ? readFileSync(named, 'utf8').trim() : '' };
}
