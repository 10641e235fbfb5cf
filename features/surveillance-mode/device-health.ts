import type { CallersRequest, DeviceContext, LiveRowOf } from '../../device/feature.ts';
import { placeIn, Refusal } from '../../device/refusal.ts';
import { formatDateTime } from '../../model/values/date-time.ts';
import { say } from '../../model/values/message.ts';
import { formatPortList, hasPort, NO_PORTS, parsePortList, portListOf, portsOf } from '../../model/values/port-list.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { deviceTimeAt } from '../system/system-time/objects.ts';
import { CableTestStatus, cableDiagCtrl } from '../tools/diagnostics/objects.ts';
import { type TestedPort, tested } from '../tools/diagnostics/slots.ts';
import { groupOf, healthColumns } from './device-live.ts';
import { bridgePortOf, portsOfSession } from './device-settings.ts';
import { findingsOf } from './findings.ts';
import { aSVHealthCtrl, type aSVHealthEntry, CableResult, HealthReply } from './health-objects.ts';
import { askNow, type HealthCheck, healthChecks, surveillanceState } from './slots.ts';

const YES = 1;

/** `aSVHealthEntry`: how each port does. */
export async function healthRows(context: DeviceContext): Promise<readonly LiveRowOf<typeof aSVHealthEntry>[]> {
  const { hardware, slots } = context;
  const findings = await findingsOf(context);
  const devices = [...slots.get(surveillanceState).devices.values()];
  const [cables, checks] = [slots.get(tested), slots.get(healthChecks)];
  return [...findings].map(([ifIndex, found]) => {
    const bridgePort = bridgePortOf(context.configuration(), hardware, ifIndex);
    const device = devices.find(({ port }) => port === bridgePort);
    const time = checks.get(ifIndex)?.time;
    return {
      ifIndex,
      ...healthColumns(found.health),
      healthLink: found.isUp ? found.speed : 0,
      ...cableColumns(cables.get(ifIndex)),
      healthLoop: found.isLooped ? 2 : 1,
      healthDamaged: found.damaged,
      healthReply: HealthReply[found.device?.reply ?? 'noAddress'],
      healthTime: time === undefined ? '' : formatDateTime(deviceTimeAt(context.configuration(), time)),
      healthGroup: device ? groupOf(context, device) : 0,
    };
  });
}

/** The worst pair decides about the cable. */
function cableColumns(test: TestedPort | undefined) {
  if (test?.status !== CableTestStatus.done) return { healthCable: CableResult.notRun, healthCableDistance: -1 };
  const bad = test.pairs.find(({ status }) => status !== 'ok');
  if (!bad) return { healthCable: CableResult.ok, healthCableDistance: -1 };
  return { healthCable: CableResult[bad.status], healthCableDistance: bad.metres ?? -1 };
}

/**
 * Checks ports: devices are asked at once, damaged frames count from the last check, and cables are tested where that is
 * wanted. Rejects with a `Refusal` where a test is under way, or would cut the session off.
 */
export async function checkPorts(context: DeviceContext, { values, caller, forced }: CallersRequest): Promise<void> {
  const { slots, datapath, wallClock, management } = context;
  if (values.healthClear === YES) slots.update(healthChecks, withoutTimes);
  if (values.healthPorts === undefined) return;
  const ports = portsOf(parsePortList(String(values.healthPorts)) ?? NO_PORTS);
  const running = ports.find((port) => slots.get(tested).get(port)?.status === CableTestStatus.running);
  if (running !== undefined) {
    const message = say('Port {{port}} is being tested.', { port: running });
    throw new Refusal(ErrorCode.resourceUnavailable, message, placeIn(aSVHealthCtrl, undefined, 'healthPorts'));
  }
  if (values.healthCables === YES) {
    const cables = await testable(context, ports, { caller, isEverywhere: values.healthEverywhere === YES });
    if (cables.length > 0) {
      const request = { cableDiagPorts: formatPortList(portListOf(cables)) };
      await management.perform([{ kind: 'set', object: cableDiagCtrl, values: request }], caller, { force: forced });
    }
  }
  const counters = await datapath.portCounters();
  const time = wallClock.now();
  slots.update(healthChecks, (present) => {
    const next = new Map(present);
    for (const port of ports) {
      const damaged = counters.get(port)?.fcsErrors ?? 0n;
      next.set(port, { time, damaged, since: present.get(port)?.damaged ?? damaged });
    }
    return next;
  });
  slots.get(askNow)?.();
}

function withoutTimes(present: ReadonlyMap<number, HealthCheck>): ReadonlyMap<number, HealthCheck> {
  return new Map([...present].map(([port, { damaged }]) => [port, { time: undefined, damaged, since: damaged }]));
}

/** The ports with copper cables, without those of recorders and of the session unless they are wanted. */
async function testable(
  context: DeviceContext,
  ports: readonly number[],
  { caller, isEverywhere }: Pick<CallersRequest, 'caller'> & { readonly isEverywhere: boolean },
): Promise<readonly number[]> {
  const { slots, hardware } = context;
  const copper = ports.filter((port) => hardware.ports.get(port)?.media !== 'fiber');
  if (isEverywhere) return copper;
  const own = await portsOfSession(context, caller);
  const recorders = new Set(
    [...slots.get(surveillanceState).devices.values()]
      .filter(({ kind }) => kind === 'recorder')
      .map(({ port }) => port),
  );
  const isRecorders = (port: number) => recorders.has(bridgePortOf(context.configuration(), hardware, port));
  return copper.filter((port) => !hasPort(own, port) && !isRecorders(port));
}
