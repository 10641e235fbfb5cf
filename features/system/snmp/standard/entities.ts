import type { DeviceContext } from '../../../../device/feature.ts';
import { serialNumber } from '../../../../model/configuration/hardware.ts';
import { table } from '../../../../model/schema/object.ts';
import type { Values } from '../../../../model/wire/call.ts';
import type { StandardObject } from '../standard-object.ts';
import { FALSE, hidden, number, TRUE, UNSEEN, words } from './columns.ts';

const entPhysicalEntry = table('entPhysicalEntry', {
  title: UNSEEN,
  oid: '1.3.6.1.2.1.47.1.1.1.1',
  index: { entPhysicalIndex: hidden(1) },
  columns: {
    entPhysicalDescr: words(2),
    entPhysicalContainedIn: number(4),
    entPhysicalClass: number(5),
    entPhysicalParentRelPos: number(6),
    entPhysicalName: words(7),
    entPhysicalSerialNum: words(11),
    entPhysicalModelName: words(13),
    entPhysicalIsFRU: number(16),
  },
  rows: { max: 65 },
});

/** entPhysicalClass (RFC 6933). */
const [CHASSIS, PORT] = [3, 10];

/** The chassis is the first entity, port n the one numbered 1 + n. */
function entityRows({ hardware, datapath }: DeviceContext): readonly Values[] {
  const chassis = {
    entPhysicalIndex: 1,
    entPhysicalDescr: `${hardware.modelName} managed switch`,
    entPhysicalContainedIn: 0,
    entPhysicalClass: CHASSIS,
    entPhysicalParentRelPos: -1,
    entPhysicalName: hardware.modelName,
    entPhysicalSerialNum: serialNumber(hardware),
    entPhysicalModelName: hardware.modelName,
    entPhysicalIsFRU: TRUE,
  };
  const ports = datapath.facts.ports.map(({ number: port, name }) => ({
    entPhysicalIndex: 1 + port,
    entPhysicalDescr: `Port ${port}`,
    entPhysicalContainedIn: 1,
    entPhysicalClass: PORT,
    entPhysicalParentRelPos: port,
    entPhysicalName: name,
    entPhysicalSerialNum: '',
    entPhysicalModelName: '',
    entPhysicalIsFRU: FALSE,
  }));
  return [chassis, ...ports];
}

/** What the switch is built of, as RFC 6933 has it. */
export const entityObjects: readonly StandardObject[] = [{ object: entPhysicalEntry, rows: entityRows }];
