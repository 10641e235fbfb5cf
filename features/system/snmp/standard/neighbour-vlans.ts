import type { DeviceContext } from '../../../../device/feature.ts';
import type { Request } from '../../../../device/management.ts';
import type { Fields } from '../../../../model/schema/field.ts';
import { truth } from '../../../../model/schema/kinds/enumeration.ts';
import { text } from '../../../../model/schema/kinds/text.ts';
import { type RowOf, table } from '../../../../model/schema/object.ts';
import { text as textSyntax } from '../../../../model/smi/syntax.ts';
import { formatVlanList, parseVlanList, VLAN_ID_MAXIMUM } from '../../../../model/values/vlan-list.ts';
import type { Values } from '../../../../model/wire/call.ts';
import type { LldpInformation } from '../../../../protocols/lldp/information.ts';
import { ErrorStatus } from '../../../../protocols/snmp/pdu.ts';
import { LLDP_MIB } from '../../../network/lldp/objects.ts';
import { lldpSelf, lldpState } from '../../../network/lldp/slots.ts';
import { DOT1_MIB, lldpXdot1ConfigPortVlanEntry } from '../../../network/lldp/tlv-objects.ts';
import type { SetRefusal, SetRow, SetSteps, StandardObject } from '../standard-object.ts';
import { digits, FALSE, hidden, number, TRUE, UNSEEN } from './columns.ts';

/** A row of LLDP's settings of IEEE 802.1, of one port. */
type Settings = RowOf<typeof lldpXdot1ConfigPortVlanEntry>;

const LOCAL = 2;
const REMOTE = 3;

/** A column of text that rows without a name do not have. */
const namedOnly = (column: string) =>
  text({ label: UNSEEN, maxLength: 32, access: 'ro', mib: { column, syntax: textSyntax, none: '' } });

/** The three tables of IEEE 802.1, of the switch itself and of its neighbors, which have the same columns. */
const kinds = {
  protocolVlans: {
    arc: 2,
    columns: (root: string) => ({ supported: number(`${root}.2`), enabled: number(`${root}.3`) }),
    config: 3,
    rows: ({ protocolVlans }: LldpInformation): readonly Values[] =>
      protocolVlans.map(({ vlan, supported, enabled }) => ({
        of: vlan,
        supported: supported ? TRUE : FALSE,
        enabled: enabled ? TRUE : FALSE,
      })),
  },
  vlanNames: {
    arc: 3,
    columns: (root: string) => ({ name: namedOnly(`${root}.2`) }),
    config: 2,
    rows: ({ vlanNames }: LldpInformation): readonly Values[] =>
      vlanNames.map(({ vlan, name }) => ({ of: vlan, name })),
  },
  protocols: {
    arc: 4,
    columns: (root: string) => ({ identity: digits(`${root}.2`) }),
    config: 4,
    rows: ({ protocols }: LldpInformation): readonly Values[] =>
      protocols.flatMap((identity, at) =>
        identity.length === 0 ? [] : [{ of: at + 1, identity: Buffer.from(identity).toString('hex').toUpperCase() }],
      ),
  },
} as const satisfies Record<string, Kind>;

interface Kind {
  readonly arc: number;
  columns(root: string): Fields;
  /** The arc of its table of settings. */
  readonly config: number;
  /** What an LLDPDU says, with the last part of the index, once each. */
  rows(information: LldpInformation): readonly Values[];
}

type KindName = keyof typeof kinds;

/** Rows once each, by the last part of their index. */
const once = (rows: readonly Values[]) => [...new Map(rows.map((row) => [row.of, row])).values()];

function remote(name: KindName): StandardObject {
  const { arc, columns, rows } = kinds[name];
  const root = `${DOT1_MIB}.${REMOTE}.${arc}.1`;
  const object = table(`lldpXdot1Rem ${name}`, {
    title: UNSEEN,
    index: {
      lldpRemLocalPortNum: hidden(`${LLDP_MIB}.4.1.1.2`),
      lldpRemIndex: hidden(`${LLDP_MIB}.4.1.1.3`),
      of: hidden(`${root}.1`),
    },
    columns: columns(root),
    rows: { max: 4096 },
    // lldpRemTimeMark comes first, as in lldpRemTable; 0 requests rows of any time.
    mib: { index: [0, 'lldpRemLocalPortNum', 'lldpRemIndex', 'of'] },
  });
  return {
    object,
    rows: ({ slots }) =>
      [...slots.get(lldpState).neighbours.values()].flatMap(({ port, index, information }) =>
        once(rows(information)).map((row) => ({ lldpRemLocalPortNum: port, lldpRemIndex: index, ...row })),
      ),
  };
}

/** Columns of the settings that say of which protocols a port tells, in the order of `protocolIdentities`. */
const protocolColumns = [
  'lldpXdot1ProtocolStp',
  'lldpXdot1ProtocolLacp',
  'lldpXdot1ProtocolEapol',
  'lldpXdot1ProtocolGvrp',
] as const;

