import { changedRows, removedRows } from '../../../model/configuration/changed-rows.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { notMember, outOfRange } from '../../../model/configuration/message.ts';
import { portsOnSwitch } from '../../../model/configuration/port-list-rule.ts';
import { conflict, type Problem, type Rule } from '../../../model/configuration/rule.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { type Message, say } from '../../../model/values/message.ts';
import { portsOf } from '../../../model/values/port-list.ts';
import { membershipOf } from '../../vlan-membership.ts';
import { dot1qVlan } from './objects.ts';
import { DEFAULT_VLAN, dot1qVlanStaticEntry } from './static-vlan-objects.ts';

type Vlan = RowOf<typeof dot1qVlanStaticEntry>;

/** The default VLAN stays, and keeps its name (docs/specification/network.md, "Modify VLAN"). */
const defaultVlanStays: Rule = {
  concerns: [dot1qVlanStaticEntry],
  *check({ changes }) {
    const column = 'dot1qVlanStaticName';
    for (const row of removedRows(changes, dot1qVlanStaticEntry)) {
      if (row.dot1qVlanIndex !== DEFAULT_VLAN) continue;
      yield conflict(dot1qVlanStaticEntry, say('The default VLAN cannot be deleted.'), { row });
    }
    for (const { kind, row, column: changed, object } of changes) {
      if (object !== dot1qVlanStaticEntry || kind !== 'value' || changed !== column) continue;
      if (row?.dot1qVlanIndex !== DEFAULT_VLAN) continue;
      const message = say('The name of the default VLAN cannot be changed.');
      yield conflict(dot1qVlanStaticEntry, message, { row, column });
    }
  },
};

/** No VLAN beyond what the switch can number. */
const vlanIdOnSwitch: Rule = {
  concerns: [dot1qVlanStaticEntry],
  *check({ changes, hardware }) {
    for (const row of changedRows(changes, dot1qVlanStaticEntry)) {
      if (row.dot1qVlanIndex <= hardware.maxVlanId) continue;
      const message = outOfRange(2, hardware.maxVlanId);
      yield conflict(dot1qVlanStaticEntry, message, { row, column: 'dot1qVlanIndex' });
    }
  },
};

/** Untagged ports are members (RFC 4363 dot1qVlanStaticUntaggedPorts). */
const untaggedAreMembers: Rule = {
  concerns: [dot1qVlanStaticEntry],
  *check({ changes }) {
    for (const row of changedRows(changes, dot1qVlanStaticEntry)) {
      const { members, untagged } = membershipOf(row);
      const [stray] = portsOf(untagged & ~members);
      if (stray === undefined) continue;
      const column = 'dot1qVlanStaticUntaggedPorts';
      yield conflict(dot1qVlanStaticEntry, notMember(stray, dot1qVlanStaticEntry.rowName(row)), { row, column });
    }
  },
};

/** No port is a member of a VLAN that it is forbidden to be in (RFC 4363 dot1qVlanForbiddenEgressPorts). */
const forbiddenAreNoMembers: Rule = {
  concerns: [dot1qVlanStaticEntry],
  *check({ changes }) {
    for (const row of changedRows(changes, dot1qVlanStaticEntry)) {
      const { members, forbidden } = membershipOf(row);
      const [port] = portsOf(members & forbidden);
      if (port === undefined) continue;
      const vlan = dot1qVlanStaticEntry.rowName(row);
      const message = say('Port {{port}} cannot be both a member of {{vlan}} and forbidden.', { port, vlan });
      yield conflict(dot1qVlanStaticEntry, message, { row, column: 'dot1qVlanForbiddenEgressPorts' });
    }
  },
};

/** A port is untagged in one VLAN only, unless asymmetric VLAN is on (docs/specification/network.md, "VLAN > Tagged"). */
const untaggedOnce: Rule = {
  concerns: [dot1qVlanStaticEntry, dot1qVlan],
  *check({ before, after, changes }) {
    if (after.group(dot1qVlan).asymmetricVlanStatus === Status.enabled) return;
    if (before.group(dot1qVlan).asymmetricVlanStatus === Status.enabled) {
      const overlap = firstOverlap(after);
      if (overlap) yield conflict(dot1qVlan, overlap.message, { column: 'asymmetricVlanStatus' });
      return;
    }
    for (const row of changedRows(changes, dot1qVlanStaticEntry)) yield* overlapsOf(row, after);
  },
};

function* overlapsOf(row: Vlan, configuration: Configuration): Iterable<Problem> {
  const { untagged } = membershipOf(row);
  if (untagged === 0n) return;
  for (const other of configuration.rowMap(dot1qVlanStaticEntry).values()) {
    if (other === row) continue;
    const [port] = portsOf(untagged & membershipOf(other).untagged);
    if (port === undefined) continue;
    const message = untaggedTwice(port, other.dot1qVlanIndex, row.dot1qVlanIndex);
    yield conflict(dot1qVlanStaticEntry, message, { row, column: 'dot1qVlanStaticUntaggedPorts' });
    return;
  }
}

/** Any port that is untagged in two VLANs; one pass over all of them. */
function firstOverlap(configuration: Configuration): { readonly message: Message } | undefined {
  let seen = 0n;
  for (const row of configuration.rowMap(dot1qVlanStaticEntry).values()) {
    const { untagged } = membershipOf(row);
    const [port] = portsOf(untagged & seen);
    if (port !== undefined) {
      const first = configuration.rows(dot1qVlanStaticEntry).find((other) => isUntagged(other, port));
      return { message: untaggedTwice(port, first?.dot1qVlanIndex ?? DEFAULT_VLAN, row.dot1qVlanIndex) };
    }
    seen |= untagged;
  }
  return undefined;
}

function isUntagged(row: Vlan, port: number): boolean {
  return portsOf(membershipOf(row).untagged).includes(port);
}

function untaggedTwice(port: number, first: number, second: number): Message {
  return say(
    'Port {{port}} cannot be untagged in VLAN {{first}} together with VLAN {{second}} unless asymmetric VLAN is enabled.',
    { port, first, second },
  );
}

/** Rules among the VLANs themselves. */
export const vlanRules: readonly Rule[] = [
  portsOnSwitch(dot1qVlanStaticEntry, [
    'dot1qVlanStaticEgressPorts',
    'dot1qVlanStaticUntaggedPorts',
    'dot1qVlanForbiddenEgressPorts',
  ]),
  defaultVlanStays,
  vlanIdOnSwitch,
  untaggedAreMembers,
  forbiddenAreNoMembers,
  untaggedOnce,
];
