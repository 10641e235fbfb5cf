import { setGroup } from '../console/call/object-calls.ts';
import { useApply } from '../console/call/use-apply.ts';
import { Button } from '../console/elements/Button.tsx';
import { Tag } from '../console/elements/Tag.tsx';
import { useAction } from '../console/navigation/action.ts';
import { Link } from '../console/router/Link.tsx';
import { useText } from '../console/translations/use-text.ts';
import { wordsOf } from '../model/values/message.ts';
import { formatNumberRanges } from '../model/values/port-list.ts';
import type { Translate } from '../model/values/translate.ts';
import { attentionCtrl } from './attention/objects.ts';
import type { AttentionAction } from './attention/said.ts';
import styles from './attention.module.css';
import { type Mending, mend } from './mend.ts';
import type { ShownFinding } from './use-attention.ts';

interface AttentionFindingProps {
  readonly finding: ShownFinding;
  /** The page that it is on, which needs no link to itself. */
  readonly path?: string | undefined;
  /** Says no more than what and why. */
  readonly isBrief?: boolean | undefined;
  /** Everything around is about the port that it is about. */
  readonly isOfPort?: boolean | undefined;
}

/** The problem in one sentence, its cause, its start, and the remedy. */
function AttentionFinding({ finding, path, isBrief, isOfPort }: AttentionFindingProps) {
  const t = useText();
  const { apply, pending } = useApply();
  const { key, isCritical, ports, what, cause, advice, since, actions, intended } = finding;
  const decide = (values: { attentionIntend: string } | { attentionBringBack: string }) =>
    void apply(setGroup(attentionCtrl, values), { what: 'Attention', success: false });
  const name = wordsOf(what, t);
  const severity = isCritical ? t('Critical') : t('Warning');
  return (
    <li className={styles.finding}>
      <span className={styles.where}>
        <Tag tone={intended ? 'neutral' : isCritical ? 'bad' : 'warn'}>
          {isOfPort ? severity : placeWords(ports, t)}
        </Tag>
        {!intended && !isOfPort && <span className="visually-hidden">{severity}</span>}
      </span>
      <div className={styles.words}>
        <p>
          <strong>{name}</strong> {wordsOf(cause, t)}
        </p>
        {!isBrief && (
          <p className={styles.beside}>
            {advice && !intended && <>{wordsOf(advice, t)} </>}
            <span>
              {intended
                ? t('Intended, says {{user}} at {{time}}.', intended)
                : since !== '' && t('Since {{time}}', { time: since })}
            </span>
          </p>
        )}
      </div>
      <div className={styles.actions}>
        {!intended &&
          actions.map((action) => (
            <FindingAction
              key={action.label.text}
              action={action}
              path={path}
              about={name}
              busy={pending}
              onMend={(mending) => void mend(mending, apply, t)}
            />
          ))}
        {intended ? (
          <Button busy={pending} aria-description={name} onClick={() => decide({ attentionBringBack: key })}>
            {t('Bring back')}
          </Button>
        ) : (
          <Button look="text" busy={pending} aria-description={name} onClick={() => decide({ attentionIntend: key })}>
            {t('It is intended')}
          </Button>
        )}
      </div>
    </li>
  );
}

function placeWords(ports: readonly number[], t: Translate): string {
  if (ports.length === 0) return t('Switch');
  if (ports.length === 1) return t('Port {{port}}', { port: String(ports[0]) });
  return t('Ports {{ports}}', { ports: formatNumberRanges(ports) });
}

interface FindingActionProps {
  readonly action: AttentionAction;
  readonly path: string | undefined;
  /** The problem, so that a screen reader's user hears what the button is about. */
  readonly about: string;
  readonly busy: boolean;
  readonly onMend: (mending: Mending) => void;
}

function FindingAction({ action, path, about, busy, onMend }: FindingActionProps) {
  const t = useText();
  const save = useAction('save');
  const words = wordsOf(action.label, t);
  if ('to' in action) {
    if (action.to === path) return null;
    return (
      <Link to={action.to} className={styles.link} aria-description={about}>
        {words}
      </Link>
    );
  }
  if ('saves' in action && !save) return null;
  return (
    <Button
      busy={busy}
      aria-description={about}
      onClick={() => ('calls' in action ? onMend(action) : void save?.run())}
    >
      {words}
      {'calls' in action && '…'}
    </Button>
  );
}

interface AttentionListProps {
  readonly findings: readonly ShownFinding[];
  readonly path?: string;
  /** For a page that is about something else: each says no more than what and why. */
  readonly isBrief?: boolean;
  /** For a place that is about one port: its number is not repeated. */
  readonly isOfPort?: boolean;
}

/** Findings one below the other. */
export function AttentionList({ findings, path, isBrief, isOfPort }: AttentionListProps) {
  return (
    <ul className={styles.list}>
      {findings.map((finding) => (
        <AttentionFinding key={finding.key} finding={finding} path={path} isBrief={isBrief} isOfPort={isOfPort} />
      ))}
    </ul>
  );
}
