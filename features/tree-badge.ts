import type { PanelBadge } from '../console/ports/panel-port.ts';
import type { Translate } from '../model/values/translate.ts';
import { dot1dStpPortEntry, PortRoleValue, PortStateValue } from './network/spanning-tree/objects.ts';

const { stpPortRole, dot1dStpPortState } = dot1dStpPortEntry.fields;

/** Wire values of a bridge port's role and state in a tree. */
export interface TreePlace {
  readonly role: number;
  readonly state: number;
}

/** The letter of a role in a socket of the front panel. */
export const roleLetters: Readonly<Record<number, string>> = {
  [PortRoleValue.root]: 'R',
  [PortRoleValue.designated]: 'D',
  [PortRoleValue.alternate]: 'A',
  [PortRoleValue.backup]: 'B',
  [PortRoleValue.master]: 'M',
};

/** A role in a word. */
export function roleWords(t: Translate, role: number): string {
  const reading = stpPortRole.read(role);
  return reading.ok ? t(stpPortRole.show(reading.value)) : '–';
}

/** A state in a word. */
export function stateWords(t: Translate, state: number): string {
  const reading = dot1dStpPortState.read(state);
  return reading.ok ? t(dot1dStpPortState.show(reading.value)) : '–';
}

/** Whether frames pass a port, will in a moment, or are stopped; a port without a link or that takes no part is `out`. */
export function passageOf({ role, state }: TreePlace): 'passing' | 'waiting' | 'stopped' | 'out' {
  if (role === PortRoleValue.disabled) return 'out';
  if (state === PortStateValue.forwarding) return 'passing';
  const reserve = role === PortRoleValue.alternate || role === PortRoleValue.backup;
  return reserve ? 'stopped' : 'waiting';
}

/** State of a port in the tree, as a sign in its socket; none if it takes no part. */
export function badgeOf(t: Translate, place: TreePlace): PanelBadge | undefined {
  const look = passageOf(place);
  const letters = roleLetters[place.role];
  if (look === 'out' || letters === undefined) return undefined;
  return { letters, look, words: `${roleWords(t, place.role)}, ${stateWords(t, place.state)}` };
}
