import { type ReactNode, useEffect } from 'react';
import { useGroup, useRows } from '../../console/call/use-reads.ts';
import { Legend } from '../../console/elements/Legend.tsx';
import { PanelBadgeMark } from '../../console/ports/FrontPanel.tsx';
import type { PanelBadge, PanelPort } from '../../console/ports/panel-port.ts';
import { useText } from '../../console/translations/use-text.ts';
import { Status } from '../../model/schema/kinds/enumeration.ts';
import { TRUNK_BASE } from '../../model/values/interface-index.ts';
import { abbreviateNumber } from '../../model/values/number-words.ts';
import type { Translate } from '../../model/values/translate.ts';
import { dot1dStp, dot1dStpPortEntry } from '../network/spanning-tree/objects.ts';
import { dot1qPortVlanEntry } from '../network/vlan/objects.ts';
import { dot1qVlanStaticEntry } from '../network/vlan/static-vlan-objects.ts';
import { poePortState } from '../poe/power-over-ethernet/port-state-objects.ts';
import {
  dot1xAuthConfigEntry,
  dot1xPaeSystem,
  PortControl,
  PortStatus,
} from '../security/port-access-control/objects.ts';
import { portSecPortEntry } from '../security/port-security/objects.ts';
import { dot3StatsEntry, ifXEntry } from '../system/statistics/objects.ts';
import { badgeOf } from '../tree-badge.ts';
import styles from './panel-view.module.css';
import type { Badges, PanelViewName } from './panel-views.ts';

interface PanelViewProps {
  readonly view: PanelViewName;
  readonly ports: readonly PanelPort[];
  readonly poll: number | false;
  /** Called with the signs of the ports whenever they change. */
  readonly onBadges: (badges: Badges) => void;
}

/** Something of every port as a sign in its socket; what the signs mean is drawn below the panel. */
export default function PanelView({ view, ...props }: PanelViewProps) {
  const Chosen = views[view];
  return <Chosen {...props} />;
}

type ViewProps = Omit<PanelViewProps, 'view'>;

/** Colors of signs, from little to much; the figure in the sign says the same. */
const scale = ['#dbe7f5', '#8fc7ff', '#ffd27a', '#ff9d8a'] as const;

/** Colors that tell VLANs apart; their numbers do as well. */
const hues = ['#dbe7f5', '#8fc7ff', '#a7e3b0', '#ffd27a', '#e7b8ff', '#ffb3a7'] as const;

/** The color of a value by the limits from which the next one begins. */
function shade(value: number, limits: readonly [number, number, number]): string {
  return scale[limits.filter((limit) => value >= limit).length] ?? scale[0];
}

function sign(letters: string, words: string, color?: string): PanelBadge {
  return { letters, words, look: 'passing', color };
}

