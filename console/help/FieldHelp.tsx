import { lazy, Suspense, useId, useRef, useState } from 'react';
import { useText } from '../translations/use-text.ts';
import styles from './help.module.css';
import type { HelpedField } from './helped-field.ts';

interface FieldHelpProps {
  /**
   * The label that it is beside, by its identifier. F1 in the field opens the help then, and the button is no stop of the Tab key,
   * which goes from field to field.
   */
  readonly beside?: string;
  /** The panel's name, in the shown language: "About Hello time"; without a label beside it also the button's. */
  readonly label: string;
  readonly fields: readonly HelpedField[];
}

/** Marks the button that F1 presses, and the field that it is of. */
const OPENER = 'data-help-opener';
export const helped = { 'data-helped': '' } as const;

window.addEventListener('keydown', (event) => {
  if (event.key !== 'F1' || !(event.target instanceof Element)) return;
  const button = event.target.closest('[data-helped]')?.querySelector<HTMLElement>(`[${OPENER}]`);
  if (!button) return;
  event.preventDefault();
  button.click();
});

const HelpPanel = lazy(() => import('./HelpPanel.tsx'));

/** A quiet button beside a label or a heading that says what fields do, their range and default, and how else they are set. */
export function FieldHelp({ label, fields, beside }: FieldHelpProps) {
  const t = useText();
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  /** What had the focus, which is given back. */
  const from = useRef<Element>(null);
  const [open, setOpen] = useState(false);
  return (
    <span className={styles.help}>
      <button
        ref={opener}
        type="button"
        className={styles.opener}
        {...(beside !== undefined && {
          tabIndex: -1,
          'aria-describedby': beside,
          'aria-keyshortcuts': 'F1',
          [OPENER]: '',
        })}
        title={beside === undefined ? t('Explanation') : t('Explanation (F1)')}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => {
          from.current = document.activeElement;
          setOpen(!open);
        }}
      >
        <span aria-hidden="true">?</span>
        <span className="visually-hidden">{beside === undefined ? label : t('Explanation')}</span>
      </button>
      {open && (
        <Suspense>
          <HelpPanel id={id} label={label} fields={fields} opener={opener} from={from} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  );
}
