import { useState } from 'react';
import { createRow } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { useRows } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { Card } from '../../../console/elements/Card.tsx';
import { Notice } from '../../../console/elements/Notice.tsx';
import { Page } from '../../../console/elements/Page.tsx';
import { PlainField } from '../../../console/form/PlainField.tsx';
import { useNavigate } from '../../../console/router/router-context.ts';
import { useText } from '../../../console/translations/use-text.ts';
import type { Field } from '../../../model/schema/field.ts';
import { wordsOf } from '../../../model/values/message.ts';
import type { Value, Values } from '../../../model/wire/call.ts';
import styles from './acl.module.css';
import { aclPath } from './paths.ts';
import { aclProfileEntry } from './profile-objects.ts';
import { aclRuleEntry } from './rule-objects.ts';
import { profileWords, ruleSentence } from './sentence.ts';
import { answersOf, questions, shownQuestions, wizardResult } from './wizard.ts';

const fields: Readonly<Record<string, Field>> = questions;

/** Security > ACL > Configuration Wizard: one rule from plain questions, step by step (reference/security.md). */
export default function ConfigurationWizard() {
  const t = useText();
  const navigate = useNavigate();
  const { apply, pending } = useApply();
  const { data: profiles } = useRows(aclProfileEntry);
  const { data: rules } = useRows(aclRuleEntry);
  const [given, setGiven] = useState<Values>({});
  const [step, setStep] = useState(0);
  const steps = ['From', 'To', 'Service', 'Action', 'Ports'];
  const isSummary = step === steps.length;
  const shown = shownQuestions(given, step);
  const answers = answersOf(given);
  const result = isSummary && profiles && rules ? wizardResult(answers, profiles, rules) : undefined;
  const wrong = (name: string) => {
    const reading = fields[name]?.read(given[name] ?? fields[name]?.default);
    return reading && !reading.ok ? wordsOf(reading.message, t) : undefined;
  };
  const isWrong = shown.some((name) => wrong(name) !== undefined);

  async function applyRule() {
    if (!result || 'refusal' in result) return;
    const calls = [
      ...(result.isNew ? [createRow(aclProfileEntry, result.profile)] : []),
      createRow(aclRuleEntry, result.rule),
    ];
    const applied = await apply(calls, { what: 'ACL wizard' });
    if (applied.ok) void navigate(aclPath.rules(result.profile.aclProfileId));
  }

  return (
    <Page>
      <Card
        title={
          isSummary
            ? t('Summary')
            : t('Step {{step}} of {{steps}}: {{what}}', {
                step: step + 1,
                steps: steps.length,
                what: t(steps[step] ?? ''),
              })
        }
      >
        {isSummary ? (
          result &&
          ('refusal' in result ? (
            <Notice tone="warn">{wordsOf(result.refusal, t)}</Notice>
          ) : (
            <>
              <p>{ruleSentence(result.profile, result.rule, t)}</p>
              <p className={styles.small}>
                {result.isNew
                  ? t('New profile {{profile}}, rule {{rule}}', numbersOf(result))
                  : t('Existing profile {{profile}}, rule {{rule}}', numbersOf(result))}
                {' · '}
                {profileWords(result.profile, t)}
              </p>
            </>
          ))
        ) : (
          <div className={styles.filters}>
            {shown.map((name) => {
              const field = fields[name];
              return (
                field && (
                  <PlainField
                    key={name}
                    field={field}
                    value={given[name] ?? (field.default as Value)}
                    onChange={(value) => setGiven((present) => ({ ...present, [name]: value }))}
                    message={given[name] === undefined ? undefined : wrong(name)}
                  />
                )
              );
            })}
          </div>
        )}
        <div className={styles.buttons}>
          {step > 0 && <Button onClick={() => setStep(step - 1)}>{t('Back')}</Button>}
          {isSummary ? (
            <Button
              look="primary"
              busy={pending}
              disabled={!result || 'refusal' in result}
              onClick={() => void applyRule()}
            >
              {t('Apply')}
            </Button>
          ) : (
            <Button look="primary" disabled={isWrong} onClick={() => setStep(step + 1)}>
              {t('Next')}
            </Button>
          )}
          <Button look="text" onClick={() => void navigate(aclPath.list)}>
            {t('Cancel')}
          </Button>
        </div>
      </Card>
    </Page>
  );
}

function numbersOf({ profile, rule }: { profile: { aclProfileId: number }; rule: { aclRuleId: number } }) {
  return { profile: profile.aclProfileId, rule: rule.aclRuleId };
}
