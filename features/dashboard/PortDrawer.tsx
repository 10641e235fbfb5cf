import type { ReactNode } from 'react';
import { useRow, useRows } from '../../console/call/use-reads.ts';
import { Drawer } from '../../console/elements/Drawer.tsx';
import { Tag, type Tone } from '../../console/elements/Tag.tsx';
import { Link } from '../../console/router/Link.tsx';
import { translate } from '../../console/translations/language.ts';
import { useText } from '../../console/translations/use-text.ts';
import type { Field } from '../../model/schema/field.ts';
import { Status, TruthValue } from '../../model/schema/kinds/enumeration.ts';
import { valueText } from '../../model/schema/value-text.ts';
import { abbreviateNumber, withDecimalMark } from '../../model/values/number-words.ts';
import { hasPort, parsePortList } from '../../model/values/port-list.ts';
import type { Values } from '../../model/wire/call.ts';
import { dot3PauseEntry, ifEntry, LinkStatus, portCtrlEntry } from '../network/physical-interface/objects.ts';
import { dot1qPortVlanEntry, dot1qVlanCurrentEntry } from '../network/vlan/objects.ts';
import { PowerStatus, poePortState } from '../poe/power-over-ethernet/port-state-objects.ts';
import { rateWords } from '../rate-words.ts';
import { dot3StatsEntry, ifXEntry } from '../system/statistics/objects.ts';
import styles from './dashboard.module.css';
import { portAddressEntry } from './objects.ts';
import { powerFaults } from './panel-ports.ts';

/** Addresses shown in the drawer; the Dynamic page shows all. */
const addressesAtMost = 8;

const linkFields = { ...portCtrlEntry.fields, ...ifEntry.fields, ...dot3PauseEntry.fields };

interface PortDrawerProps {
  readonly port: number;
  readonly poll: number | false;
  readonly onClose: () => void;
}

/** Everything about one port: link, power, VLANs, traffic, errors, addresses, and the pages where it is set. */
export default function PortDrawer({ port, poll, onClose }: PortDrawerProps) {
  const t = useText();
  const settings = useRow(portCtrlEntry, { ifIndex: port }, { poll }).data;
  const link = useRow(ifEntry, { ifIndex: port }, { poll }).data;
  const pause = useRow(dot3PauseEntry, { dot3StatsIndex: port }, { poll }).data;
  const words =
    link &&
    (link.ifOperStatus === LinkStatus.up ? t('Up') : link.ifAdminStatus === Status.enabled ? t('Down') : t('Disabled'));
  return (
    <Drawer open onClose={onClose} title={t('Port {{port}}', { port })} sentence={settings?.ifAlias || undefined}>
      <Part title={t('Link')}>
        <div>{words && <Tag tone={link.ifOperStatus === LinkStatus.up ? 'ok' : 'neutral'}>{words}</Tag>}</div>
        <Facts
          values={{ ...settings, ...link, ...pause }}
          fields={linkFields}
          names={[
            'portLinkSpeed',
            'dot3StatsDuplexStatus',
            'portMediaType',
            'portTrunkId',
            'ifAdminStatus',
            'portMode',
            'dot3PauseAdminMode',
            'portJumbo',
          ]}
        />
      </Part>
      <PowerPart port={port} poll={poll} />
      <VlanPart port={port} poll={poll} />
      <TrafficPart port={port} poll={poll} />
      <AddressPart port={port} poll={poll} />
      <Part title={t('Pages')}>
        <nav className={styles.links} aria-label={t('Pages')}>
          <Link to="/Network/PhysicalInterface">{t('Physical Interface')}</Link>
          <Link to="/Network/VLAN/Port">{t('VLAN · Port')}</Link>
          <Link to="/Network/VLAN/Tagged">{t('VLAN · Tagged')}</Link>
          <Link to="/Network/VLAN/Dynamic">{t('VLAN · Dynamic')}</Link>
          <Link to="/System/Statistics/Traffic">{t('Statistics')}</Link>
        </nav>
      </Part>
    </Drawer>
  );
}

interface PartOfPort {
  readonly port: number;
  readonly poll: number | false;
}

function PowerPart({ port, poll }: PartOfPort) {
  const t = useText();
  const row = useRows(poePortState, {}, { poll }).data?.find(({ pethPsePortIndex }) => pethPsePortIndex === port);
  if (!row) return null;
  return (
    <Part title={t('Power over Ethernet')}>
      <div>
        <Tag tone={powerTone(row.poePortStatus)}>{t(poePortState.fields.poePortStatus.show(row.poePortStatus))}</Tag>
      </div>
      <Facts values={row} fields={poePortState.fields} names={['poePortPower']} />
    </Part>
  );
}

function powerTone(status: number): Tone {
  if (powerFaults.has(status)) return 'bad';
  return status === PowerStatus['POWER ON'] ? 'ok' : 'neutral';
}

