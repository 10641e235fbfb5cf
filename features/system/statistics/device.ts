import type { DatapathFacts, PortCounters, PortState } from '../../../datapath/datapath.ts';
import { type DeviceContext, type DeviceFeature, type LiveRowOf, live, operation } from '../../../device/feature.ts';
import { Severity } from '../../../device/log/log.ts';
import { callerName } from '../../../device/management.ts';
import { placeIn, Refusal } from '../../../device/refusal.ts';
import { slot } from '../../../device/slot.ts';
import { say } from '../../../model/values/message.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { duplexStatus, errorCounts, trafficCounts } from '../../port-counts.ts';
import { portSampler, portSampling } from '../../port-sampling.ts';
import { portDayRows, portSampleRows } from './device-samples.ts';
import { dot3StatsEntry, ifXEntry, portDayEntry, portSampleEntry, statisticsCtrl } from './objects.ts';

type PortsStates = ReadonlyMap<number, PortState>;
type PortsCounters = ReadonlyMap<number, PortCounters>;

/** Values subtracted from a port's counters since they were cleared, and when that was. */
interface Baseline {
  readonly counters: PortCounters;
  /** Hundredths of a second since the agent started. */
  readonly at: number;
}

/** Values subtracted from the counters, by port. */
const baselines = slot<ReadonlyMap<number, Baseline>>('baselines', new Map());

/** Sets the baseline of one port, or of all for 0. */
const clearOperation = operation(statisticsCtrl, {
  async prepare(context, { values }) {
    const port = Number(values.statisticsClear ?? 0);
    if (port !== 0 && !context.hardware.ports.has(port)) {
      const message = say('Clear port must be 0 or a port from 1 to {{max}}.', { max: context.hardware.portCount });
      throw new Refusal(ErrorCode.wrongValue, message, placeIn(statisticsCtrl, undefined, 'statisticsClear'));
    }
    return values;
  },
  async operate(context, { values, caller }) {
    if (values.statisticsClear === undefined) return;
    const wanted = Number(values.statisticsClear);
    const at = Math.floor(context.power.upTime() / 10);
    const cleared = [...(await context.datapath.portCounters())]
      .filter(([port]) => wanted === 0 || wanted === port)
      .map(([port, counters]): [number, Baseline] => [port, { counters, at }]);
    context.slots.update(baselines, (present) => new Map([...present, ...cleared]));
    const what = wanted === 0 ? say('all ports') : say('port {{port}}', { port: wanted });
    const who = callerName(caller);
    context.log.write(Severity.informational, say('Counters of {{what}} cleared by {{who}}.', { what, who }));
  },
});

/**
 * One port's counters since they were cleared, as decimal text; empty for uncounted ones. One below its baseline was
 * restarted.
 */
function readings({ datapath, slots }: DeviceContext, port: number, counters: PortCounters | undefined) {
  const baseline = slots.get(baselines).get(port);
  return (name: keyof PortCounters): string => {
    if (datapath.facts.uncounted.has(name)) return '';
    const now = counters?.[name] ?? 0n;
    const before = baseline?.counters[name] ?? 0n;
    return String(now >= before ? now - before : now);
  };
}

/**
 * What was made of the counters of a port, or of all ports, last: they are the same object as long as none moves, and many look at
 * all ports every second.
 */
class LastMade<Counters extends object, Made> {
  readonly #made = new WeakMap<Counters, { readonly from: readonly unknown[]; readonly made: Made }>();

  /** @param from everything beside the counters that it is made from. */
  of(counters: Counters | undefined, from: readonly unknown[], make: () => Made): Made {
    const last = counters && this.#made.get(counters);
    if (last?.from.every((one, at) => one === from[at])) return last.made;
    const made = make();
    if (counters) this.#made.set(counters, { from, made });
    return made;
  }
}

const lastNames = new LastMade<DatapathFacts['ports'], ReadonlyMap<number, string>>();
const lastTraffic = new LastMade<PortCounters, ReturnType<typeof trafficCounts<string>>>();
const lastErrors = new LastMade<PortCounters, LiveRowOf<typeof dot3StatsEntry>>();
const lastErrorRows = new LastMade<PortsCounters, readonly LiveRowOf<typeof dot3StatsEntry>[]>();

