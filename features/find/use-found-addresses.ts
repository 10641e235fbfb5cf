import { useRowsPage } from '../../console/call/use-rows-page.ts';
import type { Found } from '../../console/navigation/found.ts';
import { useNavigate } from '../../console/router/router-context.ts';
import { useText } from '../../console/translations/use-text.ts';
import { interfaceName, TRUNK_BASE } from '../../model/values/interface-index.ts';
import { dot1qTpFdbEntry } from '../network/vlan/objects.ts';
import { macBeginning } from './port-query.ts';

/** Addresses that are listed at most. */
const AT_MOST = 8;

/** The entries of the address table that begin as a query does, with the port they were learned on. */
export function useFoundAddresses(query: string): readonly Found[] {
  const t = useText();
  const navigate = useNavigate();
  const start = macBeginning(query);
  const { data } = useRowsPage(
    dot1qTpFdbEntry,
    { fdbFilterMac: start ?? '' },
    { page: 1, size: AT_MOST, order: undefined },
    { enabled: start !== undefined, background: true },
  );
  if (start === undefined || !data) return [];
  return data.rows.map(({ dot1qFdbId: vlan, dot1qTpFdbAddress: address, dot1qTpFdbPort: port }) => ({
    key: `address ${vlan} ${address}`,
    title: address,
    detail:
      port > TRUNK_BASE
        ? `${interfaceName(port)} · ${t('VLAN {{vlan}}', { vlan })}`
        : t('Port {{port}} · VLAN {{vlan}}', { port, vlan }),
    kind: 'Address',
    go: () => void navigate(port > 0 && port < TRUNK_BASE ? `/?port=${port}` : '/Network/VLAN/Dynamic'),
  }));
}
