import type { Bridge, BridgePort, Tree } from './bridge-state.ts';
import type { SpanningTreePortSettings, SpanningTreeSettings, TreeNumber } from './settings.ts';

/** Seconds of the hello time that bridges which hold to IEEE 802.1Q-2018 table 13-5 count on, whatever messages say. */
const HELLO_TIME_EXPECTED = 2;

/**
 * The ports that a tree may close, temporarily or permanently, when these settings take effect: those with a bridge
 * behind them, if the tree's inputs differ, or if messages may grow too old on their way. The answers of that bridge,
 * and the number of bridges behind it, are not known in advance. A port that remains an edge port leads nowhere else,
 * and is open whatever the tree becomes. If everything restarts (another protocol, region or set of trees) all ports
 * are closed first, which is not reported here.
 */
export function unsettledPorts(
  { settings: former, trees, ports }: Bridge,
  next: SpanningTreeSettings,
): ReadonlyMap<TreeNumber, readonly number[]> {
  const neighbors = [...ports.values()].filter(
    ({ number, operEdge, settings }) => settings.enabled && !(operEdge && next.ports.get(number)?.edge !== 'no'),
  );
  const unsettled = new Map<TreeNumber, readonly number[]>();
  for (const [number, tree] of trees) {
    const same =
      former.priorities.get(number) === next.priorities.get(number) &&
      neighbors.every((port) => countsAlike(port, next.ports.get(port.number), number));
    if (!same || mayGrowTooOld(tree, ports, former, next)) {
      unsettled.set(
        number,
        neighbors.map((port) => port.number),
      );
    }
  }
  return unsettled;
}

/**
 * Whether a neighbor may forget what it receives from here: between two messages, or because the information that
 * begins here reaches fewer bridges than before.
 */
function mayGrowTooOld(
  { number, rootPort }: Tree,
  ports: ReadonlyMap<number, BridgePort>,
  former: SpanningTreeSettings,
  next: SpanningTreeSettings,
): boolean {
  if (next.helloTime > Math.max(former.helloTime, HELLO_TIME_EXPECTED)) return true;
  if (rootPort === undefined && number === 0 && next.maxAge < former.maxAge) return true;
  const hopsBeginHere = rootPort === undefined || (number === 0 && !ports.get(rootPort)?.infoInternal);
  return next.protocol === 'mstp' && hopsBeginHere && next.maxHops < former.maxHops;
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
