import { useState } from 'react';
import { rowCalls } from '../../../console/call/row-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { useGroup, useRows } from '../../../console/call/use-reads.ts';
import { ApplyButton } from '../../../console/elements/ApplyButton.tsx';
import { Card } from '../../../console/elements/Card.tsx';
import { Notice } from '../../../console/elements/Notice.tsx';
import { Changes } from '../../../console/form/Changes.tsx';
import { FormFields } from '../../../console/form/FormFields.tsx';
import { PlainField } from '../../../console/form/PlainField.tsx';
import { PlainForm } from '../../../console/form/PlainForm.tsx';
import { list } from '../../../console/page/list.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import type { Change } from '../../../model/configuration/change.ts';
import { wordsOfChanges } from '../../../model/configuration/told-changes.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { formatVlanList } from '../../../model/values/vlan-list.ts';
import type { Value } from '../../../model/wire/call.ts';
import { igsCtrl } from '../igmp-snooping/objects.ts';
import { mldsCtrl } from '../mld-snooping/objects.ts';
import { MulticastFilterMode, multicastFilterEntry } from './objects.ts';

export default [
  EveryVlan,
  list(multicastFilterEntry, {
    title: 'VLANs',
    filter: 'Filter by id',
    kept: false,
    poll: 5000,
    columns: [
      'dot1qVlanIndex',
      'multicastFilterMode',
      { name: 'dot1qForwardUnregisteredPorts', text: (row) => row.dot1qForwardUnregisteredPorts || '–' },
    ],
    fields: ['multicastFilterMode'],
    modify: {
      title: ({ dot1qVlanIndex: vlan }, t) => t('VLAN {{vlan}}', { vlan }),
      what: 'Multicast filtering of a VLAN',
    },
    notice: UnheardVlans,
  }),
];

/** Sets all VLANs alike. */
function EveryVlan() {
  const t = useText();
  const { multicastFilterMode: field } = multicastFilterEntry.fields;
  const { data: rows = [] } = useRows(multicastFilterEntry);
  const { apply, pending } = useApply();
  const [chosen, setChosen] = useState<Value>();
  const [alike, ...others] = new Set(rows.map(({ multicastFilterMode }) => multicastFilterMode));
  const present = others.length === 0 ? alike : undefined;
  const reading = field.read(chosen ?? present);
  const changes = rows.flatMap((row): Change[] =>
    chosen === undefined || !reading.ok || reading.value === row.multicastFilterMode
      ? []
      : [
          {
            ...{ object: multicastFilterEntry, kind: 'value', row, column: 'multicastFilterMode' },
            ...{ from: row.multicastFilterMode, to: reading.value },
          },
        ],
  );
  const calls = rowCalls(changes);
  const send = async () => {
    if ((await apply(calls, { what: 'Multicast filtering of all VLANs' })).ok) setChosen(undefined);
  };
  return (
    <Card title={t('All VLANs')}>
      <PlainForm onSubmit={send}>
        <FormFields>
          <PlainField field={field} value={chosen ?? present ?? ''} onChange={setChosen} />
        </FormFields>
        <ApplyButton type="submit" busy={pending} quiet={changes.length === 0}>
          {t('Apply')}
        </ApplyButton>
        <Changes changes={wordsOfChanges(changes, t)} calls={calls} />
      </PlainForm>
    </Card>
  );
}

/** Warns if multicast is filtered but listeners cannot be learned. */
function UnheardVlans({ rows }: { readonly rows: readonly RowOf<typeof multicastFilterEntry>[] | undefined }) {
  const t = useText();
  const { data: igmp } = useGroup(igsCtrl);
  const { data: mld } = useGroup(mldsCtrl);
  const filtered = (rows ?? []).filter(
    ({ multicastFilterMode }) => multicastFilterMode === MulticastFilterMode.filterUnregistered,
  );
  if (filtered.length === 0 || !igmp || !mld) return null;
  const vlans = formatVlanList(filtered.map(({ dot1qVlanIndex }) => dot1qVlanIndex));
  const off = [
    ...(igmp.igsStatus === Status.enabled ? [] : [{ protocol: 'IGMP', family: 'IPv4' }]),
    ...(mld.mldsStatus === Status.enabled ? [] : [{ protocol: 'MLD', family: 'IPv6' }]),
  ];
  return off.map(({ protocol, family }) => (
    <Notice key={protocol} tone="warn">
      {t(
        '{{protocol}} snooping is disabled: in VLAN {{vlans}}, {{family}} multicast goes only to router ports and static groups.',
        {
          protocol,
          family,
          vlans,
        },
      )}
    </Notice>
  ));
}
