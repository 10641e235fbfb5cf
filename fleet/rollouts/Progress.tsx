import { Meter } from '../../console/elements/Meter.tsx';
import { useText } from '../../console/translations/use-text.ts';
import type { RowOf } from '../../model/schema/object.ts';
import { type fleetRolloutEntry, RolloutCondition } from './objects.ts';

/** How many of a rollout's switches have it. */
export function Progress({ row }: { readonly row: RowOf<typeof fleetRolloutEntry> }) {
  const t = useText();
  const { fleetRolloutDone: done, fleetRolloutTotal: total, fleetRolloutState: state } = row;
  const words = t('{{done}} of {{total}}', { done, total });
  const tone = row.fleetRolloutFailed > 0 ? 'bad' : state === RolloutCondition.stopped ? 'warn' : 'ok';
  return (
    <>
      {words}
      <Meter label={words} percent={total > 0 ? (done / total) * 100 : 0} tone={tone} />
    </>
  );
}
