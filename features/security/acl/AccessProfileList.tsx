import { deleteAllRows, deleteRow } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { useGroup, useRows } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { Notice } from '../../../console/elements/Notice.tsx';
import { Page } from '../../../console/elements/Page.tsx';
import { RefreshButton } from '../../../console/elements/RefreshButton.tsx';
import { confirmDeletion } from '../../../console/feedback/dialogs.ts';
import { Link } from '../../../console/router/Link.tsx';
import { useNavigate } from '../../../console/router/router-context.ts';
import { ObjectTable } from '../../../console/table/ObjectTable.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import styles from './acl.module.css';
import type { Profile } from './conditions.ts';
import { aclPath } from './paths.ts';
import { aclProfileEntry, aclStatus } from './profile-objects.ts';
import { aclRuleEntry } from './rule-objects.ts';
import { profileWords } from './sentence.ts';
import { useNamed } from './use-acl.ts';

/** Security > ACL > Access Profile List: the profiles, and the way to their rules (reference/security.md). */
export default function AccessProfileList() {
  const t = useText();
  const navigate = useNavigate();
  const { apply } = useApply();
  const { data: usage } = useGroup(aclStatus);
  const { data: rules = [] } = useRows(aclRuleEntry);

  async function deleteAll() {
    if (!(await confirmDeletion({ text: t('Delete all profiles and their rules?') }))) return;
    await apply([deleteAllRows(aclRuleEntry), deleteAllRows(aclProfileEntry)], { what: 'Delete all access profiles' });
  }

  // Whom the wizard has just given a rule.
  const { profileId: fresh } = useNamed();
  const rulesOf = (profile: Profile) => rules.filter((rule) => rule.aclProfileId === profile.aclProfileId);
  const count = usage && {
    profiles: usage.aclProfilesUsed,
    profilesMax: usage.aclProfilesMax,
    rules: usage.aclRulesUsed,
    rulesMax: usage.aclRulesMax,
  };
  return (
    <Page
      actions={
        <>
          <RefreshButton />
          <Button look="primary" onClick={() => void navigate(aclPath.addProfile)}>
            {t('Add profile')}
          </Button>
        </>
      }
    >
      {fresh !== undefined && (
        <Notice
          live
          actions={<Link to={aclPath.rules(fresh)}>{t('Rules of profile {{profile}}', { profile: fresh })}</Link>}
        >
          {t('The rule is in force. Save keeps it over a restart.')}
        </Notice>
      )}
      <ObjectTable
        object={aclProfileEntry}
        isSelected={({ aclProfileId }) => aclProfileId === fresh}
        title={t('Access profiles')}
        count={() =>
          count ? t('{{profiles}} of {{profilesMax}} profiles, {{rules}} of {{rulesMax}} rules', count) : ''
        }
        filter="Filter"
        empty={t('There is no profile yet, so nothing is filtered. Add one above, or let the wizard do it.')}
        columns={[
          'aclProfileId',
          'aclProfileName',
          'aclProfileType',
          {
            key: 'summary',
            title: 'Looks at',
            text: (profile) => profileWords(profile, t),
            draw: (profile) => <span className={styles.wrapping}>{profileWords(profile, t)}</span>,
          },
          'aclProfileOwner',
          'aclProfileRuleCount',
        ]}
        wayOut={(profile) => ({
          words: t('Delete its rules: {{count}}', { count: rulesOf(profile).length }),
          calls: rulesOf(profile).map(({ aclProfileId, aclRuleId }) =>
            deleteRow(aclRuleEntry, { aclProfileId, aclRuleId }),
          ),
        })}
        rowActions={({ aclProfileId }) => (
          <>
            <Button
              look="text"
              aria-label={t('Show details of profile {{profile}}', { profile: aclProfileId })}
              onClick={() => void navigate(aclPath.details(aclProfileId))}
            >
              {t('Details')}
            </Button>
            <Button
              look="text"
              aria-label={t('Rules of profile {{profile}}', { profile: aclProfileId })}
              onClick={() => void navigate(aclPath.rules(aclProfileId))}
            >
              {t('Rules')}
            </Button>
          </>
        )}
        actions={
          <Button look="text" destructive disabled={usage?.aclProfilesUsed === 0} onClick={() => void deleteAll()}>
            {t('Delete All')}
          </Button>
        }
      />
    </Page>
  );
}
