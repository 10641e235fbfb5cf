import { useRows } from '../../../console/call/use-reads.ts';
import { ObjectTable } from '../../../console/table/ObjectTable.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { networkOf } from './route-network.ts';
import { inetCidrRouteEntry } from './route-objects.ts';

/** Every route in use of a family: 1 IPv4, 2 IPv6 (RFC 4001 InetAddressType). */
export function RoutingTable({ family }: { family: 1 | 2 }) {
  const t = useText();
  const { data } = useRows(inetCidrRouteEntry, {}, { poll: 5_000 });
  return (
    <ObjectTable
      object={inetCidrRouteEntry}
      rows={data?.filter(({ inetCidrRouteDestType }) => inetCidrRouteDestType === family)}
      title={t('Routes in use')}
      filter="Network or gateway"
      columns={[
        { key: 'network', title: 'Network', text: networkOf },
        'inetCidrRouteNextHop',
        'inetCidrRouteIfIndex',
        'inetCidrRouteMetric1',
        'inetCidrRouteProto',
      ]}
      kept={false}
      empty={t('No interface of the switch has a link.')}
    />
  );
}
