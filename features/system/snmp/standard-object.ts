import type { DeviceContext } from '../../../device/feature.ts';
import type { Request } from '../../../device/management.ts';
import type { ObjectDeclaration } from '../../../model/schema/object.ts';
import type { Values } from '../../../model/wire/call.ts';
import type { AgentCounters } from '../../../protocols/snmp/agent.ts';
import type { ErrorStatus } from '../../../protocols/snmp/pdu.ts';

/** An object that only SNMP shows, or shows differently from the console: its rows are answered in any order. */
export interface StandardObject {
  readonly object: ObjectDeclaration;
  /** Every row, whole; a group is one. */
  rows(context: DeviceContext): readonly Values[] | Promise<readonly Values[]>;
  /** The row with these index columns, where one is had for less than all of them; undefined where there is none. */
  row?(context: DeviceContext, index: Values): Promise<Values | undefined>;
  /**
   * The changes of the device that a manager's values in a row come to. Throws a `Refusal` of a field. Without it none of
   * the columns can be set. `earlier` are the changes that other rows of the same request came to.
   */
  set?(context: DeviceContext, row: SetRow, earlier: readonly Request[]): SetSteps | SetRefusal;
}

/** What a manager sets in one row, or in a group. */
export interface SetRow {
  readonly index: Values;
  /** The columns given, as their fields read them. */
  readonly values: Values;
  /** RowStatus (RFC 2579); undefined where it is not set. */
  readonly status: number | undefined;
}

/** What a row's variables come to. */
export interface SetSteps {
  /** Changes of the configuration and operations, made together with those of the other rows. */
  readonly requests: readonly Request[];
  /** Called once they are done. */
  readonly after?: () => void;
}

/** A row's variables cannot be set. */
export interface SetRefusal {
  readonly refused: ErrorStatus;
  /** The column at fault; RowStatus, or any, where left out. */
  readonly column?: string;
}

/** The values of RowStatus (RFC 2579). */
export const Row = { active: 1, notInService: 2, notReady: 3, createAndGo: 4, createAndWait: 5, destroy: 6 } as const;

/** Figures that the agent knows and the device does not. */
export interface AgentFigures {
  readonly counters: AgentCounters;
  /** Hundredths of a second after the start at which a port's link changed; 0 where that was before the agent began. */
  lastChange(port: number): number;
}
