import { useRows } from '../../../console/call/use-reads.ts';
import { confirm } from '../../../console/feedback/dialogs.ts';
import { CreateForm } from '../../../console/form/object-forms.tsx';
import { list } from '../../../console/page/list.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { ipNetToPhysicalEntry } from '../../system/l3-feature/arp-objects.ts';
import { inetCidrRouteEntry } from '../../system/l3-feature/route-objects.ts';
import { DESTINATION_FILTER_MAXIMUM, dot1dStaticEntry } from './objects.ts';

export default [
  AddAddress,
  list(dot1dStaticEntry, {
    title: 'Filtered addresses',
    columns: ['dot1dStaticAddress'],
    filter: 'Address',
    empty: 'No address is filtered. Add one above.',
    useMaximum: () => DESTINATION_FILTER_MAXIMUM,
    deleteAll: true,
  }),
];

/** Adds an address; that of a default gateway is asked about first. */
function AddAddress() {
  const t = useText();
  const gateways = useGateways();
  return (
    <CreateForm
      object={dot1dStaticEntry}
      title={t('New filtered address')}
      what="Add filtered address"
      sure={(changes) => {
        const gateway = changes.map(({ row }) => gateways.get(String(row?.dot1dStaticAddress))).find(Boolean);
        if (gateway === undefined) return true;
        return confirm(
          t(
            'This is the default gateway {{gateway}}: nobody reaches other networks through the switch any more. Filter it?',
            {
              gateway,
            },
          ),
        );
      }}
    />
  );
}

/** The default gateways of the switch by their MAC addresses, as far as these are known. */
function useGateways(): ReadonlyMap<string, string> {
  const { data: routes = [] } = useRows(inetCidrRouteEntry);
  const { data: neighbours = [] } = useRows(ipNetToPhysicalEntry);
  const addresses = new Set(
    routes.filter((route) => route.inetCidrRoutePfxLen === 0).map((route) => route.inetCidrRouteNextHop),
  );
  return new Map(
    neighbours
      .filter((row) => addresses.has(row.ipNetToPhysicalNetAddress))
      .map((row) => [row.ipNetToPhysicalPhysAddress, row.ipNetToPhysicalNetAddress]),
  );
}
