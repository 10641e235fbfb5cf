import { conflict, type Rule } from '../../../model/configuration/rule.ts';
import { say } from '../../../model/values/message.ts';
import { notOwnAddress } from '../own-address.ts';
import { radiusServerEntry, ServerAddressType } from './objects.ts';

/** The address is of its type, no two servers are the same, and each has two ports (docs/specification/security.md, "RADIUS"). */
const serversAreSound: Rule = {
  concerns: [radiusServerEntry],
  *check({ after }) {
    const seen = new Set<string>();
    for (const row of after.rows(radiusServerEntry)) {
      const { radiusServerAddress: address, radiusServerAuthPort: port } = row;
      const isIpv6 = row.radiusServerAddressType === ServerAddressType.ipv6;
      if (address.includes(':') !== isIpv6) {
        const message = isIpv6 ? say('Invalid IPv6 address.') : say('Invalid IPv4 address.');
        yield conflict(radiusServerEntry, message, { row, column: 'radiusServerAddress' });
      }
      const place = `${address} ${port}`;
      if (seen.has(place))
        yield conflict(radiusServerEntry, say('Server exists.'), { row, column: 'radiusServerAddress' });
      seen.add(place);
      if (port === row.radiusServerAcctPort) {
        const message = say('Accounting port must differ from authentication port.');
        yield conflict(radiusServerEntry, message, { row, column: 'radiusServerAcctPort' });
      }
    }
  },
};

/** Rules between the servers, and between them and the switch. */
export const radiusRules: readonly Rule[] = [
  serversAreSound,
  notOwnAddress(radiusServerEntry, (row) => row.radiusServerAddress, 'radiusServerAddress'),
];
