import { Tag } from '../../../console/elements/Tag.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { dot1dStpPortEntry, PortStateValue } from './objects.ts';

const { dot1dStpPortState } = dot1dStpPortEntry.fields;

/** A port's state in a tree, by word, mark and colour. */
export function StateTag({ state }: { readonly state: number }) {
  const t = useText();
  const reading = dot1dStpPortState.read(state);
  return <Tag tone={toneOf(state)}>{reading.ok ? t(dot1dStpPortState.show(reading.value)) : '–'}</Tag>;
}

function toneOf(state: number): 'ok' | 'warn' | 'neutral' {
  if (state === PortStateValue.forwarding) return 'ok';
  return state === PortStateValue.disabled ? 'neutral' : 'warn';
}
