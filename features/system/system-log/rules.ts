import { vlanMissing } from '../../../model/configuration/message.ts';
import { conflict, type Rule } from '../../../model/configuration/rule.ts';
import { parseHost } from '../../../model/values/host-name.ts';
import { classOfIpv6, Ipv6Class } from '../../../model/values/ipv6.ts';
import { dot1qVlanStaticEntry } from '../../network/vlan/objects.ts';
import { syslogServEntry } from './objects.ts';

const typeWords = { 1: 'an IPv4 address', 2: 'an IPv6 address', 16: 'a host name' } as const;

/** A server's address is of its type; a VLAN goes with a link-local address alone, and exists. */
const serverRule: Rule = {
  reads: [syslogServEntry, dot1qVlanStaticEntry],
  *check({ after }) {
    for (const row of after.rows(syslogServEntry)) {
      const host = parseHost(row.syslogServAddr);
      if (host?.type !== row.syslogServAddrType) {
        const message = `Server must be ${typeWords[row.syslogServAddrType]}.`;
        yield conflict(syslogServEntry, message, { row, column: 'syslogServAddr' });
      }
      const place = { row, column: 'syslogServVlan' };
      if (row.syslogServVlan === 0) continue;
      if (host?.type !== 2 || classOfIpv6(host.text) !== Ipv6Class.linkLocal) {
        yield conflict(syslogServEntry, 'VLAN must be 0 unless the server has a link-local IPv6 address.', place);
      } else if (!after.row(dot1qVlanStaticEntry, { dot1qVlanIndex: row.syslogServVlan })) {
        yield conflict(syslogServEntry, vlanMissing(row.syslogServVlan), place);
      }
    }
  },
};

/** What syslog servers have to keep to. */
export const logRules: readonly Rule[] = [serverRule];
