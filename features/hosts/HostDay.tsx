import { useRows } from '../../console/call/use-reads.ts';
import { useText } from '../../console/translations/use-text.ts';
import { interfaceName } from '../../model/values/interface-index.ts';
import styles from './hosts.module.css';
import { hostDayEntry } from './objects.ts';

/** Hours of the day that a quarter of the strip stands for. */
const HOURS = [24, 18, 12, 6] as const;

/** The last 24 hours of a host: when it was heard, and where it came from. */
export function HostDay({ mac, poll }: { readonly mac: string; readonly poll: number }) {
  const t = useText();
  const [day] = useRows(hostDayEntry, { hostAddress: mac }, { poll }).data ?? [];
  if (!day) return null;
  const quarters = [...day.hostDayHeard];
  const seen = quarters.filter((bit) => bit === '1').length;
  const moves = day.hostDayMoves.split(', ').filter(Boolean);
  return (
    <section className={styles.day}>
      <h3>{t('Last 24 hours')}</h3>
      <svg
        className={styles.strip}
        viewBox={`0 0 ${quarters.length} 10`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('Seen in {{seen}} of {{all}} quarter hours', { seen, all: quarters.length })}
      >
        {quarters.map((bit, at) =>
          bit === '1' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a quarter is its place
            <rect key={at} x={at} y="0" width="1" height="10" />
          ) : null,
        )}
      </svg>
      <div className={styles.scale} aria-hidden="true">
        {HOURS.map((hours) => (
          <span key={hours}>{t('−{{hours}} h', { hours })}</span>
        ))}
        <span>{t('Now')}</span>
      </div>
      {moves.map((move) => {
        const [date = '', time = '', port = '', vlan = ''] = move.split(' ');
        return (
          <p key={move} className={styles.sentence}>
            {t('Until {{time}} at port {{port}} in VLAN {{vlan}}', {
              time: `${date} ${time}`,
              port: interfaceName(Number(port)),
              vlan,
            })}
          </p>
        );
      })}
    </section>
  );
}
