import { useId, useState } from 'react';
import { controlOf } from '../../../console/controls/control-of.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { FormFields } from '../../../console/form/FormFields.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { type Message, wordsOf } from '../../../model/values/message.ts';
import type { Value } from '../../../model/wire/call.ts';
import { type AddressFilter, everyAddress, readFilter } from './address-filter.ts';
import { fdbControl } from './objects.ts';
import styles from './vlan.module.css';

const names = ['fdbFilterPort', 'fdbFilterVlan', 'fdbFilterMac', 'fdbFilterType'] as const;
const asked: Record<keyof AddressFilter, Value> = { ...everyAddress, fdbFilterVlan: '' };

/** What to look for in the address table; `onFind` is told with Find and Show All. */
export function AddressFilterForm({ onFind }: { onFind: (filter: AddressFilter) => void }) {
  const t = useText();
  const id = useId();
  const [draft, setDraft] = useState(asked);
  const [problem, setProblem] = useState<Message>();
  const find = () => {
    const reading = readFilter(draft);
    setProblem(reading.ok ? undefined : reading.vlanProblem);
    if (reading.ok) onFind(reading.filter);
    else document.getElementById(`${id}fdbFilterVlan`)?.focus();
  };
  const showAll = () => {
    setDraft(asked);
    setProblem(undefined);
    onFind(everyAddress);
  };
  return (
    <search>
      <form
        noValidate
        className={styles.filter}
        onSubmit={(event) => {
          event.preventDefault();
          find();
        }}
      >
        <FormFields>
          {names.map((name) => {
            const field = fdbControl.fields[name];
            const Control = controlOf(field);
            const wrong = name === 'fdbFilterVlan' ? problem : undefined;
            return (
              <div key={name} className={styles.field}>
                <label htmlFor={id + name}>{t(field.label)}</label>
                <Control
                  id={id + name}
                  field={name === 'fdbFilterPort' ? somePort : field}
                  value={draft[name]}
                  onChange={(value) => setDraft((now) => ({ ...now, [name]: value }))}
                  invalid={wrong !== undefined}
                  describedBy={`${id}${name}help`}
                  {...(name !== 'fdbFilterType' && { extra: { value: asked[name], words: t('All') } })}
                />
                <small id={`${id}${name}help`} className={wrong ? styles.wrong : undefined} aria-live="polite">
                  {wrong ? wordsOf(wrong, t) : 'help' in field && field.help && t(field.help)}
                </small>
              </div>
            );
          })}
        </FormFields>
        <div className={styles.buttons}>
          <Button type="submit">{t('Find')}</Button>
          <Button onClick={showAll}>{t('Show All')}</Button>
        </div>
      </form>
    </search>
  );
}

/** The port field without its "None": the choice "All" stands in its place. */
const somePort = {
  ...fdbControl.fields.fdbFilterPort,
  limits: { ...fdbControl.fields.fdbFilterPort.limits, optional: false },
};
