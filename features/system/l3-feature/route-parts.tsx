import { FormFields } from '../../../console/form/FormFields.tsx';
import { useDraftValue, useSetDraftValue } from '../../../console/form/form-context.ts';
import { PlainField } from '../../../console/form/PlainField.tsx';
import { form } from '../../../console/page/form.tsx';
import { list } from '../../../console/page/list.tsx';
import { ObjectTable } from '../../../console/table/ObjectTable.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { TruthValue, truth } from '../../../model/schema/kinds/enumeration.ts';
import { StateTag } from './RouteState.tsx';
import { inetCidrRouteEntry, ipRouting, ipStaticRouteEntry } from './route-objects.ts';

const EVERYWHERE = '0.0.0.0';

const isDefault = truth({ label: 'Default route' });

/** Fills in the network that is everywhere. */
function DefaultRoute() {
  const set = useSetDraftValue();
  const network = useDraftValue('inetCidrRouteDest');
  const prefix = Number(useDraftValue('inetCidrRoutePfxLen'));
  const isOn = network === EVERYWHERE && prefix === 0;
  return (
    <FormFields>
      <PlainField
        field={isDefault}
        value={isOn ? TruthValue.yes : TruthValue.no}
        onChange={(value) => {
          const chosen = Number(value) === TruthValue.yes;
          set('inetCidrRouteDest', chosen ? EVERYWHERE : '');
          set('inetCidrRoutePfxLen', chosen ? 0 : 24);
        }}
      />
    </FormFields>
  );
}

const whileDefault = (chosen: (column: string) => unknown) =>
  chosen('inetCidrRouteDest') === EVERYWHERE && Number(chosen('inetCidrRoutePfxLen')) === 0
    ? 'The default route leads everywhere.'
    : undefined;

/** "203.0.113.0/24"; the default route by its name. */
const networkOf = (row: { inetCidrRouteDest: string; inetCidrRoutePfxLen: number }) =>
  `${row.inetCidrRouteDest}/${row.inetCidrRoutePfxLen}`;

export default [
  form(ipRouting, { title: 'Routing' }),
  list(ipStaticRouteEntry, {
    title: 'Static routes',
    poll: 5_000,
    filter: 'Network or gateway',
    empty: 'No route is set.',
    columns: [
      { key: 'network', title: 'Network', text: networkOf },
      'inetCidrRouteNextHop',
      'inetCidrRouteIfIndex',
      'inetCidrRouteMetric1',
      'routeBackup',
      { name: 'routeActive', draw: (row) => <StateTag state={row.routeActive} /> },
    ],
    add: {
      title: 'New static route',
      what: 'Add static route',
      button: 'Add route',
      at: 'page',
      fields: [
        DefaultRoute,
        { name: 'inetCidrRouteDest', unusable: whileDefault },
        { name: 'inetCidrRoutePfxLen', unusable: whileDefault },
        'inetCidrRouteNextHop',
        'inetCidrRouteIfIndex',
        'inetCidrRouteMetric1',
        'routeBackup',
      ],
    },
    modify: {
      title: (index, t) => t('Route {{network}}', { network: networkOf(index) }),
      what: 'Modify static route',
      fields: ['inetCidrRouteMetric1'],
    },
    deleteAll: true,
  }),
  RoutingTable,
];

/** Every route in use. */
function RoutingTable() {
  const t = useText();
  return (
    <ObjectTable
      object={inetCidrRouteEntry}
      title={t('Routes in use')}
      poll={5_000}
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
