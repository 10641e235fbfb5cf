import { inUse, missing } from '../../model/configuration/message.ts';
import { conflict, type Rule } from '../../model/configuration/rule.ts';
import { Status } from '../../model/schema/kinds/enumeration.ts';
import { say } from '../../model/values/message.ts';
import { multicastVlanEntry } from '../network/multicast-vlan/objects.ts';
import { dot1qVlanStaticEntry } from '../network/vlan/static-vlan-objects.ts';
import { voiceVlan } from '../network/voice-vlan/objects.ts';
import { isOn } from './device-settings.ts';
import { aSVGlobal, aSVOuiEntry, builtInOuis, ComponentType, OUI_MASK } from './vlan-objects.ts';

/** The surveillance VLAN exists while it is in use, and no other feature uses it. */
const ownVlan: Rule = {
  concerns: [aSVGlobal, dot1qVlanStaticEntry, voiceVlan, multicastVlanEntry],
  *check({ before, after }) {
    if (!isOn(after)) return;
    const { aSVVlanId: vlan } = after.group(aSVGlobal);
    const index = { dot1qVlanIndex: vlan };
    const name = say('VLAN {{vlan}}', { vlan });
    const place = { column: 'aSVVlanId' };
    // Those are no VLANs of the static table: that it is missing there would lead astray.
    if (after.row(multicastVlanEntry, { multicastVlanId: vlan })) {
      yield conflict(aSVGlobal, usedBy(vlan, say('a multicast VLAN')), place);
      return;
    }
    if (!after.row(dot1qVlanStaticEntry, index)) {
      yield before.row(dot1qVlanStaticEntry, index) && isOn(before)
        ? conflict(dot1qVlanStaticEntry, inUse(name, say('the surveillance VLAN')), { row: index })
        : conflict(aSVGlobal, missing(name), place);
    }
    const { voiceVlanStatus, voiceVlanId } = after.group(voiceVlan);
    if (voiceVlanStatus === Status.enabled && voiceVlanId === vlan) {
      yield conflict(aSVGlobal, usedBy(vlan, say('the voice VLAN')), place);
    }
  },
};

function usedBy(vlan: number, feature: ReturnType<typeof say>) {
  return say('VLAN {{vlan}} is already used by {{feature}}.', { vlan, feature });
}

/** Built-in types stay as they are, and their names are not used otherwise. */
const builtInType: Rule = {
  concerns: [aSVOuiEntry],
  *check({ after }) {
    for (const row of after.rows(aSVOuiEntry)) {
      const isBuiltIn = builtInOuis.has(row.aSVOuiAddr) && row.aSVOuiMask === OUI_MASK;
      if ((row.aSVOuiComponentType === ComponentType.builtIn) === isBuiltIn) continue;
      const message = isBuiltIn
        ? say('The device type of a built-in OUI cannot be changed.')
        : say('Choose the type of the devices with this OUI.');
      yield conflict(aSVOuiEntry, message, { row, column: 'aSVOuiComponentType' });
    }
  },
};

/** Rules between the surveillance VLAN and others. */
export const surveillanceRules: readonly Rule[] = [ownVlan, builtInType];
