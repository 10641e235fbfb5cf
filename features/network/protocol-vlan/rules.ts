import { changedRows, removedRows } from '../../../model/configuration/changed-rows.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { inTrunk, inUse, missing, outOfRange } from '../../../model/configuration/message.ts';
import { conflict, type Rule } from '../../../model/configuration/rule.ts';
import { trunkNumber } from '../../../model/values/interface-index.ts';
import { type Message, say } from '../../../model/values/message.ts';
import { bridgePorts, trunkOfPort } from '../../bridge-ports.ts';
import { trunkGroupEntry } from '../trunk/objects.ts';
import { dot1vProtocolGroupEntry, dot1vProtocolPortEntry, FrameType } from './objects.ts';

const value = 'dot1vProtocolTemplateProtocolValue';

/** An Ethernet type is at least 0600; only some datapaths can match LLC. */
const knownProtocol: Rule = {
  concerns: [dot1vProtocolGroupEntry],
  *check({ changes, hardware }) {
    for (const row of changedRows(changes, dot1vProtocolGroupEntry)) {
      const column = 'dot1vProtocolTemplateFrameType';
      const type = row.dot1vProtocolTemplateFrameType;
      if (type !== FrameType.ethernet && hardware.lacking.has('llcProtocols')) {
        const message = say('This switch distinguishes protocols only by their Ethernet type.');
        yield conflict(dot1vProtocolGroupEntry, message, { row, column });
      }
      if (type === FrameType.llcOther || Number.parseInt(row[value], 16) >= 0x600) continue;
      yield conflict(dot1vProtocolGroupEntry, say('Ether Type must be 0600 to FFFF.'), { row, column: value });
    }
  },
};

function profilesIn(configuration: Configuration): ReadonlySet<number> {
  return new Set(configuration.rows(dot1vProtocolGroupEntry).map((row) => row.dot1vProtocolGroupId));
}

const nameOf = (profile: number) => say('Profile {{profile}}', { profile });

/** A profile that is bound has a protocol. */
const boundProfiles: Rule = {
  concerns: [dot1vProtocolGroupEntry, dot1vProtocolPortEntry],
  *check({ after, before, changes }) {
    const present = profilesIn(after);
    const bound = changedRows(changes, dot1vProtocolPortEntry);
    for (const row of bound) {
      if (present.has(row.dot1vProtocolPortGroupId)) continue;
      const column = 'dot1vProtocolPortGroupId';
      yield conflict(dot1vProtocolPortEntry, missing(nameOf(row.dot1vProtocolPortGroupId)), { row, column });
    }
    const lost = [...profilesIn(before)].filter((profile) => !present.has(profile));
    for (const row of after.rows(dot1vProtocolPortEntry)) {
      if (!lost.includes(row.dot1vProtocolPortGroupId) || bound.includes(row)) continue;
      const gone = [...removedRows(changes, dot1vProtocolGroupEntry), ...changedRows(changes, dot1vProtocolGroupEntry)];
      const [at] = gone;
      const message = inUse(nameOf(row.dot1vProtocolPortGroupId), dot1vProtocolPortEntry.rowName(row));
      yield conflict(dot1vProtocolGroupEntry, message, at ? { row: at } : {});
    }
  },
};

/** A bridge port at the beginning of a sentence. */
function placeOf(port: number): Message {
  const trunk = trunkNumber(port);
  return trunk === undefined ? say('Port {{port}}', { port }) : say('Trunk {{trunk}}', { trunk });
}

/** A binding is of a port or a trunk that is there, never of a trunk's member. */
const boundPorts: Rule = {
  concerns: [dot1vProtocolPortEntry, trunkGroupEntry],
  *check({ after, changes, hardware }) {
    const present = new Set(bridgePorts(after, hardware).map(({ number }) => number));
    const trunks = trunkOfPort(after);
    const changed = new Set(changedRows(changes, dot1vProtocolPortEntry));
    for (const row of after.rows(dot1vProtocolPortEntry)) {
      const { dot1dBasePort: port } = row;
      if (present.has(port)) continue;
      const trunk = trunks.get(port);
      if (!changed.has(row)) {
        const [at] = changedRows(changes, trunkGroupEntry);
        const message = inUse(placeOf(port), dot1vProtocolPortEntry.rowName(row));
        yield conflict(trunkGroupEntry, message, at ? { row: at } : {});
      } else if (trunk !== undefined) {
        yield conflict(dot1vProtocolPortEntry, inTrunk(port, trunk), { row, column: 'dot1dBasePort' });
      } else {
        const message = port > 64 ? missing(placeOf(port)) : outOfRange(1, hardware.portCount);
        yield conflict(dot1vProtocolPortEntry, message, { row, column: 'dot1dBasePort' });
      }
    }
  },
};

/** Rules between protocols, ports and trunks. */
export const protocolVlanRules: readonly Rule[] = [knownProtocol, boundProfiles, boundPorts];