/** A port, as one reading of the datapath has it. */
interface PortReading {
  readonly port: number;
  readonly name: string;
  readonly state: PortState | undefined;
  readonly counters: PortCounters | undefined;
}

function portColumns(context: DeviceContext, { port, name }: PortReading) {
  return {
    ifName: name,
    ifCounterDiscontinuityTime: context.slots.get(baselines).get(port)?.at ?? 0,
  };
}

/** Percent of the link's speed, one decimal; 0 while it is down. */
function load(bitsPerSecond: number, speed: number): number {
  return speed === 0 ? 0 : Math.min(100, Math.round(bitsPerSecond / speed / 1000) / 10);
}

function trafficRow(context: DeviceContext, reading: PortReading): LiveRowOf<typeof ifXEntry> {
  const { port, state, counters } = reading;
  const from = [context.slots.get(baselines).get(port), context.datapath.facts.uncounted];
  const counts = lastTraffic.of(counters, from, () => trafficCounts(readings(context, port, counters)));
  const history = context.slots.get(portSampler)?.history;
  const rate = (name: keyof PortCounters) => Math.round((history?.latestGrowth(port, name) ?? 0) * 8);
  const [inRate, outRate] = [rate('inOctets'), rate('outOctets')];
  const speed = state?.speed ?? 0;
  return {
    ifIndex: port,
    ...portColumns(context, reading),
    ...counts,
    ifHighSpeed: speed,
    inRate,
    outRate,
    inUtil: load(inRate, speed),
    outUtil: load(outRate, speed),
  };
}

function errorRow(context: DeviceContext, reading: PortReading): LiveRowOf<typeof dot3StatsEntry> {
  const { port, name, state, counters } = reading;
  const duplex = state?.duplex ?? 'unknown';
  const from = [port, name, duplex, context.slots.get(baselines).get(port), context.datapath.facts.uncounted];
  return lastErrors.of(counters, from, () => ({
    dot3StatsIndex: port,
    ...portColumns(context, reading),
    ...errorCounts(readings(context, port, counters)),
    dot3StatsDuplexStatus: duplexStatus[duplex],
  }));
}

/** One reading of the datapath. */
interface Readings {
  readonly states: PortsStates;
  readonly counters: PortsCounters;
}

async function readDatapath({ datapath }: DeviceContext): Promise<Readings> {
  const [states, counters] = await Promise.all([datapath.portStates(), datapath.portCounters()]);
  return { states, counters };
}

/** A row for each port, from one reading of the datapath. */
function rowsOf<Row>(
  context: DeviceContext,
  { states, counters }: Readings,
  row: (context: DeviceContext, reading: PortReading) => Row,
): readonly Row[] {
  const { ports } = context.datapath.facts;
  const names = lastNames.of(ports, [], () => new Map(ports.map(({ number, name }) => [number, name])));
  return Array.from(context.hardware.ports.keys(), (port) =>
    row(context, {
      port,
      name: names.get(port) ?? String(port),
      state: states.get(port),
      counters: counters.get(port),
    }),
  );
}

const trafficRows = async (context: DeviceContext) => rowsOf(context, await readDatapath(context), trafficRow);

async function errorRows(context: DeviceContext): Promise<readonly LiveRowOf<typeof dot3StatsEntry>[]> {
  const { datapath, hardware, slots } = context;
  const read = await readDatapath(context);
  const { ports, uncounted } = datapath.facts;
  const from = [read.states, slots.get(baselines), ports, uncounted, hardware.ports];
  return lastErrorRows.of(read.counters, from, () => rowsOf(context, read, errorRow));
}

/** System > Statistics: Traffic, Error. */
export const statistics: DeviceFeature = {
  objects: [ifXEntry, dot3StatsEntry, portSampleEntry, portDayEntry, statisticsCtrl],
  live: [
    live(ifXEntry, { rows: trafficRows }),
    live(dot3StatsEntry, { rows: errorRows }),
    live(portSampleEntry, { rows: portSampleRows }),
    live(portDayEntry, { rows: portDayRows }),
  ],
  operations: [clearOperation],
  services: [portSampling],
};
