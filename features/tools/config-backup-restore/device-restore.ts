import { createHash } from 'node:crypto';
import { breath, inBreaths } from '../../../datapath/breath.ts';
import type { DeviceContext } from '../../../device/feature.ts';
import { Refusal } from '../../../device/refusal.ts';
import { softwareVersion } from '../../../device/software-version.ts';
import { changesBetween } from '../../../model/configuration/change.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import type { Problem } from '../../../model/configuration/rule.ts';
import { tellingChanges } from '../../../model/configuration/told-changes.ts';
import type { ChangeMessage } from '../../../model/values/change-message.ts';
import { type Message, oneAfterAnother, say, wordsOf } from '../../../model/values/message.ts';
import { isNewerVersion } from '../../../model/values/version.ts';
import type { Values } from '../../../model/wire/call.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { entryPlace } from './configuration-file.ts';
import { keyOf, open } from './device-secrets.ts';
import { leftWithout } from './left-without.ts';
import {
  type ConfigurationFile,
  type FileEntry,
  type LineMessage,
  readConfigurationFile,
} from './read-configuration-file.ts';
import { restoredConfiguration } from './restored-configuration.ts';

/** A file's octets, piece by piece. */
export type FileChunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** How a file is to be restored. */
export interface RestoreChoices {
  readonly mode: 'replace' | 'merge';
  readonly keepAddress: boolean;
  /** "" where none was typed. */
  readonly passphrase: string;
}

/** Information for the administrator before a restore; the page's question contains it. */
interface RestoreReport {
  readonly model: string;
  readonly version: string;
  /** SHA-256 of the file, in hex. */
  readonly digest: string;
  /** In English. */
  readonly warnings: readonly string[];
  /** How many settings differ from the running configuration, and the first of them in English. */
  readonly changeCount: number;
  readonly changes: readonly string[];
  /** Warnings and changes apart from any language. */
  readonly said: readonly Message[];
}

/** Maximum number of messages and changes that are shown. */
const TOLD = 20;

const refuse = (message: Message) => new Refusal(ErrorCode.wrongValue, message);

/** A file that was checked and may be restored. */
export interface CheckedFile {
  readonly report: RestoreReport;
  /**
   * The result of the file with the present configuration: settings that it does not change may have been changed since
   * the check. Throws a `Refusal` if the two no longer fit together.
   */
  restored(context: DeviceContext): Promise<Configuration>;
}

/** Reads and checks a file as a whole. Throws a `Refusal` that names the first lines at fault; nothing is changed. */
export async function checkRestore(
  context: DeviceContext,
  content: FileChunks,
  choices: RestoreChoices,
): Promise<CheckedFile> {
  const text = await textOf(content);
  const file = await inBreaths(readConfigurationFile(text, context.objects));
  if (!file) throw refuse(say('The file is not a configuration file.'));
  const { model, version } = file.header;
  if (model !== context.hardware.modelName)
    throw refuse(say('The file is for model {{model}}.', { model: model.slice(0, 32) }));
  refuseLines(choices.mode === 'replace' ? [...file.mistakes, ...file.unknown] : file.mistakes);
  if (file.entries.length === 0) throw refuse(say('The file contains no settings.'));
  const secrets = await secretsOf(file, choices.passphrase);
  const { mode, keepAddress } = choices;
  const restored = async ({ objects, hardware, configuration: running, problemsOf }: DeviceContext) => {
    const input = { entries: file.entries, objects, hardware, present: running(), mode, keepAddress, secrets };
    const { configuration, mistakes } = await inBreaths(restoredConfiguration(input));
    refuseLines(mistakes);
    await breath();
    const problems = await problemsOf(configuration);
    // The place of each line is looked up only for what is said of one: a file has thousands.
    if (problems.length > 0) refuseLines(atLines(problems, file));
    return configuration;
  };
  const next = await restored(context);
  const changes = await inBreaths(tellingChanges(changesBetween(context.objects, context.configuration(), next)));
  const left = await inBreaths(leftWithout(file, next));
  const warnings = [
    ...(isNewerVersion(version, softwareVersion) ? [newerVersion(version)] : []),
    ...file.unknown.slice(0, TOLD).map(ofLine),
    ...left.slice(0, TOLD),
  ];
  const told = changes.slice(0, TOLD).map(lineOf);
  const english = (messages: readonly Message[]) => messages.map((message) => wordsOf(message));
  return {
    restored,
    report: {
      model,
      version,
      digest: createHash('sha256').update(text).digest('hex'),
      warnings: english(warnings),
      changeCount: changes.length,
      changes: english(told),
      said: [...warnings, ...told],
    },
  };
}

