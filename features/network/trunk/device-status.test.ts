import { expect, test } from 'vitest';
import type { DeviceContext } from '../../../device/feature.ts';
import { type SlotReader, slotsWith } from '../../../device/slot.ts';
import { Configuration } from '../../../model/configuration/configuration.ts';
import { rowKey } from '../../../model/schema/object.ts';
import { TRUNK_BASE } from '../../../model/values/interface-index.ts';
import { NO_PORTS, parsePortList } from '../../../model/values/port-list.ts';
import { keyOf } from '../../../protocols/lacp/actor.ts';
import { idleLacp, type LacpPort, noPartner } from '../../../protocols/lacp/state.ts';
import { member } from '../../../protocols/lacp/testing.ts';
import { testHardware } from '../testing.ts';
import { activePortRows, portColumns, statisticsRows, trunkRows } from './device-status.ts';
import { dot3adAggPortEntry, MemberStatusValue, SYSTEM_PRIORITY } from './lacp-objects.ts';
import { TrunkMode, trunkGroupEntry } from './objects.ts';
import { lacpReader, trunkViews } from './slots.ts';

const [LACP, MANUAL] = [TRUNK_BASE + 1, TRUNK_BASE + 2];
const PARTNER = '02-00-00-00-00-99';

/** A port whose figures all differ from those of the others. */
function lacpPort(number: number, change: Partial<LacpPort> = {}): LacpPort {
  const from = number * 10;
  return {
    ...{ settings: member, receive: 'current', mux: 'distributing', selected: 'selected' },
    partner: {
      ...{
        systemPriority: from,
        system: PARTNER,
        key: from + 1,
        portPriority: from + 2,
        port: from + 3,
        state: from + 4,
      },
    },
    ...{ partnerUntil: 0, waitUntil: 0, periodicAt: 0, needToTransmit: false, sentAt: [], answeredAt: [] },
    counts: {
      ...{ lacpdusReceived: from, markersReceived: from + 1, markerResponsesReceived: from + 2 },
      ...{ unknownReceived: from + 3, illegalReceived: from + 4, lacpdusSent: from + 5, markerResponsesSent: from + 6 },
    },
    ...change,
  };
}

/** Trunk 1 is ports 1 to 3 by LACP, trunk 2 ports 4 and 5 without; port 6 is in none. Ports 3 and 5 have no link. */
const configuration = Configuration.empty
  .withRow(trunkGroupEntry, { trunkId: 1, trunkMode: TrunkMode.active, trunkMemberPorts: '1-3' })
  .withRow(trunkGroupEntry, { trunkId: 2, trunkMode: TrunkMode.manual, trunkMemberPorts: '4-5' });

function context(ports: ReadonlyMap<number, LacpPort>, distributing: string): DeviceContext {
  const empty: SlotReader = { get: (slot) => slot.empty };
  const list = parsePortList(distributing) ?? NO_PORTS;
  const views = new Map([[LACP, { collecting: list, distributing: list, individual: undefined }]]);
  const slots = slotsWith(slotsWith(empty, trunkViews, views), lacpReader, () => ({ ...idleLacp, ports }));
  const links = [1, 2, 3, 4, 5, 6].map(
    (port) => [port, { port, link: [3, 5].includes(port) ? 'down' : 'up' }] as const,
  );
  const known = {
    ...{ slots, hardware: testHardware, configuration: () => configuration },
    datapath: { portStates: async () => new Map(links) },
  };
  return known as unknown as DeviceContext;
}

const agreed = new Map([
  [3, lacpPort(3, { receive: 'disabled', mux: 'detached', selected: 'unselected' })],
  [2, lacpPort(2, { mux: 'waiting', selected: 'standby' })],
  [1, lacpPort(1)],
]);

