import { Button } from '../../../console/elements/Button.tsx';
import { FormField } from '../../../console/form/FormField.tsx';
import { useDraft, useDraftValue, useForm, useSetDraftValue } from '../../../console/form/form-context.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { withDecimalMark } from '../../../model/values/number-words.ts';
import { QUEUE_NUMBERS } from '../queues.ts';
import { Algorithm, DEFAULT_WEIGHTS } from './objects.ts';
import { queueKey } from './queue-key.ts';
import styles from './weights.module.css';

const COLUMN = 'qosSchedWeight';
const HIGHEST_FIRST = [...QUEUE_NUMBERS].reverse();

/** The weight of each queue, the highest first, and the part of a congested port that follows from it. */
export function Weights() {
  const t = useText();
  const draft = useDraft();
  const isStrict = Number(useDraftValue('qosSchedAlgorithm')) === Algorithm.strict;
  const weightOf = (queue: number) => Number(draft[`${queueKey(queue)}/${COLUMN}`]) || 0;
  const sum = QUEUE_NUMBERS.reduce((total, queue) => total + weightOf(queue), 0);
  return (
    <div className={styles.queues}>
      {HIGHEST_FIRST.map((queue) => {
        const share = sum > 0 ? (weightOf(queue) / sum) * 100 : 0;
        return (
          <div key={queue} className={styles.queue}>
            <FormField
              name={COLUMN}
              object={queueKey(queue)}
              label={t('Weight of queue {{queue}}', { queue })}
              {...(isStrict && { disabled: t('Only with Weighted Round Robin.') })}
            />
            {!isStrict && (
              <span className={styles.share}>
                <span className={styles.bar} aria-hidden="true">
                  <span style={{ inlineSize: `${share}%` }} />
                </span>
                {t('{{percent}} % of a port that all queues use', {
                  percent: withDecimalMark(share.toFixed(share < 10 ? 1 : 0), t),
                })}
              </span>
            )}
          </div>
        );
      })}
    </div>
  );
}

/** Puts the first weights back into the fields; Apply sends them. */
export function DefaultWeights() {
  const t = useText();
  const { disabled } = useForm();
  const set = useSetDraftValue();
  const restore = () => {
    set('qosSchedAlgorithm', Algorithm.strict);
    for (const queue of QUEUE_NUMBERS) set(COLUMN, DEFAULT_WEIGHTS[queue] ?? 1, queueKey(queue));
  };
  return (
    <div>
      <Button disabled={disabled} onClick={restore}>
        {t('Defaults')}
      </Button>
    </div>
  );
}
