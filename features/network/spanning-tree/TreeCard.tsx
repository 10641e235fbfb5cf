import { useState } from 'react';
import { useGroup, useRows } from '../../../console/call/use-reads.ts';
import { SelectBox } from '../../../console/controls/SelectBox.tsx';
import { Card } from '../../../console/elements/Card.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { lldpRemEntry } from '../lldp/said-objects.ts';
import { ieee8021MstpEntry, ieee8021MstpPortEntry } from './mst-objects.ts';
import { dot1dStp, dot1dStpPortEntry } from './objects.ts';
import { TreeDrawing } from './TreeDrawing.tsx';
import { TreeOff } from './TreeOff.tsx';
import { TreePanel } from './TreePanel.tsx';
import styles from './tree.module.css';
import { commonTree, identifierIn, instanceTree, type TreeView } from './tree-view.ts';

/** Milliseconds between two looks at the tree. */
const poll = 3000;

/** The trees, drawn: the one of all bridges, or that of an MST instance. */
export function TreeCard() {
  const t = useText();
  const [chosen, setChosen] = useState(0);
  const { data: stp } = useGroup(dot1dStp, { poll });
  const { data: ports } = useRows(dot1dStpPortEntry, {}, { poll });
  const { data: instances = [] } = useRows(ieee8021MstpEntry, {}, { poll });
  const { data: neighbors = [] } = useRows(lldpRemEntry, {}, { poll: 10 * poll });
  const running = instances.filter(({ mstInstanceStatus }) => mstInstanceStatus === Status.enabled);
  const instance = running.find(({ ieee8021MstpId }) => ieee8021MstpId === chosen);
  const own = stp?.stpBridgeId ?? '';
  const { data: instancePorts } = useRows(
    ieee8021MstpPortEntry,
    { ieee8021MstpPortMstId: chosen },
    { poll, enabled: instance !== undefined },
  );
  if (stp && stp.stpGlobalStatus !== Status.enabled) {
    return (
      <Card title={t('The tree')}>
        <TreeOff />
      </Card>
    );
  }
  let tree: TreeView | undefined;
  if (instance) tree = instancePorts && instanceTree(identifierIn(instance, own), instance, instancePorts);
  else tree = stp && ports && commonTree(stp, ports);
  const names = new Map(
    neighbors.flatMap(({ lldpRemChassisId, lldpRemSysName }): [string, string][] =>
      lldpRemSysName === '' ? [] : [[lldpRemChassisId, lldpRemSysName]],
    ),
  );
  return (
    <Card
      title={t('The tree')}
      actions={
        running.length > 0 && (
          <SelectBox
            label={t('Tree')}
            value={String(instance?.ieee8021MstpId ?? 0)}
            unknown=""
            offered={[
              { value: '0', words: t('CIST: all bridges') },
              ...running.map(({ ieee8021MstpId }) => ({
                value: String(ieee8021MstpId),
                words: t('MST instance {{instance}}', { instance: ieee8021MstpId }),
              })),
            ]}
            onChoose={(value) => setChosen(Number(value))}
            onChange={(value) => setChosen(Number(value))}
          />
        )
      }
    >
      {tree ? (
        <>
          <TreeDrawing tree={tree} names={names} />
          <TreePanel links={tree.links} poll={poll} />
        </>
      ) : (
        <div className={styles.loading} />
      )}
    </Card>
  );
}
