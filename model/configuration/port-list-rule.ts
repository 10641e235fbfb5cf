import type { TableObject } from '../schema/object.ts';
import { say } from '../values/message.ts';
import { parsePortList } from '../values/port-list.ts';
import { changedRows } from './changed-rows.ts';
import { conflict, type Rule } from './rule.ts';

/** The largest port of each of these port-list columns must not exceed the port count (docs/specification/product.md 5). */
export function portsOnSwitch(table: TableObject, columns: readonly string[]): Rule {
  return {
    concerns: [table],
    *check({ changes, hardware }) {
      for (const row of changedRows(changes, table)) {
        for (const column of columns) {
          const beyond = (parsePortList(String(row[column])) ?? 0n) >> BigInt(hardware.portCount);
          if (beyond === 0n) continue;
          const label = say(table.fields[column]?.label ?? column);
          const message = say('{{label}}: ports must be within 1 ~ {{max}}.', { label, max: hardware.portCount });
          yield conflict(table, message, { row, column });
        }
      }
    },
  };
}
