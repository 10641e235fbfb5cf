import { type LucideIcon, Monitor, Network, Phone, Router, Wifi } from 'lucide-react';
import { device } from '../../../console/boot/device.ts';
import { useGroup } from '../../../console/call/use-reads.ts';
import { Card } from '../../../console/elements/Card.tsx';
import { Link } from '../../../console/router/Link.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import styles from './lldp.module.css';
import { detailPath } from './neighbor-path.ts';
import { capabilitiesInWords } from './said.ts';
import { lldpLocalSystemData, type lldpRemEntry } from './said-objects.ts';

type Neighbor = RowOf<typeof lldpRemEntry>;

/** Maximum number of neighbors in the picture; the table below has all. */
const DRAWN_AT_MOST = 32;

/** Kind of a system, by its capabilities; the first that fits. */
const icons: readonly (readonly [capability: string, icon: LucideIcon])[] = [
  ['telephone', Phone],
  ['wlanAccessPoint', Wifi],
  ['router', Router],
  ['bridge', Network],
];

/** This switch, its ports, and who is at the other ends of their cables. */
export function NeighborPicture({ rows }: { readonly rows: readonly Neighbor[] | undefined }) {
  const t = useText();
  const { data: self } = useGroup(lldpLocalSystemData);
  if (!rows || rows.length === 0) return null;
  const drawn = rows.slice(0, DRAWN_AT_MOST);
  const ports = [...new Set(drawn.map(({ lldpRemLocalPortNum }) => lldpRemLocalPortNum))];
  const left = rows.length - drawn.length;
  return (
    <Card title={t('Topology')}>
      <div className={styles.topology}>
        <div className={styles.self}>
          <Network aria-hidden size={22} />
          <strong>{self?.lldpLocSysName || device().modelName}</strong>
          <small>{t('this switch')}</small>
        </div>
        <ul className={styles.ports}>
          {ports.map((port) => (
            <li key={port} className={styles.port}>
              <span className={styles.number}>{t('Port {{port}}', { port })}</span>
              <ul className={styles.systems}>
                {drawn
                  .filter((row) => row.lldpRemLocalPortNum === port)
                  .map((row) => (
                    <li key={row.lldpRemIndex}>
                      <System row={row} />
                    </li>
                  ))}
              </ul>
            </li>
          ))}
        </ul>
      </div>
      {left > 0 && <p className={styles.more}>{t('{{count}} more in the table below', { count: left })}</p>}
    </Card>
  );
}

function System({ row }: { readonly row: Neighbor }) {
  const t = useText();
  const can = row.lldpRemSysCapEnabled.split(',');
  const Icon = icons.find(([capability]) => can.includes(capability))?.[1] ?? Monitor;
  const [address = ''] = row.lldpRemManAddrs.split(' ');
  const what = capabilitiesInWords(t, row.lldpRemSysCapEnabled);
  return (
    <Link to={detailPath(row)} className={styles.system}>
      <span className={styles.remote}>{row.lldpRemPortId}</span>
      <Icon aria-hidden size={20} className={styles.icon} />
      <span className={styles.words}>
        <strong>{row.lldpRemSysName || row.lldpRemChassisId}</strong>
        <small>{[what, address || row.lldpRemChassisId].filter((text) => text !== '').join(' · ')}</small>
      </span>
    </Link>
  );
}
