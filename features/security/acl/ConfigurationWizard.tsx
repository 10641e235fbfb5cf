import { useEffect, useRef, useState } from 'react';
import { createRow } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { useRows } from '../../../console/call/use-reads.ts';
import type { Control, ControlProps } from '../../../console/controls/control.ts';
import { emptyFor } from '../../../console/controls/empty-for.tsx';
import { SelectBox } from '../../../console/controls/SelectBox.tsx';
import { Button } from '../../../console/elements/Button.tsx';
import { Card } from '../../../console/elements/Card.tsx';
import { Notice } from '../../../console/elements/Notice.tsx';
import { Page } from '../../../console/elements/Page.tsx';
import { confirm } from '../../../console/feedback/dialogs.ts';
import { FormFields } from '../../../console/form/FormFields.tsx';
import { control, focusWrong } from '../../../console/form/focus-wrong.ts';
import { PlainField } from '../../../console/form/PlainField.tsx';
import { leavingFreely, useUnsavedInput } from '../../../console/form/unsaved-input.ts';
import { useNavigate } from '../../../console/router/router-context.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { wordsOf } from '../../../model/values/message.ts';
import type { Value, Values } from '../../../model/wire/call.ts';
import styles from './acl.module.css';
import type { RuleRow } from './conditions.ts';
import { controlFor } from './controls.ts';
import { aclPath } from './paths.ts';
import { aclProfileEntry, ProfileType } from './profile-objects.ts';
import { aclRuleEntry, OFF } from './rule-objects.ts';
import { comparedValue, NOT_GIVEN } from './selection.ts';
import { profileWords, ruleSentence } from './sentence.ts';
import { AUTOMATIC, namesOf, questionOf, stepsOf, wrongAnswers } from './wizard.ts';
import { type WizardResult, wizardResult } from './wizard-result.ts';

const companion = emptyFor(OFF, 'Off');
const required = emptyFor(NOT_GIVEN);
const controls: Readonly<Record<string, Control>> = {
  profile: ProfileChoice,
  ruleId: emptyFor(AUTOMATIC, 'Auto Assign'),
  port: required,
  protocolId: required,
  vlan: required,
  rate: companion,
  priority: companion,
  dscp: companion,
  tos: companion,
};

/** Security > ACL > Configuration Wizard: one rule from plain questions, step by step (docs/specification/security.md). */
export default function ConfigurationWizard() {
  const t = useText();
  const navigate = useNavigate();
  const { apply, pending } = useApply();
  const { data: profiles } = useRows(aclProfileEntry);
  const { data: rules } = useRows(aclRuleEntry);
  const [given, setGiven] = useState<Values>({});
  const [at, setAt] = useState(0);
  /** Messages are shown for answers that were given, and for a whole step once Next was pressed. */
  const [checked, setChecked] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const hasInput = Object.keys(given).length > 0;
  useUnsavedInput(hasInput);

  const steps = stepsOf(given, profiles ?? []);
  const step = steps[at];
  const isSummary = step === undefined;
  const wrong = wrongAnswers(given, step ? namesOf(step) : []);
  const result = profiles && rules ? wizardResult(given, profiles, rules) : undefined;
  const isRefused = result !== undefined && 'refusal' in result;

  // A wrong answer takes the focus, and so does the first question of a step.
  useEffect(() => {
    if (checked > 0) focusWrong(form.current);
  }, [checked]);
  const shownBefore = useRef(at);
  useEffect(() => {
    if (shownBefore.current === at) return;
    shownBefore.current = at;
    form.current?.querySelector<HTMLElement>(control)?.focus();
  }, [at]);

  const goTo = (next: number) => {
    setChecked(0);
    setAt(next);
  };

  async function applyRule() {
    if (!result || 'refusal' in result) return;
    const calls = [
      ...(result.isNew ? [createRow(aclProfileEntry, result.profile)] : []),
      createRow(aclRuleEntry, result.rule),
    ];
    const applied = await apply(calls, { what: 'ACL wizard' });
    if (applied.ok) leavingFreely(() => void navigate(aclPath.listWith(result.profile.aclProfileId)));
  }

  async function cancel() {
    if (hasInput && !(await confirm(t('Close the form without your entries?')))) return;
    leavingFreely(() => void navigate(aclPath.list));
  }

  function goOn() {
    if (isSummary) void applyRule();
    else if (wrong.size > 0) setChecked((count) => count + 1);
    else if (!isRefused) goTo(at + 1);
  }

  const field = (name: string) => {
    const question = questionOf(name);
    const message = wrong.get(name);
    const control = controls[name];
    return (
      <PlainField
        key={name}
        field={question}
        wide={name === 'ports'}
        {...(control ? { control } : controlFor(name))}
        value={given[name] ?? (question.default as Value)}
        onChange={(value) => setGiven((present) => ({ ...present, [name]: value }))}
        message={message && (given[name] !== undefined || checked > 0) ? wordsOf(message, t) : undefined}
      />
    );
  };

  return (
    <Page>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          goOn();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.defaultPrevented) return;
          event.preventDefault();
          void cancel();
        }}
      >
        <Card
          title={t('Step {{step}} of {{steps}}: {{what}}', {
            step: at + 1,
            steps: steps.length + 1,
            what: t(step?.title ?? 'Summary'),
          })}
        >
          {step && (
            <div className={styles.lines}>
              {step.lines.map((names) => (
                <FormFields key={names[0]}>{names.map(field)}</FormFields>
              ))}
            </div>
          )}
          {result && <Outcome result={result} isComplete={isSummary} />}
          <div className={styles.buttons}>
            {at > 0 && <Button onClick={() => goTo(at - 1)}>{t('Back')}</Button>}
            <Button look="primary" type="submit" busy={pending} disabled={isSummary && (!result || isRefused)}>
              {isSummary ? t('Apply') : t('Next')}
            </Button>
            <Button look="text" onClick={() => void cancel()}>
              {t('Cancel')}
            </Button>
          </div>
        </Card>
      </form>
    </Page>
  );
}

