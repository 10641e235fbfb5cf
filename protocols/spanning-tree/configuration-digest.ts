import { createHmac } from 'node:crypto';

/** The key of the signature (IEEE 802.1Q-2018 13.8, table 13-1). */
const SIGNATURE_KEY = Buffer.from('13AC06A62E47FD51F95D2BA243CD0346', 'hex');

/** Entries of the MST configuration table: VIDs 0 to 4095. */
const TABLE_LENGTH = 4096;

/**
 * The configuration digest (13.8) of what says which tree a VLAN is in, as 32 upper-case hex digits: HMAC-MD5 over 4096
 * numbers of two octets. VLANs that are not named are in tree 0, as are the VIDs 0 and 4095. Costs 8 kB of hashing.
 */
export function configurationDigest(treeOfVlan: ReadonlyMap<number, number>): string {
  const table = Buffer.alloc(TABLE_LENGTH * 2);
  for (const [vlan, tree] of treeOfVlan) table.writeUInt16BE(tree, vlan * 2);
  return createHmac('md5', SIGNATURE_KEY).update(table).digest('hex').toUpperCase();
}
