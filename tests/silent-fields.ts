import type { Field } from '../model/schema/field.ts';
import type { ObjectDeclaration } from '../model/schema/object.ts';

/**
 * Labels of what names a row, and of what everybody reads alike: they say it all. Any other field says what it does or shows.
 */
const sayItAll = new Set([
  '802.1q vlan',
  'address',
  'group',
  'group address',
  'group name',
  'host name',
  'index',
  'interface',
  'ip address',
  'ipv6 address',
  'mac address',
  'model',
  'msti id',
  'name',
  'network',
  'no.',
  'port',
  'prefix length',
  'rollout',
  'serial number',
  'session',
  'setting',
  'trunk',
  'trunk id',
  'user name',
  'view name',
  'vlan id',
  'vlan name',
]);

interface SilentFields {
  /** Fields that can be set and do not say what they do, except those that only name a row. */
  readonly set: readonly string[];
  /** Fields that are only read and do not say what they show, and neither does their object. */
  readonly read: readonly string[];
}

/** The fields without a meaning, as "object.field". */
export function silentFields(objects: readonly ObjectDeclaration[]): SilentFields {
  const namesOf = (isSilent: (field: Field, object: ObjectDeclaration, name: string) => boolean) =>
    objects.flatMap((object) =>
      Object.entries<Field>(object.fields)
        .filter(([name, field]) => !field.help && isSilent(field, object, name))
        .map(([name]) => `${object.name}.${name}`),
    );
  const saysItAll = ({ label }: Field) => sayItAll.has(label.toLowerCase());
  const isKey = (object: ObjectDeclaration, name: string) => object.shape === 'table' && name in object.index;
  return {
    set: namesOf((field, object, name) => field.access !== 'ro' && !(isKey(object, name) && saysItAll(field))),
    read: namesOf((field, object) => field.access === 'ro' && !object.help && !saysItAll(field)),
  };
}
