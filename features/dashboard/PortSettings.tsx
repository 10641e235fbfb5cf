import { type ReactNode, useMemo } from 'react';
import { isRowGone } from '../../console/call/failure.ts';
import { settingsPoll, useEachRow, useGroup, useRows } from '../../console/call/use-reads.ts';
import type { Control } from '../../console/controls/control.ts';
import { controlOf } from '../../console/controls/control-of.ts';
import { SelectBox } from '../../console/controls/SelectBox.tsx';
import { FormField } from '../../console/form/FormField.tsx';
import { useDraftValue } from '../../console/form/form-context.ts';
import type { Draft, FormPart } from '../../console/form/form-part.ts';
import { draftKey } from '../../console/form/form-part.ts';
import { ObjectForm } from '../../console/form/ObjectForm.tsx';
import { Link } from '../../console/router/Link.tsx';
import { useText } from '../../console/translations/use-text.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { Status } from '../../model/schema/kinds/enumeration.ts';
import type { TableObject } from '../../model/schema/object.ts';
import { measuredText } from '../../model/schema/value-text.ts';
import { wordsOf } from '../../model/values/message.ts';
import type { Value, Values } from '../../model/wire/call.ts';
import { rateCtrlEntry, stormCtrlEntry } from '../network/bandwidth-control/objects.ts';
import { dot3PauseEntry, ifEntry, portCtrlEntry } from '../network/physical-interface/objects.ts';
import { TrunkMode, trunkGroupEntry } from '../network/trunk/objects.ts';
import { dot1qVlanStaticEntry } from '../network/vlan/static-vlan-objects.ts';
import { PowerTag } from '../PowerTag.tsx';
import { pethPsePortEntry } from '../poe/power-over-ethernet/objects.ts';
import { poePortState } from '../poe/power-over-ethernet/port-state-objects.ts';
import { RestartButton } from '../RestartButton.tsx';
import { dot1xAuthConfigEntry, dot1xPaeSystem, PortControl } from '../security/port-access-control/objects.ts';
import { portSecPortEntry } from '../security/port-security/objects.ts';
import { sureOfPower } from '../sure-of-power.ts';
import { useMemberReason } from '../use-trunks.ts';
import { useSureOfVlans, useVlans } from '../use-vlans.ts';
import { NONE, placeChanges, placeOf, placeProblems, portPlaceEntry, vlansOf } from './port-place.ts';
import styles from './port-workplace.module.css';

/** VLANs that are offered as a list; of more the number is typed. */
const LISTED_VLANS = 64;

/** The tables with a row of the port, and that row's index. */
const rowsOf = (port: number): readonly { readonly object: TableObject; readonly index: Values }[] => [
  { object: portCtrlEntry, index: { ifIndex: port } },
  { object: ifEntry, index: { ifIndex: port } },
  { object: dot3PauseEntry, index: { dot3StatsIndex: port } },
  { object: portSecPortEntry, index: { portSecPort: port } },
  { object: dot1xAuthConfigEntry, index: { dot1xPaePortNumber: port } },
  { object: rateCtrlEntry, index: { rateCtrlIndex: port } },
  { object: stormCtrlEntry, index: { ifIndex: port } },
  { object: pethPsePortEntry, index: { pethPsePortGroupIndex: 1, pethPsePortIndex: port } },
];

