import type { Environment } from '../../../../datapath/datapath.ts';
import type { DeviceContext } from '../../../../device/feature.ts';
import { group, table } from '../../../../model/schema/object.ts';
import { timeTicks, unsigned32 } from '../../../../model/smi/syntax.ts';
import type { Values } from '../../../../model/wire/call.ts';
import { sysSystemCtrl, system } from '../../system-management/objects.ts';
import type { StandardObject } from '../standard-object.ts';
import { rowsOf } from './beside.ts';
import { digits, FALSE, hidden, identifier, number, TRUE, UNSEEN, words } from './columns.ts';
import { CHASSIS, FANS, POWER_SUPPLY, portEntity, type Sensor, sensorsOf } from './sensors.ts';

/** entPhysicalIndex. */
const ENTITY = '1.3.6.1.2.1.47.1.1.1.1.1';

const entPhysicalEntry = table('entPhysicalEntry', {
  title: UNSEEN,
  oid: '1.3.6.1.2.1.47.1.1.1.1',
  index: { entPhysicalIndex: hidden(ENTITY) },
  columns: {
    entPhysicalDescr: words(2),
    entPhysicalVendorType: identifier(3),
    entPhysicalContainedIn: number(4),
    entPhysicalClass: number(5),
    entPhysicalParentRelPos: number(6),
    entPhysicalName: words(7),
    entPhysicalHardwareRev: words(8),
    entPhysicalFirmwareRev: words(9),
    entPhysicalSoftwareRev: words(10),
    entPhysicalSerialNum: words(11),
    entPhysicalMfgName: words(12),
    entPhysicalModelName: words(13),
    entPhysicalAlias: words(14),
    entPhysicalAssetID: words(15),
    entPhysicalIsFRU: number(16),
    entPhysicalMfgDate: digits(17),
    entPhysicalUris: words(18),
    entPhysicalUUID: digits(19),
  },
  rows: { max: 256 },
});

const entPhysicalContainsEntry = table('entPhysicalContainsEntry', {
  title: UNSEEN,
  oid: '1.3.6.1.2.1.47.1.3.3.1',
  index: { entPhysicalIndex: hidden(ENTITY), entPhysicalChildIndex: number(1) },
  columns: {},
  rows: { max: 256 },
});

const entAliasMappingEntry = table('entAliasMappingEntry', {
  title: UNSEEN,
  oid: '1.3.6.1.2.1.47.1.3.2.1',
  index: { entPhysicalIndex: hidden(ENTITY), entAliasLogicalIndexOrZero: hidden(1) },
  columns: { entAliasMappingIdentifier: identifier(2) },
  rows: { max: 64 },
});

const entityGeneral = group('entityGeneral', {
  title: UNSEEN,
  oid: '1.3.6.1.2.1.47.1.4',
  fields: { entLastChangeTime: number(1, timeTicks) },
});

const entPhySensorEntry = table('entPhySensorEntry', {
  title: UNSEEN,
  oid: '1.3.6.1.2.1.99.1.1.1',
  index: { entPhysicalIndex: hidden(ENTITY) },
  columns: {
    entPhySensorType: number(1),
    entPhySensorScale: number(2),
    entPhySensorPrecision: number(3),
    entPhySensorValue: number(4),
    entPhySensorOperStatus: number(5),
    entPhySensorUnitsDisplay: words(6),
    entPhySensorValueTimeStamp: number(7, timeTicks),
    entPhySensorValueUpdateRate: number(8, unsigned32),
  },
  rows: { max: 128 },
});

/** entPhysicalClass (RFC 6933). */
const Class = { chassis: 3, powerSupply: 6, fan: 7, sensor: 8, port: 10 } as const;

/** ifIndex, which an interface's row is named by; and entPhySensorOperStatus ok. */
const [IF_INDEX, OK] = ['1.3.6.1.2.1.2.2.1.1', 1];

/** A part of the switch; omitted values count as unknown. */
interface Part {
  readonly entity: number;
  readonly kind: number;
  readonly description: string;
  readonly name: string;
  readonly within: number;
  /** Among those of its kind in what it is in; -1 where there is no such order. */
  readonly place: number;
  readonly more?: Values;
}

