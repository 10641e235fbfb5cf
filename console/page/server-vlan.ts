import { classOfIpv6, Ipv6Class } from '../../model/values/ipv6.ts';
import type { Value } from '../../model/wire/call.ts';
import type { FieldLook } from './DeclaredFields.tsx';

/** Whether a server's address means something within one VLAN only (RFC 4291 2.5.6). */
export function isLinkLocal(address: Value): boolean {
  return classOfIpv6(String(address)) === Ipv6Class.linkLocal;
}

/** The VLAN that a server is in: asked for a link-local address, and shown wherever one is set. */
export function serverVlan(column: string, address: string, more: Pick<FieldLook, 'part' | 'label'> = {}): FieldLook {
  return {
    name: column,
    ...more,
    shown: (chosen) => isLinkLocal(chosen(address, more.part)) || Number(chosen(column, more.part)) !== 0,
  };
}
