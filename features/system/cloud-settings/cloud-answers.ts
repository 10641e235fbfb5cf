import { cloudBond } from '../../../device/cloud/ownership.ts';
import type { ServiceContext } from '../../../device/feature.ts';
import type { Caller } from '../../../device/management.ts';
import { Refusal } from '../../../device/refusal.ts';
import { formatFailure } from '../../../device/switch/answers.ts';
import { say } from '../../../model/values/message.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import type { Configure } from '../../../protocols/cloud/change.ts';
import type { CloudRequest, SwitchAnswer } from '../../../protocols/cloud/messages.ts';
import { RebootType, sysRebootCtrl } from '../../tools/reboot/objects.ts';
import type { ChangesFromAfar } from './changes-from-afar.ts';
import type { CloudTransfers } from './cloud-transfers.ts';
import type { CloudUpgrade } from './cloud-upgrade.ts';
import { configurationHash } from './configuration-hash.ts';
import { answersCalls, cloudCaller } from './remote-calls.ts';

/**
 * Answers a request of the cloud: the result. `isFresh` where its line was opened after the change that waits. Rejects with a
 * `Refusal`.
 */
export type AnswerCloud = (request: CloudRequest, isFresh: boolean) => Promise<SwitchAnswer<CloudRequest['method']>>;

/** How this switch answers its cloud. */
export function answersCloud(
  context: ServiceContext,
  {
    changes,
    upgrade,
    transfers,
    report,
  }: {
    readonly changes: ChangesFromAfar;
    readonly upgrade: CloudUpgrade;
    readonly transfers: CloudTransfers;
    /** Reports the present state of the switch to the cloud. */
    readonly report: () => void;
  },
): AnswerCloud {
  const answer = answersCalls(context);

  async function read(caller: Caller, rpc: string): Promise<SwitchAnswer<'call'>> {
    try {
      return { answer: await answer(rpc, caller) };
    } catch (error) {
      return { answer: formatFailure(error, context.log) };
    }
  }

  async function reboot(user: string): Promise<SwitchAnswer<'reboot'>> {
    if (!context.slots.get(cloudBond).owns) {
      throw new Refusal(ErrorCode.notWritable, say('This switch is managed locally; the cloud only reads it.'));
    }
    const values = { rebootType: RebootType.normal };
    await context.management.perform([{ kind: 'set', object: sysRebootCtrl, values }], cloudCaller(user));
    return {};
  }

  /** Adds the state to the answer: a repeated request means that a report was lost. */
  async function configure(wanted: Configure): Promise<SwitchAnswer<'configure'>> {
    const told = await changes.configure(wanted);
    if (told.status !== 'refused') report();
    return told.status === 'committed' ? { ...told, hash: configurationHash(context) } : told;
  }

  return async (request, isFresh) => {
    switch (request.method) {
      case 'ping':
        return {};
      case 'call': {
        const { user, session, rpc, proved = false, change } = request.params;
        const caller = cloudCaller(user, session, proved);
        return change ? changes.call(caller, rpc, change) : read(caller, rpc);
      }
      case 'configure':
        return configure(request.params);
      case 'confirm':
        return changes.confirm(request.params.id, isFresh);
      case 'configuration':
        return changes.configuration();
      case 'report':
        report();
        return {};
      case 'globals':
        return { globals: JSON.stringify(context.globals()) };
      case 'upgrade':
        return upgrade.ask(request.params);
      case 'fetch':
        return transfers.fetch(request.params);
      case 'read':
        return transfers.read(request.params);
      case 'send':
        return transfers.send(request.params);
      case 'write':
        return transfers.write(request.params);
      case 'receive':
        return transfers.receive(request.params);
      case 'reboot':
        return reboot(request.params.user);
    }
  };
}
