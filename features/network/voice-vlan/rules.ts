import { changedRows } from '../../../model/configuration/changed-rows.ts';
import { inTrunk, inUse, mirrorTarget, missing } from '../../../model/configuration/message.ts';
import { conflict, type Rule } from '../../../model/configuration/rule.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { say } from '../../../model/values/message.ts';
import { trunkOfPort } from '../../bridge-ports.ts';
import { dot1xPortExtEntry } from '../../security/port-access-control/objects.ts';
import { mirrorSessionEntry } from '../mirroring/objects.ts';
import { trunkGroupEntry } from '../trunk/objects.ts';
import { dot1qVlan } from '../vlan/objects.ts';
import { dot1qVlanStaticEntry } from '../vlan/static-vlan-objects.ts';
import { voiceVlan, voiceVlanPortEntry } from './objects.ts';

/** The voice VLAN exists while it is in use. */
const vlanThere: Rule = {
  concerns: [voiceVlan, dot1qVlanStaticEntry],
  *check({ before, after }) {
    const { voiceVlanStatus, voiceVlanId } = after.group(voiceVlan);
    if (voiceVlanStatus !== Status.enabled) return;
    const index = { dot1qVlanIndex: voiceVlanId };
    if (after.row(dot1qVlanStaticEntry, index)) return;
    const name = say('VLAN {{vlan}}', { vlan: voiceVlanId });
    yield before.row(dot1qVlanStaticEntry, index)
      ? conflict(dot1qVlanStaticEntry, inUse(name, say('the voice VLAN')), { row: index })
      : conflict(voiceVlan, missing(name), { column: 'voiceVlanId' });
  },
};

/** Phones are listened for neither at single members of a trunk nor where mirrored frames go. */
const ordinaryPorts: Rule = {
  concerns: [voiceVlanPortEntry, trunkGroupEntry, mirrorSessionEntry],
  *check({ after, changes }) {
    const trunks = trunkOfPort(after);
    const mirrors = after.rows(mirrorSessionEntry).filter((row) => row.mirrorSessionStatus === Status.enabled);
    const touched = new Set(changedRows(changes, voiceVlanPortEntry));
    const column = 'voiceVlanPortAuto';
    for (const row of after.rows(voiceVlanPortEntry)) {
      if (row.voiceVlanPortAuto !== Status.enabled) continue;
      const { ifIndex: port } = row;
      const used = inUse(say('Port {{port}}', { port }), say('the voice VLAN'));
      const trunk = trunks.get(port);
      if (trunk !== undefined) {
        yield touched.has(row)
          ? conflict(voiceVlanPortEntry, inTrunk(port, trunk), { row, column })
          : conflict(trunkGroupEntry, used, { row: { trunkId: trunk }, column: 'trunkMemberPorts' });
      }
      const mirror = mirrors.find(({ mirrorTargetPort }) => mirrorTargetPort === port);
      if (!mirror) continue;
      yield touched.has(row)
        ? conflict(voiceVlanPortEntry, mirrorTarget(port), { row, column })
        : conflict(mirrorSessionEntry, used, { row: mirror, column: 'mirrorTargetPort' });
    }
  },
};

/** Stations that are accepted unknown must not end up among the phones. */
const noGuests: Rule = {
  concerns: [voiceVlan, dot1xPortExtEntry],
  *check({ after, changes }) {
    const { voiceVlanStatus, voiceVlanId: vlan } = after.group(voiceVlan);
    if (voiceVlanStatus !== Status.enabled) return;
    const guests = after.rows(dot1xPortExtEntry).find((row) => row.dot1xPortGuestVlan === vlan);
    if (!guests) return;
    const message = say('VLAN {{vlan}} cannot be both the voice VLAN and a guest VLAN.', { vlan });
    const row = changedRows(changes, dot1xPortExtEntry).find(({ dot1xPortGuestVlan }) => dot1xPortGuestVlan === vlan);
    yield row
      ? conflict(dot1xPortExtEntry, message, { row, column: 'dot1xPortGuestVlan' })
      : conflict(voiceVlan, message, { column: 'voiceVlanId' });
  },
};

/**
 * Answers of an asymmetric VLAN come back in another one, and to a phone by no other than its own (docs/specification/network.md
 * 12).
 */
const noAsymmetricVlan: Rule = {
  concerns: [voiceVlan, dot1qVlan],
  *check({ before, after }) {
    if (after.group(voiceVlan).voiceVlanStatus !== Status.enabled) return;
    if (after.group(dot1qVlan).asymmetricVlanStatus !== Status.enabled) return;
    const message = say('{{one}} cannot be used together with {{other}}.', {
      one: say('Voice VLAN'),
      other: say('asymmetric VLAN'),
    });
    yield before.group(voiceVlan).voiceVlanStatus === Status.enabled
      ? conflict(dot1qVlan, message, { column: 'asymmetricVlanStatus' })
      : conflict(voiceVlan, message, { column: 'voiceVlanStatus' });
  },
};

/** Rules between phones, VLANs and ports. */
export const voiceVlanRules: readonly Rule[] = [vlanThere, noGuests, noAsymmetricVlan, ordinaryPorts];