test('a trunk has agreed what its bundled member has, else one that was chosen, else the first', () => {
  const speaker = (ports: ReadonlyMap<number, LacpPort>, distributing: string) =>
    trunkRows(context(ports, distributing)).map((row) => row.dot3adAggPartnerOperKey);
  expect(trunkRows(context(agreed, '1'))).toEqual([
    {
      ...{ dot3adAggIndex: LACP, trunkMode: TrunkMode.active, dot3adAggMACAddress: testHardware.baseMacAddress },
      ...{ dot3adAggActorSystemPriority: SYSTEM_PRIORITY, dot3adAggActorOperKey: keyOf(member) },
      ...{ dot3adAggPartnerSystemID: PARTNER, dot3adAggPartnerSystemPriority: 10, dot3adAggPartnerOperKey: 11 },
    },
    {
      ...{ dot3adAggIndex: MANUAL, trunkMode: TrunkMode.manual, dot3adAggMACAddress: testHardware.baseMacAddress },
      ...{ dot3adAggActorSystemPriority: SYSTEM_PRIORITY, dot3adAggActorOperKey: 0 },
      ...{ dot3adAggPartnerSystemID: noPartner.system, dot3adAggPartnerSystemPriority: 0, dot3adAggPartnerOperKey: 0 },
    },
  ]);
  expect(speaker(agreed, '2')).toEqual([21, 0]);
  const chosen = new Map(agreed).set(1, lacpPort(1, { selected: 'standby' })).set(2, lacpPort(2));
  expect(speaker(chosen, '')).toEqual([21, 0]);
  expect(speaker(new Map(agreed).set(1, lacpPort(1, { selected: 'unselected' })), '')).toEqual([11, 0]);
});

test('ports that send are those that distribute, and by hand those with a link', async () => {
  expect(await activePortRows(context(agreed, '1,6'))).toEqual([
    { dot3adAggIndex: LACP, dot3adAggPortListPorts: '1' },
    { dot3adAggIndex: MANUAL, dot3adAggPortListPorts: '4' },
  ]);
});

test('each port says its trunk, its state, and what its partner said', async () => {
  const columns = await portColumns(context(agreed, '1'));
  const of = (port: number) => columns.get(rowKey(dot3adAggPortEntry, { dot3adAggPortIndex: port }));
  expect(columns.size).toBe(testHardware.ports.size);
  expect(of(1)).toMatchObject({
    ...{ dot3adAggPortSelectedAggID: LACP, memberStatus: MemberStatusValue.bundled },
    ...{ dot3adAggPortPartnerOperState: 14, dot3adAggPortPartnerOperSystemID: PARTNER },
    ...{ dot3adAggPortPartnerOperPort: 13, dot3adAggPortPartnerOperPortPriority: 12 },
  });
  const states = [2, 3, 4, 5, 6].map((port) => [of(port)?.dot3adAggPortSelectedAggID, of(port)?.memberStatus]);
  expect(states).toEqual([
    [LACP, MemberStatusValue.standby],
    [LACP, MemberStatusValue.linkDown],
    [MANUAL, MemberStatusValue.bundled],
    [MANUAL, MemberStatusValue.linkDown],
    [0, MemberStatusValue.linkDown],
  ]);
  // Before the negotiation knows them, members with a link forward by hand only.
  const early = await portColumns(context(new Map(), ''));
  expect(early.get(rowKey(dot3adAggPortEntry, { dot3adAggPortIndex: 1 }))?.memberStatus).toBe(
    MemberStatusValue.bundled,
  );
});

test('each counter of a port is its own, in the order of the ports', () => {
  const rows = statisticsRows(context(agreed, '1'));
  expect(rows.map((row) => row.dot3adAggPortIndex)).toEqual([1, 2, 3]);
  expect(rows[1]).toEqual({
    ...{ dot3adAggPortIndex: 2, dot3adAggPortStatsLACPDUsRx: '20', dot3adAggPortStatsMarkerPDUsRx: '21' },
    ...{ dot3adAggPortStatsMarkerResponsePDUsRx: '22', dot3adAggPortStatsUnknownRx: '23' },
    ...{ dot3adAggPortStatsIllegalRx: '24', dot3adAggPortStatsLACPDUsTx: '25' },
    dot3adAggPortStatsMarkerResponsePDUsTx: '26',
  });
});
