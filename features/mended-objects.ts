import type { ObjectDeclaration } from '../model/schema/object.ts';
import { sysLBDCtrlEntry } from './network/loopback-detection/objects.ts';
import { ifEntry, portCtrlEntry } from './network/physical-interface/objects.ts';
import { poePortExtEntry } from './poe/power-over-ethernet/objects.ts';
import { syslogCtrl } from './system/system-log/objects.ts';

/** The objects that actions of findings change, by name: for their words. */
export const mendedObjects: ReadonlyMap<string, ObjectDeclaration> = new Map(
  [ifEntry, portCtrlEntry, syslogCtrl, poePortExtEntry, sysLBDCtrlEntry].map((object): [string, ObjectDeclaration] => [
    object.name,
    object,
  ]),
);