function VlanPart({ port, poll }: PartOfPort) {
  const t = useText();
  const settings = useRow(dot1qPortVlanEntry, { dot1dBasePort: port }, { poll }).data;
  const vlans = useRows(dot1qVlanCurrentEntry, {}, { poll }).data ?? [];
  const holds = (list: string) => hasPort(parsePortList(list) ?? 0n, port);
  const members = vlans.filter((vlan) => holds(vlan.dot1qVlanCurrentEgressPorts));
  const untagged = members.filter((vlan) => holds(vlan.dot1qVlanCurrentUntaggedPorts));
  const tagged = members.filter((vlan) => !untagged.includes(vlan));
  const names = (list: typeof vlans) => list.map(({ dot1qVlanIndex }) => dot1qVlanIndex).join(', ') || '–';
  return (
    <Part title={t('VLANs')}>
      <Facts
        values={settings}
        fields={dot1qPortVlanEntry.fields}
        names={['dot1qPvid', 'dot1qPortAcceptableFrameTypes', 'dot1qPortIngressFiltering']}
      >
        <dt>{t('Untagged in')}</dt>
        <dd>{names(untagged)}</dd>
        <dt>{t('Tagged in')}</dt>
        <dd>{names(tagged)}</dd>
      </Facts>
    </Part>
  );
}

function TrafficPart({ port, poll }: PartOfPort) {
  const t = useText();
  const traffic = useRow(ifXEntry, { ifIndex: port }, { poll }).data;
  const errors = useRow(dot3StatsEntry, { dot3StatsIndex: port }, { poll }).data;
  if (!traffic) return null;
  const pair = (received: string, sent: string) => `${short(received)} / ${short(sent)}`;
  return (
    <Part title={t('Traffic, received / sent')}>
      <dl className={styles.facts}>
        <dt>{t('Rate')}</dt>
        <dd>{`${rateWords(traffic.inRate)} / ${rateWords(traffic.outRate)}`}</dd>
        <dt>{t('Octets')}</dt>
        <dd title={`${traffic.ifHCInOctets} / ${traffic.ifHCOutOctets}`}>
          {pair(traffic.ifHCInOctets, traffic.ifHCOutOctets)}
        </dd>
        <dt>{t('Unicast packets')}</dt>
        <dd>{pair(traffic.ifHCInUcastPkts, traffic.ifHCOutUcastPkts)}</dd>
        <dt>{t('Multicast packets')}</dt>
        <dd>{pair(traffic.ifHCInMulticastPkts, traffic.ifHCOutMulticastPkts)}</dd>
        <dt>{t('Broadcast packets')}</dt>
        <dd>{pair(traffic.ifHCInBroadcastPkts, traffic.ifHCOutBroadcastPkts)}</dd>
        <dt>{t('Discards')}</dt>
        <dd>{pair(traffic.ifInDiscards, traffic.ifOutDiscards)}</dd>
        <dt>{t('Errors')}</dt>
        <dd>{errors ? pair(errors.ifInErrors, errors.ifOutErrors) : '–'}</dd>
        <dt>{t('CRC errors')}</dt>
        <dd>{errors ? short(errors.dot3StatsFCSErrors) : '–'}</dd>
      </dl>
    </Part>
  );
}

function AddressPart({ port, poll }: PartOfPort) {
  const t = useText();
  const here = useRows(portAddressEntry, { ifIndex: port }, { poll }).data ?? [];
  return (
    <Part title={t('MAC addresses')}>
      {here.length === 0 && <span className={styles.muted}>{t('None learned on this port.')}</span>}
      <dl className={styles.facts}>
        {here.slice(0, addressesAtMost).map(({ dot1qFdbId, dot1qTpFdbAddress, isStatic, portAddressHost }) => (
          <div key={`${dot1qFdbId} ${dot1qTpFdbAddress}`} style={{ display: 'contents' }}>
            <dt className={styles.mono}>{dot1qTpFdbAddress}</dt>
            <dd>
              {portAddressHost !== '' && (
                <>
                  <Link to={`/Hosts?host=${dot1qTpFdbAddress}`}>{portAddressHost}</Link>
                  {' · '}
                </>
              )}
              {`VLAN ${dot1qFdbId} · ${isStatic === TruthValue.yes ? t('Static') : t('Dynamic')}`}
            </dd>
          </div>
        ))}
      </dl>
      {here.length > addressesAtMost && (
        <Link to="/Network/VLAN/Dynamic">{t('and {{number}} more', { number: here.length - addressesAtMost })}</Link>
      )}
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

interface FactsProps {
  readonly values: Values | undefined;
  readonly fields: Readonly<Record<string, Field>>;
  readonly names: readonly string[];
  readonly children?: ReactNode;
}

/** Columns of a row with their labels, units and words. */
function Facts({ values, fields, names, children }: FactsProps) {
  const t = useText();
  return (
    <dl className={styles.facts}>
      {names.map((name) => {
        const field = fields[name];
        if (!field) return null;
        const words = valueText(t, field, values?.[name]);
        return (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{t(field.label)}</dt>
            <dd>{words === '' ? '–' : field.unit ? `${words} ${field.unit}` : words}</dd>
          </div>
        );
      })}
      {children}
    </dl>
  );
}

/** A 64-bit counter shortened: "12.3M"; a dash for one that is not counted. */
function short(counter: string): string {
  return counter === '' ? '–' : withDecimalMark(abbreviateNumber(BigInt(counter)), translate);
}
