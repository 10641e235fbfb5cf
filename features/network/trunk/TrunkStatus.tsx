import { useMemo } from 'react';
import { useRows } from '../../../console/call/use-reads.ts';
import { Page } from '../../../console/elements/Page.tsx';
import { RefreshButton } from '../../../console/elements/RefreshButton.tsx';
import { Tag, type Tone } from '../../../console/elements/Tag.tsx';
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
  trunkGroupEntry,
} from './objects.ts';

/** Milliseconds between two reads. */
const poll = 5000;

type Trunk = RowOf<typeof dot3adAggEntry>;
type Port = RowOf<typeof dot3adAggPortEntry>;

/** A trunk with what other tables say of it. */
interface ShownTrunk extends Trunk {
  readonly members: string;
  readonly active: string;
}

/** A member with the counts of its frames. */
interface ShownPort extends Port {
  readonly received: string;
  readonly sent: string;
}

/** Network > Trunk > Status: what the trunks have agreed with their partners (reference/network.md). */
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
      trunks?.map(
        (row): ShownTrunk => ({
          ...row,
          active:
            lists.find(({ dot3adAggIndex }) => dot3adAggIndex === row.dot3adAggIndex)?.dot3adAggPortListPorts ?? '',
          members: settings.find(({ trunkId }) => trunkId === row.dot3adAggIndex - TRUNK_BASE)?.trunkMemberPorts ?? '',
        }),
      ),
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
        empty={t('No trunk has members. Set one on the Settings page.')}
        columns={[
          'dot3adAggIndex',
          'trunkMode',
          { key: 'members', title: 'Member Ports', text: (row) => (row as ShownTrunk).members },
          {
            key: 'active',
            title: 'Active Ports',
            text: (row) => (row as ShownTrunk).active,
            draw: (row) => (row as ShownTrunk).active || <Tag tone="bad">{t('None')}</Tag>,
          },
          { name: 'dot3adAggPartnerSystemID', text: (row) => partner(row.dot3adAggPartnerSystemID) },
          { name: 'dot3adAggPartnerSystemPriority', text: ofPartner('dot3adAggPartnerSystemPriority') },
          { name: 'dot3adAggPartnerOperKey', text: ofPartner('dot3adAggPartnerOperKey') },
          'dot3adAggActorOperKey',
          'dot3adAggActorSystemPriority',
          'dot3adAggMACAddress',
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
          { name: 'dot3adAggPortActorOperState', text: (row) => stateWords(t, row.dot3adAggPortActorOperState) },
          { name: 'dot3adAggPortPartnerOperState', text: (row) => stateWords(t, row.dot3adAggPortPartnerOperState) },
          { name: 'dot3adAggPortPartnerOperSystemID', text: (row) => partner(row.dot3adAggPortPartnerOperSystemID) },
          'dot3adAggPortPartnerOperPort',
          'dot3adAggPortPartnerOperPortPriority',
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

function partner(system: string): string {
  return system === ZERO_MAC ? '–' : system;
}

/** A number of the partner, where there is one. */
function ofPartner(column: 'dot3adAggPartnerSystemPriority' | 'dot3adAggPartnerOperKey') {
  return (row: Trunk) => (row.dot3adAggPartnerSystemID === ZERO_MAC ? '–' : String(row[column]));
}

/** The bits of a port's state that tell how far it has come, in words (IEEE 802.1AX Actor_State). */
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
