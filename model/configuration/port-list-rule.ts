import type { TableObject } from '../schema/object.ts';
import { largestPort, parsePortList } from '../values/port-list.ts';
import { changedRows } from './changed-rows.ts';
import { conflict, type Rule } from './rule.ts';

/** The largest port of each of these port-list columns must not exceed the port count (specification section 5). */
export function portsOnSwitch(table: TableObject, columns: readonly string[]): Rule {
  return {
    reads: [table],
    *check({ changes, hardware }) {
      for (const row of changedRows(changes, table)) {
        for (const column of columns) {
          const largest = largestPort(parsePortList(String(row[column])) ?? 0n);
          if (largest <= hardware.portCount) continue;
          const label = table.fields[column]?.label ?? column;
          yield conflict(table, `${label}: ports must be within 1 ~ ${hardware.portCount}.`, { row, column });
        }
      }
    },
  };
}
