import type { DeviceContext } from '../../device/feature.ts';
import type { Field } from '../../model/schema/field.ts';
import type { Values } from '../../model/wire/call.ts';
import { csvCell } from './csv-cell.ts';
import { hostRows } from './device-hosts.ts';
import { hostEntry } from './objects.ts';

const columns: readonly [string, Field][] = Object.entries<Field>(hostEntry.fields);

/** Every host of the last 24 hours as a table for a spreadsheet (RFC 4180), a line each, in English. */
export async function hostsAsCsv(context: DeviceContext) {
  const rows = await hostRows(context);
  const heading = columns.map(([, { label, unit }]) => csvCell(unit === undefined ? label : `${label} (${unit})`));
  return {
    fileName: `${context.hardware.modelName}-hosts.csv`,
    contentType: 'text/csv; charset=utf-8',
    content: [line(heading), ...rows.map((row) => line(cells(row)))],
  };
}

function cells(row: Values): string[] {
  return columns.map(([name, field]) => csvCell(field.show(row[name] ?? field.default)));
}

const line = (texts: readonly string[]) => `${texts.join(',')}\r\n`;
