import { Notice } from '../console/elements/Notice.tsx';
import { Tag, type Tone } from '../console/elements/Tag.tsx';
import { useText } from '../console/translations/use-text.ts';
import type { Fields } from '../model/schema/field.ts';
import type { GroupValues } from '../model/schema/object.ts';
import { wordsOfText } from '../model/values/message.ts';
import styles from './CloudChecks.module.css';
import { Check, CloudConnectState, sysCloudCtrl } from './system/cloud-settings/objects.ts';

/** Advice for each error, by `systemCloudLastError`. */
const advice: Readonly<Record<number, string>> = {
  1: 'Set the address of the switch, or use DHCP.',
  2: 'Check on the DNS page whether the switch has a reachable name server.',
  3: 'Check the default gateway, and whether a firewall blocks the switch from the cloud.',
  4: 'Compare the fingerprint with the one that the cloud prints at its start, and the server name with its certificate.',
  5: 'Set the clock on System Time, preferably by a time server.',
  6: 'Enter account and password again. If the switch was claimed before, the cloud may have removed it: claim it again.',
  7: 'Ask the other owner to release this switch.',
  8: 'The path to the cloud is slow or lossy; the switch keeps trying.',
  9: 'Claim the switch in the cloud by its device ID and claim code; the switch connects automatically.',
};

const steps = ['Address', 'Gateway', 'Dns', 'Clock', 'Server'] as const;

const tones: Readonly<Record<number, Tone>> = {
  [Check.passed]: 'ok',
  [Check.failed]: 'bad',
  [Check.notTried]: 'neutral',
};

/** How far the switch got on its way to the cloud, what stopped it, and what to do about that; nothing while all is well. */
export function CloudChecks({ state }: { readonly state: GroupValues<typeof sysCloudCtrl> }) {
  const t = useText();
  const fields: Fields = sysCloudCtrl.fields;
  const { systemCloudLastError: error, systemCloudConnectState: shown } = state;
  if (error === 0) return null;
  const values = new Map(Object.entries(state));
  const reason = wordsOfText(state.systemCloudReasonSaid, '', t);
  const isFailure = shown === CloudConnectState.fail;
  return (
    <>
      <Notice tone={isFailure ? 'bad' : 'warn'} live>
        <b>{t(sysCloudCtrl.fields.systemCloudLastError.show(error))}</b>
        {reason !== '' && ` (${reason})`}. {t(advice[error] ?? '')}
      </Notice>
      <ol className={styles.checks} aria-label={t('Path to the cloud')}>
        {steps.map((step) => {
          const field = fields[`systemCloud${step}Check`];
          const value = Number(values.get(`systemCloud${step}Check`));
          return (
            field && (
              <li key={step}>
                {t(field.label)} <Tag tone={tones[value] ?? 'neutral'}>{t(field.show(value))}</Tag>
              </li>
            )
          );
        })}
      </ol>
    </>
  );
}
