import { portsOf } from '../values/port-list.ts';
import { type AccessCondition, type AccessRulePlan, accessOrder, chunkOf } from './access-rule.ts';

/** Bits of fields that frames have in common; what is not named may be anything. */
type Cube = ReadonlyMap<string, { readonly value: bigint; readonly mask: bigint }>;

/** Pieces that the frames of one rule are cut into at most; beyond, nothing is said of it. */
const PIECES_AT_MOST = 2000;

/**
 * The rules that no frame ever reaches, by key, each with the earlier ones that take its frames. A rule is named only where
 * that is sure: what fields say of each other (a chunk lies over an address, say) is not looked at, and neither is a rule that is
 * cut into too many pieces.
 */
export function hiddenRules(rules: ReadonlyMap<number, AccessRulePlan>): ReadonlyMap<number, readonly number[]> {
  const cubes = new Map(accessOrder(rules).map(([key, rule]) => [key, cubeOf(rule.match)]));
  const hidden = new Map<number, readonly number[]>();
  const earlier: (readonly [number, AccessRulePlan])[] = [];
  for (const [key, rule] of accessOrder(rules)) {
    const by = takenBy(key, rule, earlier, cubes);
    if (by) hidden.set(key, by);
    else earlier.push([key, rule]);
  }
  return hidden;
}

/** The rules that together take all frames of one; undefined where some are left. */
function takenBy(
  key: number,
  rule: AccessRulePlan,
  earlier: readonly (readonly [number, AccessRulePlan])[],
  cubes: ReadonlyMap<number, Cube>,
): readonly number[] | undefined {
  const takers = new Set<number>();
  const asked = new Set<string>();
  for (const port of portsOf(rule.ports)) {
    const before = earlier.filter(([, { ports }]) => (ports & (1n << BigInt(port - 1))) !== 0n).map(([one]) => one);
    const name = before.join();
    if (asked.has(name)) continue;
    asked.add(name);
    const taken = takersOf(cubes.get(key) ?? new Map(), before, cubes);
    if (!taken) return undefined;
    for (const one of taken) takers.add(one);
  }
  return asked.size === 0 ? undefined : [...takers].sort((one, other) => one - other);
}

function takersOf(cube: Cube, before: readonly number[], cubes: ReadonlyMap<number, Cube>): number[] | undefined {
  const takers: number[] = [];
  let left: readonly Cube[] = [cube];
  for (const key of before) {
    const other = cubes.get(key) ?? new Map();
    const next = left.flatMap((piece) => without(piece, other) ?? [piece]);
    if (next.length > PIECES_AT_MOST) return undefined;
    if (left.some((piece) => without(piece, other) !== undefined)) takers.push(key);
    if (next.length === 0) return takers;
    left = next;
  }
  return undefined;
}

/** The rest of a cube outside of another one, in disjoint cubes; undefined if the two are disjoint. */
function without(cube: Cube, other: Cube): Cube[] | undefined {
  for (const [field, { value, mask }] of other) {
    const own = cube.get(field);
    if (own && ((own.value ^ value) & own.mask & mask) !== 0n) return undefined;
  }
  const pieces: Cube[] = [];
  let rest = cube;
  for (const [field, { value, mask }] of other) {
    let own = rest.get(field) ?? { value: 0n, mask: 0n };
    for (let bits = mask & ~own.mask; bits !== 0n; bits &= bits - 1n) {
      const bit = bits & -bits;
      const set = value & bit;
      pieces.push(new Map(rest).set(field, { value: own.value | (set ^ bit), mask: own.mask | bit }));
      own = { value: own.value | set, mask: own.mask | bit };
      rest = new Map(rest).set(field, own);
    }
  }
  return pieces;
}

/** Fields that later fragments do not have. */
const ofFirstFragments: ReadonlySet<string> = new Set([
  'sourcePort',
  'destinationPort',
  'tcpFlags',
  'icmpType',
  'icmpCode',
  'igmpType',
]);
/** Chunks from the frame's beginning that even the shortest frame has. */
const ALWAYS_THERE = 56;

/** Conditions with what a frame has to have for them: a field that is not there matches nothing. */
function cubeOf(match: readonly AccessCondition[]): Cube {
  const cube = new Map<string, { value: bigint; mask: bigint }>();
  for (const { field, value, mask } of match) {
    cube.set(field, { value, mask });
    const chunk = chunkOf(field);
    const isSure = chunk?.base === 'l2' && chunk.offset <= ALWAYS_THERE;
    if (ofFirstFragments.has(field)) cube.set('is no later fragment', { value: 1n, mask: 1n });
    else if (chunk && !isSure) cube.set(`has ${field}`, { value: 1n, mask: 1n });
  }
  return cube;
}
