import { Tag } from '../../console/elements/Tag.tsx';
import { useText } from '../../console/translations/use-text.ts';
import { aSVPortEntry, HealthState } from './vlan-objects.ts';

const tones = {
  [HealthState.normal]: 'ok',
  [HealthState.attention]: 'warn',
  [HealthState.fault]: 'bad',
  [HealthState.noDevice]: 'neutral',
} as const;

/** Health of a port, by word, mark and color. */
export function HealthTag({ state }: { readonly state: unknown }) {
  const t = useText();
  const reading = aSVPortEntry.fields.healthState.read(state);
  if (!reading.ok) return '–';
  return <Tag tone={tones[reading.value]}>{t(aSVPortEntry.fields.healthState.show(reading.value))}</Tag>;
}
