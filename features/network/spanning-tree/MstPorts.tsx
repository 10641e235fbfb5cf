import { useMemo, useState } from 'react';
import { useRows } from '../../../console/call/use-reads.ts';
import { useRowsInSight } from '../../../console/call/use-rows-in-sight.ts';
import { SelectBox } from '../../../console/controls/SelectBox.tsx';
import { Card } from '../../../console/elements/Card.tsx';
import { Notice } from '../../../console/elements/Notice.tsx';
import { Page } from '../../../console/elements/Page.tsx';
import { RefreshButton } from '../../../console/elements/RefreshButton.tsx';
import { PortTable } from '../../../console/ports/PortTable.tsx';
import type { PortRow } from '../../../console/ports/port-draft.ts';
import { usePortGrid } from '../../../console/ports/use-port-grid.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { ieee8021MstpEntry, ieee8021MstpPortEntry } from './mst-objects.ts';
import { TreePanel } from './TreePanel.tsx';
import { LiveStateTag } from './tree-tags.tsx';
import type { TreeLink } from './tree-view.ts';

const objects = [ieee8021MstpPortEntry];

const columns = [
  'ieee8021MstpPortPathCost',
  'ieee8021MstpPortPriority',
  'ieee8021MstpPortRole',
  { name: 'mstPortState', draw: ({ values }: PortRow) => <LiveStateTag state={Number(values.mstPortState)} /> },
  'ieee8021MstpPortDesignatedBridge',
  { name: 'ieee8021MstpPortDesignatedCost', right: true },
];

/** Milliseconds between two looks at the tree. */
const poll = 3000;

/** The rows of an instance's ports as the links of its tree. */
function linksOf(rows: readonly PortRow[]): readonly TreeLink[] {
  return rows.map(({ port, values }) => ({
    port,
    role: Number(values.ieee8021MstpPortRole),
    state: Number(values.mstPortState),
    cost: undefined,
    bridge: String(values.ieee8021MstpPortDesignatedBridge ?? ''),
  }));
}

/**
 * Network > Spanning Tree > MST Port: the ports in the chosen instance (docs/specification/network.md). Entries for
 * another instance stay, and are applied with it.
 */
export default function MstPorts() {
  const t = useText();
  const grid = usePortGrid(objects, { port: 'ieee8021MstpPortNum', what: 'MST ports' });
  const [chosen, setChosen] = useState<string>();
  const { data } = useRows(ieee8021MstpEntry, {}, { poll });
  const instances = data?.map(({ ieee8021MstpId }) => String(ieee8021MstpId)) ?? [];
  const instance = chosen !== undefined && instances.includes(chosen) ? chosen : (instances[0] ?? '');
  // All instances of all ports are a lot to read every few seconds.
  useRowsInSight(
    ieee8021MstpPortEntry,
    { ieee8021MstpPortMstId: Number(instance) },
    { poll, enabled: instance !== '' && grid.rows !== undefined },
  );
  const rows = useMemo(
    () => grid.rows?.filter(({ values }) => String(values.ieee8021MstpPortMstId) === instance),
    [grid.rows, instance],
  );
  if (data?.length === 0) {
    return (
      <Page actions={<RefreshButton />}>
        <Notice>{t('No instances: every VLAN is in the CIST.')}</Notice>
      </Page>
    );
  }
  return (
    <Page actions={<RefreshButton />}>
      <Card title={t('Instance')}>
        <SelectBox
          label={t('MSTI ID')}
          value={instance}
          unknown={instance}
          offered={instances.map((value) => ({ value, words: t('MST instance {{instance}}', { instance: value }) }))}
          onChoose={setChosen}
          onChange={(value) => setChosen(String(value))}
        />
        <TreePanel links={linksOf(rows ?? [])} poll={poll} />
      </Card>
      <PortTable grid={{ ...grid, rows }} columns={columns} title={t('Ports')} label={t('Ports')} />
    </Page>
  );
}
