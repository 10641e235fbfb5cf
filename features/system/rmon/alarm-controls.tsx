import { useState } from 'react';
import { useRows } from '../../../console/call/use-reads.ts';
import type { ControlProps } from '../../../console/controls/control.ts';
import { SelectBox } from '../../../console/controls/SelectBox.tsx';
import { CodeTextControl } from '../../../console/controls/TextControl.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import type { Field, Fields } from '../../../model/schema/field.ts';
import type { Translate } from '../../../model/values/translate.ts';
import { eventEntry } from './event-objects.ts';
import styles from './rmon.module.css';
import { ETHER_STATS, etherStatsEntry } from './statistics-objects.ts';

/** In the place of a counter: the identifier is typed. */
const OTHER = 'other';

/** The counters of a statistics group, by the arc of their column. */
const counters: readonly { readonly arc: string; readonly label: string }[] = Object.values(
  etherStatsEntry.fields as Fields,
).flatMap(({ kind, mib, label }: Field) => (kind === 'counter64' ? [{ arc: String(mib?.column), label }] : []));

/** The counter and the group that an identifier names; undefined where it is of another table. */
function counterOf(variable: string) {
  const [arc, group, ...rest] = variable.startsWith(ETHER_STATS) ? variable.slice(ETHER_STATS.length).split('.') : [];
  const counter = counters.find((one) => one.arc === arc);
  return counter && group !== undefined && rest.length === 0 ? { counter, group } : undefined;
}

/** A size of packets is no word by itself. */
function labelOf(label: string, t: Translate): string {
  return /^\d/.test(label) ? t('Packets of {{size}} octets', { size: label }) : t(label);
}

/** The variable of an alarm: a counter of a statistics group, or any other variable by its identifier. */
export function VariableControl(props: ControlProps) {
  const t = useText();
  const { data: groups = [] } = useRows(etherStatsEntry);
  const chosen = counterOf(String(props.value));
  const [isTyped, type] = useState(chosen === undefined);
  const group = chosen?.group ?? String(groups[0]?.etherStatsIndex ?? 1);
  return (
    <div className={styles.variable}>
      <SelectBox
        {...props}
        value={isTyped || !chosen ? OTHER : chosen.counter.arc}
        offered={[
          ...counters.map(({ arc, label }) => ({ value: arc, words: labelOf(label, t) })),
          { value: OTHER, words: t('Other object identifier') },
        ]}
        unknown=""
        onChoose={(arc) => {
          type(arc === OTHER);
          if (arc !== OTHER) props.onChange(`${ETHER_STATS}${arc}.${group}`);
        }}
      />
      {isTyped || !chosen ? (
        <CodeTextControl {...props} label={t('Object identifier')} />
      ) : (
        <SelectBox
          {...props}
          label={t('Statistics group')}
          value={chosen.group}
          offered={groups.map(({ etherStatsIndex: index, etherStatsDataSource: port }) => ({
            value: String(index),
            words: t('Group {{index}} (port {{port}})', { index, port }),
          }))}
          unknown={t('Group {{index}} does not exist', { index: chosen.group })}
          onChoose={(index) => props.onChange(`${ETHER_STATS}${chosen.counter.arc}.${index}`)}
        />
      )}
    </div>
  );
}

/** The same in words. */
export function VariableName({ variable }: { readonly variable: string }) {
  const t = useText();
  const { data: groups = [] } = useRows(etherStatsEntry);
  const chosen = counterOf(variable);
  if (!chosen) return <code>{variable}</code>;
  const port = groups.find(({ etherStatsIndex }) => String(etherStatsIndex) === chosen.group)?.etherStatsDataSource;
  const label = labelOf(chosen.counter.label, t);
  return t('{{counter}} at port {{port}}', { counter: label, port: port ?? '–' });
}

/** One of the events, or none. */
export function EventControl(props: ControlProps) {
  const t = useText();
  const { data: events = [] } = useRows(eventEntry);
  return (
    <SelectBox
      {...props}
      extra={{ value: 0, words: t('None') }}
      offered={events.map(({ eventIndex, eventDescription }) => ({
        value: String(eventIndex),
        words: eventDescription === '' ? String(eventIndex) : `${eventIndex}: ${eventDescription}`,
      }))}
      unknown={String(props.value)}
      onChoose={(index) => props.onChange(Number(index))}
    />
  );
}
