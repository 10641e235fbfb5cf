import { Button } from '../../../console/elements/Button.tsx';
import { Tag } from '../../../console/elements/Tag.tsx';
import { useNavigate } from '../../../console/router/router-context.ts';
import { DeleteButton } from '../../../console/table/DeleteButton.tsx';
import { useDeletion } from '../../../console/table/use-deletion.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { accessRuleKey } from '../../../model/access-control/access-rule.ts';
import { rowKey } from '../../../model/schema/object.ts';
import { valueText } from '../../../model/schema/value-text.ts';
import styles from './acl.module.css';
import type { RuleRow } from './conditions.ts';
import { aclPath } from './paths.ts';
import { aclRuleEntry, RuleAction, RuleStatus } from './rule-objects.ts';
import { ruleSentence } from './sentence.ts';
import type { AclNow } from './use-acl.ts';

interface RuleListProps {
  readonly now: AclNow;
  readonly rules: readonly RuleRow[];
  /** Shown instead of rules. */
  readonly empty: string;
}

/** Rules as sentences, in the order that they are asked in, with their hits. */
export function RuleList({ now, rules, empty }: RuleListProps) {
  const t = useText();
  const navigate = useNavigate();
  const { remove, deleting } = useDeletion(aclRuleEntry);
  if (rules.length === 0) return <p className={styles.empty}>{empty}</p>;
  return (
    <ol className={styles.rules}>
      {rules.map((rule) => {
        const key = accessRuleKey(rule.aclProfileId, rule.aclRuleId);
        const name = t('access rule {{rule}} of profile {{profile}}', {
          rule: rule.aclRuleId,
          profile: rule.aclProfileId,
        });
        return (
          <li key={key} className={styles.rule}>
            <span className={styles.place} title={t('Policy Index')}>
              {rule.aclRulePolicyIndex}
            </span>
            <div className={styles.words}>
              <Sentence now={now} rule={rule} />
              <p className={styles.small}>
                {t('Profile {{profile}}, Access ID {{rule}}', { profile: rule.aclProfileId, rule: rule.aclRuleId })}
                {' · '}
                <States now={now} rule={rule} />
              </p>
            </div>
            <span className={styles.hits}>
              {Number(rule.aclRuleHits) === 1 ? t('1 hit') : t('{{count}} hits', { count: Number(rule.aclRuleHits) })}
            </span>
            <span className={styles.actions}>
              <Button
                look="text"
                aria-label={`${t('Show details')}: ${name}`}
                onClick={() => void navigate(aclPath.details(rule.aclProfileId, rule.aclRuleId))}
              >
                {t('Details')}
              </Button>
              <Button
                look="text"
                aria-label={`${t('Edit')}: ${name}`}
                onClick={() => void navigate(aclPath.rule(rule.aclProfileId, rule.aclRuleId))}
              >
                {t('Edit')}
              </Button>
              <DeleteButton
                busy={deleting === rowKey(aclRuleEntry, rule)}
                aria-label={`${t('Delete')}: ${name}`}
                onClick={() => void remove(rule)}
              >
                {t('Delete')}
              </DeleteButton>
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function Sentence({ now, rule }: { readonly now: AclNow; readonly rule: RuleRow }) {
  const t = useText();
  const profile = now.profiles.get(rule.aclProfileId);
  const tone =
    rule.aclRuleAction === RuleAction.deny ? 'bad' : rule.aclRuleAction === RuleAction.mirror ? 'warn' : 'ok';
  const word =
    rule.aclRuleAction === RuleAction.deny
      ? t('Deny')
      : rule.aclRuleAction === RuleAction.mirror
        ? t('Mirror')
        : t('Permit');
  return (
    <p>
      <Tag tone={tone}>{word}</Tag> {profile && ruleSentence(profile, rule, t, now.names)}
    </p>
  );
}

/** Causes that keep a rule from matching, if any. */
function States({ now, rule }: { readonly now: AclNow; readonly rule: RuleRow }) {
  const t = useText();
  const by = now.hidden.get(accessRuleKey(rule.aclProfileId, rule.aclRuleId));
  if (rule.aclRuleStatus === RuleStatus.inactive) {
    const reason = valueText(t, aclRuleEntry.fields.aclRuleReason, rule.aclRuleReason);
    return <Tag tone="warn">{t('Inactive: {{reason}}', { reason })}</Tag>;
  }
  if (by) {
    const rules = by.map((key) => `${Math.floor(key / 0x1_0000)}.${key % 0x1_0000}`).join(', ');
    return <Tag tone="warn">{t('Never hit: earlier rules match all its frames ({{rules}})', { rules })}</Tag>;
  }
  if (rule.aclRuleStatus === RuleStatus.expiring) {
    return <Tag tone="neutral">{t('Expires in {{seconds}} s', { seconds: rule.aclRuleRemaining })}</Tag>;
  }
  return <Tag tone="neutral">{t('Active')}</Tag>;
}
