import { Card } from '../../../console/elements/Card.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { parseIpv4 } from '../../../model/values/ipv4.ts';
import styles from './lldp.module.css';

/** The management addresses of a neighbor, separated by blanks; an IPv4 address links to its web page. */
export function ManagementLinks({ addresses }: { readonly addresses: string }) {
  const t = useText();
  const list = addresses.split(' ').filter((address) => address !== '');
  return (
    <Card title={t('Management Addresses')}>
      {list.length === 0 ? (
        '–'
      ) : (
        <ul className={styles.addresses}>
          {list.map((address) => (
            <li key={address}>
              {parseIpv4(address) === undefined ? (
                address
              ) : (
                <a href={`http://${address}/`} target="_blank" rel="noreferrer">
                  {address}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