/** One switch for a kind, and the list of what it is on for: the standard has a switch for each. */
const choices = {
  protocolVlans: { switch: 'lldpXdot1ConfigProtoVlanTxEnable', list: 'lldpXdot1ConfigProtoVlanList' },
  vlanNames: { switch: 'lldpXdot1ConfigVlanNameTxEnable', list: 'lldpXdot1ConfigVlanNameList' },
  protocols: { switch: 'lldpXdot1ConfigProtocolTxEnable', list: undefined },
} as const satisfies Record<KindName, { readonly switch: keyof Settings; readonly list: keyof Settings | undefined }>;

/** What a port's list names, whether it is on or not. */
function listed(name: KindName, row: Settings): readonly number[] {
  const { list } = choices[name];
  if (list !== undefined) return parseVlanList(row[list], VLAN_ID_MAXIMUM) ?? [];
  return protocolColumns.flatMap((column, at) => (row[column] === TRUE ? [at + 1] : []));
}

/** The settings under which these, and no others, are sent. */
function settingsFor(name: KindName, sent: readonly number[]): Values {
  const { list, switch: on } = choices[name];
  const some = { [on]: sent.length > 0 ? TRUE : FALSE };
  if (list !== undefined) return { ...some, [list]: formatVlanList(sent) };
  const columns = protocolColumns.map((column, at) => [column, sent.includes(at + 1) ? TRUE : FALSE] as const);
  return sent.length > 0 ? { ...some, ...Object.fromEntries(columns) } : some;
}

/** What a port could send of a kind; names of VLANs only where it lists them: there may be thousands at each port. */
function local(name: KindName): StandardObject {
  const { arc, columns, config, rows } = kinds[name];
  const root = `${DOT1_MIB}.${LOCAL}.${arc}.1`;
  const object = table(`lldpXdot1Loc ${name}`, {
    title: UNSEEN,
    index: { lldpLocPortNum: hidden(`${LLDP_MIB}.3.7.1.1`), of: hidden(`${root}.1`) },
    columns: {
      ...columns(root),
      sent: truth({ label: UNSEEN, mib: { column: `${DOT1_MIB}.1.${config}.1.1` } }),
    },
    rows: { max: 4096 },
  });

  const rowsOf = ({ slots, configuration }: DeviceContext): readonly Values[] =>
    configuration()
      .rows(lldpXdot1ConfigPortVlanEntry)
      .flatMap((row) => {
        const wanted = new Set(listed(name, row));
        const information = slots.get(lldpSelf).get(row.lldpPortConfigPortNum);
        if (!information || (name === 'vlanNames' && wanted.size === 0)) return [];
        const isOn = row[choices[name].switch] === TRUE;
        const known = once([...listedOnly(name, wanted), ...rows(information)]);
        return known
          .filter(({ of }) => name !== 'vlanNames' || wanted.has(Number(of)))
          .map((one) => ({
            lldpLocPortNum: row.lldpPortConfigPortNum,
            ...one,
            sent: isOn && wanted.has(Number(one.of)) ? TRUE : FALSE,
          }));
      });

  const set = (
    context: DeviceContext,
    { index, values }: SetRow,
    earlier: readonly Request[],
  ): SetSteps | SetRefusal => {
    const { lldpLocPortNum: port, of } = index;
    const named = { lldpPortConfigPortNum: Number(port) };
    const held = context.configuration().row(lldpXdot1ConfigPortVlanEntry, named);
    const information = context.slots.get(lldpSelf).get(Number(port));
    if (!held || !information || !canSend(name, Number(of), information)) return { refused: ErrorStatus.noCreation };
    const before = earlier.findLast(
      (one) => one.object === lldpXdot1ConfigPortVlanEntry && one.values.lldpPortConfigPortNum === port,
    );
    const row = { ...held, ...before?.values };
    const present = row[choices[name].switch] === TRUE ? listed(name, row) : [];
    const others = present.filter((one) => one !== of);
    const sent = values.sent === TRUE ? [...others, Number(of)] : others;
    if (sent.length === present.length && sent.every((one) => present.includes(one))) return { requests: [] };
    const next = settingsFor(name, sent);
    return {
      requests: [
        { kind: 'set', object: lldpXdot1ConfigPortVlanEntry, values: { ...before?.values, ...named, ...next } },
      ],
    };
  };
  return { object, rows: rowsOf, set };
}

/** Protocol VLANs that a port announces and that are not in force there. */
function listedOnly(name: KindName, wanted: ReadonlySet<number>): readonly Values[] {
  return name === 'protocolVlans' ? [...wanted].map((of) => ({ of, supported: TRUE, enabled: FALSE })) : [];
}

function canSend(name: KindName, of: number, information: LldpInformation): boolean {
  switch (name) {
    case 'protocolVlans':
      return of >= 1 && of <= VLAN_ID_MAXIMUM;
    case 'vlanNames':
      return information.vlanNames.some(({ vlan }) => vlan === of);
    case 'protocols':
      return of >= 1 && of <= protocolColumns.length;
  }
}

/** VLANs and protocols in LLDP, of neighbors and of the switch itself (LLDP-EXT-DOT1-MIB). */
export const neighbourVlanObjects: readonly StandardObject[] = [
  ...(['protocolVlans', 'vlanNames', 'protocols'] as const).flatMap((name) => [local(name), remote(name)]),
];
