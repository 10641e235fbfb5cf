import { useNavigate, useParams } from 'react-router';
import { Page } from '../../../console/elements/Page.tsx';
import { RefreshButton } from '../../../console/elements/RefreshButton.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { EntryGone } from '../EntryGone.tsx';
import { dot1qVlanStaticEntry } from './objects.ts';
import { useVlans } from './use-vlans.ts';
import { VlanEditor } from './VlanEditor.tsx';
import { VlanList } from './VlanList.tsx';

const list = '/Network/VLAN/Tagged';

/** Modify VLAN: name and membership of the VLAN that the address names (reference/network.md). */
export default function ModifyVlan() {
  const t = useText();
  const navigate = useNavigate();
  const vlan = dot1qVlanStaticEntry.fields.dot1qVlanIndex.read(useParams().row);
  const present = useVlans();
  return (
    <Page
      title={t('Modify VLAN')}
      sentence={t('Which ports belong to the VLAN, and whether their frames carry a tag.')}
      actions={<RefreshButton />}
    >
      {vlan.ok ? (
        <>
          <VlanEditor key={vlan.value} vlan={vlan.value} present={present} onDone={() => void navigate(list)} />
          <VlanList selected={vlan.value} />
        </>
      ) : (
        <EntryGone list={list} />
      )}
    </Page>
  );
}
