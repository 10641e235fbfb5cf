import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../console/elements/Button.tsx';
import { FormFields } from '../../../console/form/FormFields.tsx';
import { focusWrong } from '../../../console/form/focus-wrong.ts';
import { PlainField } from '../../../console/form/PlainField.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { type Message, wordsOf } from '../../../model/values/message.ts';
import type { Value } from '../../../model/wire/call.ts';
import { useBridgePorts } from '../../use-trunks.ts';
import { type AddressFilter, everyAddress, readFilter } from './address-filter.ts';
import { fdbControl } from './address-table-objects.ts';
import styles from './vlan.module.css';

const names = ['fdbFilterPort', 'fdbFilterVlan', 'fdbFilterMac', 'fdbFilterType'] as const;
const asked: Record<keyof AddressFilter, Value> = { ...everyAddress, fdbFilterVlan: '' };

/** Filters for the address table; `onFind` is called by Find and Show All. */
export function AddressFilterForm({ onFind }: { onFind: (filter: AddressFilter) => void }) {
  const t = useText();
  const bridgePorts = useBridgePorts();
  const element = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(asked);
  const [problem, setProblem] = useState<Message>();
  useEffect(() => {
    if (problem) focusWrong(element.current);
  }, [problem]);
  const find = () => {
    const reading = readFilter(draft);
    setProblem(reading.ok ? undefined : reading.vlanProblem);
    if (reading.ok) onFind(reading.filter);
  };
  const showAll = () => {
    setDraft(asked);
    setProblem(undefined);
    onFind(everyAddress);
  };
  return (
    <search>
      <form
        ref={element}
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
            const wrong = name === 'fdbFilterVlan' ? problem : undefined;
            return (
              <PlainField
                key={name}
                field={name === 'fdbFilterPort' ? somePort : field}
                value={draft[name]}
                onChange={(value) => {
                  setDraft((now) => ({ ...now, [name]: value }));
                  setProblem(undefined);
                }}
                message={wrong && wordsOf(wrong, t)}
                {...(name !== 'fdbFilterMac' && { help: false })}
                {...(name === 'fdbFilterPort' && { choices: bridgePorts })}
                {...(name !== 'fdbFilterType' && { extra: { value: asked[name], words: t('All') } })}
              />
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

/** The port field without its "None": the choice "All" replaces it. */
const somePort = {
  ...fdbControl.fields.fdbFilterPort,
  limits: { ...fdbControl.fields.fdbFilterPort.limits, optional: false },
};
