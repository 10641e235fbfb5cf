import { useRows } from '../../../console/call/use-reads.ts';
import { Page } from '../../../console/elements/Page.tsx';
import { FormField } from '../../../console/form/FormField.tsx';
import { FormFields } from '../../../console/form/FormFields.tsx';
import { useDraftValue } from '../../../console/form/form-context.ts';
import { CreateForm, RowForm } from '../../../console/form/object-forms.tsx';
import { Navigate } from '../../../console/router/Link.tsx';
import { useNavigate } from '../../../console/router/router-context.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { bitsOfField } from '../../../model/access-control/access-rule.ts';
import type { RuleRow } from './conditions.ts';
import { controlFor } from './controls.ts';
import { aclPath } from './paths.ts';
import { aclProfileEntry } from './profile-objects.ts';
import { aclRuleEntry, RuleAction } from './rule-objects.ts';
import { type Profile, selectedOf } from './selection.ts';
import { profileWords } from './sentence.ts';
import { useNamed } from './use-acl.ts';

const companions = ['aclRuleRateLimit', 'aclRuleReplacePriority', 'aclRuleReplaceDscp', 'aclRuleReplaceTos'] as const;

/** Security > ACL > Add Rule: a new rule of a profile, or one that is there (docs/specification/security.md). */
export default function AddRule() {
  const t = useText();
  const navigate = useNavigate();
  const { profileId, ruleId } = useNamed();
  const { data: profiles, isFetching } = useRows(aclProfileEntry);
  const { data: rules, isFetching: areRulesRead } = useRows(aclRuleEntry);
  const profile = profiles?.find((one) => one.aclProfileId === profileId);
  // A profile just added by another session may not have been read yet.
  if (!profiles || !rules || (!profile && isFetching)) return <Page>{null}</Page>;
  if (!profile) return <Navigate to={aclPath.list} replace />;
  const { aclProfileId } = profile;
  const own = rules.filter((rule) => rule.aclProfileId === aclProfileId);
  const edited = own.find((rule) => rule.aclRuleId === ruleId);
  if (ruleId !== undefined && !edited) {
    return areRulesRead ? <Page>{null}</Page> : <Navigate to={aclPath.rules(aclProfileId)} replace />;
  }
  const back = () => void navigate(aclPath.rules(aclProfileId));
  const remark = profileWords(profile, t);
  return (
    <Page {...(edited && { title: t('Edit rule {{rule}}', { rule: edited.aclRuleId }) })}>
      {edited ? (
        <RowForm
          object={aclRuleEntry}
          index={{ aclProfileId, aclRuleId: edited.aclRuleId }}
          title={t('Rule {{rule}} of profile {{profile}}', { rule: edited.aclRuleId, profile: aclProfileId })}
          what="Edit access rule"
          remark={remark}
          onApplied={back}
          onCancel={back}
        >
          <RuleFields profile={profile} />
        </RowForm>
      ) : (
        <CreateForm
          object={aclRuleEntry}
          title={t('New rule of profile {{profile}}', { profile: aclProfileId })}
          what="Add access rule"
          remark={remark}
          initial={{ aclProfileId, aclRuleId: nextFree(own) }}
          onApplied={back}
          onCancel={back}
        >
          <RuleFields profile={profile} isNew />
        </CreateForm>
      )}
    </Page>
  );
}

/** The lowest number that is free. */
function nextFree(rules: readonly RuleRow[]): number {
  const taken = new Set(rules.map(({ aclRuleId }) => aclRuleId));
  let id = 1;
  while (taken.has(id)) id += 1;
  return id;
}

function RuleFields({ profile, isNew = false }: { readonly profile: Profile; readonly isNew?: boolean }) {
  const t = useText();
  const isPermit = Number(useDraftValue('aclRuleAction')) === RuleAction.permit;
  return (
    <FormFields>
      {isNew && <FormField name="aclRuleId" />}
      {selectedOf(profile).map(({ column, field, mask }) => (
        <FormField
          key={column}
          name={column}
          help={t('{{count}} of {{all}} bits are compared.', { count: ones(mask), all: bitsOfField(field) })}
          {...controlFor(column)}
        />
      ))}
      <FormField name="aclRuleAction" />
      {isPermit && companions.map((name) => <FormField key={name} name={name} {...controlFor(name)} />)}
      <FormField name="aclRuleTimeout" />
      <FormField name="aclRulePorts" wide />
    </FormFields>
  );
}

function ones(mask: bigint): number {
  return mask.toString(2).replaceAll('0', '').length;
}
