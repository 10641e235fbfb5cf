import { Ipv4Control } from '../../../console/controls/Ipv4Control.tsx';
import { Ipv6Control } from '../../../console/controls/Ipv6Control.tsx';
import type { FieldLook } from '../../../console/page/DeclaredFields.tsx';
import { form } from '../../../console/page/form.tsx';
import { list } from '../../../console/page/list.tsx';
import { NameLookup } from './NameLookup.tsx';
import { DnsOrigin, dnsHostEntry, dnsResolverCtrl, dnsServerEntry, serverLabels } from './objects.ts';

/** Names of the servers in the form. */
const servers = serverLabels.map((label, at) => ({
  label,
  control: at < 2 ? Ipv4Control : Ipv6Control,
  key: `server ${at + 1}`,
  index: { dnsServerIndex: at + 1 },
}));

export default [
  form([dnsResolverCtrl, ...servers.map(({ key, index }) => ({ object: dnsServerEntry, index, key }))], {
    title: 'Resolver',
    what: 'DNS',
    fields: [
      'dnsResolverState',
      'dnsOrigin',
      'dnsDomainName',
      'dnsTimeout',
      ...servers.map(
        ({ key, label, control }): FieldLook => ({
          name: 'dnsServerAddr',
          part: key,
          label,
          control,
          unusable: (chosen) =>
            Number(chosen('dnsOrigin')) === DnsOrigin.dynamic ? 'The servers come from DHCP.' : undefined,
        }),
      ),
      'dnsServerInUse',
    ],
  }),
  NameLookup,
  list(dnsHostEntry, {
    title: 'Static hosts',
    empty: 'No static hosts yet.',
    add: { title: 'New static host', what: 'Add static host', button: 'Add static host' },
    deleteAll: true,
  }),
];