async function partsOf(context: DeviceContext, environment: Environment): Promise<readonly Part[]> {
  const { datapath, hardware } = context;
  const { fans = [] } = environment;
  const inChassis = { within: CHASSIS } as const;
  return [
    {
      entity: CHASSIS,
      kind: Class.chassis,
      description: `${hardware.modelName} managed switch`,
      name: hardware.modelName,
      within: 0,
      place: -1,
      more: await identityOf(context),
    },
    ...datapath.facts.ports.map(({ number: port, name }) => ({
      entity: portEntity(port),
      kind: Class.port,
      description: `Port ${port}`,
      name,
      ...inChassis,
      place: port,
    })),
    {
      entity: POWER_SUPPLY,
      kind: Class.powerSupply,
      description: 'Power supply',
      name: 'Power supply',
      ...inChassis,
      place: 1,
    },
    ...fans.map((_, at) => {
      const name = `Fan ${at + 1}`;
      return { entity: FANS + at, kind: Class.fan, description: name, name, ...inChassis, place: at + 1 };
    }),
    ...sensorsOf(environment).map(({ entity, name, within }) => ({
      entity,
      kind: Class.sensor,
      description: name,
      name,
      within,
      place: 1,
    })),
  ];
}

/** Name and versions of the chassis, as the console shows them. */
async function identityOf(context: DeviceContext): Promise<Values> {
  const [[identity = {}], [device = {}]] = await Promise.all([rowsOf(context, system), rowsOf(context, sysSystemCtrl)]);
  return {
    entPhysicalVendorType: identity.sysObjectID ?? '',
    entPhysicalHardwareRev: device.sysHardwareVersion ?? '',
    entPhysicalFirmwareRev: device.sysBootVersion ?? '',
    entPhysicalSoftwareRev: device.sysSoftwareVersion ?? '',
    entPhysicalSerialNum: device.sysSerialNumber ?? '',
    entPhysicalMfgName: 'Faceplate',
    entPhysicalModelName: device.modelName ?? '',
    entPhysicalIsFRU: TRUE,
  };
}

function partRow({ entity, kind, description, name, within, place, more }: Part): Values {
  return {
    entPhysicalIndex: entity,
    entPhysicalDescr: description,
    entPhysicalVendorType: '',
    entPhysicalContainedIn: within,
    entPhysicalClass: kind,
    entPhysicalParentRelPos: place,
    entPhysicalName: name,
    entPhysicalHardwareRev: '',
    entPhysicalFirmwareRev: '',
    entPhysicalSoftwareRev: '',
    entPhysicalSerialNum: '',
    entPhysicalMfgName: '',
    entPhysicalModelName: '',
    entPhysicalAlias: '',
    entPhysicalAssetID: '',
    entPhysicalIsFRU: FALSE,
    // The date of manufacture is unknown: eight zeros.
    entPhysicalMfgDate: '0'.repeat(16),
    entPhysicalUris: '',
    entPhysicalUUID: '',
    ...more,
  };
}

const parts = async (context: DeviceContext) => partsOf(context, await context.datapath.environment());

async function sensorRows({ datapath, power }: DeviceContext): Promise<readonly Values[]> {
  const now = Math.floor(power.upTime() / 10);
  return sensorsOf(await datapath.environment()).map(({ entity, kind, scale, value, units }: Sensor) => ({
    entPhysicalIndex: entity,
    entPhySensorType: kind,
    entPhySensorScale: scale,
    entPhySensorPrecision: 0,
    entPhySensorValue: value,
    entPhySensorOperStatus: OK,
    entPhySensorUnitsDisplay: units,
    entPhySensorValueTimeStamp: now,
    // Measured whenever it is asked for.
    entPhySensorValueUpdateRate: 0,
  }));
}

/** Components of the switch and their sensors, by RFC 6933 and RFC 3433. */
export const entityObjects: readonly StandardObject[] = [
  { object: entPhysicalEntry, rows: async (context) => (await parts(context)).map(partRow) },
  {
    object: entPhysicalContainsEntry,
    rows: async (context) =>
      (await parts(context))
        .filter(({ within }) => within > 0)
        .map(({ entity, within }) => ({ entPhysicalIndex: within, entPhysicalChildIndex: entity })),
  },
  {
    object: entAliasMappingEntry,
    rows: ({ hardware }) =>
      [...hardware.ports.keys()].map((port) => ({
        entPhysicalIndex: portEntity(port),
        entAliasLogicalIndexOrZero: 0,
        entAliasMappingIdentifier: `${IF_INDEX}.${port}`,
      })),
  },
  { object: entityGeneral, rows: () => [{ entLastChangeTime: 0 }] },
  { object: entPhySensorEntry, rows: sensorRows },
];
