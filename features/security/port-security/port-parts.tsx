import { setRow } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { Tag } from '../../../console/elements/Tag.tsx';
import { portTable } from '../../../console/page/port-table.tsx';
import type { PortRow } from '../../../console/ports/port-draft.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { useMemberRows } from '../../use-trunks.ts';
import { PortSecurityState, portSecPortEntry } from './objects.ts';

export default [
  portTable(portSecPortEntry, {
    what: 'Port security of ports',
    poll: 5000,
    useUnusable: useMemberRows,
    columns: {
      portSecCurrent: { right: true },
      portSecViolationCount: { draw: (row) => <Violations row={row} />, right: true },
      portSecCurrentState: { draw: ({ values }) => <State value={Number(values.portSecCurrentState)} /> },
    },
    views: [
      {
        title: 'Limits',
        columns: [
          'portSecState',
          'portSecMaxAddr',
          'portSecViolation',
          'portSecCurrent',
          'portSecViolationCount',
          'portSecCurrentState',
        ],
      },
      {
        title: 'Aging',
        columns: ['portSecState', 'portSecCurrent', 'portSecMode', 'portSecAgingTime', 'portSecAgingType'],
      },
    ],
  }),
];

function State({ value }: { readonly value: number }) {
  const t = useText();
  if (value === PortSecurityState.errDisabled) return <Tag tone="bad">{t('Err-disabled')}</Tag>;
  return value === PortSecurityState.forwarding ? <Tag tone="ok">{t('Forwarding')}</Tag> : '–';
}

/** The number of violating frames, and the action to clear it. */
function Violations({ row: { values } }: { readonly row: PortRow }) {
  const t = useText();
  const { apply, pending } = useApply();
  const port = Number(values.portSecPort);
  const count = String(values.portSecViolationCount ?? '0');
  if (count === '0') return count;
  const clear = setRow(portSecPortEntry, { portSecPort: port, portSecClear: 1 });
  return (
    <>
      {count}{' '}
      <Button
        look="text"
        busy={pending}
        aria-label={t('Clear the violations of port {{port}}', { port })}
        onClick={() => void apply(clear)}
      >
        {t('Clear')}
      </Button>
    </>
  );
}
