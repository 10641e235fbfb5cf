import { Field, register, wideRegister } from './field.ts';
import type { Flow } from './flow.ts';
import { type FieldMatch, parseEveryField } from './match.ts';

/** A rule by its name, as ovs-vswitchd reports it. */
export interface ReportedRule {
  readonly table: number;
  readonly priority: number;
  /** The conditions of its match as OXM fields (OpenFlow 1.4, 7.2.2.2), in ovs-vswitchd's own headers. */
  readonly fields: Uint8Array;
}

/** The name of a reported rule, as `plainName` gives it; undefined where it looks at fields that no rule here looks at. */
export function reportedName({ table, priority, fields }: ReportedRule): string | undefined {
  const match = parseEveryField(fields);
  return match && plainName({ table, priority, match });
}

/**
 * The name of a rule, the same for all ways of saying what it matches: ovs-vswitchd reports wide registers as four narrow ones, a
 * tag's control information as VLAN and priority, and all conditions in an order of its own.
 */
export function plainName({ table, priority, match }: Pick<Flow, 'table' | 'priority' | 'match'>): string {
  const looks = new Map<string, { value: bigint; mask: bigint }>();
  for (const { field, value, mask } of match.flatMap(plain)) {
    if (mask === 0n) continue;
    const present = looks.get(field.name);
    looks.set(field.name, { value: value | (present?.value ?? 0n), mask: mask | (present?.mask ?? 0n) });
  }
  const words = [...looks].map(([name, { value, mask }]) => `${name}=${value.toString(16)}/${mask.toString(16)}`);
  return [table, priority, ...words.sort()].join(' ');
}

const NARROW_BITS = 32;
const NARROW = 0xffff_ffffn;
const PORT = 0xffffn;
const PRIORITY_AT = 13n;
const VLAN = 0x1fffn;

const narrowOfWide = new Map(
  Array.from({ length: 4 }, (_, wide) => [
    wideRegister(wide),
    Array.from({ length: 4 }, (_, at) => [register(4 * wide + at), BigInt((3 - at) * NARROW_BITS)] as const),
  ]),
);

/** A condition as one or several on plain fields. */
function plain(condition: FieldMatch): readonly FieldMatch[] {
  const { field, value, mask } = condition;
  const narrow = narrowOfWide.get(field);
  if (narrow) {
    return narrow.map(([part, from]) => ({
      field: part,
      value: (value >> from) & NARROW,
      mask: (mask >> from) & NARROW,
    }));
  }
  if (field === Field.vlanTci) {
    return [
      { field: Field.vlanVid, value: value & VLAN, mask: mask & VLAN },
      { field: Field.vlanPriority, value: value >> PRIORITY_AT, mask: mask >> PRIORITY_AT },
    ];
  }
  // Reserved ports have 32 bits in OpenFlow 1.4.
  if (field.notation === 'port') return [{ field, value: value & PORT, mask: mask & PORT }];
  return [condition];
}
