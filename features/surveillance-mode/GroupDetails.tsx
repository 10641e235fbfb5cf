import { useMemo, useState } from 'react';
import { useRows } from '../../console/call/use-reads.ts';
import { Button } from '../../console/elements/Button.tsx';
import { Card } from '../../console/elements/Card.tsx';
import { FactList } from '../../console/elements/FactList.tsx';
import { Notice } from '../../console/elements/Notice.tsx';
import { FormField } from '../../console/form/FormField.tsx';
import { FormFields } from '../../console/form/FormFields.tsx';
import { ObjectForm } from '../../console/form/ObjectForm.tsx';
import { PageActions } from '../../console/page/PageActions.tsx';
import { useNavigate } from '../../console/router/router-context.ts';
import { useText } from '../../console/translations/use-text.ts';
import { defaultsOf, type RowOf } from '../../model/schema/object.ts';
import { measuredText, valueText } from '../../model/schema/value-text.ts';
import { wordsOfText } from '../../model/values/message.ts';
import { PowerTag } from '../PowerTag.tsx';
import { poePortState } from '../poe/power-over-ethernet/port-state-objects.ts';
import { RestartButton } from '../RestartButton.tsx';
import { aSVIpcEntry, aSVNvrEntry } from './found-objects.ts';
import { HealthTag } from './HealthTag.tsx';
import styles from './surveillance.module.css';
import { aSVDeviceEntry, aSVPortEntry } from './vlan-objects.ts';

const POLL = 5000;
const LIST = '/HealthDiagnostic';

/** A device as this page shows it. */
interface Member {
  readonly mac: string;
  readonly port: number;
  readonly title: string;
  readonly name: string;
  readonly facts: readonly { readonly name: string; readonly value: string }[];
}

/** The recorder and the cameras of a group, or what is at one port without a recorder: `row` is the group's number. */
export function GroupDetails({ row }: { readonly row: string }) {
  const t = useText();
  const navigate = useNavigate();
  const group = /^\d+$/.test(row) ? Number(row) : 0;
  const cameras = useRows(aSVIpcEntry, {}, { poll: POLL }).data;
  const recorders = useRows(aSVNvrEntry, {}, { poll: POLL }).data;
  const back = (
    <PageActions>
      <Button onClick={() => void navigate(LIST)}>{t('Back')}</Button>
    </PageActions>
  );
  if (!cameras || !recorders) return back;
  const members = [
    ...recorders.filter((one) => one.aSVNvrGroup === group).map((one) => recorderOf(t, one)),
    ...cameras.filter((one) => one.aSVIpcGroup === group).map((one) => cameraOf(t, one)),
  ];
  return (
    <>
      {back}
      {members.length === 0 && (
        <Notice tone="warn" live actions={<Button onClick={() => void navigate(LIST)}>{t('Back')}</Button>}>
          {t('This group no longer exists.')}
        </Notice>
      )}
      {members.map((member) => (
        <MemberCard key={member.mac} member={member} />
      ))}
    </>
  );
}

function recorderOf(t: ReturnType<typeof useText>, row: RowOf<typeof aSVNvrEntry>): Member {
  const { fields } = aSVNvrEntry;
  const shown = [
    'ifIndex',
    'aSVNvrIp',
    'aSVNvrMac',
    'aSVNvrManufacturer',
    'aSVNvrModel',
    'aSVNvrIpcNumber',
    'aSVNvrThroughput',
    'aSVNvrEvidence',
    'aSVNvrReply',
    'aSVNvrLastSeen',
  ] as const;
  return {
    mac: row.aSVNvrMac,
    port: row.ifIndex,
    title: t('Recorder'),
    name: row.aSVNvrDescription || `${row.aSVNvrManufacturer} ${row.aSVNvrModel}`.trim() || row.aSVNvrMac,
    facts: shown.map((name) => ({ name: t(fields[name].label), value: measuredText(t, fields[name], row[name]) })),
  };
}

function cameraOf(t: ReturnType<typeof useText>, row: RowOf<typeof aSVIpcEntry>): Member {
  const { fields } = aSVIpcEntry;
  const shown = [
    'ifIndex',
    'aSVIpcIp',
    'aSVIpcMac',
    'aSVIpcManufacturer',
    'aSVIpcModel',
    'aSVIpcThroughput',
    'aSVIpcEvidence',
    'aSVIpcReply',
    'aSVIpcLastSeen',
  ] as const;
  return {
    mac: row.aSVIpcMac,
    port: row.ifIndex,
    title: t(fields.aSVIpcType.show(row.aSVIpcType)),
    name: row.aSVIpcDescription || `${row.aSVIpcManufacturer} ${row.aSVIpcModel}`.trim() || row.aSVIpcMac,
    facts: shown.map((name) => ({ name: t(fields[name].label), value: measuredText(t, fields[name], row[name]) })),
  };
}

/** One device: what is known of it, its power, and what an administrator says of it. */
function MemberCard({ member }: { readonly member: Member }) {
  const t = useText();
  const { mac, port, title, name, facts } = member;
  const health = useRows(aSVPortEntry, {}, { poll: POLL }).data?.find(({ ifIndex }) => ifIndex === port);
  const power = useRows(poePortState, {}, { poll: POLL }).data?.find((one) => one.pethPsePortIndex === port);
  const [isEdited, setIsEdited] = useState(false);
  const why = health ? wordsOfText(health.healthReasonSaid, health.healthReason, t) : '';
  return (
    <Card
      title={`${title} · ${name} · ${t('Port {{port}}', { port })}`}
      beside={<HealthTag state={health?.healthState} />}
      actions={
        <>
          <RestartButton port={port} status={power?.poePortStatus} />
          {!isEdited && (
            <Button look="text" aria-label={t('Edit {{name}}', { name })} onClick={() => setIsEdited(true)}>
              {t('Edit')}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.member}>
        {why !== '' && <p className={styles.why}>{why}</p>}
        <FactList
          facts={[
            ...facts,
            ...(power
              ? [
                  {
                    name: t('Power'),
                    value: `${valueText(t, poePortState.fields.poePortPower, power.poePortPower)} W`,
                  },
                  { name: t('PoE'), value: <PowerTag status={power.poePortStatus} /> },
                ]
              : []),
          ]}
        />
        {isEdited && <DeviceForm mac={mac} name={name} onDone={() => setIsEdited(false)} />}
      </div>
    </Card>
  );
}

interface DeviceFormProps {
  readonly mac: string;
  readonly name: string;
  readonly onDone: () => void;
}

/** Description, and whether the device is accepted; a device without settings has the defaults. */
function DeviceForm({ mac, name, onDone }: DeviceFormProps) {
  const { data, error } = useRows(aSVDeviceEntry);
  const present = data?.find((row) => row.aSVDeviceMac === mac);
  const parts = useMemo(
    () => [
      {
        object: aSVDeviceEntry,
        values: data && (present ?? { ...defaultsOf(aSVDeviceEntry.fields), aSVDeviceMac: mac }),
        create: data !== undefined && present === undefined,
        key: mac,
      },
    ],
    [data, present, mac],
  );
  return (
    <ObjectForm parts={parts} failure={error} what={`Device ${name}`} onApplied={onDone} onCancel={onDone}>
      <FormFields>
        <FormField name="aSVDeviceDescription" object={mac} />
        <FormField name="aSVDeviceAccepted" object={mac} />
      </FormFields>
    </ObjectForm>
  );
}
