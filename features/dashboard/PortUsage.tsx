import { settingsPoll } from '../../console/call/use-reads.ts';
import { useMenu } from '../../console/navigation/MenuContext.tsx';
import { useText } from '../../console/translations/use-text.ts';
import { UsageList, useUsage } from '../../console/usage/UsageList.tsx';
import { ifEntry } from '../network/physical-interface/objects.ts';
import styles from './port-workplace.module.css';

/** Where a port is used: VLANs, trunk, mirror, rules, addresses, and whatever is set for it. */
export function PortUsage({ port }: { readonly port: number }) {
  const t = useText();
  const { entries } = useMenu();
  const usage = useUsage(ifEntry, { ifIndex: port }, { poll: settingsPoll });
  if (!usage) return null;
  const title = t('Uses of this port');
  return (
    <section className={styles.part} aria-label={title}>
      <header>
        <h3>{title}</h3>
      </header>
      {usage.length === 0 ? (
        <span className={styles.muted}>{t('Nowhere yet: everything is as on a new switch.')}</span>
      ) : (
        <UsageList usage={usage} entries={entries} />
      )}
    </section>
  );
}
