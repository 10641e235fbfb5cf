import type { DeviceContext } from '../../../device/feature.ts';
import type { ObjectDeclaration } from '../../../model/schema/object.ts';
import type { Values } from '../../../model/wire/call.ts';
import type { AgentCounters } from '../../../protocols/snmp/agent.ts';

/** An object that only SNMP shows, or shows differently from the console: its rows are answered in any order. */
export interface StandardObject {
  readonly object: ObjectDeclaration;
  /** Every row, whole; a group is one. */
  rows(context: DeviceContext): readonly Values[] | Promise<readonly Values[]>;
  /** The row with these index columns, where one is had for less than all of them; undefined where there is none. */
  row?(context: DeviceContext, index: Values): Promise<Values | undefined>;
}

/** Figures that the agent knows and the device does not. */
export interface AgentFigures {
  readonly counters: AgentCounters;
  /** Hundredths of a second after the start at which a port's link changed; 0 where that was before the agent began. */
  lastChange(port: number): number;
}
