import { Tag, type Tone } from '../../console/elements/Tag.tsx';
import { useText } from '../../console/translations/use-text.ts';
import type { RowOf } from '../../model/schema/object.ts';
import { fleetMemberEntry, fleetRolloutEntry, MemberCondition, RolloutCondition } from './objects.ts';

const rolloutTones: Readonly<Record<number, Tone>> = {
  [RolloutCondition.running]: 'neutral',
  [RolloutCondition.stopped]: 'warn',
  [RolloutCondition.aborted]: 'bad',
  [RolloutCondition.done]: 'ok',
};

const memberTones: Readonly<Record<number, Tone>> = {
  [MemberCondition.done]: 'ok',
  [MemberCondition.cameBack]: 'bad',
  [MemberCondition.refused]: 'bad',
  [MemberCondition.unreachable]: 'bad',
  [MemberCondition.leftOut]: 'warn',
  [MemberCondition.takenOut]: 'neutral',
};

/** State of a rollout, in a word. */
export function RolloutTag({ row: { fleetRolloutState: state } }: { readonly row: RowOf<typeof fleetRolloutEntry> }) {
  const t = useText();
  return <Tag tone={rolloutTones[state] ?? 'neutral'}>{t(fleetRolloutEntry.fields.fleetRolloutState.show(state))}</Tag>;
}

/** State of a switch of a rollout, in a word. */
export function MemberTag({ row: { fleetMemberState: state } }: { readonly row: RowOf<typeof fleetMemberEntry> }) {
  const t = useText();
  return <Tag tone={memberTones[state] ?? 'neutral'}>{t(fleetMemberEntry.fields.fleetMemberState.show(state))}</Tag>;
}
