import { Tag, type Tone } from '../console/elements/Tag.tsx';
import { useText } from '../console/translations/use-text.ts';
import type { RowOf } from '../model/schema/object.ts';
import { cableDiagEntry, PairStatus } from './tools/diagnostics/objects.ts';

const tones: Readonly<Record<number, Tone>> = {
  [PairStatus.ok]: 'ok',
  [PairStatus.open]: 'bad',
  [PairStatus.short]: 'bad',
  [PairStatus.openOrShort]: 'bad',
  [PairStatus.crosstalk]: 'warn',
};

const { cableDiagPair1Status } = cableDiagEntry.fields;

interface CablePairProps {
  readonly row: RowOf<typeof cableDiagEntry>;
  readonly pair: 1 | 2 | 3 | 4;
}

/** The result of a cable test for one pair: its state, and its length or the place of the fault. */
export function CablePair({ row, pair }: CablePairProps) {
  const t = useText();
  const status = row[`cableDiagPair${pair}Status`];
  const metres = row[`cableDiagPair${pair}Length`];
  if (status === PairStatus.other) return '–';
  const words = t(cableDiagPair1Status.show(status));
  const where =
    metres < 0
      ? words
      : status === PairStatus.ok
        ? t('{{status}}, {{metres}} m', { status: words, metres })
        : t('{{status}} at {{metres}} m', { status: words, metres });
  return <Tag tone={tones[status] ?? 'neutral'}>{where}</Tag>;
}