/** Passes on the signs; the map is compared by what it holds. */
function useBadges(badges: Badges, onBadges: ViewProps['onBadges']): void {
  const text = JSON.stringify([...badges]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the map is another one on each drawing; what it holds is not
  useEffect(() => onBadges(badges), [text, onBadges]);
}

function badgesOf<Row>(rows: readonly Row[] | undefined, of: (row: Row) => readonly [number, PanelBadge] | undefined) {
  return new Map((rows ?? []).flatMap((row) => [of(row)].filter((one) => one !== undefined)));
}

function VlanView({ ports, poll, onBadges }: ViewProps) {
  const t = useText();
  const rows = useRows(dot1qPortVlanEntry, {}, { poll }).data;
  const vlans = useRows(dot1qVlanStaticEntry, {}, { poll }).data ?? [];
  const pvids = new Map(rows?.map(({ dot1dBasePort, dot1qPvid }) => [dot1dBasePort, dot1qPvid]));
  const used = [...new Set(ports.flatMap(({ number }) => pvids.get(number) ?? []))].sort((a, b) => a - b);
  const colorOf = (vlan: number) => hues[used.indexOf(vlan) % hues.length];
  useBadges(
    badgesOf(ports, ({ number }) => {
      const vlan = pvids.get(number);
      return vlan === undefined ? undefined : [number, sign(String(vlan), t('PVID {{vlan}}', { vlan }), colorOf(vlan))];
    }),
    onBadges,
  );
  const wordsOf = (vlan: number) =>
    ['VLAN', vlan, vlans.find(({ dot1qVlanIndex }) => dot1qVlanIndex === vlan)?.dot1qVlanStaticName].join(' ').trim();
  const shown = used.slice(0, 12);
  return (
    <Meaning words={t('VLAN of untagged frames (PVID)')}>
      <Legend
        entries={shown.map((vlan) => ({
          mark: <PanelBadgeMark badge={sign(String(vlan), '', colorOf(vlan))} />,
          words: wordsOf(vlan),
        }))}
      />
    </Meaning>
  );
}

function PowerView({ poll, onBadges }: ViewProps) {
  const t = useText();
  const rows = useRows(poePortState, {}, { poll }).data;
  useBadges(
    badgesOf(rows, ({ pethPsePortIndex, poePortPower }) => {
      const watts = poePortState.fields.poePortPower.show(poePortPower);
      const color = shade(poePortPower, [7000, 15_400, 30_000]);
      return poePortPower > 0 ? [pethPsePortIndex, sign(watts, `${watts} W`, color)] : undefined;
    }),
    onBadges,
  );
  return <Meaning words={t('PoE power that the port supplies, in watts')} />;
}

function LoadView({ ports, poll, onBadges }: ViewProps) {
  const t = useText();
  const rows = useRows(ifXEntry, {}, { poll }).data;
  const up = new Set(ports.filter(({ link }) => link === 'up').map(({ number }) => number));
  useBadges(
    badgesOf(rows, ({ ifIndex, inUtil, outUtil }) => {
      const load = Math.max(inUtil, outUtil);
      const percent = `${load > 0 && load < 1 ? '<1' : Math.round(load)}`;
      const words = t('load {{percent}} %', { percent });
      return up.has(ifIndex) ? [ifIndex, sign(percent, words, shade(load, [10, 50, 80]))] : undefined;
    }),
    onBadges,
  );
  return <Meaning words={t('Load of the busier direction, in percent of the speed')} />;
}

function ErrorView({ poll, onBadges }: ViewProps) {
  const t = useText();
  const rows = useRows(dot3StatsEntry, {}, { poll }).data;
  useBadges(
    badgesOf(rows, ({ dot3StatsIndex, ifInErrors, ifOutErrors }) => {
      const count = Number(BigInt(ifInErrors) + BigInt(ifOutErrors));
      const words = count === 1 ? t('1 error') : t('{{count}} errors', { count });
      const color = shade(count, [1, 10, 100]);
      return count > 0 ? [dot3StatsIndex, sign(abbreviateNumber(count, 0), words, color)] : undefined;
    }),
    onBadges,
  );
  return <Meaning words={t('Errors since the start or the last clearing')} />;
}

function TreeBadges({ ports, poll, onBadges }: ViewProps) {
  const t = useText();
  const stp = useGroup(dot1dStp, { poll }).data;
  const rows = useRows(dot1dStpPortEntry, {}, { poll }).data;
  const isOff = stp?.stpGlobalStatus === Status.disabled;
  const links = new Map(
    rows?.map((row) => [row.dot1dStpPort, { role: row.stpPortRole, state: row.dot1dStpPortState }]),
  );
  useBadges(
    badgesOf(ports, ({ number, trunk, link: state }) => {
      const link = isOff || state === 'down' ? undefined : links.get(trunk === undefined ? number : TRUNK_BASE + trunk);
      const badge = link && badgeOf(t, link);
      return badge && [number, badge];
    }),
    onBadges,
  );
  return (
    <Meaning
      words={
        isOff
          ? t('Spanning tree is disabled.')
          : t('R root port, D designated, A alternate, B backup; a line across: frames are not forwarded')
      }
    />
  );
}

function SecurityView({ poll, onBadges }: ViewProps) {
  const t = useText();
  const isOn = useGroup(dot1xPaeSystem, { poll }).data?.dot1xPaeSystemAuthControl === Status.enabled;
  const access = useRows(dot1xAuthConfigEntry, {}, { poll }).data ?? [];
  const secured = useRows(portSecPortEntry, {}, { poll }).data ?? [];
  useBadges(
    new Map([
      ...badgesOf(secured, ({ portSecPort, portSecState }) =>
        portSecState === Status.enabled ? [portSecPort, sign('S', t('port security'), hues[1])] : undefined,
      ),
      ...badgesOf(isOn ? access : [], (row) => accessBadge(t, row)),
    ]),
    onBadges,
  );
  return (
    <Meaning
      words={t(
        'A authorized by 802.1X, X not authorized, S port security; without a sign the port is open to everything',
      )}
    />
  );
}

interface AccessRow {
  readonly dot1xPaePortNumber: number;
  readonly dot1xAuthAuthControlledPortControl: number;
  readonly dot1xAuthAuthControlledPortStatus: number;
}

function accessBadge(t: Translate, row: AccessRow): readonly [number, PanelBadge] | undefined {
  if (row.dot1xAuthAuthControlledPortControl === PortControl.forceAuthorized) return undefined;
  const isOpen = row.dot1xAuthAuthControlledPortStatus === PortStatus.authorized;
  const badge = isOpen
    ? sign('A', t('Authorized'), hues[2])
    : ({ letters: 'X', words: t('Unauthorized'), look: 'stopped' } as const);
  return [row.dot1xPaePortNumber, badge];
}

/** What the signs mean, below the panel. */
function Meaning({ words, children }: { readonly words: string; readonly children?: ReactNode }) {
  return (
    <div role="status" className={styles.meaning}>
      <span>{words}</span>
      {children}
    </div>
  );
}

const views: Readonly<Record<PanelViewName, (props: ViewProps) => ReactNode>> = {
  VLAN: VlanView,
  PoE: PowerView,
  Load: LoadView,
  Errors: ErrorView,
  'Spanning Tree': TreeBadges,
  Security: SecurityView,
};
