import type { KeptValues } from '../../../console/form/use-kept-draft.ts';
import type { MembershipState } from '../../../console/ports/membership-state.ts';
import { formatPortList, parsePortList } from '../../../model/values/port-list.ts';
import type { Stroke } from '../../vlan-painting.ts';

const PREFIX = 'vlanMatrix#';

const states: readonly MembershipState[] = ['none', 'untagged', 'tagged'];

/** Whether a kept value is a stroke. */
export function ownsStroke(key: string): boolean {
  return key.startsWith(PREFIX);
}

/** Strokes as a draft is kept, in their order. */
export function keptStrokes(strokes: readonly Stroke[]): KeptValues {
  return Object.fromEntries(
    strokes.map(({ vlan, ports, state }, at) => [
      `${PREFIX}${at}`,
      { value: formatPortList(ports), from: `${vlan} ${state}` },
    ]),
  );
}

/** The strokes of a kept draft; what cannot be read is left out. */
export function draftOfKept(kept: KeptValues): readonly Stroke[] {
  return Object.entries(kept)
    .map(([key, stroke]) => ({ at: Number(key.slice(PREFIX.length)), ...stroke }))
    .sort((a, b) => a.at - b.at)
    .flatMap(({ value, from }): Stroke[] => {
      const [vlan, name] = String(from).split(' ');
      const state = states.find((one) => one === name);
      const ports = parsePortList(String(value));
      return state && ports !== undefined ? [{ vlan: Number(vlan), ports, state }] : [];
    });
}
