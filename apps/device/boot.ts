import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { hostFirmwareFiles } from '../../device/firmware/firmware-files.ts';
import { firmwarePlaces, type ImageId, slotNumbers } from '../../device/firmware/image.ts';
import { RESTART_CODE, SOFTWARE_ERROR } from '../../device/firmware/process-start.ts';
import { isWholeSlot, readSeal } from '../../device/firmware/seal.ts';
import { beginStart, readChoice, type StartChoice, writeChoice } from '../../device/firmware/start-choice.ts';
import { placesIn } from '../../device/switch/places.ts';
import { START_FILE } from '../../model/firmware/bundle-manifest.ts';
import { wordsOfError } from '../../model/values/error-words.ts';
import { keepStarted } from './boot-keeper.ts';
import { DEFAULT_DATA } from './options.ts';

// The boot program: starts the agent of the image that is chosen, in this very process, so that it costs no memory of its
// own. `faceplate-boot` starts it again when it ends with RESTART_CODE, or without having been asked to.

/** Seconds that an image has, that never served before, until it does. */
const PATIENCE = 120;

const program = dirname(fileURLToPath(import.meta.url));
const AS_INSTALLED = '--installed';
const given = process.argv.slice(2);
const words = given.filter((word) => word !== AS_INSTALLED);
const patience = Number(process.env.FACEPLATE_START_TIME) || PATIENCE;
delete process.env.FACEPLATE_START_TIME;
delete process.env.FACEPLATE_PROGRAM;

const files = hostFirmwareFiles;
const places = firmwarePlaces(placesIn(dataDirectory()).firmware);

// Apart from an agent that says why it cannot start, and ends with 1.
process.on('uncaughtException', (error) => {
  process.stderr.write(`${error.stack ?? error}\n`);
  process.exit(SOFTWARE_ERROR);
});

start().catch((error: unknown) => {
  process.stderr.write(`${wordsOfError(error)}\n`);
  process.exit(1);
});

async function start(): Promise<void> {
  const asks = words.some((word) => ['--help', '-h', '--version'].includes(word));
  const image = asks || given.includes(AS_INSTALLED) ? 0 : await chosen();
  if (image !== 0) await announce(image);
  process.env.FACEPLATE_IMAGE = String(image);
  const main = image === 0 ? join(program, 'main.cjs') : join(places.folder(image), START_FILE);
  process.argv = [process.execPath, main, ...words];
  if (!asks) keepStarted(join(program, 'faceplate-boot'), given);
  await import(pathToFileURL(main).href);
}

/** The image to start; its attempt is on flash when this resolves. */
async function chosen(): Promise<ImageId> {
  const { choice: before } = await readChoice(files, places.choice);
  const named = slotNumbers.filter((slot) => slot === before.proven || slot === before.trial?.image);
  const whole = new Set<ImageId>([0]);
  for (const slot of named) if (await isWholeSlot(files, places, slot)) whole.add(slot);
  const { image, choice } = beginStart(before, (one) => whole.has(one));
  if (choice === before) return image;
  try {
    await writeChoice(files, places.choice, choice);
  } catch {
    // An attempt that cannot be counted might be repeated for ever.
    return whole.has(choice.proven) ? choice.proven : 0;
  }
  if (choice.trial) watch(choice);
  return image;
}

/** Ends the process where the image does not serve in time, and lets every failure of it be followed by another attempt. */
function watch({ trial }: StartChoice): void {
  const present = () => {
    try {
      return readFileSync(places.choice, 'utf8');
    } catch {
      return '';
    }
  };
  const during = present();
  process.once('exit', (code) => {
    if (code !== 0 && trial && present() === during) process.exitCode = RESTART_CODE;
  });
  // A thread of its own: an image that hangs leaves this one no time.
  const guard = `
    const { workerData: { path, during, patience } } = require('node:worker_threads');
    const { readFileSync } = require('node:fs');
    setTimeout(() => {
      if (readFileSync(path, 'utf8') === during) process.kill(process.pid, 'SIGABRT');
    }, patience * 1000);`;
  new Worker(guard, {
    eval: true,
    workerData: { path: places.choice, during, patience },
    resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 8 },
  }).unref();
}

async function announce(image: Exclude<ImageId, 0>): Promise<void> {
  const found = await readSeal(files, places, image);
  const version = found.kind === 'sealed' ? found.seal.manifest.version : '';
  process.stdout.write(`Firmware ${version} of slot ${image}; ${AS_INSTALLED} starts what is installed here.\n`);
}

function dataDirectory(): string {
  const { values } = parseArgs({ args: words, strict: false, options: { data: { type: 'string' } } });
  return typeof values.data === 'string' ? values.data : DEFAULT_DATA;
}
