import { status } from '../../model/schema/kinds/enumeration.ts';
import type { Value } from '../../model/wire/call.ts';
import { Tag } from '../elements/Tag.tsx';
import { useText } from '../translations/use-text.ts';

const { values, show } = status({ label: '' });

/** Enabled or disabled, by word, mark and color. */
export function StatusTag({ value }: { readonly value: Value | undefined }) {
  const t = useText();
  const enabled = Number(value) === values.enabled;
  return <Tag {...(enabled && { tone: 'ok' })}>{t(show(enabled ? values.enabled : values.disabled))}</Tag>;
}
