import { useMemo } from 'react';
import { useGroup } from '../../../console/call/use-reads.ts';
import { Page } from '../../../console/elements/Page.tsx';
import { RefreshButton } from '../../../console/elements/RefreshButton.tsx';
import { PortApplyButton } from '../../../console/ports/PortApplyButton.tsx';
import { PortTable } from '../../../console/ports/PortTable.tsx';
import { usePortGrid } from '../../../console/ports/use-port-grid.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { useSessionPath } from '../use-session-path.ts';
import { portCtrlEntry, portCtrlSupport } from './objects.ts';
import { portColumns } from './port-columns.tsx';

const objects = [portCtrlEntry];

/** Milliseconds between two reads of the links' state. */
const poll = 5000;

/** Network > Physical Interface: state, speed and flow control of each port (reference/network.md). */
export default function PhysicalInterface() {
  const t = useText();
  const grid = usePortGrid(objects, { poll, what: 'Physical interface' });
  const { data: support } = useGroup(portCtrlSupport);
  const columns = useMemo(() => portColumns(t, support), [t, support]);
  const path = useSessionPath();
  const guarded = path !== undefined && grid.draft.has(path.port);
  return (
    <Page
      title={t('Physical Interface')}
      sentence={t(
        'State, speed and flow control of each port. Changes act at once; save them to keep them over a restart.',
      )}
      actions={
        <>
          <RefreshButton />
          <PortApplyButton grid={grid} />
        </>
      }
    >
      <PortTable grid={grid} columns={columns} label={t('Ports')} guarded={guarded} />
    </Page>
  );
}
