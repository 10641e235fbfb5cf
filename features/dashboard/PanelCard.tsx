import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { device } from '../../console/boot/device.ts';
import { useGroup, useRows } from '../../console/call/use-reads.ts';
import { Card } from '../../console/elements/Card.tsx';
import { confirm } from '../../console/feedback/dialogs.ts';
import { giveUpInput } from '../../console/form/unsaved-input.ts';
import { FrontPanel, FrontPanelLegend } from '../../console/ports/FrontPanel.tsx';
import type { PanelPort } from '../../console/ports/panel-port.ts';
import { portNumbers } from '../../console/ports/port-numbers.ts';
import type { Location } from '../../console/router/location.ts';
import { useLocation } from '../../console/router/router-context.ts';
import { useText } from '../../console/translations/use-text.ts';
import { ifEntry, portCtrlEntry } from '../network/physical-interface/objects.ts';
import { poePortState } from '../poe/power-over-ethernet/port-state-objects.ts';
import { managementGuard } from '../save/guard-objects.ts';
import { portProblems, useAttention } from '../use-attention.ts';
import { usePortHosts } from '../use-port-hosts.ts';
import styles from './dashboard.module.css';
import { worst } from './health.ts';
import { HealthState, sysDashboard } from './objects.ts';
import { panelPorts } from './panel-ports.ts';
import { type Badges, type PanelViewName, panelViews } from './panel-views.ts';
import workplace from './port-workplace.module.css';
import { useCauses } from './use-causes.ts';

const PanelView = lazy(() => import('./PanelView.tsx'));
const PortWorkplace = lazy(() => import('./PortWorkplace.tsx'));

/** The port that an address asks for: "/?port=3". */
function portAt({ search }: Location): number | undefined {
  const port = Number(new URLSearchParams(search).get('port'));
  return portNumbers().includes(port) ? port : undefined;
}

/** The front panel with live ports; a click, or the page's address, opens the port's workplace beside it. */
export function PanelCard({ poll }: { poll: number | false }) {
  const t = useText();
  const id = useId();
  const card = useRef<HTMLDivElement>(null);
  const [edits, setEdits] = useState(0);
  const location = useLocation();
  const [opened, setOpened] = useState<{ readonly at: Location; readonly port?: number }>();
  const selected = opened?.at === location ? opened.port : portAt(location);
  const [view, setView] = useState<PanelViewName>();
  const [badges, setBadges] = useState<Badges>();
  const own = useGroup(managementGuard).data?.managementGuardPort;
  const ports = useRows(portCtrlEntry, {}, { poll }).data;
  const links = useRows(ifEntry, {}, { poll }).data;
  const power = useRows(poePortState, {}, { poll }).data ?? [];
  const state = useGroup(sysDashboard, { poll }).data;
  const hosts = usePortHosts(poll !== false);
  const problems = portProblems(useAttention(poll !== false) ?? [], t);
  const known = ports && links ? panelPorts(t, ports, links, power, problems, hosts) : portNumbers().map(unknownPort);
  const shown = known.map((port) => ({ ...port, own: port.number === own, badge: badges?.get(port.number) }));
  const system = state && worst([state.system, state.temp, state.poe, state.cpuMemory]);
  const causes = useCauses(poll);
  const isOpen = selected !== undefined;
  // A link to a port shows the port on the panel, too.
  useEffect(() => {
    if (isOpen) card.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isOpen]);
  const select = (port: number) => setOpened({ at: location, port });
  const close = async () => {
    const holds = card.current?.querySelector('[data-form-foot="true"]');
    if (holds && !(await confirm(t('Close the form without your entries?')))) return;
    if (holds) giveUpInput();
    const button = card.current?.querySelector<HTMLElement>(`[data-port="${selected}"]`);
    setOpened({ at: location });
    setEdits(0);
    button?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a key that bubbles from the ports inside
    <div
      ref={card}
      className={styles.panel}
      data-beside={selected === undefined ? undefined : ''}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || selected === undefined) return;
        event.preventDefault();
        void close();
      }}
    >
      <Card
        title={t('Front panel')}
        beside={
          <select
            className={styles.port}
            value={view}
            aria-label={t('Show')}
            onChange={({ currentTarget: { value } }) => {
              setView(panelViews.find((name) => name === value));
              setBadges(undefined);
            }}
          >
            <option value="">{t('Link')}</option>
            {panelViews.map((name) => (
              <option key={name} value={name}>
                {t(name)}
              </option>
            ))}
          </select>
        }
        actions={<FrontPanelLegend ports={shown} />}
      >
        <FrontPanel
          modelName={device().modelName}
          ports={shown}
          selected={selected}
          beside={selected === undefined ? undefined : id}
          onSelect={(port) => (port === selected ? setEdits(edits + 1) : select(port))}
          system={system && lights[system]}
          cause={causes && Object.values(causes).flat().join(', ')}
        />
        {view && (
          <Suspense>
            <PanelView view={view} ports={known} poll={poll} onBadges={setBadges} />
          </Suspense>
        )}
        {selected !== undefined && <p className={workplace.keys}>{t('← → next port · Enter edits · Esc closes')}</p>}
      </Card>
      {selected !== undefined && (
        <Suspense>
          <PortWorkplace
            id={id}
            port={selected}
            poll={poll}
            edits={edits}
            onSelect={select}
            onClose={() => void close()}
          />
        </Suspense>
      )}
    </div>
  );
}

const lights = {
  [HealthState.normal]: 'ok',
  [HealthState.warning]: 'warn',
  [HealthState.critical]: 'bad',
  [HealthState.notPresent]: 'ok',
} as const;

/** A port while nothing is known of it: the panel keeps its place while it loads. */
function unknownPort(number: number): PanelPort {
  return { number, media: 'unknown', link: 'down', speed: 0, enabled: true };
}
