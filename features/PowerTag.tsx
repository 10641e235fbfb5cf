import { Tag } from '../console/elements/Tag.tsx';
import { useText } from '../console/translations/use-text.ts';
import { PowerStatus, poePortState } from './poe/power-over-ethernet/port-state-objects.ts';

const { poePortStatus } = poePortState.fields;

const chosen: ReadonlySet<number> = new Set([PowerStatus['POWER OFF'], PowerStatus['Time-Based OFF']]);

/** PoE state of a port: word, mark and color. */
export function PowerTag({ status }: { readonly status: unknown }) {
  const t = useText();
  const value = poePortStatus.read(status);
  if (!value.ok) return '–';
  const tone = value.value === PowerStatus['POWER ON'] ? 'ok' : chosen.has(value.value) ? 'neutral' : 'bad';
  return <Tag tone={tone}>{t(poePortStatus.show(value.value))}</Tag>;
}
