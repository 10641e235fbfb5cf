import { setRow } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { Card } from '../../../console/elements/Card.tsx';
import { FactList } from '../../../console/elements/FactList.tsx';
import { Page } from '../../../console/elements/Page.tsx';
import { RefreshButton } from '../../../console/elements/RefreshButton.tsx';
import { confirmDeletion } from '../../../console/feedback/dialogs.ts';
import { FormField } from '../../../console/form/FormField.tsx';
import { FormFields } from '../../../console/form/FormFields.tsx';
import { RowForm } from '../../../console/form/object-forms.tsx';
import { Navigate } from '../../../console/router/Link.tsx';
import { useNavigate } from '../../../console/router/router-context.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { holds } from '../../../model/schema/condition.ts';
import type { Fields } from '../../../model/schema/field.ts';
import { measuredText } from '../../../model/schema/value-text.ts';
import type { Values } from '../../../model/wire/call.ts';
import styles from './acl.module.css';
import { aclPath } from './paths.ts';
import { aclProfileEntry } from './profile-objects.ts';
import { RuleList } from './RuleList.tsx';
import { aclRuleEntry, OFF } from './rule-objects.ts';
import { type Profile, selectedOf } from './selection.ts';
import { flagsOf, ruleSentence } from './sentence.ts';
import { useAcl, useNamed } from './use-acl.ts';

const ofRule = [
  'aclRulePolicyIndex',
  'aclRuleAction',
  'aclRuleRateLimit',
  'aclRuleReplacePriority',
  'aclRuleReplaceDscp',
  'aclRuleReplaceTos',
  'aclRulePorts',
  'aclRuleTimeout',
  'aclRuleRemaining',
  'aclRuleStatus',
  'aclRuleReason',
  'aclRuleHits',
] as const;

/** Columns of a profile that are of use whatever they hold. */
const always: ReadonlySet<string> = new Set([
  'aclProfileId',
  'aclProfileName',
  'aclProfileType',
  'aclProfileOwner',
  'aclProfileProtocol',
  'aclProfileProtocolMask',
  'aclProfileRuleCount',
]);

/** The columns of what a profile looks at, without those of bits that are left out. */
function chosenIn(profile: Profile): readonly string[] {
  return Object.entries(aclProfileEntry.fields).flatMap(([name, field]) => {
    const chunk = /^aclProfileChunk([1-4])/.exec(name)?.[1];
    const isChosen =
      chunk === undefined
        ? profile[name as keyof Profile] !== field.default
        : profile[`aclProfileChunk${chunk as '1' | '2' | '3' | '4'}Mask`] !== '';
    return always.has(name) || isChosen ? [name] : [];
  });
}

function isFlags(column: string): boolean {
  return column === 'aclRuleTcpFlags' || column === 'aclProfileTcpFlagMask';
}

/** Security > ACL > Show Details: a profile, or one of its rules (docs/specification/security.md). */
export default function ShowDetails() {
  const t = useText();
  const navigate = useNavigate();
  const { apply } = useApply();
  const { profileId, ruleId } = useNamed();
  const now = useAcl();
  if (!now) return <Page>{null}</Page>;
  const profile = now.profiles.get(profileId ?? 0);
  const rule = now.rules.find((one) => one.aclProfileId === profileId && one.aclRuleId === ruleId);
  if (!profile || (ruleId !== undefined && !rule)) {
    return now.isLatest ? <Navigate to={aclPath.list} replace /> : <Page>{null}</Page>;
  }
  const facts = (fields: Fields, values: Values, names: readonly string[]) =>
    names.flatMap((name) => {
      const field = fields[name];
      const value = values[name] ?? field?.default;
      if (!field || value === OFF || value === '' || !holds(field.shownWhen, (column) => values[column])) return [];
      const text = isFlags(name) ? flagsOf(Number(value)) || '–' : measuredText(t, field, value);
      return [{ name: t(field.label), value: text }];
    });
  const hasTimeout = rule !== undefined && rule.aclRuleTimeout > 0;
  const shown = ofRule.filter((name) => name !== 'aclRuleRemaining' || hasTimeout);
  const back = () => void navigate(ruleId === undefined ? aclPath.list : aclPath.rules(profile.aclProfileId));
  const clear = async () => {
    if (!rule || !(await confirmDeletion({ text: t('Clear the hit counter of this rule?') }))) return;
    await apply(setRow(aclRuleEntry, { aclProfileId: rule.aclProfileId, aclRuleId: rule.aclRuleId, aclRuleClear: 1 }), {
      what: 'Clear counter',
    });
  };
  return (
    <Page actions={<RefreshButton />}>
      {rule ? (
        <Card title={t('Rule {{rule}} of profile {{profile}}', { rule: rule.aclRuleId, profile: rule.aclProfileId })}>
          <p className={styles.sentence}>{ruleSentence(profile, rule, t, now.names)}</p>
          <FactList
            facts={facts(aclRuleEntry.fields, rule, [...selectedOf(profile).map(({ column }) => column), ...shown])}
          />
          <div className={styles.buttons}>
            <Button onClick={back}>{t('Back')}</Button>
            <Button look="text" destructive onClick={() => void clear()}>
              {t('Clear Counter')}
            </Button>
          </div>
        </Card>
      ) : (
        <>
          <Card title={t('Profile {{profile}}', { profile: profile.aclProfileId })}>
            <FactList facts={facts(aclProfileEntry.fields, profile, chosenIn(profile))} />
            <div className={styles.buttons}>
              <Button onClick={back}>{t('Back')}</Button>
            </div>
          </Card>
          <RowForm
            object={aclProfileEntry}
            index={{ aclProfileId: profile.aclProfileId }}
            title={t('Name and place')}
            what="Edit access profile"
          >
            <FormFields>
              <FormField name="aclProfileName" />
              <FormField name="aclProfilePlace" />
            </FormFields>
          </RowForm>
          <Card title={t('Rules')}>
            <RuleList
              now={now}
              rules={now.rules.filter((one) => one.aclProfileId === profile.aclProfileId)}
              empty={t('This profile has no rules, so it has no effect.')}
            />
          </Card>
        </>
      )}
    </Page>
  );
}
