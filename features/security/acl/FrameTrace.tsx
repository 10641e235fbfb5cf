import { useState } from 'react';
import { useRows } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { Card } from '../../../console/elements/Card.tsx';
import { classNames } from '../../../console/elements/class-names.ts';
import { Tag } from '../../../console/elements/Tag.tsx';
import { PlainField } from '../../../console/form/PlainField.tsx';
import { portNumbers } from '../../../console/ports/port-numbers.ts';
import { Link } from '../../../console/router/Link.tsx';
import { useLocation } from '../../../console/router/router-context.ts';
import { useText } from '../../../console/translations/use-text.ts';
import type { Field } from '../../../model/schema/field.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { wordsOf, wordsOfText } from '../../../model/values/message.ts';
import type { Value, Values } from '../../../model/wire/call.ts';
import styles from './acl.module.css';
import { aclPath } from './paths.ts';
import { ruleSentence } from './sentence.ts';
import { aclTraceEntry, askedFrame, TraceVerdict } from './trace-objects.ts';
import type { AclNow } from './use-acl.ts';

type Step = RowOf<typeof aclTraceEntry>;

const fields: Readonly<Record<string, Field>> = askedFrame;
const first: Values = Object.fromEntries(
  Object.entries(fields).map(([name, field]) => [name, name === 'tracePort' ? 1 : (field.default as Value)]),
);

/** "What happens to this frame?": the way of a frame that is never sent, as the plan in force has it. */
export function FrameTrace({ now }: { readonly now: AclNow | undefined }) {
  const t = useText();
  const { search } = useLocation();
  const [asked, setAsked] = useState(() => ({ ...first, ...portIn(search) }));
  const [question, setQuestion] = useState<Values>();
  const given = Object.fromEntries(Object.entries(question ?? {}).filter(([, value]) => value !== ''));
  const { data: steps } = useRows(aclTraceEntry, given, { enabled: question !== undefined });
  return (
    <Card title={t('What happens to this frame?')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setQuestion(asked);
        }}
      >
        <div className={styles.filters}>
          {Object.entries(fields).map(([name, field]) => (
            <PlainField
              key={name}
              field={field}
              value={asked[name] ?? ''}
              onChange={(value) => setAsked((present) => ({ ...present, [name]: value }))}
              message={messageOf(field, asked[name], t)}
            />
          ))}
        </div>
        <div className={styles.buttons}>
          <Button look="primary" type="submit">
            {t('Show path')}
          </Button>
        </div>
      </form>
      <div aria-live="polite">{question && steps && <Way steps={steps} now={now} />}</div>
    </Card>
  );
}

/** The port that the page's address asks for: "?port=3". */
function portIn(search: string): Values {
  const port = Number(new URLSearchParams(search).get('port'));
  return portNumbers().includes(port) ? { tracePort: port } : {};
}

/** The message about a field's entry, in the administrator's language. */
export function messageOf(field: Field, value: Value | undefined, t: ReturnType<typeof useText>): string | undefined {
  const reading = field.read(value);
  return reading.ok ? undefined : wordsOf(reading.message, t);
}

const tones = {
  [TraceVerdict.passes]: 'neutral',
  [TraceVerdict.takes]: 'ok',
  [TraceVerdict.drops]: 'bad',
  [TraceVerdict.leaves]: 'ok',
} as const;

function Way({ steps, now }: { readonly steps: readonly Step[]; readonly now: AclNow | undefined }) {
  const t = useText();
  const words = aclTraceEntry.fields.aclTraceVerdict;
  return (
    <ol className={classNames(styles.rules, styles.way)}>
      {steps.map((step) => {
        const rule = now?.rules.find(
          (one) => one.aclProfileId === step.aclTraceProfile && one.aclRuleId === step.aclTraceRule,
        );
        const profile = rule && now?.profiles.get(rule.aclProfileId);
        return (
          <li key={step.aclTraceStep} className={styles.rule}>
            <span className={styles.place}>{step.aclTraceStep}</span>
            <div className={styles.words}>
              <p>
                <strong>{t(step.aclTraceStage)}</strong> {wordsOfText(step.aclTraceSaid, step.aclTraceReason, t)}
              </p>
              {rule && profile && (
                <p className={styles.small}>
                  <Link to={aclPath.details(rule.aclProfileId, rule.aclRuleId)}>
                    {ruleSentence(profile, rule, t, now?.names)}
                  </Link>
                </p>
              )}
            </div>
            <Tag tone={tones[step.aclTraceVerdict]}>{t(words.show(step.aclTraceVerdict))}</Tag>
          </li>
        );
      })}
    </ol>
  );
}
