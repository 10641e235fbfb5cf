import { useState } from 'react';
import { Button } from '../../../console/elements/Button.tsx';
import { Page } from '../../../console/elements/Page.tsx';
import { RefreshButton } from '../../../console/elements/RefreshButton.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { useVlans } from './use-vlans.ts';
import { VlanEditor } from './VlanEditor.tsx';
import { VlanList } from './VlanList.tsx';

/** Network > VLAN > Tagged: the VLANs, and adding one (reference/network.md). */
export default function TaggedVlan() {
  const t = useText();
  const [adding, setAdding] = useState(false);
  const present = useVlans();
  return (
    <Page
      title={t('Tagged VLANs')}
      sentence={t('Which ports belong to which VLAN, and whether their frames carry a tag.')}
      actions={
        <>
          <RefreshButton />
          {!adding && (
            <Button look="primary" onClick={() => setAdding(true)}>
              {t('Add VLAN')}
            </Button>
          )}
        </>
      }
    >
      {adding && <VlanEditor present={present} onDone={() => setAdding(false)} />}
      <VlanList />
    </Page>
  );
}
