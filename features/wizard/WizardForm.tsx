import { type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { report } from '../../console/call/report.ts';
import { Button } from '../../console/elements/Button.tsx';
import { Card } from '../../console/elements/Card.tsx';
import { draftStore } from '../../console/form/draft-store.ts';
import { focusWrong } from '../../console/form/focus-wrong.ts';
import { areFieldsRight, type FormAround, FormContext } from '../../console/form/form-context.ts';
import { draftOf, placeOf, presentOf } from '../../console/form/form-part.ts';
import { useNavigate } from '../../console/router/router-context.ts';
import { useText } from '../../console/translations/use-text.ts';
import type { Value, Values } from '../../model/wire/call.ts';
import type { Messages } from './checks.ts';
import { entriesOver, fieldsOf, keepStep, type StepName } from './entries.ts';
import { useHere } from './use-here.ts';
import { LeaveStep, pathOf } from './WizardFrame.tsx';
import styles from './wizard.module.css';
import { entriesPart, entryKey, wizardEntries } from './wizard-entries.ts';

interface WizardFormProps {
  readonly step: StepName;
  /** The device's values, by field. */
  readonly present: Values;
  /** Suggested instead of some of them, while the step was not gone through. */
  readonly offered?: Values;
  readonly back?: StepName | undefined;
  readonly next: StepName | ((entries: Values) => StepName);
  /** Steps before the wizard goes on, with the entries kept already; false stays here. */
  readonly before?: (entries: Values) => Promise<boolean>;
  readonly check?: (entries: Values) => Messages;
  /** The device's objections to the entries, by field; asked if there are no other errors. Rejects as a call does. */
  readonly ask?: (entries: Values) => Promise<Messages>;
  /** The moment at which the clock boxes were filled, where they were. */
  readonly clockSet?: () => number | undefined;
  /** Why one cannot go on from here. */
  readonly stop?: string;
  /** Beside Back and Next. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The form of one step. Next keeps what was typed in the browser; nothing is sent before the last step. */
export function WizardForm({
  step,
  present,
  offered,
  back,
  next,
  before,
  check,
  ask,
  clockSet,
  stop,
  actions,
  children,
}: WizardFormProps) {
  const t = useText();
  const navigate = useNavigate();
  const element = useRef<HTMLFormElement>(null);
  const [refused, setRefused] = useState(0);
  const [busy, setBusy] = useState(false);
  // On the way to another step the form stays until that can be drawn.
  const isLeft = useRef(false);
  const isShown = useHere();
  const isHere = () => isShown() && !isLeft.current;
  const [start] = useState(() => entriesOver(present, offered));
  const [around] = useState((): FormAround => {
    const parts = [entriesPart(start)];
    return { parts, draft: draftStore(presentOf(parts)), drawn: new Map(), disabled: false };
  });
  const { parts, draft } = around;
  // Focus goes to the first field with an error, once it is marked.
  useEffect(() => {
    if (refused > 0) focusWrong(element.current);
  }, [refused]);

  const typed = () => {
    const values = draftOf(parts, draft.get());
    return Object.fromEntries(fieldsOf[step].map((field) => [field, canonical(field, values[entryKey(field)] ?? '')]));
  };
  const keep = () => keepStep(step, typed(), { present, clockSet: clockSet?.() });
  const mark = (messages: Messages, words: (message: string) => string) => {
    const found = Object.entries(messages);
    const place = placeOf(entriesPart());
    draft.refuse(...found.map(([column, message]) => ({ place, column, message: words(message) })));
    if (found.length > 0) setRefused((count) => count + 1);
    return found.length > 0;
  };
  const submit = async (target: StepName | undefined) => {
    const entries = { ...start, ...typed() };
    if (mark(check?.(entries) ?? {}, t)) return;
    try {
      const messages = (await ask?.(entries)) ?? {};
      // A user who has moved to another step meanwhile stays there.
      if (!isHere()) return;
      // The device's words are in the reader's language already.
      if (mark(messages, (message) => message)) return;
    } catch (failure) {
      if (isHere()) report(failure);
      return;
    }
    keep();
    if (before && !(await before(entries))) return;
    if (isHere()) void navigate(pathOf(target ?? (typeof next === 'function' ? next(entries) : next)));
  };
  const goOn = async (target?: StepName) => {
    if (busy) return;
    isLeft.current = false;
    setBusy(true);
    try {
      if (areFieldsRight(around)) await submit(target);
      else setRefused((count) => count + 1);
    } finally {
      setBusy(false);
    }
  };
  const leaveFor = (target: StepName) => {
    isLeft.current = true;
    keep();
    void navigate(pathOf(target));
  };
  const leave = useContext(LeaveStep);
  leave.current = (target, forward) => {
    if (forward) void goOn(target);
    else leaveFor(target);
  };

  return (
    <FormContext value={around}>
      <form
        ref={element}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void goOn();
        }}
      >
        <Card>
          <div className={styles.inside}>
            {children}
            <div className={styles.buttons}>
              {back && <Button onClick={() => leaveFor(back)}>{t('Back')}</Button>}
              <Button look="primary" type="submit" busy={busy} disabled={stop !== undefined}>
                {t('Next')}
              </Button>
              {actions}
              {stop !== undefined && <span className={styles.reason}>{stop}</span>}
            </div>
          </div>
        </Card>
      </form>
    </FormContext>
  );
}

/** A field's reading of the entered text; the text itself if it cannot be read. */
function canonical(field: string, typed: Value): Value {
  const declared = Object.entries(wizardEntries.fields).find(([name]) => name === field)?.[1];
  const reading = declared?.read(typed);
  return reading?.ok ? reading.value : typed;
}