interface OutcomeProps {
  readonly result: WizardResult;
  readonly isComplete: boolean;
}

/** The rule that the answers make, with "…" for what is still to be answered, or why there is none. */
function Outcome({ result, isComplete }: OutcomeProps) {
  const t = useText();
  if ('refusal' in result) {
    return (
      <Notice tone="warn" live>
        {wordsOf(result.refusal, t)}
      </Notice>
    );
  }
  const { profile, rule, isNew, place } = result;
  const numbers = { profile: profile.aclProfileId, rule: rule.aclRuleId };
  return (
    <div className={styles.outcome}>
      <p role="status">{ruleSentence(profile, isComplete ? rule : unfinished(rule), t).replace('….', '…')}</p>
      {isComplete && (
        <p className={styles.small}>
          {isNew
            ? t('New profile {{profile}}, rule {{rule}}', numbers)
            : t('Existing profile {{profile}}, rule {{rule}}', numbers)}
          {' · '}
          {profileWords(profile, t)}
          {' · '}
          {t('Place {{place}} in the order of all rules', { place })}
        </p>
      )}
    </div>
  );
}

/** A rule whose missing values its sentence shows as such. */
function unfinished(rule: RuleRow): RuleRow {
  return {
    ...rule,
    aclRulePorts: rule.aclRulePorts || '…',
    ...(comparedValue(rule, 'aclRuleVlan') === undefined && { aclRuleVlan: NOT_GIVEN }),
  };
}

/** One of the profiles, or none: the wizard finds or creates one. Only Add Rule offers packet content. */
function ProfileChoice(props: ControlProps) {
  const t = useText();
  const { data: profiles = [] } = useRows(aclProfileEntry);
  return (
    <SelectBox
      {...props}
      extra={{ value: AUTOMATIC, words: t('Automatic') }}
      offered={profiles
        .filter(({ aclProfileType }) => aclProfileType !== ProfileType.packetContent)
        .map((profile) => ({
          value: String(profile.aclProfileId),
          words: [profile.aclProfileId, profile.aclProfileName, profileWords(profile, t)]
            .filter((part) => part !== '')
            .join(' · '),
        }))}
      unknown={String(props.value)}
      onChoose={(id) => props.onChange(Number(id))}
    />
  );
}
