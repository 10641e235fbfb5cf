import type { KeyPair } from '../../../device/console-settings.ts';
import type { Keepable } from '../../../device/flash/keeper.ts';
import { isRecord } from '../../../model/values/json-record.ts';

/** By what a cloud knows this switch; a factory reset takes it away. */
export interface CloudIdentity {
  /** The key, and the certificate that the switch made for it itself. */
  readonly own: KeyPair;
  /**
   * The certificate issued by a cloud for the same key, and the authority by which that cloud is recognized from then
   * on.
   */
  readonly issued: { readonly certificate: string; readonly authority: string } | undefined;
  /**
   * The cloud has compared the configuration once since it was accepted: it manages from then on, also while it is
   * unreachable.
   */
  readonly owned: boolean;
}

/** Storage of the identity. */
export const keptIdentity: Keepable<CloudIdentity> = {
  name: 'cloud-identity',
  sealed: true,
  version: 1,
  write: (identity) => identity,
  read(json) {
    if (!isRecord(json) || !isRecord(json.own)) return undefined;
    const { certificate, key } = json.own;
    if (typeof certificate !== 'string' || typeof key !== 'string') return undefined;
    return { own: { certificate, key }, issued: issuedIn(json.issued), owned: json.owned === true };
  },
};

function issuedIn(json: unknown): CloudIdentity['issued'] {
  if (!isRecord(json)) return undefined;
  const { certificate, authority } = json;
  return typeof certificate === 'string' && typeof authority === 'string' ? { certificate, authority } : undefined;
}
