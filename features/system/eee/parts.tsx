import { useGroup } from '../../../console/call/use-reads.ts';
import { Notice } from '../../../console/elements/Notice.tsx';
import { Tag } from '../../../console/elements/Tag.tsx';
import { form } from '../../../console/page/form.tsx';
import { portTable } from '../../../console/page/port-table.tsx';
import type { PortRow } from '../../../console/ports/port-draft.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { Status, TruthValue } from '../../../model/schema/kinds/enumeration.ts';
import { dot3EeeCtrl, dot3EeeEntry, EnergyUse } from './objects.ts';

export default [
  form(dot3EeeCtrl, { title: 'Energy-Efficient Ethernet', what: 'Energy-Efficient Ethernet' }),
  Interruption,
  portTable(dot3EeeEntry, {
    title: 'Ports',
    what: 'Energy-Efficient Ethernet of ports',
    poll: 5000,
    columns: {
      eeePortState: {
        unusable: ({ values }) =>
          values.eeeAvailable === TruthValue.yes ? undefined : 'Not available: the interface does not support it.',
      },
      eeeAvailable: false,
      eeeOperState: { draw: (row) => <Use row={row} /> },
      eeeTxLpi: { draw: ({ values }) => <Asleep is={values.eeeTxLpi === TruthValue.yes} /> },
      eeeRxLpi: { draw: ({ values }) => <Asleep is={values.eeeRxLpi === TruthValue.yes} /> },
      eeeTxWakeTime: {
        right: true,
        draw: ({ values }) => (Number(values.eeeTxWakeTime) > 0 ? `${values.eeeTxWakeTime} µs` : '–'),
      },
    },
  }),
];

/** Says what a change does to links, where it does anything. */
function Interruption() {
  const t = useText();
  const { data } = useGroup(dot3EeeCtrl);
  return (
    <Notice>
      {data?.eeeGlobalState === Status.disabled
        ? t('While EEE is disabled, no link sleeps, regardless of the port settings.')
        : t('A change restarts auto-negotiation: the link is down for about 2 seconds.')}
    </Notice>
  );
}

function Use({ row: { values } }: { readonly row: PortRow }) {
  const t = useText();
  const isActive = values.eeeOperState === EnergyUse.active;
  return <Tag tone={isActive ? 'ok' : 'neutral'}>{isActive ? t('Active') : t('Inactive')}</Tag>;
}

function Asleep({ is }: { readonly is: boolean }) {
  const t = useText();
  return is ? t('Yes') : '–';
}
