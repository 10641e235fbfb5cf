import { useRowsPage } from '../../console/call/use-rows-page.ts';
import type { Found } from '../../console/navigation/found.ts';
import { useNavigate } from '../../console/router/router-context.ts';
import { useText } from '../../console/translations/use-text.ts';
import { interfaceName, trunkNumber } from '../../model/values/interface-index.ts';
import { HostSeen, HostShow, hostEntry } from '../hosts/objects.ts';

/** Hosts that are listed at most. */
const AT_MOST = 6;

/** Characters from which a query looks for hosts: fewer stand in the name or address of most of them. */
const LENGTH = 3;

/** Characters that the switch looks for at most. */
const TEXT_LENGTH = 64;

const lookedFor = { hostFilterSeen: HostSeen.lastDay, hostFilterShow: HostShow.all };

/** The hosts whose name, vendor or addresses hold the words of a query, with the port that each is behind. */
export function useFoundHosts(query: string): readonly Found[] {
  const t = useText();
  const navigate = useNavigate();
  const isAsked = query.length >= LENGTH && !/^(?:ports?|vlan)\b/i.test(query);
  const { data, isPlaceholderData } = useRowsPage(
    hostEntry,
    { ...lookedFor, hostFilterText: query.slice(0, TEXT_LENGTH) },
    { page: 1, size: AT_MOST, order: undefined },
    { enabled: isAsked, background: true },
  );
  // The rows of the query before are none of this one.
  if (!isAsked || !data || isPlaceholderData) return [];
  return data.rows.map(({ hostAddress, hostName, hostVendor, hostIpv4, hostPort, hostVlans }) => {
    const isSingle = hostPort !== 0 && trunkNumber(hostPort) === undefined;
    const at = isSingle ? t('Port {{port}}', { port: hostPort }) : hostPort === 0 ? '' : interfaceName(hostPort);
    const facts = [hostVendor, hostIpv4, hostName && hostAddress, at, hostVlans && `VLAN ${hostVlans}`];
    return {
      key: `host ${hostAddress}`,
      title: hostName || hostAddress,
      detail: facts.filter(Boolean).join(' · '),
      kind: 'Host',
      page: '/Hosts',
      go: () => void navigate(isSingle ? `/?port=${hostPort}` : '/Hosts'),
    };
  });
}
