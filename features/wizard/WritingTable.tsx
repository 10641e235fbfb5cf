import { Tag, type Tone } from '../../console/elements/Tag.tsx';
import { useText } from '../../console/translations/use-text.ts';
import type { Writing } from './plan.ts';
import styles from './wizard.module.css';
import type { WritingState } from './write.ts';

/** How far one writing is. */
export interface WritingRow {
  readonly state: WritingState;
  /** The device's message where it refused. */
  readonly message: string;
}

interface WritingTableProps {
  readonly writings: readonly Writing[];
  readonly states: Readonly<Partial<Record<Writing['name'], WritingRow>>>;
}

const shown: Readonly<Record<WritingState, { readonly tone: Tone; readonly words: string }>> = {
  waiting: { tone: 'neutral', words: 'Waiting' },
  writing: { tone: 'neutral', words: 'Writing …' },
  done: { tone: 'ok', words: 'Done' },
  failed: { tone: 'bad', words: 'Failed' },
  skipped: { tone: 'plain', words: 'Unchanged' },
};

/** The written values, one line a step, and their progress. */
export function WritingTable({ writings, states }: WritingTableProps) {
  const t = useText();
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-live="polite">
        <thead>
          <tr>
            <th scope="col">{t('Step')}</th>
            <th scope="col">{t('Chosen')}</th>
            <th scope="col">{t('Result')}</th>
          </tr>
        </thead>
        <tbody>
          {writings.map(({ name, title, words, calls }) => {
            const leftOut = calls.length === 0 && name !== 'save';
            const { state, message } = states[name] ?? { state: leftOut ? 'skipped' : 'waiting', message: '' };
            return (
              <tr key={name}>
                <th scope="row">{t(title)}</th>
                <td>
                  {words.filter(Boolean).map((word) => (
                    <div key={word}>{t(word)}</div>
                  ))}
                </td>
                <td>
                  <Tag tone={shown[state].tone}>{t(shown[state].words)}</Tag>
                  {message !== '' && <div className={styles.message}>{message}</div>}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
