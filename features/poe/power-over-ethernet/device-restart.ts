import type { CallersRequest, DeviceContext } from '../../../device/feature.ts';
import { Severity } from '../../../device/log/log.ts';
import { LossRefusal, placeIn, Refusal } from '../../../device/refusal.ts';
import { say } from '../../../model/values/message.ts';
import { portsOf } from '../../../model/values/port-list.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { configuredTrunks } from '../../bridge-ports.ts';
import { devicesRestartedByHand } from '../slots.ts';
import { poePortExtEntry, RESTART_SECONDS } from './objects.ts';

/**
 * Rejects with a `Refusal` if the port provides no power, if a restart is in progress, and, unless forced, if the session uses the
 * port.
 */
export async function refuseRestart(context: DeviceContext, request: CallersRequest): Promise<void> {
  const { slots, datapath } = context;
  const port = portOf(request);
  const place = placeIn(poePortExtEntry, { pethPsePortIndex: port }, 'poePortRestart');
  const { power } = await datapath.environment();
  if (power?.ports.get(port)?.status !== 'POWER ON') {
    throw new Refusal(ErrorCode.inconsistentValue, say('Port {{port}} provides no power now.', { port }), place);
  }
  if (slots.get(devicesRestartedByHand).has(port)) {
    const message = say('The device on port {{port}} is restarting.', { port });
    throw new Refusal(ErrorCode.resourceUnavailable, message, place);
  }
  if (!request.forced && (await carriesSession(context, request, port))) {
    const message = say('This session uses port {{port}}: it is interrupted while the device there restarts.', {
      port,
    });
    throw new LossRefusal(message, { place, isFinal: true });
  }
}

/** Restarts the device at a port: it has no power for `RESTART_SECONDS`. Rejects as `refuseRestart` does. */
export async function restartDevice(context: DeviceContext, request: CallersRequest): Promise<void> {
  await refuseRestart(context, request);
  const { slots, clock, log } = context;
  const port = portOf(request);
  const change = (edit: (ports: Set<number>) => void) =>
    slots.update(devicesRestartedByHand, (present) => {
      const next = new Set(present);
      edit(next);
      return next;
    });
  change((ports) => ports.add(port));
  clock.after(RESTART_SECONDS * 1000, () => change((ports) => ports.delete(port)));
  const values = { port, seconds: RESTART_SECONDS };
  log.write(Severity.notice, say('The device on port {{port}} is restarted: no power for {{seconds}} s.', values));
}

const portOf = ({ values }: CallersRequest) => Number(values.pethPsePortIndex);

async function carriesSession(context: DeviceContext, { caller }: CallersRequest, port: number): Promise<boolean> {
  const path = caller.connection && (await context.datapath.locate(caller.connection));
  if (!path) return false;
  const trunk = configuredTrunks(context.configuration()).find(({ number }) => number === path.port);
  return trunk ? portsOf(trunk.members).includes(port) : path.port === port;
}
