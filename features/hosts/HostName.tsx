import { Tag } from '../../console/elements/Tag.tsx';
import { useText } from '../../console/translations/use-text.ts';
import { TruthValue } from '../../model/schema/kinds/enumeration.ts';
import type { RowOf } from '../../model/schema/object.ts';
import styles from './hosts.module.css';
import { type hostEntry, NameSource } from './objects.ts';

/** A host's name, from where it is where it is not its label, and what is odd about it. */
export function HostName({ host }: { readonly host: RowOf<typeof hostEntry> }) {
  const t = useText();
  const { hostName, hostNameSource, hostClients, hostDuplicate } = host;
  return (
    <span className={styles.name}>
      <span className={hostNameSource === NameSource.label ? styles.label : undefined}>{hostName || '–'}</span>
      {hostDuplicate === TruthValue.yes && <Tag tone="bad">{t('Duplicate address')}</Tag>}
      {hostClients > 0 && (
        <span className={styles.clients}>
          {hostClients === 1 ? t('1 client behind it') : t('{{count}} clients behind it', { count: hostClients })}
        </span>
      )}
    </span>
  );
}