/** Everything of a port that is set often, under one Apply: the rows that the pages set, and its trunk and VLANs. */
export function PortSettings({ port }: { readonly port: number }) {
  const t = useText();
  const rows = useMemo(() => rowsOf(port), [port]);
  const reads = useEachRow(rows, { poll: settingsPoll });
  const present = useVlans();
  const sureOfVlans = useSureOfVlans();
  const trunks = useRows(trunkGroupEntry, {}, { poll: settingsPoll }).data;
  const place = useMemo(
    () => (present && trunks ? present.withRows(trunkGroupEntry, trunks) : undefined),
    [present, trunks],
  );
  const values = reads.map(({ data }) => data);
  const gone = reads.map(({ error }) => isRowGone(error));
  // The list of what was read is another one on each drawing; what it holds is not.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const parts = useMemo(
    (): readonly FormPart[] => [
      ...rows.flatMap((row, at) => (gone[at] ? [] : [{ object: row.object, values: values[at] }])),
      placePart(port, place),
    ],
    [rows, port, place, ...values, gone.join()],
  );
  const failure = reads.find(({ isError, data, error }) => isError && !data && !isRowGone(error))?.error;
  const check = (draft: Draft) => {
    const problems = place ? placeProblems(place, chosenPlace(parts, draft)) : {};
    return Object.fromEntries(Object.entries(problems).map(([column, message]) => [column, wordsOf(message, t)]));
  };
  const hasPower = parts.some(({ object }) => object === pethPsePortEntry);
  const untagged = place ? vlansOf(place, port).untagged : [];
  const offered = String(values[0]?.portModesOffered ?? '')
    .split(',')
    .map(Number);
  return (
    <ObjectForm
      parts={parts}
      failure={failure}
      what="Port settings"
      check={check}
      sure={async (changes, _draft, calls) => (await sureOfVlans(changes)) && sureOfPower(calls)}
    >
      <Fields>
        <FormField name="ifAlias" object={portCtrlEntry.name} wide />
        <FormField name="ifAdminStatus" label={t('State')} />
        <FormField name="portMode" {...(values[0] && { choices: offered })} />
        <FormField name="dot3PauseAdminMode" label={t('Flow control')} />
      </Fields>
      <Fields title={t('VLANs')} to="/Network/VLAN/Port" widths="first">
        <FormField
          name="portUntaggedVlan"
          control={VlanControl}
          disabled={untagged.length > 1 && t('Untagged in VLANs {{vlans}}.', { vlans: untagged.join(', ') })}
        />
        <FormField name="portTaggedVlans" />
        <FormField name="portTrunk" help={<TrunkHelp />} />
      </Fields>
      {hasPower && (
        <Fields title={t('PoE')} to="/PoE/PowerOverEthernet" beside={<Power port={port} />}>
          <FormField name="pethPsePortAdminEnable" label={t('State')} />
          <FormField name="pethPsePortPowerPriority" />
        </Fields>
      )}
      <Security port={port} />
      <Fields title={t('Limits')} to="/Network/BandwidthControl/IngressRateLimiting">
        <FormField name="rateCtrlIngressStatus" />
        <Limit of="rateCtrlIngressStatus" name="rateCtrlIngressRate" label={t('Ingress rate')} wide />
        <FormField name="rateCtrlEgressStatus" />
        <Limit of="rateCtrlEgressStatus" name="rateCtrlEgressRate" label={t('Egress rate')} wide />
      </Fields>
      <Fields title={t('Storm Control')} to="/Network/BandwidthControl/StormControl">
        <FormField name="stormCtrlBroadcast" />
        <FormField name="stormCtrlMulticast" />
        <FormField name="stormCtrlDlf" label={t('Unknown unicast')} />
        <FormField name="stormCtrlThreshold" wide />
      </Fields>
    </ObjectForm>
  );
}

/** The trunk and VLANs as a part of the form: what it changes are the rows of trunks, VLANs and PVIDs. */
function placePart(port: number, place: Configuration | undefined): FormPart {
  if (!place) return { object: portPlaceEntry, values: undefined };
  return {
    object: portPlaceEntry,
    values: placeOf(place, port),
    changes: (chosen) => placeChanges(place, port, chosen),
  };
}

function chosenPlace(parts: readonly FormPart[], draft: Draft): Values {
  const part = parts.find(({ object }) => object === portPlaceEntry);
  const chosen: Record<string, Value> = {};
  for (const column of Object.keys(portPlaceEntry.fields)) {
    const value = part && draft[draftKey(part, column)];
    if (value !== undefined) chosen[column] = value;
  }
  return chosen;
}

interface FieldsProps {
  readonly title?: string;
  /** The page with the rest of the subject's settings. */
  readonly to?: string;
  readonly beside?: ReactNode;
  /** How wide its fields are; default: all alike. */
  readonly widths?: 'first' | 'two';
  readonly children: ReactNode;
}

