import { type ReactNode, useId } from 'react';
import controls from '../controls/controls.module.css';
import { FilteredInput } from '../controls/FilteredInput.tsx';
import { Button } from '../elements/Button.tsx';
import { useText } from '../translations/use-text.ts';
import { portFilters } from './port-facts.ts';
import styles from './port-tools.module.css';
import { type PortChoice, portsText } from './use-port-choice.ts';

/** The characters allowed in a list of ports. */
const listCharacters = /[\d,\- ]/;

interface PortToolsProps {
  readonly choice: PortChoice;
  /** Whether rows can be chosen by what their ports do. */
  readonly filters: boolean;
  /** At the right: what the columns mean. */
  readonly help: ReactNode;
}

/** Above a port table: the ports that its first row sets, typed as a range, and which rows are shown. */
export function PortTools({ choice, filters, help }: PortToolsProps) {
  const t = useText();
  const id = useId();
  const { ticked, spared, wrong } = choice;
  return (
    <div className={styles.tools}>
      <span className={styles.pair}>
        <label htmlFor={`${id}ports`}>{t('Ports to set')}</label>
        <span className={styles.range}>
          <FilteredInput
            id={`${id}ports`}
            compact
            placeholder="5-8,12"
            value={choice.text}
            allowed={listCharacters}
            invalid={wrong}
            describedBy={`${id}said`}
            onChange={(text) => choice.type(String(text))}
            onBlur={choice.leave}
          />
        </span>
      </span>
      {filters && (
        <span className={styles.pair}>
          <label htmlFor={`${id}filter`}>{t('Show')}</label>
          <select
            id={`${id}filter`}
            className={`${controls.box} ${controls.compact} ${styles.filter}`}
            value={choice.filter}
            onChange={({ currentTarget }) => {
              const next = portFilters.find((filter) => filter === currentTarget.value);
              if (next) choice.setFilter(next);
            }}
          >
            {portFilters.map((filter) => (
              <option key={filter} value={filter}>
                {t(filter)}
              </option>
            ))}
          </select>
        </span>
      )}
      <span id={`${id}said`} role="status" className={wrong ? styles.wrong : styles.said}>
        {wrong
          ? t('This table has no such ports. Example: 5-8,12')
          : ticked.size > 0
            ? t('{{number}} selected', { number: ticked.size })
            : spared.length > 0
              ? t('"All" skips {{ports}}: this session or a link to another switch.', {
                  ports: portsText(spared),
                })
              : ''}
      </span>
      {ticked.size > 0 && (
        <Button look="text" onClick={choice.clear}>
          {t('Clear selection')}
        </Button>
      )}
      {ticked.size === 0 && spared.length > 0 && (
        <Button look="text" onClick={choice.tickAll}>
          {t('Select all')}
        </Button>
      )}
      <span className={styles.help}>{help}</span>
    </div>
  );
}
