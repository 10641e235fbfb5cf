import { isRowGone } from '../../console/call/failure.ts';
import { useRow } from '../../console/call/use-reads.ts';
import { useRowsPage } from '../../console/call/use-rows-page.ts';
import type { Found } from '../../console/navigation/found.ts';
import { useNavigate } from '../../console/router/router-context.ts';
import { useText } from '../../console/translations/use-text.ts';
import { dot1qVlanStaticEntry } from '../network/vlan/static-vlan-objects.ts';
import { vlanName, vlanNumber } from './port-query.ts';

/** VLANs that are listed at most. */
const AT_MOST = 8;

/** The VLAN that a query names by number ("vlan 20"), or those whose name holds what follows the word ("vlan office"); one that is missing can be added. */
export function useFoundVlans(query: string): readonly Found[] {
  const t = useText();
  const navigate = useNavigate();
  const number = vlanNumber(query);
  const name = vlanName(query);
  const named = useRow(
    dot1qVlanStaticEntry,
    { dot1qVlanIndex: number ?? 1 },
    { enabled: number !== undefined, background: true },
  );
  const called = useRowsPage(
    dot1qVlanStaticEntry,
    { vlanNamePart: name ?? '' },
    { page: 1, size: AT_MOST, order: undefined },
    { enabled: name !== undefined, background: true },
  ).data;
  const rows = number !== undefined ? (named.data ? [named.data] : []) : name !== undefined ? (called?.rows ?? []) : [];
  // Until the switch has answered nothing is known of it.
  if (number !== undefined && isRowGone(named.error)) {
    return [
      {
        key: `vlan ${number}`,
        title: t('Add VLAN {{vlan}} …', { vlan: number }),
        detail: t('VLAN {{vlan}} does not exist.', { vlan: number }),
        kind: 'VLAN',
        page: '/Network/VLAN/Tagged',
        go: () => void navigate(`/Network/VLAN/Tagged?add=${number}`),
      },
    ];
  }
  return rows.map(({ dot1qVlanIndex: vlan, dot1qVlanStaticName: words }) => ({
    key: `vlan ${vlan}`,
    title: t('VLAN {{vlan}}', { vlan }),
    detail: words,
    kind: 'VLAN',
    page: '/Network/ModifyVLAN/:row',
    go: () => void navigate(`/Network/ModifyVLAN/${vlan}`),
  }));
}
