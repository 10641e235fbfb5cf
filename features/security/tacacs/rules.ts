import { conflict, type Rule } from '../../../model/configuration/rule.ts';
import { say } from '../../../model/values/message.ts';
import { notOwnAddress } from '../own-address.ts';
import { TacacsAddressType, tacacsServerEntry } from './objects.ts';

/** The address is of its type, and no two servers are the same (docs/specification/security.md, "TACACS+"). */
const serversAreSound: Rule = {
  concerns: [tacacsServerEntry],
  *check({ after }) {
    const seen = new Set<string>();
    for (const row of after.rows(tacacsServerEntry)) {
      const { tacacsServerAddress: address, tacacsServerPort: port } = row;
      const isIpv6 = row.tacacsServerAddressType === TacacsAddressType.ipv6;
      const place = { row, column: 'tacacsServerAddress' };
      if (address.includes(':') !== isIpv6) {
        const message = isIpv6 ? say('Invalid IPv6 address.') : say('Invalid IPv4 address.');
        yield conflict(tacacsServerEntry, message, place);
      }
      if (seen.has(`${address} ${port}`)) yield conflict(tacacsServerEntry, say('Server exists.'), place);
      seen.add(`${address} ${port}`);
    }
  },
};

/** Rules between the servers, and between them and the switch. */
export const tacacsRules: readonly Rule[] = [
  serversAreSound,
  notOwnAddress(tacacsServerEntry, (row) => row.tacacsServerAddress, 'tacacsServerAddress'),
];
