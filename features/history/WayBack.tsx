import { useEffect, useRef, useState } from 'react';
import { failureText } from '../../console/call/failure.ts';
import { dryRun } from '../../console/call/try-out.ts';
import { useApply } from '../../console/call/use-apply.ts';
import { ApplyButton } from '../../console/elements/ApplyButton.tsx';
import { Button } from '../../console/elements/Button.tsx';
import { ChangeList } from '../../console/elements/ChangeList.tsx';
import { CopyCommands } from '../../console/elements/CopyCommands.tsx';
import { Notice } from '../../console/elements/Notice.tsx';
import { Skeleton } from '../../console/elements/Skeleton.tsx';
import { Tag } from '../../console/elements/Tag.tsx';
import { warn } from '../../console/feedback/dialogs.ts';
import { useText } from '../../console/translations/use-text.ts';
import { changeWords } from '../../model/configuration/change.ts';
import { wordsOf } from '../../model/values/message.ts';
import type { ObjectCall } from '../../model/wire/call.ts';
import styles from './history.module.css';
import { type Told, toldIn } from './told.ts';

/** What the device says to a call before it is made. */
interface Trial {
  /** Undefined where it is refused. */
  readonly told?: Told;
  readonly failure?: unknown;
}

interface WayBackProps {
  readonly call: ObjectCall;
  /** What is offered where the call is refused and this one is not. */
  readonly wider?: { readonly call: ObjectCall; readonly words: string };
  /** What it is for; goes to the device's log. */
  readonly what: string;
  /** The button's words for so many changes. */
  readonly button: (count: number) => string;
  readonly onClose: () => void;
}

/** What a way back will change, whether it cuts the session off, and the button that takes it. */
export function WayBack({ call, wider, what, button, onClose }: WayBackProps) {
  const t = useText();
  const { apply, pending } = useApply();
  const [turn, setTurn] = useState(0);
  const first = useTrial(call, turn);
  const isRefused = first?.failure !== undefined;
  const second = useTrial(isRefused ? wider?.call : undefined, turn);
  const chosen = second?.told ? second : first;
  const told = chosen?.told;
  const go = async () => {
    const sent = second?.told && wider ? wider.call : call;
    const present = await trialOf(sent);
    // Another session has changed something since: what is shown is not what would be done.
    if (JSON.stringify(present.told) !== JSON.stringify(told)) {
      setTurn(turn + 1);
      return warn(t('The settings were changed by another session. Check the changes and apply again.'));
    }
    if ((await apply(sent, { what })).ok) onClose();
    else setTurn(turn + 1);
  };
  return (
    <div className={styles.wayBack}>
      {!first && <Skeleton />}
      {isRefused && (
        <Notice tone="warn" live>
          {failureText(first.failure, t)}
        </Notice>
      )}
      {second?.told && <p>{wider?.words}</p>}
      {told && (
        <>
          <ChangeList changes={told.lines.map((line) => changeWords(line, t))} />
          {told.count > told.lines.length && (
            <p className={styles.quiet}>{t('and {{count}} more', { count: told.count - told.lines.length })}</p>
          )}
          {told.guard ? (
            <Notice tone="warn" live>
              <Tag tone="warn">{t('guarded: carries your session')}</Tag> {wordsOf(told.guard, t)}
            </Notice>
          ) : (
            <p className={styles.quiet}>{t('Your session is not touched.')}</p>
          )}
        </>
      )}
      <div className={styles.buttons}>
        <CopyCommands commands={told?.commands} />
        <Button onClick={onClose}>{t('Cancel')}</Button>
        {told && (
          <ApplyButton busy={pending} onClick={() => void go()}>
            {button(told.count)}
          </ApplyButton>
        )}
      </div>
    </div>
  );
}

/** What a call would come to now. */
function trialOf(call: ObjectCall): Promise<Trial> {
  return dryRun(call).then(
    (result) => ({ told: toldIn(result) }),
    (failure: unknown) => ({ failure }),
  );
}

/** Asks the device what a call would come to, again with each turn; undefined until it has answered. */
function useTrial(call: ObjectCall | undefined, turn: number): Trial | undefined {
  const asked = call ? `${turn} ${JSON.stringify(call)}` : '';
  const [known, setKnown] = useState<{ readonly of: string; readonly trial: Trial }>();
  const latest = useRef(call);
  latest.current = call;
  useEffect(() => {
    if (asked === '' || !latest.current) return;
    let isOver = false;
    void trialOf(latest.current).then((trial) => {
      if (!isOver) setKnown({ of: asked, trial });
    });
    return () => {
      isOver = true;
    };
  }, [asked]);
  return known?.of === asked && asked !== '' ? known.trial : undefined;
}
