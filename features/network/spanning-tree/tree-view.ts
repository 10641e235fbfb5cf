import type { GroupValues, RowOf } from '../../../model/schema/object.ts';
import type { TreePlace } from '../../tree-badge.ts';
import type { ieee8021MstpEntry, ieee8021MstpPortEntry } from './mst-objects.ts';
import { type dot1dStp, type dot1dStpPortEntry, PortRoleValue, PortStateValue } from './objects.ts';

/** A bridge port in a tree. */
export interface TreeLink extends TreePlace {
  /** The ifIndex of a port or trunk. */
  readonly port: number;
  /** Cost of the path to the root through it; undefined if the page does not know it. */
  readonly cost: number | undefined;
  /** The bridge that leads from this link to the root: "32768 00-11-22-AA-BB-CC"; '' if unknown. */
  readonly bridge: string;
}

/** A tree as this switch sees it. Bridges are "32768 00-11-22-AA-BB-CC". */
export interface TreeView {
  readonly own: string;
  readonly root: string;
  /** Cost of the whole path to the root. */
  readonly cost: number;
  /** The links that lead towards the root: the root port first, then those in reserve. */
  readonly upward: readonly TreeLink[];
  /** The bridge at the other end of the root port; undefined where this switch is the root. */
  readonly next: string | undefined;
  readonly links: readonly TreeLink[];
}

type Instance = RowOf<typeof ieee8021MstpEntry>;

/** The tree of all bridges. */
export function commonTree(
  stp: GroupValues<typeof dot1dStp>,
  rows: readonly RowOf<typeof dot1dStpPortEntry>[],
): TreeView {
  const links = rows.map((row) => ({
    port: row.dot1dStpPort,
    role: row.stpPortRole,
    state: row.dot1dStpPortState,
    cost: row.dot1dStpPortPathCost32,
    bridge: row.dot1dStpPortDesignatedBridge,
  }));
  return viewOf(stp.stpBridgeId, stp.dot1dStpDesignatedRoot, stp.dot1dStpRootCost, links);
}

/** The tree of an MST instance. `own` is this bridge in it. */
export function instanceTree(
  own: string,
  instance: Instance,
  rows: readonly RowOf<typeof ieee8021MstpPortEntry>[],
): TreeView {
  const links = rows
    .filter((row) => row.ieee8021MstpPortMstId === instance.ieee8021MstpId)
    .map((row) => ({
      port: row.ieee8021MstpPortNum,
      role: row.ieee8021MstpPortRole,
      state: row.mstPortState,
      cost: undefined,
      bridge: row.ieee8021MstpPortDesignatedBridge,
    }));
  return viewOf(own, instance.ieee8021MstpDesignatedRoot, instance.ieee8021MstpRootPathCost, links);
}

/** This bridge's identifier in an instance: the priority there, with the number of the tree, and the address of always. */
export function identifierIn({ ieee8021MstpId, ieee8021MstpBridgePriority }: Instance, own: string): string {
  return `${ieee8021MstpBridgePriority + ieee8021MstpId} ${addressOf(own)}`;
}

/** The address of a bridge by its identifier. */
export function addressOf(bridge: string): string {
  return bridge.slice(bridge.indexOf(' ') + 1);
}

/** Ports of one role in one state, in display order. */
export interface TreeBranch {
  readonly role: number;
  readonly state: number;
  readonly links: readonly TreeLink[];
}

const inOrder = [
  PortRoleValue.designated,
  PortRoleValue.backup,
  PortRoleValue.alternate,
  PortRoleValue.master,
  PortRoleValue.root,
  PortRoleValue.disabled,
];

/** Links that do not lead to the root, by role and state. */
export function branchesOf({ links, upward }: TreeView): readonly TreeBranch[] {
  const branches = new Map<string, TreeBranch & { readonly links: TreeLink[] }>();
  for (const link of links) {
    if (upward.includes(link)) continue;
    // For ports that do not participate the state says whether they forward, which is shown only for the others.
    const state = link.role === PortRoleValue.disabled ? PortStateValue.disabled : link.state;
    const key = `${link.role} ${state}`;
    const branch = branches.get(key) ?? { role: link.role, state, links: [] };
    branch.links.push(link);
    branches.set(key, branch);
  }
  const rank = ({ role, state }: TreeBranch) => inOrder.indexOf(role as (typeof inOrder)[number]) * 10 - state;
  return [...branches.values()].sort((a, b) => rank(a) - rank(b));
}

function viewOf(own: string, root: string, cost: number, links: readonly TreeLink[]): TreeView {
  const { root: rootRole, master, alternate } = PortRoleValue;
  const leads = links.filter(({ role }) => role === rootRole || role === master);
  const reserve = links.filter(({ role }) => role === alternate);
  const isRoot = addressOf(root) === addressOf(own);
  const upward = isRoot ? [] : [...leads, ...reserve];
  return { own, root, cost, upward, next: isRoot ? undefined : (leads[0]?.bridge ?? root), links };
}
