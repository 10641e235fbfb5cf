import { changedRows } from '../../../model/configuration/changed-rows.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { mirrorTarget } from '../../../model/configuration/message.ts';
import { conflict, isTakenUp, type Rule } from '../../../model/configuration/rule.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { say } from '../../../model/values/message.ts';
import { trunkOfPort } from '../../bridge-ports.ts';
import { mirrorSessionEntry } from '../../network/mirroring/objects.ts';
import { portCtrlEntry } from '../../network/physical-interface/objects.ts';
import { trunkGroupEntry } from '../../network/trunk/objects.ts';
import { radiusServerEntry } from '../radius/objects.ts';
import {
  AuthMethod,
  AuthMode,
  dot1xAuthConfigEntry,
  dot1xExtConfig,
  dot1xPaeSystem,
  dot1xPortExtEntry,
} from './objects.ts';
import { controlOf, isOn } from './settings.ts';

const CONTROL = 'dot1xAuthAuthControlledPortControl';

/** The rows of ports that are not simply open. */
function controlled(configuration: Configuration) {
  return configuration.rows(dot1xAuthConfigEntry).filter((row) => controlOf(row) !== 'forceAuthorized');
}

/**
 * A port that is controlled is in no trunk and no mirror's target: neither has stations of its own
 * (docs/specification/security.md).
 */
const standsAlone: Rule = {
  concerns: [dot1xAuthConfigEntry, trunkGroupEntry, mirrorSessionEntry],
  *check({ after, changes }) {
    const trunks = trunkOfPort(after);
    const sessions = after.rows(mirrorSessionEntry);
    const changed = new Set(changedRows(changes, dot1xAuthConfigEntry));
    for (const row of controlled(after)) {
      const port = row.dot1xPaePortNumber;
      const trunk = trunks.get(port);
      if (trunk !== undefined) {
        const message = say('Port {{port}} is a trunk member.', { port });
        const other = after.row(trunkGroupEntry, { trunkId: trunk });
        yield changed.has(row) || !other
          ? conflict(dot1xAuthConfigEntry, message, { row, column: CONTROL })
          : conflict(trunkGroupEntry, say('Port {{port}} uses Port Access Control.', { port }), { row: other });
      }
      const session = sessions.find(
        (one) => one.mirrorSessionStatus === Status.enabled && one.mirrorTargetPort === port,
      );
      if (session) {
        yield changed.has(row)
          ? conflict(dot1xAuthConfigEntry, mirrorTarget(port), { row, column: CONTROL })
          : conflict(mirrorSessionEntry, say('Port {{port}} uses Port Access Control.', { port }), {
              row: session,
              column: 'mirrorTargetPort',
            });
      }
    }
  },
};

/** EAPOL of a port that is controlled ends at the switch (docs/specification/network.md, "Physical Interface"). */
const keepsEapol: Rule = {
  concerns: [dot1xPaeSystem, dot1xAuthConfigEntry, portCtrlEntry],
  *check({ after }) {
    if (!isOn(after)) return;
    for (const { dot1xPaePortNumber: port } of controlled(after)) {
      const row = after.row(portCtrlEntry, { ifIndex: port });
      if (row?.portEapPass !== Status.enabled) continue;
      const message = say('Port {{port}} uses Port Access Control: EAP Pass must be disabled.', { port });
      yield conflict(portCtrlEntry, message, { row, column: 'portEapPass' });
    }
  },
};

/**
 * If servers are used, there is one when authentication is enabled; removing the last one later asks for confirmation.
 */
const hasServer: Rule = {
  concerns: [dot1xPaeSystem, dot1xExtConfig, dot1xAuthConfigEntry],
  *check({ after, before }) {
    const isAsked = (configuration: Configuration) =>
      isOn(configuration) &&
      configuration.group(dot1xExtConfig).dot1xAuthMethod === AuthMethod.radius &&
      controlled(configuration).some((row) => controlOf(row) === 'auto');
    if (isTakenUp({ before }) || !isAsked(after) || isAsked(before) || after.rows(radiusServerEntry).length > 0) return;
    yield conflict(dot1xPaeSystem, say('No RADIUS server is configured.'));
  },
};

/** Beside authenticated stations there are no guests: the frames of both would leave by the same port. */
const guestsAlone: Rule = {
  concerns: [dot1xPortExtEntry],
  *check({ before, changes }) {
    if (isTakenUp({ before })) return;
    for (const row of changedRows(changes, dot1xPortExtEntry)) {
      if (row.dot1xPortAuthMode !== AuthMode.macBased || row.dot1xPortGuestVlan === 0) continue;
      const message = say('Port {{port}}: a guest VLAN needs port-based authentication.', {
        port: row.dot1xPaePortNumber,
      });
      yield conflict(dot1xPortExtEntry, message, { row, column: 'dot1xPortGuestVlan' });
    }
  },
};

/** Rules between the ports that authenticate and all other settings. */
export const portAccessRules: readonly Rule[] = [standsAlone, keepsEapol, hasServer, guestsAlone];
