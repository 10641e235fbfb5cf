import {
  type CallersRequest,
  type DeviceContext,
  type DeviceFeature,
  type LiveRowOf,
  live,
  operation,
} from '../../../device/feature.ts';
import { Severity } from '../../../device/log/log.ts';
import { LossRefusal, placeIn, Refusal } from '../../../device/refusal.ts';
import { notCarriedOut } from '../../../model/configuration/message.ts';
import { formatDateTime } from '../../../model/values/date-time.ts';
import { formatMessage, say, wordsOf } from '../../../model/values/message.ts';
import { parsePortList, portsOf } from '../../../model/values/port-list.ts';
import { prefixed } from '../../../model/values/prefixed.ts';
import { SpokenError } from '../../../model/values/spoken-error.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { configuredTrunks } from '../../bridge-ports.ts';
import { deviceTimeAt } from '../../system/system-time/objects.ts';
import { CableTestStatus, cableDiagCtrl, cableDiagEntry, PairStatus } from './objects.ts';
import { type TestedPort, tested } from './slots.ts';

const copperPorts = ({ datapath }: DeviceContext) => datapath.facts.ports.filter(({ media }) => media !== 'fiber');

/** Refuses ports without a copper cable, those under test, and the session's own unless that is forced. */
async function checkPorts(context: DeviceContext, ports: readonly number[], request: CallersRequest): Promise<void> {
  const place = placeIn(cableDiagCtrl, undefined, 'cableDiagPorts');
  const copper = new Set(copperPorts(context).map(({ number }) => number));
  const other = ports.find((port) => !copper.has(port));
  if (other !== undefined) {
    const message = say('Port {{port}} has no copper cable that could be tested.', { port: other });
    throw new Refusal(ErrorCode.inconsistentValue, message, place);
  }
  const running = ports.find((port) => context.slots.get(tested).get(port)?.status === CableTestStatus.running);
  if (running !== undefined) {
    const message = say('Port {{port}} is being tested.', { port: running });
    throw new Refusal(ErrorCode.resourceUnavailable, message, place);
  }
  const { connection } = request.caller;
  const path = connection && (await context.datapath.locate(connection));
  if (!path) return;
  const trunk = configuredTrunks(context.configuration()).find(({ number }) => number === path.port);
  const members = trunk ? portsOf(trunk.members) : [];
  const member = ports.find((port) => members.includes(port));
  if (member !== undefined) {
    const message = say('Port {{port}} belongs to the trunk of this session, and is not tested.', {
      port: member,
    });
    throw new Refusal(ErrorCode.inconsistentValue, message, place);
  }
  if (ports.includes(path.port) && !request.forced) {
    const message = say(
      'This session uses port {{port}}: the test interrupts it for about a second. The result is shown afterwards.',
      { port: path.port },
    );
    throw new LossRefusal(message, { place, isFinal: true });
  }
}

function take({ slots }: DeviceContext, port: number, now: TestedPort): void {
  slots.update(tested, (present) => new Map(present).set(port, now));
}

/** Tests one port to its end; errors are in its row. */
async function test(context: DeviceContext, port: number, wasUp: boolean): Promise<void> {
  const { datapath, wallClock, log } = context;
  const begun = { status: CableTestStatus.running, pairs: [], wasUp, time: wallClock.now(), reason: undefined };
  take(context, port, begun);
  try {
    take(context, port, { ...begun, status: CableTestStatus.done, pairs: await datapath.testCable(port) });
  } catch (error) {
    if (!(error instanceof SpokenError))
      log.write(Severity.error, say('The test of a cable could not be carried out.'));
    const reason = error instanceof SpokenError ? error.said : notCarriedOut;
    take(context, port, { ...begun, status: CableTestStatus.failed, reason });
  }
}

const portsIn = (ports: unknown) => portsOf(parsePortList(String(ports)) ?? 0n);

const cableTest = operation(cableDiagCtrl, {
  async rehearse(context, request) {
    const { cableDiagPorts } = request.values;
    if (cableDiagPorts !== undefined) await checkPorts(context, portsIn(cableDiagPorts), request);
  },
  async operate(context, request) {
    const { cableDiagPorts, cableDiagClear } = request.values;
    if (cableDiagClear === 1) {
      const stays = ({ status }: TestedPort) => status === CableTestStatus.running;
      context.slots.update(tested, (present) => new Map([...present].filter(([, one]) => stays(one))));
    }
    if (cableDiagPorts === undefined) return;
    const ports = portsIn(cableDiagPorts);
    await checkPorts(context, ports, request);
    const states = await context.datapath.portStates();
    // The tests go on behind the answer: it might not get through meanwhile.
    for (const port of ports) void test(context, port, states.get(port)?.link === 'up');
  },
});

function rows(context: DeviceContext): LiveRowOf<typeof cableDiagEntry>[] {
  const known = context.slots.get(tested);
  return copperPorts(context).map(({ number }) => rowOf(context, number, known.get(number)));
}

function rowOf(
  context: DeviceContext,
  ifIndex: number,
  found: TestedPort | undefined,
): LiveRowOf<typeof cableDiagEntry> {
  const pair = <const Number extends 1 | 2 | 3 | 4>(number: Number) => {
    const one = found?.pairs[number - 1];
    const columns = { Status: one ? PairStatus[one.status] : PairStatus.other, Length: one?.metres ?? -1 };
    return prefixed(`cableDiagPair${number}`, columns);
  };
  return {
    ifIndex,
    cableDiagStatus: found?.status ?? CableTestStatus.notRun,
    ...pair(1),
    ...pair(2),
    ...pair(3),
    ...pair(4),
    cableDiagLink: found?.wasUp ? 1 : 2,
    cableDiagTime: found ? formatDateTime(deviceTimeAt(context.configuration(), found.time)) : '',
    cableDiagReason: found?.reason ? wordsOf(found.reason) : '',
    cableDiagReasonSaid: formatMessage(found?.reason),
  };
}

/** Tools > Diagnostics. */
export const diagnostics: DeviceFeature = {
  objects: [cableDiagCtrl, cableDiagEntry],
  live: [live(cableDiagEntry, { rows })],
  operations: [cableTest],
};
