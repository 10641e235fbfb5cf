import { rowParameter } from '../../../console/page/row-parameter.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import type { Values } from '../../../model/wire/call.ts';
import { lldpRemEntry } from './said-objects.ts';

/** The path of the page with the details of one neighbor. */
export function detailPath(row: RowOf<typeof lldpRemEntry>): string {
  return `/Network/LLDP/RemotePortInformation/${rowParameter(lldpRemEntry, row as Values)}`;
}
