import {
  type DeviceContext,
  type DeviceFeature,
  type LiveRowOf,
  live,
  operation,
  type Service,
} from '../../device/feature.ts';
import { reasonOf } from '../../device/flash/failure-reason.ts';
import { callerName } from '../../device/management.ts';
import { placeIn, Refusal } from '../../device/refusal.ts';
import { formatDateTime } from '../../model/values/date-time.ts';
import { say, wordsOf } from '../../model/values/message.ts';
import { formatPortList, portListOf } from '../../model/values/port-list.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { deviceTimeAt } from '../system/system-time/objects.ts';
import { AttentionSeverity, attentionCtrl, attentionEntry } from './objects.ts';
import { type AttentionDesk, attentionDesk, type KnownFinding } from './slots.ts';

function rowOf(context: DeviceContext, finding: KnownFinding): LiveRowOf<typeof attentionEntry> {
  const { key, severity, ports = [], what, cause, advice, actions, rule, since, intention } = finding;
  const moment = (time: number) => formatDateTime(deviceTimeAt(context.configuration(), time));
  return {
    attentionKey: key,
    attentionSeverity: AttentionSeverity[severity],
    attentionPorts: formatPortList(portListOf(ports)),
    attentionWhat: wordsOf(what),
    attentionCause: wordsOf(cause),
    attentionAdvice: advice ? wordsOf(advice) : '',
    attentionSince: moment(since),
    attentionPages: rule.pages.join(' '),
    attentionSaid: JSON.stringify({ what, cause, advice, actions }),
    attentionIntended: intention ? 1 : 2,
    attentionIntendedBy: intention?.user ?? '',
    attentionIntendedTime: intention ? moment(intention.time) : '',
  };
}

async function rows(context: DeviceContext): Promise<readonly LiveRowOf<typeof attentionEntry>[]> {
  const found = (await context.slots.get(attentionDesk)?.findings()) ?? [];
  return found.map((finding) => rowOf(context, finding));
}

/** Has the desk do something with the finding of a key. Rejects with a `Refusal` where there is none, or it cannot be kept. */
async function decide(
  { slots }: DeviceContext,
  column: keyof typeof attentionCtrl.fields,
  deciding: (desk: AttentionDesk) => Promise<boolean>,
): Promise<void> {
  const desk = slots.get(attentionDesk);
  let isDone = false;
  try {
    isDone = desk !== undefined && (await deciding(desk));
  } catch (error) {
    throw new Refusal(
      ErrorCode.commitFailed,
      say('This could not be kept, because {{reason}}.', { reason: reasonOf(error) }),
    );
  }
  if (isDone) return;
  throw new Refusal(ErrorCode.noSuchName, say('This problem is over.'), placeIn(attentionCtrl, undefined, column));
}

const putAway = operation(attentionCtrl, {
  async operate(context, { values, caller }) {
    const { attentionIntend: intended, attentionBringBack: back } = values;
    const user = wordsOf(callerName(caller));
    if (intended !== undefined) await decide(context, 'attentionIntend', (desk) => desk.intend(intended, user));
    if (back !== undefined) await decide(context, 'attentionBringBack', (desk) => desk.bringBack(back));
  },
});

const watching: Service = {
  name: 'attention',
  reads: [],
  start: async (context) => (await import('./desk.ts')).startDesk(context),
};

/** Problems of the switch and its network, with causes and remedies. */
export const attention: DeviceFeature = {
  objects: [attentionEntry, attentionCtrl],
  live: [live(attentionEntry, { rows })],
  operations: [putAway],
  services: [watching],
};
