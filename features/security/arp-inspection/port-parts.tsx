import { Tag } from '../../../console/elements/Tag.tsx';
import { portTable } from '../../../console/page/port-table.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { useFollowerRows } from '../../use-trunks.ts';
import { arpInspPortEntry, PortInspectionState } from './objects.ts';

export default [
  portTable(arpInspPortEntry, {
    what: 'ARP inspection of ports',
    useUnusable: useFollowerRows,
    defaults: true,
    poll: 5000,
    columns: {
      arpInspPortState: {
        draw: ({ values }) => <State isDown={values.arpInspPortState === PortInspectionState.errDisabled} />,
      },
    },
  }),
];

/** Whether the port was shut down for a flood. */
function State({ isDown }: { readonly isDown: boolean }) {
  const t = useText();
  return isDown ? <Tag tone="bad">{t('Err-disabled')}</Tag> : <Tag tone="ok">{t('Normal')}</Tag>;
}
