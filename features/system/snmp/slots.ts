import { slot } from '../../../device/slot.ts';
import type { VarBind } from '../../../protocols/snmp/pdu.ts';
import type { AgentFigures } from './standard-object.ts';

/** Figures of the agent while it runs. */
export interface AgentState {
  /** "192.168.10.200:161", one for each address that requests are taken at. */
  readonly listening: readonly string[];
  readonly boots: number;
  /** Seconds since the engine started, now. */
  time(): number;
}

/** The agent that runs; undefined while it is off. */
export const agentState = slot<AgentState | undefined>('snmpAgent', undefined);

/** The last notification to receivers, in words. */
export const lastNotification = slot('snmpLastNotification', '');

/** Sends a test to the receiver of this name; undefined while no agent runs. */
export const receiverTest = slot<((name: string) => void) | undefined>('snmpReceiverTest', undefined);

/** Figures of the running agent; undefined while none runs. */
export const agentFigures = slot<AgentFigures | undefined>('snmpFigures', undefined);

/** Notifications that a feature sends itself, not through the log: a crossed RMON threshold, a violation, an attack. */
export interface ToldAlarm {
  readonly kind: 'risingAlarm' | 'fallingAlarm' | 'portSecurity' | 'attack';
  /** For the page. */
  readonly words: string;
  readonly varBinds: readonly VarBind[];
  /** Only receivers of this community, given by its index or by itself, are notified; "" for all. */
  readonly community: string;
}

/** Notifies the receivers of a threshold; undefined while no agent runs. */
export const trapSender = slot<((alarm: ToldAlarm) => void) | undefined>('snmpTrapSender', undefined);
