import { useId, useState } from 'react';
import { SelectBox } from '../../../console/controls/SelectBox.tsx';
import { Button } from '../../../console/elements/Button.tsx';
import { confirm } from '../../../console/feedback/dialogs.ts';
import { useDraftValue, useForm, useSetDraftValue } from '../../../console/form/form-context.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { CODE_POINTS, nameOfCodePoint } from '../code-points.ts';
import { QUEUE_NUMBERS } from '../queues.ts';
import { codePointKey } from './code-point-key.ts';
import styles from './dscp-map.module.css';
import { defaultQueueOf } from './objects.ts';

const COLUMN = 'qosDscpQueue';
const EVERY = Array.from({ length: CODE_POINTS }, (_, codePoint) => codePoint);

/** The queue of each code point, and a line that sets a range of them at once. */
export function DscpMap() {
  const t = useText();
  const set = useSetDraftValue();
  const { disabled } = useForm();
  const toDefaults = async () => {
    if (!(await confirm(t('Reset every DSCP to its default queue?')))) return;
    for (const codePoint of EVERY) set(COLUMN, defaultQueueOf(codePoint), codePointKey(codePoint));
  };
  return (
    <>
      <Range />
      <fieldset className={styles.map} aria-label={t('Queue of each DSCP')}>
        {EVERY.map((codePoint) => (
          <Cell key={codePoint} codePoint={codePoint} />
        ))}
      </fieldset>
      <div>
        <Button disabled={disabled} onClick={() => void toDefaults()}>
          {t('Defaults')}
        </Button>
      </div>
    </>
  );
}

const queues = QUEUE_NUMBERS.map((queue) => ({ value: String(queue), words: String(queue) }));
const codePoints = EVERY.map((codePoint) => ({ value: String(codePoint), words: wordsOf(codePoint) }));

function wordsOf(codePoint: number): string {
  const name = nameOfCodePoint(codePoint);
  return name === '' ? String(codePoint) : `${codePoint} ${name}`;
}

/** From a code point to another one: all of them into one queue. */
function Range() {
  const t = useText();
  const { disabled } = useForm();
  const set = useSetDraftValue();
  const id = useId();
  const [from, setFrom] = useState('0');
  const [to, setTo] = useState(String(CODE_POINTS - 1));
  const [queue, setQueue] = useState('0');
  const [first, last] = [Math.min(Number(from), Number(to)), Math.max(Number(from), Number(to))];
  const choice = (label: string, value: string, offered: typeof queues, choose: (value: string) => void) => (
    <label className={styles.choice} htmlFor={`${id} ${label}`}>
      {label}
      <SelectBox
        id={`${id} ${label}`}
        value={value}
        offered={offered}
        unknown={value}
        disabled={disabled}
        onChoose={choose}
        onChange={(next) => choose(String(next))}
      />
    </label>
  );
  return (
    <fieldset className={styles.range} aria-label={t('Several code points at once')}>
      {choice(t('From DSCP'), from, codePoints, setFrom)}
      {choice(t('To DSCP'), to, codePoints, setTo)}
      {choice(t('Queue ID'), queue, queues, setQueue)}
      <Button
        disabled={disabled}
        onClick={() => {
          for (const codePoint of EVERY.slice(first, last + 1)) set(COLUMN, Number(queue), codePointKey(codePoint));
        }}
      >
        {t('Set')}
      </Button>
    </fieldset>
  );
}

function Cell({ codePoint }: { readonly codePoint: number }) {
  const t = useText();
  const { disabled } = useForm();
  const set = useSetDraftValue();
  const value = String(useDraftValue(COLUMN, codePointKey(codePoint)));
  const choose = (queue: string) => set(COLUMN, Number(queue), codePointKey(codePoint));
  const name = nameOfCodePoint(codePoint);
  return (
    <div className={styles.cell}>
      <span className={styles.value}>{codePoint}</span>
      <span className={styles.name}>{name}</span>
      <SelectBox
        compact
        value={value}
        offered={queues}
        unknown={value}
        label={t('Queue of DSCP {{value}}', { value: wordsOf(codePoint) })}
        disabled={disabled}
        onChoose={choose}
        onChange={(next) => choose(String(next))}
      />
    </div>
  );
}
