import type { InstanceState } from '../../../datapath/state.ts';
import { plannedSlot, slot } from '../../../device/slot.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import type { PortList } from '../../../model/values/port-list.ts';
import type { Bridge } from '../../../protocols/spanning-tree/bridge-state.ts';
import type { TreeNumber } from '../../../protocols/spanning-tree/settings.ts';

/** The engine's decisions about its ports. */
export interface DecidedStates {
  /** The circumstances of the decision: see `beginningOf`. */
  readonly beginning: string;
  /** The bits of the bridge ports that it knows. */
  readonly known: bigint;
  /** Of these, the bits of those that lead only to stations, as far as known: edge ports. */
  readonly edges: bigint;
  /** By tree. */
  readonly trees: ReadonlyMap<number, InstanceState>;
}

/** States of ports in each tree; undefined while no engine runs. */
export const decidedStates = plannedSlot<DecidedStates | undefined>('spanningTreeStates', undefined, 'returns');

/**
 * How often each port's learned addresses were flushed because the tree changed; for features that learn by themselves.
 */
export const portsForgotten = slot<ReadonlyMap<number, number>>('portsForgotten', new Map());

/** The running spanning tree. */
export interface SpanningTreeHandle {
  /** Undefined where spanning tree is off. Not to be changed. */
  bridge(): Bridge | undefined;
  /** Makes a port determine its neighbor's version again. */
  migrate(port: number): void;
  clearIgnored(): void;
  /** The ports that each tree may close where this configuration comes in force, as bits; see `unsettledPorts`. */
  unsettledBy(configuration: Configuration): ReadonlyMap<TreeNumber, PortList>;
}

/** Handle for state and commands of the spanning tree. */
export const spanningTree = slot<SpanningTreeHandle | undefined>('spanningTree', undefined);
