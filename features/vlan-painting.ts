import type { MembershipState } from '../console/ports/membership-state.ts';
import { type Change, changesBetween } from '../model/configuration/change.ts';
import type { Configuration } from '../model/configuration/configuration.ts';
import { hasPort, type PortList } from '../model/values/port-list.ts';
import { dot1qPortVlanEntry } from './network/vlan/objects.ts';
import { dot1qVlanStaticEntry } from './network/vlan/static-vlan-objects.ts';
import { withVlan } from './vlan-edit.ts';
import { membershipOf } from './vlan-membership.ts';

/** One paint: ports get the same membership in a VLAN. */
export interface Stroke {
  readonly vlan: number;
  readonly ports: PortList;
  readonly state: MembershipState;
}

/** How `port` belongs to `vlan`; none if there is no such VLAN. */
export function stateOf(configuration: Configuration, vlan: number, port: number): MembershipState {
  const row = configuration.row(dot1qVlanStaticEntry, { dot1qVlanIndex: vlan });
  if (!row) return 'none';
  const { members, untagged } = membershipOf(row);
  return hasPort(untagged, port) ? 'untagged' : hasPort(members, port) ? 'tagged' : 'none';
}

/**
 * The VLANs and ports after all strokes, in their order: a port that becomes untagged in a VLAN leaves the one that it was
 * untagged in and has the new one as PVID; one that is taken out goes back (see `withVlan`). Forbidden ports and VLANs that are
 * gone are left out. Pure.
 */
export function painted(before: Configuration, strokes: readonly Stroke[]): Configuration {
  return strokes.reduce((soFar, { vlan, ports, state }) => {
    const row = soFar.row(dot1qVlanStaticEntry, { dot1qVlanIndex: vlan });
    if (!row) return soFar;
    const { members, untagged, forbidden } = membershipOf(row);
    const list = ports & ~forbidden;
    const untaggedNow = (untagged & ~list) | (state === 'untagged' ? list : 0n);
    const membersNow = (members & ~list) | (state === 'none' ? 0n : list);
    if (untaggedNow === untagged && membersNow === members) return soFar;
    const name = row.dot1qVlanStaticName;
    return withVlan(soFar, { vlan, name, untagged: untaggedNow, tagged: membersNow & ~untaggedNow, setPvid: true });
  }, before);
}

/** The strokes that were painted last, and what they came to. */
interface Painting {
  readonly before: Configuration;
  readonly strokes: readonly Stroke[];
  readonly after: Configuration;
}

/** Paints what is new alone: every stroke asks all VLANs, and a drag makes hundreds of strokes one by one. */
export class Painter {
  #last: Painting | undefined;

  /** See `painted`. */
  paint(before: Configuration, strokes: readonly Stroke[]): Configuration {
    const last = this.#last;
    const isMore = last?.before === before && last.strokes.every((stroke, at) => stroke === strokes[at]);
    const after = isMore ? painted(last.after, strokes.slice(last.strokes.length)) : painted(before, strokes);
    this.#last = { before, strokes, after };
    return after;
  }
}

/** What differs between two states of the VLANs and ports. */
export function paintedChanges(before: Configuration, after: Configuration): readonly Change[] {
  return before === after ? [] : changesBetween([dot1qVlanStaticEntry, dot1qPortVlanEntry], before, after);
}

const letters: Readonly<Record<string, MembershipState>> = {
  u: 'untagged',
  t: 'tagged',
  '-': 'none',
  '–': 'none',
  '': 'none',
};

/**
 * The strokes of cells that are pasted with their first one at the first of these ports and VLANs: one for each VLAN and state, so that
 * their number does not grow with the ports. Cells beyond are left out.
 */
export function strokesOf(
  cells: ReturnType<typeof readPasted>,
  ports: readonly PortList[],
  vlans: readonly number[],
): readonly Stroke[] {
  return vlans.flatMap((vlan, right) =>
    (['untagged', 'tagged', 'none'] as const).flatMap((state): Stroke[] => {
      const list = ports.reduce((sum, port, down) => (cells[down]?.[right] === state ? sum | port : sum), 0n);
      return list === 0n ? [] : [{ vlan, ports: list, state }];
    }),
  );
}

/** A table out of a spreadsheet, cell by cell; undefined for a cell that is no U, T, "-" or blank. */
export function readPasted(text: string): readonly (readonly (MembershipState | undefined)[])[] {
  return text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t').map((cell) => letters[cell.trim().toLowerCase()]));
}
