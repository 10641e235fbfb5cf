import { setRow } from '../../console/call/object-calls.ts';
import { type Applying, useApply } from '../../console/call/use-apply.ts';
import { useRows } from '../../console/call/use-reads.ts';
import { entryName } from '../../console/navigation/entry-name.ts';
import type { Found } from '../../console/navigation/found.ts';
import { useMenu } from '../../console/navigation/MenuContext.tsx';
import { searchEntries } from '../../console/navigation/search-entries.ts';
import { useNavigate } from '../../console/router/router-context.ts';
import { useText } from '../../console/translations/use-text.ts';
import { Status } from '../../model/schema/kinds/enumeration.ts';
import { formatNumberRanges } from '../../model/values/port-list.ts';
import type { Translate } from '../../model/values/translate.ts';
import type { ObjectCall } from '../../model/wire/call.ts';
import { ifEntry, LinkStatus, portCtrlEntry } from '../network/physical-interface/objects.ts';
import { PowerStatus, poePortState } from '../poe/power-over-ethernet/port-state-objects.ts';
import { restartOfDevice } from '../restart-of-device.ts';
import { portPages } from './port-pages.ts';
import { portRange, wordsWithPorts } from './port-query.ts';
import { holdsWords, wordsIn } from './words.ts';

/** Ports that are listed at most, and ports up to which what can be done with each is listed as well. */
const PORTS_AT_MOST = 8;
const PORTS_WITH_ACTIONS = 2;

/** Pages that are listed at most for words with ports. */
const PAGES_AT_MOST = 4;

/** What the palette knows of a port. */
interface PortWords {
  readonly port: number;
  readonly description: string;
  readonly isEnabled: boolean;
  readonly isUp: boolean;
  readonly speed: string;
  readonly isPowering: boolean;
}

/** The ports that a query finds by number, range or description, and what can be done with them. */
export function useFoundPorts(query: string): readonly Found[] {
  const t = useText();
  const navigate = useNavigate();
  const { entries } = useMenu();
  const { apply } = useApply();
  const settings = useRows(portCtrlEntry, {}, { background: true }).data ?? [];
  const links = useRows(ifEntry, {}, { background: true }).data ?? [];
  const power = useRows(poePortState, {}, { background: true }).data ?? [];
  const linkOf = new Map(links.map((row) => [row.ifIndex, row]));
  const powerOf = new Map(power.map((row) => [row.pethPsePortIndex, row.poePortStatus]));
  const ports = settings.map((row): PortWords => {
    const link = linkOf.get(row.ifIndex);
    return {
      port: row.ifIndex,
      description: row.ifAlias,
      isEnabled: link?.ifAdminStatus !== Status.disabled,
      isUp: link?.ifOperStatus === LinkStatus.up,
      speed: portCtrlEntry.fields.portLinkSpeed.show(row.portLinkSpeed),
      isPowering: powerOf.get(row.ifIndex) === PowerStatus['POWER ON'],
    };
  });
  const leads: Leads = (page, parameters) => ({
    page,
    go: () => void navigate(`${page}?${new URLSearchParams(parameters)}`),
  });
  const numbers = ports.map(({ port }) => port);
  const range = portRange(query, numbers);
  if (range) {
    const text = formatNumberRanges(range);
    const at = (page: string) => leads(page, { ports: text });
    return [
      {
        key: 'range',
        title: t('Settings of ports {{ports}}', { ports: text }),
        kind: 'Ports',
        ...at('/Network/PhysicalInterface'),
      },
      {
        key: 'range vlan',
        title: t('VLAN settings of ports {{ports}}', { ports: text }),
        kind: 'Ports',
        ...at('/Network/VLAN/Port'),
      },
    ];
  }
  const typed = wordsIn(query);
  const lines = ports.map((one) => ({ port: portLine(one, t, leads), actions: portActions(one, t, leads, apply) }));
  const found = lines.filter(({ port }) => holdsWords(port.words, typed)).slice(0, PORTS_AT_MOST);
  // A verb finds what can be done ("disable port 6"), a port alone itself, with what can be done below it.
  const asked = lines.flatMap(({ actions }) => actions.filter(({ words }) => holdsWords(words, typed)));
  const further = found.length <= PORTS_WITH_ACTIONS ? found.flatMap(({ actions }) => actions) : [];
  const shown = [...found.map(({ port }) => port), ...further, ...asked.slice(0, PORTS_AT_MOST)];
  const at = wordsWithPorts(query, numbers);
  const takers = entries.filter(({ path }) => portPages.has(path));
  const pages = at ? searchEntries(takers, at.words, t).slice(0, PAGES_AT_MOST) : [];
  const portsText = formatNumberRanges(at?.ports ?? []);
  return [
    ...new Map(shown.map(({ found }) => [found.key, found])).values(),
    ...pages.map((entry) => ({
      key: `at ${entry.path}`,
      title: entryName(entry, t),
      detail:
        at?.ports.length === 1 ? t('Port {{port}}', { port: portsText }) : t('Ports {{ports}}', { ports: portsText }),
      kind: 'Ports',
      ...leads(entry.path, { ports: portsText }),
    })),
  ];
}

/** A line, and all words that find it. */
interface Line {
  readonly found: Found;
  readonly words: string;
}

/** How a line leads to a page. */
type Leads = (page: string, parameters: Readonly<Record<string, string>>) => Pick<Found, 'page' | 'go'>;

function portLine({ port, description, isEnabled, isUp, speed }: PortWords, t: Translate, leads: Leads): Line {
  const state = !isEnabled ? t('Disabled') : isUp ? `${t('Up')} · ${speed}` : t('Down');
  const title = t('Port {{port}}', { port });
  return {
    found: {
      key: `port ${port}`,
      title,
      detail: [description, state].filter(Boolean).join(' · '),
      kind: 'Port',
      ...leads('/', { port: String(port) }),
    },
    words: `${title} port ${description}`,
  };
}

function portActions(
  { port, description, isEnabled, isPowering }: PortWords,
  t: Translate,
  leads: Leads,
  apply: Applying['apply'],
): readonly Line[] {
  const line = (name: string, title: string, english: string, acts: Pick<Found, 'page' | 'go'>): Line => ({
    found: { key: `port ${port} ${name}`, title, detail: description || undefined, kind: 'Action', ...acts },
    words: `${title} ${english} ${port} ${description}`,
  });
  const asks = (text: string, calls: ObjectCall, what: string, success?: string) => ({
    go: () => void apply(calls, { what, ask: { text }, ...(success !== undefined && { success }) }),
  });
  const status = isEnabled ? Status.disabled : Status.enabled;
  const restart = restartOfDevice(port, t);
  const switched = setRow(ifEntry, { ifIndex: port, ifAdminStatus: status });
  return [
    line(
      'settings',
      t('Settings of port {{port}}', { port }),
      'settings of port',
      leads('/Network/PhysicalInterface', { ports: String(port) }),
    ),
    isEnabled
      ? line(
          'disable',
          t('Disable port {{port}} …', { port }),
          'disable port',
          asks(t('Disable port {{port}}? Its link goes down.', { port }), switched, 'Disable port'),
        )
      : line(
          'enable',
          t('Enable port {{port}} …', { port }),
          'enable port',
          asks(t('Enable port {{port}}?', { port }), switched, 'Enable port'),
        ),
    ...(isPowering
      ? [
          line(
            'restart',
            t('Restart the device on port {{port}} …', { port }),
            'restart device on port reboot',
            asks(restart.ask.text, restart.call, restart.what, restart.success),
          ),
        ]
      : []),
  ];
}