function newerVersion(version: string): Message {
  return say('The file was created by version {{version}}, which is newer than {{present}} of this switch.', {
    version: version.slice(0, 32),
    present: softwareVersion,
  });
}

function lineOf({ what, from, to }: ChangeMessage): Message {
  return from && to ? say('{{what}}: {{from}} → {{to}}', { what, from, to }) : what;
}

async function textOf(content: FileChunks): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  try {
    for await (const chunk of content) text += decoder.decode(chunk, { stream: true });
    return (text + decoder.decode()).replaceAll('\r\n', '\n');
  } catch (error) {
    // The decoder's way of saying that this is no text.
    if (error instanceof TypeError) throw refuse(say('The file is not a configuration file.'));
    throw error;
  }
}

/** The file's secrets by line. A wrong passphrase is refused, none leaves the secrets of this switch as they are. */
async function secretsOf(file: ConfigurationFile, passphrase: string): Promise<ReadonlyMap<number, Values>> {
  const { salt } = file.header;
  const sealed = file.entries.filter((entry) => entry.secret !== undefined);
  if (salt === undefined || sealed.length === 0 || passphrase === '') return new Map();
  const key = await keyOf(passphrase, salt);
  return new Map(
    sealed.map(({ line, object, values = {}, secret = '' }) => {
      const secrets = open(key, secret, entryPlace(object, values));
      if (!secrets)
        throw refuse(ofLine({ line, message: say('the passphrase does not decrypt the secrets of this file.') }));
      return [line, secretColumns(object, secrets)];
    }),
  );
}

/** Only write-only columns, as their fields read them. */
function secretColumns(object: FileEntry['object'], secrets: Values): Values {
  return Object.fromEntries(
    Object.entries(secrets).filter(
      ([name, value]) =>
        Object.hasOwn(object.fields, name) &&
        object.fields[name]?.access === 'wo' &&
        object.fields[name].read(value).ok,
    ),
  );
}

/** Problems, each with the line of the entry that it is about; 0 where it is about none. */
function atLines(problems: readonly Problem[], { entries }: ConfigurationFile): LineMessage[] {
  const lines = new Map<string, number>();
  const objects = new Map<string, FileEntry['object']>();
  for (const { object, values, line } of entries) {
    const places = values ? [entryPlace(object, values), object.name] : [object.name];
    for (const place of places) if (!lines.has(place)) lines.set(place, line);
    objects.set(object.name, object);
  }
  return problems.map(({ object: name, row, message }) => {
    const object = objects.get(name);
    const place = object && row ? entryPlace(object, row) : name;
    return { line: lines.get(place) ?? 0, message };
  });
}

function refuseLines(messages: readonly LineMessage[]): void {
  if (messages.length === 0) return;
  const told = messages.slice(0, TOLD).map(ofLine);
  const more = messages.length - told.length;
  throw refuse(oneAfterAnother(more > 0 ? [...told, say('And {{number}} more.', { number: more })] : told));
}

function ofLine({ line, message }: LineMessage): Message {
  return line > 0 ? say('Line {{line}}: {{problem}}', { line, problem: message }) : message;
}
