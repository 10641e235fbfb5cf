import { useGroup } from '../../../console/call/use-reads.ts';
import { Tag } from '../../../console/elements/Tag.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { dot1dStp, dot1dStpPortEntry, PortStateValue } from './objects.ts';

const { dot1dStpPortState } = dot1dStpPortEntry.fields;

/** A port's state in a tree, by word, mark and color; without color while no tree protects anything. */
export function StateTag({ state, off = false }: { readonly state: number; readonly off?: boolean }) {
  const t = useText();
  const reading = dot1dStpPortState.read(state);
  return (
    <Tag tone={off ? 'neutral' : toneOf(state)}>{reading.ok ? t(dot1dStpPortState.show(reading.value)) : '–'}</Tag>
  );
}

/** The same, of a tree that is off where spanning tree is. */
export function LiveStateTag({ state }: { readonly state: number }) {
  const stp = useGroup(dot1dStp).data;
  return <StateTag state={state} off={stp?.stpGlobalStatus !== Status.enabled} />;
}

function toneOf(state: number): 'ok' | 'warn' | 'neutral' {
  if (state === PortStateValue.forwarding) return 'ok';
  return state === PortStateValue.disabled ? 'neutral' : 'warn';
}
