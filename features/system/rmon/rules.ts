import type { Configuration } from '../../../model/configuration/configuration.ts';
import { conflict, type Rule } from '../../../model/configuration/rule.ts';
import type { TableObject } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { alarmEntry } from './alarm-objects.ts';
import { historyControlEntry } from './history-objects.ts';
import { ETHER_STATS, etherStatsEntry } from './statistics-objects.ts';

/** The rows of a table count what there is on the switch. */
function portOnSwitch(table: TableObject, column: string): Rule {
  return {
    concerns: [table],
    *check({ after, hardware }) {
      for (const row of after.rows(table)) {
        if (hardware.ports.has(Number(row[column]))) continue;
        const message = say('Port must be a port from 1 to {{max}}.', { max: hardware.portCount });
        yield conflict(table, message, { row, column });
      }
    },
  };
}

/** A port is counted once. */
const onePerPort: Rule = {
  concerns: [etherStatsEntry],
  *check({ after }) {
    const seen = new Set<number>();
    for (const row of after.rows(etherStatsEntry)) {
      const { etherStatsDataSource: port } = row;
      const place = { row, column: 'etherStatsDataSource' };
      if (seen.has(port))
        yield conflict(etherStatsEntry, say('Port {{port}} already has a statistics group.', { port }), place);
      seen.add(port);
    }
  },
};

/** The number of the statistics group that a variable is a counter of; undefined where it is of another table. */
export function groupOf(variable: string): number | undefined {
  const [, group] = variable.startsWith(ETHER_STATS) ? variable.slice(ETHER_STATS.length).split('.') : [];
  return group === undefined ? undefined : Number(group);
}

const hasGroup = (configuration: Configuration, etherStatsIndex: number) =>
  configuration.row(etherStatsEntry, { etherStatsIndex }) !== undefined;

/** The group whose counter an alarm watches is there, and stays while it does; the thresholds leave room between them. */
const watched: Rule = {
  concerns: [alarmEntry, etherStatsEntry],
  *check({ before, after }) {
    for (const row of after.rows(alarmEntry)) {
      if (row.alarmFallingThreshold >= row.alarmRisingThreshold) {
        const message = say('The falling threshold must be lower than the rising threshold.');
        yield conflict(alarmEntry, message, { row, column: 'alarmFallingThreshold' });
      }
      const group = groupOf(row.alarmVariable);
      if (group === undefined || hasGroup(after, group)) continue;
      yield hasGroup(before, group)
        ? conflict(
            etherStatsEntry,
            say('Statistics group {{group}} is used by {{alarm}}.', { group, alarm: alarmEntry.rowName(row) }),
          )
        : conflict(alarmEntry, say('Statistics group {{group}} does not exist.', { group }), {
            row,
            column: 'alarmVariable',
          });
    }
  },
};

/** Rules of RMON's settings. */
export const rmonRules: readonly Rule[] = [
  portOnSwitch(etherStatsEntry, 'etherStatsDataSource'),
  portOnSwitch(historyControlEntry, 'historyControlDataSource'),
  onePerPort,
  watched,
];
