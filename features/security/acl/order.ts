import { accessRuleKey, accessTurn } from '../../../model/access-control/access-rule.ts';
import type { RuleRow } from './conditions.ts';
import { comparePlaces, type Placed, placed, placeOf } from './profile-objects.ts';

/** The places that have to change to swap a profile and its neighbor, the next or the previous one. */
export function swappedPlaces(profiles: readonly Placed[], aclProfileId: number, by: -1 | 1): readonly Placed[] {
  const order = [...profiles].sort(comparePlaces);
  const at = order.findIndex((one) => one.aclProfileId === aclProfileId);
  const [moved, neighbour] = [order[at], order[at + by]];
  if (!moved || !neighbour) return [];
  const given = order.map(placeOf);
  // Profiles with the same place are ordered by number, which cannot be changed: each then gets a place of its own.
  const places = new Set(given).size === given.length ? given : given.map((_, place) => place + 1);
  order[at] = neighbour;
  order[at + by] = moved;
  return order.flatMap((profile, turn) => {
    const { aclProfileId: id } = profile;
    const place = places[turn] ?? id;
    return placeOf(profile) === place ? [] : [placed(id, place)];
  });
}

/** The place of each rule in the order that they are asked in, from 1, by its key. */
export function policyIndexes(
  rules: readonly Pick<RuleRow, 'aclProfileId' | 'aclRuleId'>[],
  profiles: readonly Placed[],
): ReadonlyMap<number, number> {
  const ranks = new Map(profiles.map((profile) => [profile.aclProfileId, placeOf(profile)]));
  const turns = rules.map(({ aclProfileId, aclRuleId }) => {
    const key = accessRuleKey(aclProfileId, aclRuleId);
    return { key, turn: accessTurn(key, { rank: ranks.get(aclProfileId) ?? aclProfileId }) };
  });
  turns.sort((one, other) => one.turn - other.turn);
  return new Map(turns.map(({ key }, at) => [key, at + 1]));
}
