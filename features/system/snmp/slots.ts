import { slot } from '../../../device/slot.ts';

/** What the agent says of itself while it runs. */
export interface AgentState {
  /** "192.168.10.200:161", one for each address that requests are taken at. */
  readonly listening: readonly string[];
  readonly boots: number;
  /** Seconds since the engine started, now. */
  time(): number;
}

/** The agent that runs; undefined while it is off. */
export const agentState = slot<AgentState | undefined>('snmpAgent', undefined);

/** What receivers were told last, in words. */
export const lastNotification = slot('snmpLastNotification', '');

/** Tells the receiver of this name that he is told; undefined while no agent runs. */
export const receiverTest = slot<((name: string) => void) | undefined>('snmpReceiverTest', undefined);
