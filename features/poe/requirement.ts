import { conflict, type Rule } from '../../model/configuration/rule.ts';
import type { ObjectDeclaration } from '../../model/schema/object.ts';
import { say } from '../../model/values/message.ts';

/** Nothing of these is set on a switch that powers no devices: its pages are closed, and other ways say why. */
export function needsPower(objects: readonly ObjectDeclaration[]): Rule {
  return {
    concerns: objects,
    *check({ changes, hardware }) {
      if (!hardware.lacking.has('powerOverEthernet')) return;
      const change = changes.find(({ object }) => objects.includes(object));
      if (change) yield conflict(change.object, say('This switch has no Power over Ethernet.'));
    },
  };
}
