import { type ReactNode, useMemo } from 'react';
import { rowCalls } from '../../console/call/row-calls.ts';
import { useApply } from '../../console/call/use-apply.ts';
import { useGroup } from '../../console/call/use-reads.ts';
import { useWatched } from '../../console/call/use-watched.ts';
import { ApplyButton } from '../../console/elements/ApplyButton.tsx';
import { Button } from '../../console/elements/Button.tsx';
import { Card } from '../../console/elements/Card.tsx';
import { Notice } from '../../console/elements/Notice.tsx';
import { warn } from '../../console/feedback/dialogs.ts';
import { Changes } from '../../console/form/Changes.tsx';
import { PlainForm } from '../../console/form/PlainForm.tsx';
import { useText } from '../../console/translations/use-text.ts';
import { changesBetween } from '../../model/configuration/change.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { wordsOfChanges } from '../../model/configuration/told-changes.ts';
import type { RowOf } from '../../model/schema/object.ts';
import { ipDefaultRouter } from '../system/l3-feature/address-objects.ts';
import { blocked, blockingObjects, unblocked } from './blocking.ts';
import styles from './hosts.module.css';
import type { hostEntry } from './objects.ts';
import { allPorts, useBlockingObjects } from './use-blocking.ts';

interface BlockFormProps {
  readonly host: Pick<RowOf<typeof hostEntry>, 'hostAddress'> & Partial<Pick<RowOf<typeof hostEntry>, 'hostIpv4'>>;
  readonly onClose: () => void;
}

/** Drops whatever the host sends and receives. */
export function BlockForm({ host, onClose }: BlockFormProps) {
  const t = useText();
  const { data: router } = useGroup(ipDefaultRouter);
  const gateway = router?.ipDefaultRouterInUse || router?.ipDefaultRouterAddress;
  const isGateway = gateway !== undefined && gateway !== '' && host.hostIpv4?.split(/[ ,]+/).includes(gateway);
  return (
    <BlockingForm
      title={t('Block host')}
      words={t('Block')}
      what="Block host"
      change={(before) => blocked(before, host.hostAddress, allPorts(), t('Blocked hosts'))}
      onClose={onClose}
    >
      {t('Frames to and from this host are dropped on every port and in every VLAN.')}
      {isGateway && <> {t('It is the default gateway: networks behind it can no longer be reached.')}</>}
    </BlockingForm>
  );
}

/** Lets its frames pass again. */
export function UnblockForm({ host, onClose }: BlockFormProps) {
  const t = useText();
  return (
    <BlockingForm
      title={t('Unblock host')}
      words={t('Unblock')}
      what="Unblock host"
      change={(before) => unblocked(before, host.hostAddress)}
      onClose={onClose}
    >
      {t('Frames to and from this host are forwarded again, unless other access rules deny them.')}
    </BlockingForm>
  );
}

interface BlockingFormProps {
  readonly title: string;
  /** On the button. */
  readonly words: string;
  readonly what: string;
  /** The configuration that Apply leads to; undefined where there is no room for it. */
  readonly change: (before: Configuration) => Configuration | undefined;
  readonly onClose: () => void;
  /** Effect. */
  readonly children: ReactNode;
}

/** One change without questions, shown before it is made. */
function BlockingForm({ title, words, what, change, onClose, children }: BlockingFormProps) {
  const t = useText();
  const { apply, pending } = useApply();
  const before = useBlockingObjects();
  const watch = useWatched(blockingObjects);
  const isSame = useMemo(() => before && watch(), [watch, before]);
  const after = before && change(before);
  const changes = before && after ? changesBetween(blockingObjects, before, after) : [];
  const calls = rowCalls(changes);
  const submit = async () => {
    if ((await isSame?.()) === false) {
      return warn(t('The settings were changed by another session. Check the changes and apply again.'));
    }
    const { ok } = await apply(calls, { what });
    if (ok) onClose();
  };
  return (
    <PlainForm onSubmit={submit}>
      <Card title={title}>
        <div className={styles.form}>
          <p className={styles.sentence}>{children}</p>
          {before && !after && <Notice tone="warn">{t('No free profile.')}</Notice>}
          <Changes changes={wordsOfChanges(changes, t)} calls={calls} />
          <div className={styles.actions}>
            <ApplyButton type="submit" busy={pending} disabled={calls.length === 0}>
              {words}
            </ApplyButton>
            <Button ref={focused} onClick={onClose}>
              {t('Cancel')}
            </Button>
          </div>
        </div>
      </Card>
    </PlainForm>
  );
}

/** The button that opened the form is gone: without this, the keyboard would begin again at the top. */
function focused(element: HTMLElement | null): void {
  element?.focus();
}
