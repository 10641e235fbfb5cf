import { useId } from 'react';
import { useDraftValue, useForm, useSetDraftValue } from '../../../console/form/form-context.ts';
import { ScrollArea } from '../../../console/table/ScrollArea.tsx';
import table from '../../../console/table/table.module.css';
import { useText } from '../../../console/translations/use-text.ts';
import { QUEUE_NUMBERS } from '../queues.ts';
import styles from './matrix.module.css';
import { PRIORITIES, priorityKey } from './priority-key.ts';

const COLUMN = 'dot1dTrafficClass';

/** Traffic types that the priorities are intended for (IEEE 802.1Q-2018, table I-2). */
const MEANT_FOR = [
  'Best effort',
  'Background',
  'Excellent effort',
  'Critical applications',
  'Video',
  'Voice',
  'Internetwork control',
  'Network control',
] as const;

/** Which queue each priority waits in: one choice a row, and a row that puts all into one. */
export function QueueMatrix() {
  const t = useText();
  const { disabled } = useForm();
  const set = useSetDraftValue();
  const id = useId();
  const [lowest, highest] = [t('Lowest'), t('Highest')];
  const setAll = (queue: number) => {
    for (const priority of PRIORITIES) set(COLUMN, queue, priorityKey(priority));
  };
  return (
    <ScrollArea label={t('Queue of each priority')}>
      <table className={styles.matrix} aria-label={t('Queue of each priority')}>
        <thead>
          <tr>
            <th scope="col" rowSpan={2}>
              {t('Priority')}
            </th>
            <th scope="colgroup" colSpan={QUEUE_NUMBERS.length} className={styles.queues}>
              {t('Queue ID')}
            </th>
          </tr>
          <tr>
            {QUEUE_NUMBERS.map((queue) => (
              <th key={queue} scope="col" className={styles.queue}>
                {queue}
                <small>{queue === 0 ? lowest : queue === QUEUE_NUMBERS.length - 1 ? highest : ''}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className={table.all}>
            <th scope="row">{t('All')}</th>
            {QUEUE_NUMBERS.map((queue) => (
              <td key={queue}>
                <button
                  type="button"
                  className={styles.all}
                  disabled={disabled}
                  aria-label={t('All priorities into queue {{queue}}', { queue })}
                  onClick={() => setAll(queue)}
                >
                  ↓
                </button>
              </td>
            ))}
          </tr>
          {PRIORITIES.map((priority) => (
            <MatrixRow key={priority} priority={priority} name={`${id} ${priority}`} />
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

function MatrixRow({ priority, name }: { readonly priority: number; readonly name: string }) {
  const t = useText();
  const { disabled } = useForm();
  const set = useSetDraftValue();
  const chosen = Number(useDraftValue(COLUMN, priorityKey(priority)));
  return (
    <tr>
      <th scope="row">
        {priority} <small>{t(MEANT_FOR[priority] ?? '')}</small>
      </th>
      {QUEUE_NUMBERS.map((queue) => (
        <td key={queue} data-chosen={queue === chosen || undefined}>
          <label className={styles.cell}>
            <input
              type="radio"
              name={name}
              checked={queue === chosen}
              disabled={disabled}
              aria-label={t('Priority {{priority}} into queue {{queue}}', { priority, queue })}
              onChange={() => set(COLUMN, queue, priorityKey(priority))}
            />
          </label>
        </td>
      ))}
    </tr>
  );
}
