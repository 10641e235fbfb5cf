import { useRow } from '../../console/call/use-reads.ts';
import { FactList } from '../../console/elements/FactList.tsx';
import { translate } from '../../console/translations/language.ts';
import { useText } from '../../console/translations/use-text.ts';
import { abbreviateNumber, withDecimalMark } from '../../model/values/number-words.ts';
import { dot3StatsEntry, ifXEntry } from '../system/statistics/objects.ts';
import styles from './port-workplace.module.css';

/** The counters of a port, received and sent, on request. */
export function PortCounters({ port, poll }: { readonly port: number; readonly poll: number | false }) {
  const t = useText();
  const traffic = useRow(ifXEntry, { ifIndex: port }, { poll }).data;
  const errors = useRow(dot3StatsEntry, { dot3StatsIndex: port }, { poll }).data;
  if (!traffic) return null;
  const pair = (received: string, sent: string) => `${short(received)} / ${short(sent)}`;
  return (
    <details className={styles.counters}>
      <summary>{t('Traffic, received / sent')}</summary>
      <FactList
        lines
        facts={[
          { name: t('Octets'), value: pair(traffic.ifHCInOctets, traffic.ifHCOutOctets) },
          { name: t('Unicast packets'), value: pair(traffic.ifHCInUcastPkts, traffic.ifHCOutUcastPkts) },
          { name: t('Multicast packets'), value: pair(traffic.ifHCInMulticastPkts, traffic.ifHCOutMulticastPkts) },
          { name: t('Broadcast packets'), value: pair(traffic.ifHCInBroadcastPkts, traffic.ifHCOutBroadcastPkts) },
          { name: t('Discards'), value: pair(traffic.ifInDiscards, traffic.ifOutDiscards) },
          { name: t('Errors'), value: errors ? pair(errors.ifInErrors, errors.ifOutErrors) : '' },
        ]}
      />
    </details>
  );
}

/** A 64-bit counter shortened: "12.3M"; a dash for one that is not counted. */
function short(counter: string): string {
  return counter === '' ? '–' : withDecimalMark(abbreviateNumber(BigInt(counter)), translate);
}