/** Fields of one subject; its heading leads to the page that has all of them. */
function Fields({ title, to, beside, widths, children }: FieldsProps) {
  return (
    <section className={styles.part} {...(title !== undefined && { 'aria-label': title })}>
      {title !== undefined && (
        <header>
          <h3>{to === undefined ? title : <Link to={to}>{title}</Link>}</h3>
          {beside}
        </header>
      )}
      <div className={styles.fields} data-widths={widths}>
        {children}
      </div>
    </section>
  );
}

/** Word and watts of what the port powers, and its restart. */
function Power({ port }: { readonly port: number }) {
  const t = useText();
  const row = useRows(poePortState, {}, { poll: settingsPoll }).data?.find(
    ({ pethPsePortIndex }) => pethPsePortIndex === port,
  );
  if (!row) return null;
  return (
    <span className={styles.beside}>
      <PowerTag status={row.poePortStatus} />
      <span>{measuredText(t, poePortState.fields.poePortPower, row.poePortPower)}</span>
      <RestartButton port={port} status={row.poePortStatus} />
    </span>
  );
}

function Security({ port }: { readonly port: number }) {
  const t = useText();
  const reason = useMemberReason()(port);
  const disabled = reason !== undefined;
  return (
    <Fields
      title={t('Security')}
      to="/Security/PortSecurity/PortSettings"
      widths="two"
      beside={reason !== undefined && <span className={styles.muted}>{reason}</span>}
    >
      <FormField
        name="dot1xAuthAuthControlledPortControl"
        label={t('802.1X')}
        disabled={disabled}
        help={<AccessHelp />}
      />
      <FormField name="portSecState" label={t('Port security')} disabled={disabled} />
      <Limit of="portSecState" name="portSecMaxAddr" label={t('Maximum addresses')} />
      <Limit of="portSecState" name="portSecViolation" />
    </Fields>
  );
}

/** What only matters while another field is enabled. */
function Limit({ of, ...field }: LimitProps) {
  const isOn = Number(useDraftValue(of)) === Status.enabled;
  return isOn ? <FormField {...field} /> : null;
}

interface LimitProps {
  readonly of: string;
  readonly name: string;
  readonly label?: string;
  readonly wide?: boolean;
}

/** That 802.1X does nothing as long as the switch does not authenticate. */
function AccessHelp() {
  const t = useText();
  const control = Number(useDraftValue('dot1xAuthAuthControlledPortControl'));
  const { data } = useGroup(dot1xPaeSystem);
  if (control === PortControl.forceAuthorized || data?.dot1xPaeSystemAuthControl !== Status.disabled) return null;
  return (
    <span data-shown="">
      {t('No effect while Port Access Control is disabled.')}{' '}
      <Link to="/Security/PortAccessControl">{t('Port Access Control')}</Link>
    </span>
  );
}

/** That the chosen trunk does nothing yet. */
function TrunkHelp() {
  const t = useText();
  const chosen = Number(useDraftValue('portTrunk'));
  const row = useRows(trunkGroupEntry, {}, { poll: settingsPoll }).data?.find(({ trunkId }) => trunkId === chosen);
  if (chosen === NONE || row?.trunkMode !== TrunkMode.disabled) return null;
  return (
    <span data-shown="">
      {t('No effect while the trunk is disabled.')} <Link to="/Network/Trunk/Settings">{t('Trunk settings')}</Link>
    </span>
  );
}

/** A VLAN by number and name, or none. */
const VlanControl: Control = (props) => {
  const t = useText();
  const vlans = useRows(dot1qVlanStaticEntry).data ?? [];
  if (vlans.length > LISTED_VLANS) {
    const Typed = controlOf(props.field);
    return <Typed {...props} />;
  }
  const offered = vlans.map(({ dot1qVlanIndex: vlan, dot1qVlanStaticName: name }) => ({
    value: String(vlan),
    words: name === '' ? String(vlan) : `${vlan} ${name}`,
  }));
  return (
    <SelectBox
      {...props}
      offered={[...offered, { value: String(NONE), words: t('None') }]}
      unknown={String(props.value)}
      onChoose={(chosen) => props.onChange(Number(chosen))}
    />
  );
};
