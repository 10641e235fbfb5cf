import { useRows } from '../../console/call/use-reads.ts';
import { useRowsPage } from '../../console/call/use-rows-page.ts';
import { Card } from '../../console/elements/Card.tsx';
import { Skeleton } from '../../console/elements/Skeleton.tsx';
import { Link } from '../../console/router/Link.tsx';
import { useText } from '../../console/translations/use-text.ts';
import { cfgHistoryEntry } from '../history/objects.ts';
import { type ShownEntry, shownEntries } from '../history-rows.ts';
import { portCtrlEntry } from '../network/physical-interface/objects.ts';
import { rateWords } from '../rate-words.ts';
import { ifXEntry } from '../system/statistics/objects.ts';
import { usePortHosts } from '../use-port-hosts.ts';
import styles from './lately.module.css';

/** Ports and changes that are listed. */
const LISTED = 5;

/** The newest entries of the history; saves and starts are among them. */
const newest = { page: 1, size: 4 * LISTED, order: { key: 'cfgHistoryIndex', descending: true } } as const;
const unfiltered = {};

/** The ports with most traffic, and the last changes with their way back. */
export default function LatelyCards({ poll }: { readonly poll: number | false }) {
  return (
    <div className={styles.cards}>
      <BusiestCard poll={poll} />
      <ChangesCard poll={poll} />
    </div>
  );
}

/** The ports with most traffic in the last seconds, both directions together. */
function BusiestCard({ poll }: { readonly poll: number | false }) {
  const t = useText();
  const rows = useRows(ifXEntry, {}, { poll }).data;
  const ports = useRows(portCtrlEntry, {}, { poll }).data;
  const hosts = usePortHosts(poll !== false);
  const busiest = rows
    ?.map(({ ifIndex, inRate, outRate }) => ({ port: ifIndex, rate: inRate + outRate }))
    .filter(({ rate }) => rate > 0)
    .sort((a, b) => b.rate - a.rate)
    .slice(0, LISTED);
  const most = busiest?.[0]?.rate ?? 0;
  const nameOf = (port: number) =>
    ports?.find(({ ifIndex }) => ifIndex === port)?.ifAlias || (hosts.get(port) ?? []).join(', ');
  return (
    <Card
      title={t('Busiest now')}
      actions={
        <Link to="/System/Statistics/Traffic" className={styles.link}>
          {t('View All')}
        </Link>
      }
    >
      {!busiest && <Skeleton />}
      {busiest?.length === 0 && <p className={styles.muted}>{t('No traffic.')}</p>}
      <ol className={styles.list}>
        {busiest?.map(({ port, rate }) => (
          <li key={port}>
            <span>
              <Link to={`/?port=${port}`}>{t('Port {{port}}', { port })}</Link>{' '}
              <span className={styles.muted}>{nameOf(port)}</span>
            </span>
            <span className={styles.rate}>{rateWords(rate)}</span>
            <i className={styles.bar} aria-hidden="true" style={{ inlineSize: `${(100 * rate) / most}%` }} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** The last changes of the configuration, each with its undo. */
function ChangesCard({ poll }: { readonly poll: number | false }) {
  const t = useText();
  const { data } = useRowsPage(cfgHistoryEntry, unfiltered, newest, { poll });
  const changes = data && shownEntries(data.rows.toReversed(), t).filter(({ kind }) => kind === 'change');
  return (
    <Card
      title={t('Last changes')}
      actions={
        <Link to="/History" className={styles.link}>
          {t('History')}
        </Link>
      }
    >
      {!changes && <Skeleton />}
      {changes?.length === 0 && <p className={styles.muted}>{t('No changes yet.')}</p>}
      <ol className={styles.list}>
        {changes?.slice(0, LISTED).map((entry) => (
          <Change key={entry.id} entry={entry} />
        ))}
      </ol>
    </Card>
  );
}

function Change({ entry }: { readonly entry: ShownEntry }) {
  const t = useText();
  const { id, time, user, way, lines, more, isRevertible } = entry;
  const [first] = lines;
  const others = lines.length - 1 + more;
  const what = first?.what ?? '';
  return (
    <li>
      <span>
        {what}
        {first && (first.from !== '' || first.to !== '') && (
          <>
            {': '}
            <strong>{first.to}</strong>
          </>
        )}
        {others > 0 && <span className={styles.muted}> {t('+{{count}} in the same step', { count: others })}</span>}
        <small>{[time, user, way].filter(Boolean).join(' · ')}</small>
      </span>
      {isRevertible && (
        <Link
          to={`/History?undo=${id}`}
          className={styles.link}
          aria-label={t('{{action}}: {{what}}', { action: t('Undo'), what })}
        >
          {t('Undo')}
        </Link>
      )}
    </li>
  );
}
