import { Tag, type Tone } from '../../console/elements/Tag.tsx';
import { useText } from '../../console/translations/use-text.ts';
import type { RowOf } from '../../model/schema/object.ts';
import { fleetSwitchEntry, SwitchCondition, SwitchStanding } from './objects.ts';

type Row = RowOf<typeof fleetSwitchEntry>;

const conditionTones: Readonly<Record<number, Tone>> = {
  [SwitchCondition.connected]: 'ok',
  [SwitchCondition.away]: 'bad',
};

const standingTones: Readonly<Record<number, Tone>> = {
  [SwitchStanding.asWanted]: 'ok',
  [SwitchStanding.underWay]: 'neutral',
  [SwitchStanding.differs]: 'warn',
  [SwitchStanding.cameBack]: 'bad',
  [SwitchStanding.local]: 'neutral',
  [SwitchStanding.unknown]: 'neutral',
  [SwitchStanding.awaitsSetup]: 'warn',
};

/** Whether a switch has its line, in a word. */
export function ConditionTag({ row: { fleetSwitchCondition: condition } }: { readonly row: Row }) {
  const t = useText();
  const { show } = fleetSwitchEntry.fields.fleetSwitchCondition;
  return <Tag tone={conditionTones[condition] ?? 'neutral'}>{t(show(condition))}</Tag>;
}

/** Relation of its configuration to the wanted one, in a word. */
export function StandingTag({ row: { fleetSwitchStanding: standing } }: { readonly row: Row }) {
  const t = useText();
  const { show } = fleetSwitchEntry.fields.fleetSwitchStanding;
  return <Tag tone={standingTones[standing] ?? 'neutral'}>{t(show(standing))}</Tag>;
}
