import { conflict, type Rule } from '../../../model/configuration/rule.ts';
import { parseHost } from '../../../model/values/host-name.ts';
import { classOfIpv6, Ipv6Class } from '../../../model/values/ipv6.ts';
import { say } from '../../../model/values/message.ts';
import { syslogServEntry } from './objects.ts';

const wrongType = {
  1: say('Server must be an IPv4 address.'),
  2: say('Server must be an IPv6 address.'),
  16: say('Server must be a host name.'),
} as const;

/** A server's address is of its type; a VLAN requires a link-local address. */
const serverRule: Rule = {
  concerns: [syslogServEntry],
  *check({ after }) {
    for (const row of after.rows(syslogServEntry)) {
      const host = parseHost(row.syslogServAddr);
      if (host?.type !== row.syslogServAddrType) {
        const message = wrongType[row.syslogServAddrType];
        yield conflict(syslogServEntry, message, { row, column: 'syslogServAddr' });
      }
      const place = { row, column: 'syslogServVlan' };
      if (row.syslogServVlan === 0) continue;
      if (host?.type !== 2 || classOfIpv6(host.text) !== Ipv6Class.linkLocal) {
        yield conflict(syslogServEntry, say('VLAN must be 0 unless the server has a link-local IPv6 address.'), place);
      }
    }
  },
};

/** Rules of syslog servers. */
export const logRules: readonly Rule[] = [serverRule];
