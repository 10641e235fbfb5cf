import { type Applying, useApply } from '../../console/call/use-apply.ts';
import { useRows } from '../../console/call/use-reads.ts';
import { useRowsPage } from '../../console/call/use-rows-page.ts';
import type { Found } from '../../console/navigation/found.ts';
import { useNavigate } from '../../console/router/router-context.ts';
import { useText } from '../../console/translations/use-text.ts';
import type { RowOf } from '../../model/schema/object.ts';
import { interfaceName, trunkNumber } from '../../model/values/interface-index.ts';
import type { Translate } from '../../model/values/translate.ts';
import { HostSeen, HostShow, hostEntry } from '../hosts/objects.ts';
import { PowerStatus, poePortState } from '../poe/power-over-ethernet/port-state-objects.ts';
import { restartOfDevice } from '../restart-of-device.ts';

type Host = RowOf<typeof hostEntry>;

/** Hosts that are listed at most. */
const AT_MOST = 6;

/** Hosts up to which what can be done with each is listed as well. */
const HOSTS_WITH_ACTIONS = 1;

/** Characters from which a query looks for hosts: fewer stand in the name or address of most of them. */
const LENGTH = 3;

/** Characters that the switch looks for at most. */
const TEXT_LENGTH = 64;

const lookedFor = { hostFilterSeen: HostSeen.lastDay, hostFilterShow: HostShow.all };

/** The hosts whose name, vendor or addresses hold the words of a query, with the port that each is behind. */
export function useFoundHosts(query: string): readonly Found[] {
  const t = useText();
  const navigate = useNavigate();
  const { apply } = useApply();
  const power = useRows(poePortState, {}, { background: true }).data ?? [];
  const powering = new Set(
    power.flatMap((row) => (row.poePortStatus === PowerStatus['POWER ON'] ? [row.pethPsePortIndex] : [])),
  );
  const isAsked = query.length >= LENGTH && !/^(?:ports?|vlan)\b/i.test(query);
  const { data, isPlaceholderData } = useRowsPage(
    hostEntry,
    { ...lookedFor, hostFilterText: query.slice(0, TEXT_LENGTH) },
    { page: 1, size: AT_MOST, order: undefined },
    { enabled: isAsked, background: true },
  );
  // The rows of the query before are none of this one.
  if (!isAsked || !data || isPlaceholderData) return [];
  const lines = data.rows.map((host) => hostLine(host, t, (to) => void navigate(to)));
  const further = data.rows.length <= HOSTS_WITH_ACTIONS ? data.rows : [];
  return [
    ...lines,
    ...further.flatMap((host) => [
      ...hostLinks(host, t, (to) => void navigate(to)),
      ...(powering.has(host.hostPort) ? [restartLine(host, t, apply)] : []),
    ]),
  ];
}

/** The port that the host is behind; undefined for none and for a trunk. */
function portOf({ hostPort }: Host): number | undefined {
  return hostPort !== 0 && trunkNumber(hostPort) === undefined ? hostPort : undefined;
}

function nameOf({ hostName, hostAddress }: Host): string {
  return hostName || hostAddress;
}

function hostLine(host: Host, t: Translate, go: (to: string) => void): Found {
  const { hostAddress, hostName, hostVendor, hostIpv4, hostPort, hostVlans } = host;
  const port = portOf(host);
  const at = port !== undefined ? t('Port {{port}}', { port }) : hostPort === 0 ? '' : interfaceName(hostPort);
  const facts = [hostVendor, hostIpv4, hostName && hostAddress, at, hostVlans && `VLAN ${hostVlans}`];
  return {
    key: `host ${hostAddress}`,
    title: nameOf(host),
    detail: facts.filter(Boolean).join(' · '),
    kind: 'Host',
    page: '/Hosts',
    go: () => go(port === undefined ? '/Hosts' : `/?port=${port}`),
  };
}

/** Pages about the host: what can be done with it, its frames, and where they go. */
function hostLinks(host: Host, t: Translate, go: (to: string) => void): readonly Found[] {
  const { hostAddress } = host;
  const name = nameOf(host);
  const port = portOf(host);
  const line = (key: string, title: string, page: string, parameters: Readonly<Record<string, string>>): Found => ({
    key: `host ${hostAddress} ${key}`,
    title,
    kind: 'Action',
    page,
    go: () => go(`${page}?${new URLSearchParams(parameters)}`),
  });
  return [
    line('actions', t('Rename, ping, pin or block {{name}} …', { name }), '/Hosts', { host: hostAddress }),
    ...(port === undefined
      ? []
      : [
          line('capture', t('Capture frames of {{name}} …', { name }), '/Capture', {
            port: String(port),
            mac: hostAddress,
          }),
          line('trace', t('What happens to a frame from port {{port}}?', { port }), '/Security/ACL/Finder', {
            port: String(port),
          }),
        ]),
  ];
}

function restartLine(host: Host, t: Translate, apply: Applying['apply']): Found {
  const { call, ...options } = restartOfDevice(host.hostPort, t);
  return {
    key: `host ${host.hostAddress} restart`,
    title: t('Restart the device on port {{port}} …', { port: host.hostPort }),
    detail: nameOf(host),
    kind: 'Action',
    go: () => void apply(call, options),
  };
}
