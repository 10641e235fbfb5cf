import { deleteAllRows, deleteRow } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { useGroup, useRows } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { Notice } from '../../../console/elements/Notice.tsx';
import { Page } from '../../../console/elements/Page.tsx';
import { RefreshButton } from '../../../console/elements/RefreshButton.tsx';
import { Link } from '../../../console/router/Link.tsx';
import { useNavigate } from '../../../console/router/router-context.ts';
import { AddButton } from '../../../console/table/AddButton.tsx';
import { ObjectTable } from '../../../console/table/ObjectTable.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { valueText } from '../../../model/schema/value-text.ts';
import styles from './acl.module.css';
import { aclPath } from './paths.ts';
import { aclProfileEntry, aclStatus, placeOf } from './profile-objects.ts';
import { aclRuleEntry } from './rule-objects.ts';
import type { Profile } from './selection.ts';
import { profileSummary } from './sentence.ts';
import { useNamed } from './use-acl.ts';
import { useProfileOrder } from './use-profile-order.ts';

/** Security > ACL > Access Profile List: the profiles, and the way to their rules (docs/specification/security.md). */
export default function AccessProfileList() {
  const t = useText();
  const navigate = useNavigate();
  const { apply } = useApply();
  const order = useProfileOrder();
  const { profiles } = order;
  const { data: usage } = useGroup(aclStatus);
  const { data: rules = [] } = useRows(aclRuleEntry);

  async function deleteAll() {
    await apply([deleteAllRows(aclRuleEntry), deleteAllRows(aclProfileEntry)], {
      what: 'Delete all access profiles',
      ask: { text: t('Delete all profiles and their rules?'), destructive: true },
    });
  }

  const mover = (profile: Profile, by: -1 | 1) => {
    const isAtEnd = profiles?.at(by === 1 ? -1 : 0)?.aclProfileId === profile.aclProfileId;
    const words = by === 1 ? t('Move down') : t('Move up');
    return (
      <Button
        look="text"
        ref={order.mover(profile.aclProfileId, by)}
        // It keeps the focus after its profile was moved to the end.
        aria-disabled={isAtEnd}
        aria-label={`${words}: ${t('access profile {{profile}}', { profile: profile.aclProfileId })}`}
        title={words}
        onClick={() => order.move(profile.aclProfileId, by)}
      >
        {by === 1 ? '↓' : '↑'}
      </Button>
    );
  };

  // The profile that the wizard has just given a rule.
  const { profileId: fresh } = useNamed();
  const { fields } = aclProfileEntry;
  /** Further remarks on a profile: "Rules: 2 · Owner: Wizard". */
  const remarkOf = (profile: Profile) =>
    (['aclProfileRuleCount', 'aclProfileOwner'] as const)
      .map((name) => `${t(fields[name].label)}: ${valueText(t, fields[name], profile[name])}`)
      .join(' · ');
  const rulesOf = (profile: Profile) => rules.filter((rule) => rule.aclProfileId === profile.aclProfileId);
  const count = usage && {
    profiles: usage.aclProfilesUsed,
    profilesMax: usage.aclProfilesMax,
    rules: usage.aclRulesUsed,
    rulesMax: usage.aclRulesMax,
  };
  return (
    <Page actions={<RefreshButton />}>
      {fresh !== undefined && (
        <Notice
          live
          actions={<Link to={aclPath.rules(fresh)}>{t('Rules of profile {{profile}}', { profile: fresh })}</Link>}
        >
          {t('The rule is in force. Save to keep it after a restart.')}
        </Notice>
      )}
      <ObjectTable
        object={aclProfileEntry}
        rows={profiles}
        isSelected={({ aclProfileId }) => aclProfileId === fresh}
        title={t('Access profiles')}
        count={() =>
          count ? t('{{profiles}} of {{profilesMax}} profiles, {{rules}} of {{rulesMax}} rules', count) : ''
        }
        filter="Filter"
        addButton={<AddButton words={t('Add profile')} onPress={() => void navigate(aclPath.addProfile)} />}
        empty={t('No profiles yet, so nothing is filtered.')}
        columns={[
          { name: 'aclProfilePlace', text: (profile) => String(placeOf(profile)) },
          'aclProfileId',
          {
            key: 'summary',
            title: 'Looks at',
            text: (profile) =>
              [profile.aclProfileName, profileSummary(profile, t), remarkOf(profile)].filter(Boolean).join(' · '),
            draw: (profile) => (
              <span className={styles.wrapping}>
                {profile.aclProfileName !== '' && <b className={styles.name}>{profile.aclProfileName}</b>}
                <span>{profileSummary(profile, t)}</span>
                <span className={styles.remark}>{remarkOf(profile)}</span>
              </span>
            ),
          },
        ]}
        wayOut={(profile) => ({
          words: t('Delete its rules: {{count}}', { count: rulesOf(profile).length }),
          calls: rulesOf(profile).map(({ aclProfileId, aclRuleId }) =>
            deleteRow(aclRuleEntry, { aclProfileId, aclRuleId }),
          ),
        })}
        rowActions={(profile) => (
          <>
            {mover(profile, -1)}
            {mover(profile, 1)}
            <Button
              look="text"
              aria-label={t('Show details of profile {{profile}}', { profile: profile.aclProfileId })}
              onClick={() => void navigate(aclPath.details(profile.aclProfileId))}
            >
              {t('Details')}
            </Button>
            <Button
              look="text"
              aria-label={t('Rules of profile {{profile}}', { profile: profile.aclProfileId })}
              onClick={() => void navigate(aclPath.rules(profile.aclProfileId))}
            >
              {t('Rules')}
            </Button>
          </>
        )}
        deleteAll={() => void deleteAll()}
      />
    </Page>
  );
}
