import { statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import type { DeviceContext } from '../../../../device/feature.ts';
import { text } from '../../../../model/schema/kinds/text.ts';
import { group, table } from '../../../../model/schema/object.ts';
import { dateAndTime, timeTicks, unsigned32 } from '../../../../model/smi/syntax.ts';
import { formatDateTime } from '../../../../model/values/date-time.ts';
import type { Values } from '../../../../model/wire/call.ts';
import { sysHealth } from '../../../dashboard/objects.ts';
import { deviceTimeAt } from '../../system-time/objects.ts';
import type { StandardObject } from '../standard-object.ts';
import { rowsOf } from './beside.ts';
import { counter, hidden, identifier, number, UNSEEN, words } from './columns.ts';

/** Root of HOST-RESOURCES-MIB (RFC 2790). */
const HOST = '1.3.6.1.2.1.25';

const hrSystem = group('hrSystem', {
  title: UNSEEN,
  oid: `${HOST}.1`,
  fields: {
    hrSystemUptime: number(1, timeTicks),
    hrSystemDate: text({ label: UNSEEN, maxLength: 19, access: 'ro', mib: { column: 2, syntax: dateAndTime } }),
    hrSystemInitialLoadParameters: words(4),
    hrSystemNumUsers: number(5, unsigned32),
    hrSystemProcesses: number(6, unsigned32),
    hrSystemMaxProcesses: number(7),
    hrMemorySize: number(`${HOST}.2.2`),
  },
});

const hrStorageEntry = table('hrStorageEntry', {
  title: UNSEEN,
  oid: `${HOST}.2.3.1`,
  index: { hrStorageIndex: number(1) },
  columns: {
    hrStorageType: identifier(2),
    hrStorageDescr: words(3),
    hrStorageAllocationUnits: number(4),
    hrStorageSize: number(5),
    hrStorageUsed: number(6),
    hrStorageAllocationFailures: counter(7),
  },
  rows: { max: 2 },
});

const hrDeviceEntry = table('hrDeviceEntry', {
  title: UNSEEN,
  oid: `${HOST}.3.2.1`,
  index: { hrDeviceIndex: number(1) },
  columns: {
    hrDeviceType: identifier(2),
    hrDeviceDescr: words(3),
    hrDeviceID: identifier(4),
    hrDeviceStatus: number(5),
    hrDeviceErrors: counter(6),
  },
  rows: { max: 1 },
});

const hrProcessorEntry = table('hrProcessorEntry', {
  title: UNSEEN,
  oid: `${HOST}.3.3.1`,
  index: { hrDeviceIndex: hidden(`${HOST}.3.2.1.1`) },
  columns: { hrProcessorFrwID: identifier(1), hrProcessorLoad: number(2) },
  rows: { max: 1 },
});

/** hrStorageRam, hrStorageFlashMemory, hrDeviceProcessor (RFC 2790 HOST-RESOURCES-TYPES). */
const [RAM, FLASH, PROCESSOR] = [`${HOST}.2.1.2`, `${HOST}.2.1.9`, `${HOST}.3.1.3`];

/** Octets of a unit of memory; and hrDeviceStatus running. */
const [UNIT, RUNNING] = [1024, 2];

/** Figures of the dashboard: percent of processor and memory in use. */
async function health(context: DeviceContext): Promise<{ readonly cpu: number; readonly memory: number }> {
  const [values = {}] = await rowsOf(context, sysHealth);
  return { cpu: Number(values.cpuUtilization ?? 0), memory: Number(values.memoryUtilization ?? 0) };
}

function systemRow({ power, sessions, wallClock, configuration }: DeviceContext): Values {
  return {
    hrSystemUptime: Math.floor(power.upTime() / 10),
    hrSystemDate: formatDateTime(deviceTimeAt(configuration(), wallClock.now())),
    hrSystemInitialLoadParameters: '',
    hrSystemNumUsers: sessions.count(),
    // The switch is one program; nothing else is started, so there is no number of programs that it ends at.
    hrSystemProcesses: 1,
    hrSystemMaxProcesses: 0,
    hrMemorySize: Math.round(totalmem() / UNIT),
  };
}

async function storageRows(context: DeviceContext): Promise<readonly Values[]> {
  const [{ memory }, flash] = await Promise.all([
    health(context),
    statfs(context.dataDirectory).catch(() => undefined),
  ]);
  const size = Math.round(totalmem() / UNIT);
  return [
    {
      hrStorageIndex: 1,
      hrStorageType: RAM,
      hrStorageDescr: 'Memory',
      hrStorageAllocationUnits: UNIT,
      hrStorageSize: size,
      hrStorageUsed: Math.round((size * memory) / 100),
      hrStorageAllocationFailures: '0',
    },
    ...(flash
      ? [
          {
            hrStorageIndex: 2,
            hrStorageType: FLASH,
            hrStorageDescr: 'Flash',
            hrStorageAllocationUnits: flash.bsize,
            hrStorageSize: flash.blocks,
            hrStorageUsed: flash.blocks - flash.bfree,
            hrStorageAllocationFailures: '0',
          },
        ]
      : []),
  ];
}

/** The host that the switch is, as RFC 2790 has it: its time, processor, memory and flash. */
export const hostObjects: readonly StandardObject[] = [
  { object: hrSystem, rows: (context) => [systemRow(context)] },
  { object: hrStorageEntry, rows: storageRows },
  {
    object: hrDeviceEntry,
    rows: () => [
      {
        hrDeviceIndex: 1,
        hrDeviceType: PROCESSOR,
        hrDeviceDescr: 'Processor',
        hrDeviceID: '',
        hrDeviceStatus: RUNNING,
        hrDeviceErrors: '0',
      },
    ],
  },
  {
    object: hrProcessorEntry,
    rows: async (context) => [
      { hrDeviceIndex: 1, hrProcessorFrwID: '', hrProcessorLoad: Math.round((await health(context)).cpu) },
    ],
  },
];
