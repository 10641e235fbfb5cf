import { useMemo } from 'react';
import { useRows } from '../../../console/call/use-reads.ts';
import { Page } from '../../../console/elements/Page.tsx';
import { RefreshButton } from '../../../console/elements/RefreshButton.tsx';
import { Tag, type Tone } from '../../../console/elements/Tag.tsx';
import { CellLines } from '../../../console/table/CellLines.tsx';
import { ObjectTable } from '../../../console/table/ObjectTable.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { TRUNK_BASE } from '../../../model/values/interface-index.ts';
import { ZERO_MAC } from '../../../model/values/mac.ts';
import type { Translate } from '../../../model/values/translate.ts';
import {
  dot3adAggEntry,
  dot3adAggPortEntry,
  dot3adAggPortListEntry,
  dot3adAggPortStatsEntry,
  MemberStatusValue,
} from './lacp-objects.ts';
import { trunkGroupEntry } from './objects.ts';
import styles from './trunk.module.css';

/** Milliseconds between two reads. */
const poll = 5000;

type Trunk = RowOf<typeof dot3adAggEntry>;
type Port = RowOf<typeof dot3adAggPortEntry>;

/** A trunk with what other tables say of it. */
interface ShownTrunk extends Trunk {
  readonly inUse: boolean;
  readonly members: string;
  readonly active: string;
}

/** A trunk that is not in use. */
const nothingAgreed = {
  dot3adAggMACAddress: ZERO_MAC,
  dot3adAggActorSystemPriority: 0,
  dot3adAggActorOperKey: 0,
  dot3adAggPartnerSystemID: ZERO_MAC,
  dot3adAggPartnerSystemPriority: 0,
  dot3adAggPartnerOperKey: 0,
};

/** A member with the counts of its frames. */
interface ShownPort extends Port {
  readonly received: string;
  readonly sent: string;
}

/** Network > Trunk > Status: what the trunks have agreed with their partners (docs/specification/network.md). */
export default function TrunkStatus() {
  const t = useText();
  const { data: trunks } = useRows(dot3adAggEntry, {}, { poll });
  const { data: lists } = useRows(dot3adAggPortListEntry, {}, { poll });
  const { data: ports } = useRows(dot3adAggPortEntry, {}, { poll });
  const { data: frames } = useRows(dot3adAggPortStatsEntry, {}, { poll });
  const { data: settings } = useRows(trunkGroupEntry, {}, { poll });
  const shownTrunks = useMemo(
    () =>
      lists &&
      settings &&
      trunks &&
      settings.map(({ trunkId, trunkMode, trunkMemberPorts }): ShownTrunk => {
        const index = TRUNK_BASE + trunkId;
        const inUse = trunks.find(({ dot3adAggIndex }) => dot3adAggIndex === index);
        const list = lists.find(({ dot3adAggIndex }) => dot3adAggIndex === index);
        return {
          ...(inUse ?? { ...nothingAgreed, dot3adAggIndex: index, trunkMode }),
          inUse: inUse !== undefined,
          members: trunkMemberPorts,
          active: list?.dot3adAggPortListPorts ?? '',
        };
      }),
    [trunks, lists, settings],
  );
  const shownPorts = useMemo(
    () =>
      frames &&
      ports
        ?.filter((row) => row.dot3adAggPortSelectedAggID !== 0)
        .map((row): ShownPort => {
          const counts = frames.find(({ dot3adAggPortIndex }) => dot3adAggPortIndex === row.dot3adAggPortIndex);
          return {
            ...row,
            received: counts?.dot3adAggPortStatsLACPDUsRx ?? '–',
            sent: counts?.dot3adAggPortStatsLACPDUsTx ?? '–',
          };
        }),
    [ports, frames],
  );
  return (
    <Page actions={<RefreshButton />}>
      <ObjectTable
        object={dot3adAggEntry}
        title={t('Trunks')}
        rows={shownTrunks}
        filter={false}
        kept={false}
        columns={[
          'dot3adAggIndex',
          'trunkMode',
          { key: 'members', title: 'Member Ports', text: (row) => (row as ShownTrunk).members || '–' },
          {
            key: 'active',
            title: 'Active Ports',
            text: (row) => (row as ShownTrunk).active,
            draw: (row) =>
              (row as ShownTrunk).active || ((row as ShownTrunk).inUse ? <Tag tone="bad">{t('None')}</Tag> : '–'),
          },
          systemColumn('partner', 'Partner', (row) =>
            row.dot3adAggPartnerSystemID === ZERO_MAC
              ? []
              : [
                  row.dot3adAggPartnerSystemID,
                  systemWords(t, row.dot3adAggPartnerSystemPriority, row.dot3adAggPartnerOperKey),
                ],
          ),
          systemColumn('actor', 'This switch', (row) =>
            row.inUse
              ? [row.dot3adAggMACAddress, systemWords(t, row.dot3adAggActorSystemPriority, row.dot3adAggActorOperKey)]
              : [],
          ),
        ]}
      />
      <ObjectTable
        object={dot3adAggPortEntry}
        title={t('Members')}
        rows={shownPorts}
        filter={false}
        kept={false}
        empty={t('No port is a member of a trunk.')}
        columns={[
          'dot3adAggPortIndex',
          'dot3adAggPortSelectedAggID',
          { name: 'memberStatus', draw: (row) => <Status row={row} /> },
          stateColumn(t, 'dot3adAggPortActorOperState'),
          stateColumn(t, 'dot3adAggPortPartnerOperState'),
          {
            key: 'partner',
            title: 'Partner',
            text: (row) => partnerLines(t, row).join(' '),
            draw: (row) => <Lines lines={partnerLines(t, row)} />,
          },
          {
            key: 'received',
            title: 'LACPDUs Received',
            right: true,
            text: (row) => (row as ShownPort).received,
          },
          {
            key: 'sent',
            title: 'LACPDUs Sent',
            right: true,
            text: (row) => (row as ShownPort).sent,
          },
        ]}
      />
    </Page>
  );
}

