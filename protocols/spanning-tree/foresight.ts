import type { Bridge, BridgePort } from './bridge-state.ts';
import type { SpanningTreePortSettings, SpanningTreeSettings, TreeNumber } from './settings.ts';

/**
 * The ports that a tree may close, for a while or for good, where these settings come in force: the ones with a bridge behind
 * them, where what the tree is worked out from differs. What that bridge answers is not known before. A port at the edge of
 * the network leads nowhere else, and stays open whatever the tree becomes. Where everything begins anew (another protocol,
 * region or set of trees) all ports are closed first, which is not told here.
 */
export function unsettledPorts(
  { settings: former, trees, ports }: Bridge,
  next: SpanningTreeSettings,
): ReadonlyMap<TreeNumber, readonly number[]> {
  const neighbors = [...ports.values()].filter(({ operEdge, settings }) => settings.enabled && !operEdge);
  const unsettled = new Map<TreeNumber, readonly number[]>();
  for (const tree of trees.keys()) {
    const same =
      former.priorities.get(tree) === next.priorities.get(tree) &&
      neighbors.every((port) => countsAlike(port, next.ports.get(port.number), tree));
    if (!same) {
      unsettled.set(
        tree,
        neighbors.map(({ number }) => number),
      );
    }
  }
  return unsettled;
}

function countsAlike(
  { settings: former }: BridgePort,
  next: SpanningTreePortSettings | undefined,
  tree: TreeNumber,
): boolean {
  const before = former.trees.get(tree);
  const after = next?.trees.get(tree);
  return (
    former.externalCost === next?.externalCost &&
    former.restrictedRole === next.restrictedRole &&
    before?.priority === after?.priority &&
    before?.internalCost === after?.internalCost
  );
}
