import type { DeviceContext } from '../../../device/feature.ts';
import { restoreConfiguration, storeConfiguration } from '../../../device/flash/stored-configuration.ts';
import { Refusal } from '../../../device/refusal.ts';
import { isChangedFromAfar } from '../../../model/cloud-capable-pages.ts';
import { changesBetween } from '../../../model/configuration/change.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { withParts } from '../../../model/configuration/parts.ts';
import { type ObjectDeclaration, rowKey } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import type { Values } from '../../../model/wire/call.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import type { ConfigurationDocument } from '../../../protocols/cloud/change.ts';
import { firmwareByRollout } from '../../../protocols/cloud/upgrade.ts';
import { fwUpgradeCtrl } from '../../tools/firmware-upgrade/objects.ts';

type Part = Values | readonly Values[];

/** Parts of the device needed to read and to write a configuration as the cloud has it. */
export type DocumentSurroundings = Pick<DeviceContext, 'objects' | 'hardware' | 'configuration' | 'problemsOf'>;

/** The running configuration as the cloud has it: what it may change, without secrets. */
export function documentOf({ objects, configuration }: DocumentSurroundings): ConfigurationDocument {
  const ours = objects.filter(({ page }) => isChangedFromAfar(page));
  const stored = storeConfiguration(ours, configuration());
  const byName = new Map(ours.map((object) => [object.name, object]));
  return {
    objects: Object.fromEntries(
      Object.entries(stored.objects).map(([name, part]) => [name, withoutSecrets(byName.get(name), part)]),
    ),
  };
}

function withoutSecrets(object: ObjectDeclaration | undefined, part: Part) {
  const open = (values: Values): Record<string, string | number> =>
    Object.fromEntries(Object.entries(values).filter(([name]) => object?.fields[name]?.access !== 'wo'));
  return isRows(part) ? part.map(open) : open(part);
}

/**
 * The running configuration after applying a document of the cloud. Read as strictly as a call: rejects with a
 * `Refusal` for anything that this switch does not have, does not accept, or does not allow the cloud to change.
 */
export async function withDocument(
  around: DocumentSurroundings,
  { objects: wanted }: ConfigurationDocument,
): Promise<Configuration> {
  const { objects, hardware, configuration, problemsOf } = around;
  const present = configuration();
  const byName = new Map(objects.map((object) => [object.name, object]));
  const stored: Record<string, Part> = { ...storeConfiguration(objects, present).objects };
  for (const [name, part] of Object.entries(wanted)) {
    const object = byName.get(name);
    if (!object) throw unknown(name);
    stored[name] = mergedPart(object, Object.hasOwn(stored, name) ? stored[name] : undefined, part);
  }
  const {
    configuration: next,
    leftOut,
    faults,
  } = await restoreConfiguration(objects, { objects: stored }, hardware, problemsOf);
  // Rows that follow from others go with them, as they do in the console.
  const following = new Set(
    objects.filter((object) => object.shape === 'table' && object.rows.of).map(({ name }) => name),
  );
  const missing = leftOut.find((name) => !following.has(name.split(' ', 1)[0] ?? ''));
  if (missing !== undefined) throw unknown(missing);
  const [fault] = faults;
  if (fault) throw new Refusal(ErrorCode.wrongValue, fault);
  const changed = new Set(changesBetween(objects, present, next).map(({ object }) => object));
  refuseForeign([...changed]);
  return withParts([...changed], present, next);
}

/** Throws a `Refusal` where one of these objects is none that the cloud may change. */
export function refuseForeign(objects: readonly ObjectDeclaration[]): void {
  const foreign = objects.find(({ page }) => !isChangedFromAfar(page));
  if (!foreign) return;
  const message =
    foreign.name === fwUpgradeCtrl.name
      ? firmwareByRollout
      : say('{{title}} can be changed only at the switch itself, not from the cloud.', { title: say(foreign.title) });
  throw new Refusal(ErrorCode.notWritable, message, { object: foreign.name });
}

function mergedPart(object: ObjectDeclaration, present: Part | undefined, part: Part): Part {
  if (object.shape === 'group')
    return isRows(part) ? part : { ...groupOf(present), ...withoutSecretsAsked(object, part) };
  if (!isRows(part)) return part;
  const former = new Map((isRows(present) ? present : []).map((row) => [rowKey(object, row), row]));
  const rows = new Map(
    part.map((row) => {
      const key = rowKey(object, row);
      return [key, { ...former.get(key), ...withoutSecretsAsked(object, row) }];
    }),
  );
  // Rows that are always there stay as they are.
  return object.rows.fixed ? [...new Map([...former, ...rows]).values()] : [...rows.values()];
}

const groupOf = (part: Part | undefined): Values => (part === undefined || isRows(part) ? {} : part);

/** The same values; throws a `Refusal` where there is a secret among them, which only a call can set. */
function withoutSecretsAsked(object: ObjectDeclaration, values: Values): Values {
  const secret = Object.keys(values).find((name) => object.fields[name]?.access === 'wo');
  if (secret === undefined) return values;
  const message = say('{{label}} is a secret: a call sets it, not a configuration.', {
    label: say(object.fields[secret]?.label ?? secret),
  });
  throw new Refusal(ErrorCode.wrongValue, message, { object: object.name, column: secret });
}

function unknown(name: string): Refusal {
  return new Refusal(ErrorCode.noSuchName, say('This switch has no {{name}}.', { name }));
}

function isRows(part: Part | undefined): part is readonly Values[] {
  return Array.isArray(part);
}
