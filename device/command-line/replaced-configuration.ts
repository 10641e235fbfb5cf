import type { Configuration } from '../../model/configuration/configuration.ts';
import { factoryConfiguration } from '../../model/configuration/factory.ts';
import type { Hardware } from '../../model/hardware/hardware.ts';
import { hasConfiguration, type ObjectDeclaration } from '../../model/schema/object.ts';
import { Draft } from '../configuration/draft.ts';
import type { Request } from '../management.ts';
import { isListed } from './menu.ts';

/** Whether lines say all of an object's configuration; what they do not stays the switch's own. */
export function isWritten(object: ObjectDeclaration): boolean {
  return hasConfiguration(object) && isListed(object) && !object.isOwn;
}

/**
 * The effect of requests on the factory settings, as a complete configuration. Settings that no line contains stay as
 * at `present`. Values are used unchanged, like those of a backup. Throws a `Refusal`.
 */
export function replacedConfiguration(
  objects: readonly ObjectDeclaration[],
  hardware: Hardware,
  present: Configuration,
  requests: readonly Request[],
): Configuration {
  let base = factoryConfiguration(objects, hardware);
  for (const object of objects.filter((one) => hasConfiguration(one) && !isWritten(one))) {
    base =
      object.shape === 'group'
        ? base.withGroup(object, present.group(object))
        : base.withRows(object, present.rows(object));
  }
  const draft = new Draft(base, hardware, objects);
  for (const request of requests) {
    draft.check(request);
    draft.apply(request);
  }
  return draft.finish();
}
