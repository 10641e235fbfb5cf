import { rowCalls } from '../console/call/row-calls.ts';
import { type Change, changesBetween } from '../model/configuration/change.ts';
import type { Configuration } from '../model/configuration/configuration.ts';
import type { ObjectCall } from '../model/wire/call.ts';
import { dot1qPortVlanEntry } from './network/vlan/objects.ts';
import { dot1qVlanStaticEntry } from './network/vlan/static-vlan-objects.ts';

/** Changes of other VLANs and of ports that accompany the drawing of one VLAN. */
export interface AlongWith {
  readonly calls: readonly ObjectCall[];
  readonly changes: readonly Change[];
}

/** Everything but VLAN `vlan` itself that differs between two states of the VLANs and ports. */
export function alongWith(vlan: number, before: Configuration, after: Configuration): AlongWith {
  const changes = changesBetween([dot1qVlanStaticEntry, dot1qPortVlanEntry], before, after).filter(
    ({ object, row }) => object !== dot1qVlanStaticEntry || row?.dot1qVlanIndex !== vlan,
  );
  return { calls: rowCalls(changes), changes };
}
