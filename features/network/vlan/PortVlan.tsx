import { Page } from '../../../console/elements/Page.tsx';
import { RefreshButton } from '../../../console/elements/RefreshButton.tsx';
import { PortApplyButton } from '../../../console/ports/PortApplyButton.tsx';
import { PortTable } from '../../../console/ports/PortTable.tsx';
import { usePortGrid } from '../../../console/ports/use-port-grid.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { useSessionPath } from '../use-session-path.ts';
import { dot1qPortVlanEntry } from './objects.ts';

const objects = [dot1qPortVlanEntry];
const columns = ['dot1qPvid', 'dot1qPortAcceptableFrameTypes', 'dot1qPortIngressFiltering'];

/** Network > VLAN > Port: how each port classifies and admits frames (reference/network.md). */
export default function PortVlan() {
  const t = useText();
  const grid = usePortGrid(objects, { what: 'VLAN settings of ports' });
  const path = useSessionPath();
  const guarded = path !== undefined && grid.draft.has(path.port);
  return (
    <Page
      title={t('VLAN Port')}
      sentence={t('The VLAN of untagged frames, and which frames each port lets in.')}
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
