import { createHash } from 'node:crypto';
import type { DeviceContext } from '../../../device/feature.ts';
import { storeConfiguration } from '../../../device/flash/stored-configuration.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { isRecord } from '../../../model/values/json-record.ts';

/** Hashes of configurations, which never change: each report to the cloud contains one. */
const known = new WeakMap<Configuration, string>();

/**
 * SHA-256 of what the switch is set to, in hexadecimal digits: of canonical JSON, the members of an object by name, so that the
 * same settings have the same hash on every switch (docs/specification/cloud.md 2).
 */
export function configurationHash({
  objects,
  configuration,
}: Pick<DeviceContext, 'objects' | 'configuration'>): string {
  const current = configuration();
  const before = known.get(current);
  if (before !== undefined) return before;
  const stored = storeConfiguration(objects, current);
  const hash = createHash('sha256').update(JSON.stringify(stored, byName)).digest('hex');
  known.set(current, hash);
  return hash;
}

function byName(_name: string, value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
