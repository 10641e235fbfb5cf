import { useId, useState } from 'react';
import { readFailureText } from '../../console/call/failure.ts';
import { useRows } from '../../console/call/use-reads.ts';
import controls from '../../console/controls/controls.module.css';
import { ChangeList } from '../../console/elements/ChangeList.tsx';
import { Drawer } from '../../console/elements/Drawer.tsx';
import { Notice } from '../../console/elements/Notice.tsx';
import { Skeleton } from '../../console/elements/Skeleton.tsx';
import { useText } from '../../console/translations/use-text.ts';
import { changeWords, readChangeMessage } from '../../model/configuration/change.ts';
import styles from './history.module.css';
import { cfgDifferenceEntry, cfgPointEntry } from './objects.ts';

interface CompareDrawerProps {
  /** Points by number; 0 is what is in force. */
  readonly from: number;
  readonly to: number;
  readonly onClose: () => void;
}

/** What differs between any two points, or between one and what is in force. */
export function CompareDrawer({ from: first, to: second, onClose }: CompareDrawerProps) {
  const t = useText();
  const id = useId();
  const [[from, to], setPair] = useState<readonly [number, number]>([first, second]);
  const { data: points = [] } = useRows(cfgPointEntry);
  const { data, error } = useRows(cfgDifferenceEntry, { cfgDifferenceFrom: from, cfgDifferenceTo: to });
  const options = [
    { value: 0, words: t('Running configuration') },
    ...points.toReversed().map(({ cfgPointIndex: point, cfgPointName: name, cfgPointTime: time }) => ({
      value: point,
      words:
        name === ''
          ? t('Point {{point}} · {{time}}', { point, time })
          : t('Point {{point}}: {{name}}', { point, name }),
    })),
  ];
  const selects = [
    { key: 'from', label: t('From'), value: from, choose: (value: number) => setPair([value, to]) },
    { key: 'to', label: t('To'), value: to, choose: (value: number) => setPair([from, value]) },
  ];
  return (
    <Drawer open onClose={onClose} title={t('Compare')} sentence={t('Changes from one point to the other')}>
      <div className={styles.wayBack}>
        <div className={styles.points}>
          {selects.map(({ key, label, value, choose }) => (
            <div key={key} className={styles.point}>
              <label htmlFor={`${id}${key}`}>{label}</label>
              <select
                id={`${id}${key}`}
                className={controls.box}
                value={value}
                onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
              >
                {options.map((option) => (
                  <option key={option.value} value={option.value}>
                    {option.words}
                  </option>
                ))}
              </select>
            </div>
          ))}
        </div>
        {error && <Notice tone="bad">{readFailureText(error, t)}</Notice>}
        {!data && !error && <Skeleton />}
        {data?.length === 0 && <p className={styles.quiet}>{t('No differences.')}</p>}
        {data && data.length > 0 && (
          <ChangeList
            changes={data.map(({ cfgDifferenceSaid, cfgDifferenceWhat }) => {
              const said = readChangeMessage(cfgDifferenceSaid);
              return said ? changeWords(said, t) : { what: cfgDifferenceWhat, from: '', to: '' };
            })}
          />
        )}
      </div>
    </Drawer>
  );
}
