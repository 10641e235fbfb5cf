import { Button } from '../../console/elements/Button.tsx';
import { Tag } from '../../console/elements/Tag.tsx';
import { useText } from '../../console/translations/use-text.ts';
import { TruthValue } from '../../model/schema/kinds/enumeration.ts';
import type { RowOf } from '../../model/schema/object.ts';
import styles from './hosts.module.css';
import { type hostEntry, NameSource } from './objects.ts';

interface HostNameProps {
  readonly host: RowOf<typeof hostEntry>;
  readonly onOpen: () => void;
  /** Shows the hosts behind it. */
  readonly onClients: () => void;
}

/** A host's name, which opens everything about it, what is odd about it, and who is behind it. */
export function HostName({ host, onOpen, onClients }: HostNameProps) {
  const t = useText();
  const { hostName, hostNameSource, hostAddress, hostClients, hostDuplicate } = host;
  // The words on the button are part of its spoken name (WCAG 2.5.3).
  const name = hostName || `${t('No name')} ${hostAddress}`;
  return (
    <span className={styles.name}>
      <Button
        look="text"
        className={hostName === '' ? styles.nameless : hostNameSource === NameSource.label ? styles.label : undefined}
        aria-label={t('Open host {{name}}', { name })}
        onClick={onOpen}
      >
        {hostName || t('No name')}
      </Button>
      {hostDuplicate === TruthValue.yes && <Tag tone="bad">{t('Duplicate address')}</Tag>}
      {hostClients > 0 && (
        <Button look="text" className={styles.clients} onClick={onClients}>
          {hostClients === 1 ? t('1 client behind it') : t('{{count}} clients behind it', { count: hostClients })}
        </Button>
      )}
    </span>
  );
}
