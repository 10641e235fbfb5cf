import { useGroup } from '../../../console/call/use-reads.ts';
import type { GroupValues } from '../../../model/schema/object.ts';
import { sysCloudCtrl } from './objects.ts';

/** Milliseconds between two reads of the state (docs/specification/product.md 9). */
const POLL = 3_000;

/** State of the cloud, read again every three seconds; undefined until it is known. */
export function useCloudState(): GroupValues<typeof sysCloudCtrl> | undefined {
  return useGroup(sysCloudCtrl, { poll: POLL }).data;
}
