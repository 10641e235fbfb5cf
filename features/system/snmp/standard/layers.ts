import type { DeviceContext } from '../../../../device/feature.ts';
import { group, table } from '../../../../model/schema/object.ts';
import { timeTicks } from '../../../../model/smi/syntax.ts';
import { portsOf } from '../../../../model/values/port-list.ts';
import type { Values } from '../../../../model/wire/call.ts';
import { configuredTrunks } from '../../../bridge-ports.ts';
import { ipv4InterfaceEntry } from '../../l3-feature/objects.ts';
import type { StandardObject } from '../standard-object.ts';
import { hidden, number, UNSEEN } from './columns.ts';

/** The two ends of a layer, as parts of an index. */
const HIGHER = '1.3.6.1.2.1.31.1.2.1.1';
const LOWER = '1.3.6.1.2.1.31.1.2.1.2';
const ends = { higher: hidden(HIGHER), lower: hidden(LOWER) };

const ifStackEntry = table('ifStackEntry', {
  title: UNSEEN,
  oid: '1.3.6.1.2.1.31.1.2.1',
  index: ends,
  columns: { ifStackStatus: number(3) },
  rows: { max: 256 },
});

const ifInvStackEntry = table('ifInvStackEntry', {
  title: UNSEEN,
  oid: '1.3.6.1.2.1.77.1.1.1',
  index: { lower: ends.lower, higher: ends.higher },
  columns: { ifInvStackStatus: number(1) },
  rows: { max: 256 },
});

const lastChanges = group('ifLastChanges', {
  title: UNSEEN,
  oid: '1.3.6.1.2.1.31.1',
  fields: { ifTableLastChange: number(5, timeTicks), ifStackLastChange: number(6, timeTicks) },
});

/** RowStatus active; and the value for no interface above or below another. */
const [ACTIVE, NONE] = [1, 0];

/** Which interface runs on top of which: trunks on their members. Each has one above it and below it at least, if only none. */
function layerRows({ configuration, hardware }: DeviceContext): readonly Values[] {
  const running = configuration();
  const trunks = configuredTrunks(running).map(({ number: trunk, members }) => ({ trunk, ports: portsOf(members) }));
  const bundled = new Set(trunks.flatMap(({ ports }) => ports));
  const layers = [
    ...trunks.flatMap(({ trunk, ports }) => [[NONE, trunk], ...ports.map((port) => [trunk, port])]),
    ...[...hardware.ports.keys()].flatMap((port) => [...(bundled.has(port) ? [] : [[NONE, port]]), [port, NONE]]),
    ...running.rows(ipv4InterfaceEntry).flatMap(({ ipv4InterfaceIfIndex: own }) => [
      [NONE, own],
      [own, NONE],
    ]),
  ];
  return layers.map(([higher = NONE, lower = NONE]) => ({
    higher,
    lower,
    ifStackStatus: ACTIVE,
    ifInvStackStatus: ACTIVE,
  }));
}

/** Stacking of the interfaces (RFC 2863 ifStackTable, RFC 2864). */
export const layerObjects: readonly StandardObject[] = [
  { object: ifStackEntry, rows: layerRows },
  { object: ifInvStackEntry, rows: layerRows },
  // Ports are there from the start; when trunks and VLAN interfaces came is not kept.
  { object: lastChanges, rows: () => [{ ifTableLastChange: 0, ifStackLastChange: 0 }] },
];
