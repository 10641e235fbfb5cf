import { type Bpdu, bpduFrame, CIST, readBpdu, saidOfTree } from './bpdu.ts';
import { type BridgeId, compareVectors } from './bridge-id.ts';
import { type InstanceSaid, isSameRegion, type RegionId } from './mst-region.ts';

/** The region that a bridge is in, and its own ways there. */
export interface Membership {
  readonly region: RegionId;
  /** Of the CIST. */
  readonly regionalRoot: BridgeId;
  readonly cost: number;
  readonly instances: readonly Pick<InstanceSaid, 'id' | 'root' | 'cost' | 'bridgePriority' | 'portPriority'>[];
}

/** A bridge at the far end of a link, which knows of a root by another way. */
export interface BridgeNeighbor {
  readonly kind: 'bridge';
  readonly port: number;
  /** The same, or all members of its trunk. */
  readonly links: readonly number[];
  readonly root: BridgeId;
  readonly cost: number;
  readonly bridge: BridgeId;
  readonly portId: number;
  /** Whether it speaks RSTP, or MSTP. */
  readonly isRapid: boolean;
  /** Of a bridge in the switch's own region. */
  readonly inside?: Membership | undefined;
  /** Whether it takes what the switch says; else the link leads one way only. */
  readonly listens: boolean;
  /** Whether its port has left discarding. */
  readonly learns: boolean;
}

/** Cost of its own link. */
const LINK = 20_000;

/** What it says after the last BPDU that it heard; undefined where it only listens. */
export function neighborBpdu(neighbor: BridgeNeighbor, heard: Uint8Array | undefined): Uint8Array | undefined {
  const { root, cost, bridge, portId, isRapid, listens, learns, inside } = neighbor;
  const own: Bpdu = {
    ...{ isRapid, root, cost, bridge: inside?.regionalRoot ?? bridge, portId },
    ...{ role: 'designated', learns, forwards: learns, proposes: !learns, agrees: false },
    inside: inside && {
      ...{ region: inside.region, cost: inside.cost, bridge },
      instances: inside.instances.map((one) => ({ ...one, role: 'designated', learns, agrees: false })),
    },
  };
  const other = listens && heard ? readBpdu(heard) : undefined;
  if (!other) return bpduFrame(own);
  const isLed = isBetter(other, own, CIST);
  // Bridges that only know the first protocol are silent towards the root.
  if (isLed && !isRapid) return undefined;
  const { inside: said } = own;
  const instances = said?.instances.map((one): InstanceSaid => {
    const way = saidOfTree(other, one.id, said.region);
    if (!way || !isBetter(other, own, one.id)) return one;
    return { ...one, root: way.vector[0], cost: way.vector[3] + LINK, role: 'root', learns: true, agrees: true };
  });
  if (!isLed) return bpduFrame({ ...own, inside: said && { ...said, instances: instances ?? [] } });
  const isInside = isSameRegion(other.inside?.region, said?.region);
  const led = { role: 'root', learns: true, forwards: true, proposes: false, agrees: true } as const;
  if (!said || !isInside || !other.inside)
    return bpduFrame({ ...own, root: other.root, cost: other.cost + LINK, ...led });
  return bpduFrame({
    ...own,
    ...{ root: other.root, cost: other.cost, bridge: other.bridge },
    ...led,
    inside: { ...said, cost: other.inside.cost + LINK, instances: instances ?? [] },
  });
}

/** Whether the switch leads to the root of a tree, and by a better way. */
function isBetter(other: Bpdu, own: Bpdu, tree: number): boolean {
  const region = own.inside?.region;
  const [its, ours] = [saidOfTree(other, tree, region), saidOfTree(own, tree, region)];
  return its?.role === 'designated' && ours !== undefined && compareVectors(its.vector, ours.vector) < 0;
}
