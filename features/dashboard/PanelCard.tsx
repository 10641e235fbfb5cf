import { lazy, Suspense, useState } from 'react';
import { device } from '../../console/boot/device.ts';
import { useGroup, useRows } from '../../console/call/use-reads.ts';
import { Card } from '../../console/elements/Card.tsx';
import { FrontPanel, FrontPanelLegend } from '../../console/ports/FrontPanel.tsx';
import type { PanelPort } from '../../console/ports/panel-port.ts';
import { portNumbers } from '../../console/ports/port-numbers.ts';
import type { Location } from '../../console/router/location.ts';
import { useLocation } from '../../console/router/router-context.ts';
import { useText } from '../../console/translations/use-text.ts';
import { ifEntry, portCtrlEntry } from '../network/physical-interface/objects.ts';
import { poePortState } from '../poe/power-over-ethernet/port-state-objects.ts';
import { portProblems, useAttention } from '../use-attention.ts';
import { worst } from './health.ts';
import { HealthState, sysDashboard } from './objects.ts';
import { panelPorts } from './panel-ports.ts';
import { useCauses } from './use-causes.ts';

const PortDrawer = lazy(() => import('./PortDrawer.tsx'));

/** The port that an address asks for: "/?port=3". */
function portAt({ search }: Location): number | undefined {
  const port = Number(new URLSearchParams(search).get('port'));
  return portNumbers().includes(port) ? port : undefined;
}

/** The front panel with live ports; a click, or the page's address, opens what there is to know of a port. */
export function PanelCard({ poll }: { poll: number | false }) {
  const t = useText();
  const location = useLocation();
  const [opened, setOpened] = useState<{ readonly at: Location; readonly port?: number }>();
  const selected = opened?.at === location ? opened.port : portAt(location);
  const ports = useRows(portCtrlEntry, {}, { poll }).data;
  const links = useRows(ifEntry, {}, { poll }).data;
  const power = useRows(poePortState, {}, { poll }).data ?? [];
  const state = useGroup(sysDashboard, { poll }).data;
  const problems = portProblems(useAttention(poll !== false) ?? [], t);
  const shown = ports && links ? panelPorts(t, ports, links, power, problems) : portNumbers().map(unknownPort);
  const system = state && worst([state.system, state.temp, state.poe, state.cpuMemory]);
  const causes = useCauses(poll);
  return (
    <Card title={t('Front panel')} actions={<FrontPanelLegend ports={shown} />}>
      <FrontPanel
        modelName={device().modelName}
        ports={shown}
        selected={selected}
        onSelect={(port) => setOpened({ at: location, port })}
        system={system && lights[system]}
        cause={causes && Object.values(causes).flat().join(', ')}
      />
      {selected !== undefined && (
        <Suspense>
          <PortDrawer port={selected} poll={poll} onClose={() => setOpened({ at: location })} />
        </Suspense>
      )}
    </Card>
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
