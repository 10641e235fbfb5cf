import { isRecord } from '../../model/values/json-record.ts';
import { say } from '../../model/values/message.ts';
import { Unusable } from './failure-reason.ts';
import type { StoredConfiguration } from './stored-configuration.ts';

type Migration = (stored: unknown) => unknown;

/** What leads from each version to the next: the first from 1 to 2, and so on. */
const migrations: readonly Migration[] = [];

/** The version that is written. */
export const SLOT_VERSION = migrations.length + 1;

/** Brings what a slot of `version` holds to the present version. Throws `Unusable`. */
export function migrate(stored: unknown, version: number): StoredConfiguration {
  if (version < 1 || version > SLOT_VERSION)
    throw new Unusable(say('its version {{version}} is not known here', { version }));
  const present = migrations.slice(version - 1).reduce((soFar, step) => step(soFar), stored);
  if (!isStored(present)) throw new Unusable(say('it holds no configuration'));
  return present;
}

function isStored(stored: unknown): stored is StoredConfiguration {
  if (!isRecord(stored) || !isRecord(stored.objects)) return false;
  return Object.values(stored.objects).every((part) => (Array.isArray(part) ? part.every(isValues) : isValues(part)));
}

function isValues(part: unknown): boolean {
  return isRecord(part) && Object.values(part).every((value) => typeof value === 'string' || typeof value === 'number');
}
