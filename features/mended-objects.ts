import type { ObjectDeclaration } from '../model/schema/object.ts';
import { portCtrlEntry } from './network/physical-interface/objects.ts';
import { syslogCtrl } from './system/system-log/objects.ts';

/** The objects that actions of findings change, by name: for their words. */
export const mendedObjects: ReadonlyMap<string, ObjectDeclaration> = new Map(
  [portCtrlEntry, syslogCtrl].map((object): [string, ObjectDeclaration] => [object.name, object]),
);
