import { useState } from 'react';
import { device } from '../../../console/boot/device.ts';
import { useRows } from '../../../console/call/use-reads.ts';
import { Legend } from '../../../console/elements/Legend.tsx';
import { FrontPanel, PanelBadgeMark } from '../../../console/ports/FrontPanel.tsx';
import type { PanelBadge } from '../../../console/ports/panel-port.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { valueText } from '../../../model/schema/value-text.ts';
import { TRUNK_BASE } from '../../../model/values/interface-index.ts';
import { panelPort } from '../../panel-port.ts';
import { badgeOf, passageOf, roleLetters, roleWords, stateWords } from '../../tree-badge.ts';
import { ifEntry, portCtrlEntry } from '../physical-interface/objects.ts';
import { dot1dStpPortEntry, PortRoleValue } from './objects.ts';
import styles from './tree.module.css';
import type { TreeLink } from './tree-view.ts';
import { linkName } from './tree-words.ts';

/**
 * The front panel with the spanning tree state of each port; a member of a trunk has that of its trunk. Details of the
 * selection are shown below.
 */
export function TreePanel({ links, poll }: { readonly links: readonly TreeLink[]; readonly poll: number }) {
  const t = useText();
  const [selected, setSelected] = useState<number>();
  const { data: ports } = useRows(portCtrlEntry, {}, { poll });
  const { data: states } = useRows(ifEntry, {}, { poll });
  const linkOf = (port: number, trunk: number | undefined) =>
    links.find((link) => link.port === (trunk === undefined ? port : TRUNK_BASE + trunk));
  const shown = (ports ?? []).map((row) => {
    const port = panelPort(
      row,
      states?.find(({ ifIndex }) => ifIndex === row.ifIndex),
    );
    const link = port.link === 'up' ? linkOf(port.number, port.trunk) : undefined;
    return { ...port, badge: link && badgeOf(t, link) };
  });
  const chosen = shown.find(({ number }) => number === selected);
  const link = chosen && linkOf(chosen.number, chosen.trunk);
  return (
    <div className={styles.panel}>
      <FrontPanel
        modelName={device().modelName}
        ports={shown}
        selected={selected}
        onSelect={(port) => setSelected(port === selected ? undefined : port)}
        onPage
      />
      <TreeLegend links={links} />
      <p className={styles.chosen} aria-live="polite">
        {chosen ? <Told link={link} /> : t('Select a port to see its spanning tree state.')}
      </p>
    </div>
  );
}

function Told({ link }: { readonly link: TreeLink | undefined }) {
  const t = useText();
  if (!link) return t('The port does not participate in spanning tree.');
  const { cost, bridge } = link;
  const facts = [
    passageOf(link) === 'out'
      ? t('does not participate in spanning tree')
      : `${roleWords(t, link.role)}, ${stateWords(t, link.state)}`,
    cost !== undefined &&
      cost > 0 &&
      t('Cost {{cost}}', { cost: valueText(t, dot1dStpPortEntry.fields.dot1dStpPortPathCost32, cost) }),
    bridge !== '' && `${t('Designated Bridge')} ${bridge}`,
  ].filter(Boolean);
  return (
    <>
      <strong>{linkName(t, link.port)}</strong>
      {': '}
      {facts.join(' · ')}
    </>
  );
}

const { root, designated, alternate, backup, master } = PortRoleValue;

/** Meaning of the signs of the present roles, and of a blocked port. */
function TreeLegend({ links }: { readonly links: readonly TreeLink[] }) {
  const t = useText();
  const roles = [root, designated, alternate, backup, master].filter((role) =>
    links.some((link) => link.role === role),
  );
  const sign = (letters: string, look: PanelBadge['look']) => (
    <span className={styles.sign}>
      <PanelBadgeMark badge={{ letters, look }} />
    </span>
  );
  const waits = links.some((link) => passageOf(link) === 'waiting');
  return (
    <Legend
      entries={[
        ...roles.map((role) => {
          const stopped = role === alternate || role === backup;
          const words = stopped ? `${roleWords(t, role)}: ${t('frames are not forwarded')}` : roleWords(t, role);
          return { mark: sign(roleLetters[role] ?? '', stopped ? 'stopped' : 'passing'), words };
        }),
        ...(waits ? [{ mark: sign('D', 'waiting'), words: t('not forwarding yet') }] : []),
      ]}
    />
  );
}
