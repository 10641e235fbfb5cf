import { deleteRow, setRow } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { Card } from '../../../console/elements/Card.tsx';
import { Page } from '../../../console/elements/Page.tsx';
import { RefreshButton } from '../../../console/elements/RefreshButton.tsx';
import { confirmDeletion } from '../../../console/feedback/dialogs.ts';
import { Navigate } from '../../../console/router/Link.tsx';
import { useNavigate } from '../../../console/router/router-context.ts';
import { AddButton } from '../../../console/table/AddButton.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import styles from './acl.module.css';
import { aclPath } from './paths.ts';
import { RuleList } from './RuleList.tsx';
import { aclRuleEntry } from './rule-objects.ts';
import { profileWords } from './sentence.ts';
import { useAcl, useNamed } from './use-acl.ts';

/** Security > ACL > Edit Rules: the rules of one profile (docs/specification/security.md). */
export default function EditRules() {
  const t = useText();
  const navigate = useNavigate();
  const { apply } = useApply();
  const { profileId } = useNamed();
  const now = useAcl();
  if (profileId === undefined) return <Navigate to={aclPath.list} replace />;
  if (!now) return <Page>{null}</Page>;
  const profile = now.profiles.get(profileId);
  // A profile that was just added may not have been read yet.
  if (!profile) return now.isLatest ? <Navigate to={aclPath.list} replace /> : <Page>{null}</Page>;
  const rules = now.rules.filter((rule) => rule.aclProfileId === profileId);

  async function deleteAll() {
    await apply(
      rules.map(({ aclProfileId, aclRuleId }) => deleteRow(aclRuleEntry, { aclProfileId, aclRuleId })),
      {
        what: 'Delete all rules of a profile',
        ask: { text: t('Delete all rules of profile {{profile}}?', { profile: profileId ?? 0 }), destructive: true },
      },
    );
  }

  const clear = async () => {
    if (
      !(await confirmDeletion({
        text: t('Clear the hit counters of profile {{profile}}?', { profile: profileId ?? 0 }),
      }))
    )
      return;
    await apply(
      rules.map(({ aclProfileId, aclRuleId }) => setRow(aclRuleEntry, { aclProfileId, aclRuleId, aclRuleClear: 1 })),
      { what: 'Clear counters' },
    );
  };

  return (
    <Page actions={<RefreshButton />}>
      <Card
        title={t('Rules of profile {{profile}}', { profile: profileId })}
        actions={
          <>
            <Button look="text" onClick={() => void navigate(aclPath.details(profileId))}>
              {t('Show details')}
            </Button>
            <AddButton words={t('Add rule')} onPress={() => void navigate(aclPath.rule(profileId))} />
          </>
        }
      >
        <p className={styles.small}>{profileWords(profile, t)}</p>
        <RuleList now={now} rules={rules} empty={t('This profile has no rules, so it has no effect.')} />
        <div className={styles.buttons}>
          <Button onClick={() => void navigate(aclPath.list)}>{t('Back')}</Button>
          {rules.length > 0 && (
            <>
              <Button look="text" destructive onClick={() => void clear()}>
                {t('Clear counters')}
              </Button>
              <Button look="text" destructive onClick={() => void deleteAll()}>
                {t('Delete All')}
              </Button>
            </>
          )}
        </div>
      </Card>
    </Page>
  );
}
