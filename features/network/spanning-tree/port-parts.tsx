import { setRow } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { useGroup, useRows } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { Card } from '../../../console/elements/Card.tsx';
import { portTable } from '../../../console/page/port-table.tsx';
import type { PortRow } from '../../../console/ports/port-draft.ts';
import { portName } from '../../../console/ports/port-draft.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { dot1dStp, dot1dStpExtPortEntry, dot1dStpPortEntry, ieee8021MstpCistPortEntry } from './objects.ts';
import { TreeOff } from './TreeOff.tsx';
import { TreePanel } from './TreePanel.tsx';
import { LiveStateTag } from './tree-tags.tsx';
import { commonTree } from './tree-view.ts';

/** Milliseconds between two looks at the tree. */
const poll = 3000;

export default [
  PortsOnPanel,
  portTable([dot1dStpPortEntry, dot1dStpExtPortEntry, ieee8021MstpCistPortEntry], {
    title: 'Ports',
    what: 'Spanning tree of ports',
    views: [
      {
        title: 'Settings',
        columns: [
          'dot1dStpPortEnable',
          'dot1dStpPortPriority',
          'dot1dStpPortAdminPathCost',
          'ieee8021MstpCistPortAdminPathCost',
          'dot1dStpPortAdminEdgePort',
          'dot1dStpPortAdminPointToPoint',
          'ieee8021MstpCistPortRestrictedRole',
          'ieee8021MstpCistPortRestrictedTcn',
        ],
      },
      {
        title: 'State',
        columns: [
          'stpPortRole',
          'dot1dStpPortState',
          'dot1dStpPortPathCost32',
          'dot1dStpPortOperEdgePort',
          'dot1dStpPortDesignatedBridge',
          'dot1dStpPortForwardTransitions',
        ],
      },
    ],
    poll,
    columns: {
      dot1dStpPortPathCost32: { right: true },
      dot1dStpPortState: { draw: ({ values }) => <LiveStateTag state={Number(values.dot1dStpPortState)} /> },
      dot1dStpPortDesignatedBridge: { draw: ({ values }) => String(values.dot1dStpPortDesignatedBridge ?? '') || '–' },
      dot1dStpPortForwardTransitions: { right: true },
      dot1dStpPortOperEdgePort: { draw: (row) => <OperEdge row={row} /> },
    },
  }),
];

/** Spanning tree state of each port, in the layout of the switch. */
function PortsOnPanel() {
  const t = useText();
  const { data: stp } = useGroup(dot1dStp, { poll });
  const { data: ports } = useRows(dot1dStpPortEntry, {}, { poll });
  if (stp && stp.stpGlobalStatus !== Status.enabled) return <TreeOff />;
  return (
    <Card title={t('Front panel')}>
      <TreePanel links={stp && ports ? commonTree(stp, ports).links : []} poll={poll} />
    </Card>
  );
}

/** Whether the port is now an edge port, and the action to determine its neighbor's version again. */
function OperEdge({ row: { values, port } }: { readonly row: PortRow }) {
  const t = useText();
  const { apply, pending } = useApply();
  const migration = setRow(dot1dStpExtPortEntry, { dot1dStpPort: port, dot1dStpPortProtocolMigration: 1 });
  return (
    <>
      {t(values.dot1dStpPortOperEdgePort === 1 ? 'Yes' : 'No')}{' '}
      <Button
        look="text"
        busy={pending}
        aria-label={t('Migrate {{port}}', { port: portName(t, port) })}
        onClick={() => void apply(migration)}
      >
        {t('Migrate')}
      </Button>
    </>
  );
}
