import { type Bpdu, type BridgeId, bpduFrame, compareVectors, readBpdu, vectorOf } from './bpdu.ts';

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
  /** Whether it speaks RSTP. */
  readonly isRapid: boolean;
  /** Whether it takes what the switch says; else the link leads one way only. */
  readonly listens: boolean;
  /** Whether its port has left discarding. */
  readonly learns: boolean;
}

/** Cost of its own link. */
const LINK = 20_000;

/** What it says after the last BPDU that it heard; undefined where it only listens. */
export function neighborBpdu(neighbor: BridgeNeighbor, heard: Uint8Array | undefined): Uint8Array | undefined {
  const { root, cost, bridge, portId, isRapid, listens, learns } = neighbor;
  const own: Bpdu = {
    ...{ isRapid, root, cost, bridge, portId },
    ...{ role: 'designated', learns, forwards: learns, proposes: !learns, agrees: false },
  };
  const other = listens && heard ? readBpdu(heard) : undefined;
  const isBetter = other?.role === 'designated' && compareVectors(vectorOf(other), vectorOf(own)) < 0;
  if (!other || !isBetter) return bpduFrame(own);
  // Bridges that only know the first protocol are silent towards the root.
  if (!isRapid) return undefined;
  const way = { root: other.root, cost: other.cost + LINK };
  return bpduFrame({ ...own, ...way, role: 'root', learns: true, forwards: true, proposes: false, agrees: true });
}
