import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { followBack } from '../../console/call/follow-back.ts';
import { setGroup } from '../../console/call/object-calls.ts';
import { saveToFlash } from '../../console/call/save-to-flash.ts';
import { useApply } from '../../console/call/use-apply.ts';
import { useGroup, useRows } from '../../console/call/use-reads.ts';
import { ApplyButton } from '../../console/elements/ApplyButton.tsx';
import { Button } from '../../console/elements/Button.tsx';
import { Card } from '../../console/elements/Card.tsx';
import { FactList } from '../../console/elements/FactList.tsx';
import { Notice } from '../../console/elements/Notice.tsx';
import { Page } from '../../console/elements/Page.tsx';
import { RefreshButton } from '../../console/elements/RefreshButton.tsx';
import { Skeleton } from '../../console/elements/Skeleton.tsx';
import { Tag } from '../../console/elements/Tag.tsx';
import { useText } from '../../console/translations/use-text.ts';
import { wordsOfText } from '../../model/values/message.ts';
import { DiscardableChanges } from './DiscardableChanges.tsx';
import { managementGuard } from './guard-objects.ts';
import { configChangeEntry, sysConfig } from './objects.ts';
import styles from './save.module.css';
import { cfgSlotEntry } from './slot-objects.ts';

/** Writes the running configuration to flash and shows which slot starts (docs/specification/system.md, "Save"). */
export default function Save() {
  return (
    <Page actions={<RefreshButton />}>
      <Provisional />
      <Flash />
      <Changes />
    </Page>
  );
}

/** A forced change that is not confirmed yet cannot be saved: says so before the device has to; and what is known against it later. */
function Provisional() {
  const t = useText();
  const { data } = useGroup(managementGuard);
  const { apply, pending } = useApply();
  if (!data) return null;
  const { managementGuardTakeBackLeft: seconds, managementGuardLater } = data;
  const waits = data.managementGuardState === 2;
  const later = wordsOfText(managementGuardLater, '', t);
  const takeBack = async () => {
    const taken = await apply(setGroup(managementGuard, { managementGuardTakeBack: 1 }));
    if (taken.ok) followBack(taken.results[0]);
  };
  return (
    <>
      {(waits || seconds > 0) && (
        <Notice
          tone="warn"
          actions={
            <Button busy={pending} onClick={() => void takeBack()}>
              {t('Revert now')}
            </Button>
          }
        >
          {waits
            ? t('A change is waiting for confirmation. It can be saved afterwards.')
            : t('A forced change is confirmed. It can be reverted for {{seconds}} s.', { seconds })}
        </Notice>
      )}
      {later !== '' && (
        <Notice tone="warn">
          {t('A forced change works now, but disconnects its session later: {{reason}}', { reason: later })}
        </Notice>
      )}
    </>
  );
}

function Flash() {
  const t = useText();
  const id = useId();
  const client = useQueryClient();
  const { data: config } = useGroup(sysConfig);
  const { data: slots = [] } = useRows(cfgSlotEntry);
  const [chosen, setChosen] = useState<1 | 2>();
  const startUp = config?.configCurrStartUpConfigID === 2 ? 2 : 1;
  const target = chosen ?? startUp;
  const fields = sysConfig.fields;
  const save = async () => {
    await saveToFlash(target);
    await client.invalidateQueries();
  };
  return (
    <Card title={t('Flash')}>
      <div className={styles.inside}>
        <FactList
          facts={[
            { name: t(fields.configCurrStartUpConfigID.label), value: config && t(nameOf(startUp)) },
            {
              name: t(fields.configSavedTime.label),
              value: config && t(fields.configSavedTime.show(config.configSavedTime)),
            },
            {
              name: t(fields.configOperStatus.label),
              value: config && t(fields.configOperStatus.show(config.configOperStatus)),
            },
            ...slots.map((slot) => ({
              name: t(nameOf(slot.cfgSlotId)),
              value: slot.cfgSlotTime === '' ? t('empty') : `${slot.cfgSlotTime} · ${slot.cfgSlotUser}`,
            })),
          ]}
        />
        <div className={styles.field}>
          <label htmlFor={id}>{t(fields.configOperConfigID.label)}</label>
          {config ? (
            <select id={id} value={target} onChange={(event) => setChosen(event.target.value === '2' ? 2 : 1)}>
              {[1, 2].map((slot) => (
                <option key={slot} value={slot}>
                  {slot === startUp ? t('{{name}} (startup)', { name: t(nameOf(slot)) }) : t(nameOf(slot))}
                </option>
              ))}
            </select>
          ) : (
            <Skeleton width="100%" height={34} />
          )}
          {target !== startUp && (
            <small>{t('The switch will continue to start with {{name}}.', { name: t(nameOf(startUp)) })}</small>
          )}
        </div>
        <div>
          <ApplyButton onClick={() => void save()} disabled={!config}>
            {t('Save')}
          </ApplyButton>
        </div>
      </div>
    </Card>
  );
}

/** The changes that saving would write, in words. */
function Changes() {
  const t = useText();
  const { data: changes = [], isSuccess } = useRows(configChangeEntry);
  return (
    <Card
      title={t('Unsaved changes')}
      beside={
        isSuccess && (
          <Tag tone={changes.length > 0 ? 'warn' : 'ok'}>{changes.length > 0 ? changes.length : t('all saved')}</Tag>
        )
      }
    >
      {!isSuccess && <Skeleton />}
      {isSuccess && changes.length === 0 ? (
        <p className={styles.none}>{t('The startup configuration is the running configuration.')}</p>
      ) : (
        <DiscardableChanges rows={changes} isDetailed />
      )}
    </Card>
  );
}

function nameOf(slot: number): string {
  return sysConfig.fields.configCurrStartUpConfigID.show(slot === 2 ? 2 : 1);
}
