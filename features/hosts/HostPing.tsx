import { useEffect, useState } from 'react';
import { useGroup } from '../../console/call/use-reads.ts';
import { Tag } from '../../console/elements/Tag.tsx';
import { Link } from '../../console/router/Link.tsx';
import { useText } from '../../console/translations/use-text.ts';
import type { GroupValues } from '../../model/schema/object.ts';
import { valueText } from '../../model/schema/value-text.ts';
import { PingState, pingResultsEntry } from '../tools/ping/objects.ts';
import styles from './hosts.module.css';

type Result = GroupValues<typeof pingResultsEntry>;

/** Milliseconds between two looks while replies may arrive. */
const POLL = 1000;

/** The outcome of the echo requests to an address, where they were asked for. */
export function HostPing({ address }: { readonly address: string }) {
  const t = useText();
  const [isOver, setOver] = useState(false);
  const { data } = useGroup(pingResultsEntry, { poll: !isOver && POLL });
  const result = data?.pingResultsTarget === address ? data : undefined;
  const isCompleted = result?.pingResultsOperStatus === PingState.completed;
  useEffect(() => setOver(isCompleted), [isCompleted]);
  return (
    <section className={styles.ping} aria-label={t('Ping')} aria-live="polite">
      <Outcome result={result} isCompleted={isCompleted} />
      <Link to={`/Tools/PingTestResult/${encodeURIComponent(address)}`}>{t('Details')}</Link>
    </section>
  );
}

function Outcome({ result, isCompleted }: { readonly result: Result | undefined; readonly isCompleted: boolean }) {
  const t = useText();
  if (!result) return <Tag>{t('Running')}</Tag>;
  if (result.pingResultsProblem !== '') return <Tag tone="bad">{result.pingResultsProblem}</Tag>;
  const { pingResultsSentProbes: sent, pingResultsProbeResponses: received } = result;
  const { pingResultsAverageRtt: field } = pingResultsEntry.fields;
  const time = valueText(t, field, result.pingResultsAverageRtt);
  const words =
    received === 0
      ? t('No reply to {{sent}} requests', { sent })
      : t('{{received}} of {{sent}} replies, {{time}} ms on average', { received, sent, time });
  if (!isCompleted) return <Tag>{received === 0 ? t('Running') : words}</Tag>;
  return <Tag tone={received === sent ? 'ok' : received === 0 ? 'bad' : 'warn'}>{words}</Tag>;
}
