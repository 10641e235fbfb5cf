import type { Datapath, PortState } from '../datapath/datapath.ts';
import type { DeviceContext } from './feature.ts';

/** The links of all ports. */
interface FollowedLinks {
  /** As they are now. */
  readonly states: ReadonlyMap<number, PortState>;
  /** Calls `listener` behind each change from now on. */
  follow(listener: (state: PortState) => void): void;
}

/**
 * Reads the links of all ports and keeps them as they become. Changes are heard before the links are read: one that comes in
 * between holds, and what was read does not undo it.
 */
export async function followedLinks({
  datapath,
  onPort,
}: Pick<DeviceContext, 'onPort'> & { readonly datapath: Pick<Datapath, 'portStates'> }): Promise<FollowedLinks> {
  const states = new Map<number, PortState>();
  const listeners: ((state: PortState) => void)[] = [];
  onPort((state) => {
    states.set(state.port, state);
    for (const listener of listeners) listener(state);
  });
  for (const [port, state] of await datapath.portStates()) if (!states.has(port)) states.set(port, state);
  return { states, follow: (listener) => listeners.push(listener) };
}