const tones: Readonly<Record<number, Tone>> = {
  [MemberStatusValue.bundled]: 'ok',
  [MemberStatusValue.individual]: 'warn',
  [MemberStatusValue.standby]: 'neutral',
  [MemberStatusValue.linkDown]: 'neutral',
};

function Status({ row: { memberStatus } }: { readonly row: Port }) {
  const t = useText();
  return (
    <Tag tone={tones[memberStatus] ?? 'neutral'}>{t(dot3adAggPortEntry.fields.memberStatus.show(memberStatus))}</Tag>
  );
}

/** A system of LACP, two lines in a cell: six columns of them are wider than a page. */
function systemColumn(key: string, title: string, linesOf: (row: ShownTrunk) => readonly string[]) {
  return {
    key,
    title,
    text: (row: Trunk) => linesOf(row as ShownTrunk).join(' '),
    draw: (row: Trunk) => <Lines lines={linesOf(row as ShownTrunk)} />,
  };
}

function systemWords(t: Translate, priority: number, key: number): string {
  return t('priority {{priority}} · key {{key}}', { priority, key });
}

/** The partner of a member: its system, and the port there. */
function partnerLines(t: Translate, row: Port): readonly string[] {
  if (row.dot3adAggPortPartnerOperSystemID === ZERO_MAC) return [];
  const { dot3adAggPortPartnerOperPort: port, dot3adAggPortPartnerOperPortPriority: priority } = row;
  return [row.dot3adAggPortPartnerOperSystemID, t('port {{port}} · priority {{priority}}', { port, priority })];
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  return lines.length === 0 ? '–' : <CellLines lines={lines} />;
}

/** A column of state bits, in words that take another line where there are many. */
function stateColumn(t: Translate, name: 'dot3adAggPortActorOperState' | 'dot3adAggPortPartnerOperState') {
  const text = (row: Port) => stateWords(t, row[name]);
  return { name, right: false, text, draw: (row: Port) => <span className={styles.state}>{text(row)}</span> };
}

/** The bits of a port's state that show its progress, in words (IEEE 802.1AX Actor_State). */
const stateNames: readonly (readonly [bit: number, words: string])[] = [
  [1, 'active'],
  [2, 'short timeout'],
  [8, 'in sync'],
  [16, 'collecting'],
  [32, 'distributing'],
  [64, 'defaulted'],
  [128, 'expired'],
];

function stateWords(t: Translate, state: number): string {
  const words = stateNames.filter(([bit]) => (state & bit) !== 0).map(([, name]) => t(name));
  return words.join(', ') || '–';
}
