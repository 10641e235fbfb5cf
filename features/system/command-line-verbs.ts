import { changeLine, changeLines } from '../../device/command-line/change-lines.ts';
import type { Choice } from '../../device/command-line/field-words.ts';
import type { RunnableVerb } from '../../device/command-line/runnable-verb.ts';
import type { DeviceContext } from '../../device/feature.ts';
import { FlashStatus } from '../../device/flash/flash-control.ts';
import type { Caller, Request } from '../../device/management.ts';
import { Refusal } from '../../device/refusal.ts';
import { changeWords } from '../../model/configuration/change.ts';
import type { Fields } from '../../model/schema/field.ts';
import type { GroupValues, RowOf } from '../../model/schema/object.ts';
import { say } from '../../model/values/message.ts';
import { asWritten } from '../../model/values/translate.ts';
import type { Values } from '../../model/wire/call.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { ConfigOperation, sysConfig } from '../save/objects.ts';
import {
  PingState,
  ProbeStatus,
  pingCtlEntry,
  pingProbeHistoryEntry,
  pingResultsEntry,
} from '../tools/ping/objects.ts';
import { RebootType, sysRebootCtrl } from '../tools/reboot/objects.ts';
import { configurationVerbs } from './configuration-verbs.ts';
import { reportVerbs } from './report-verbs.ts';

const diff: RunnableVerb = {
  words: ['diff'],
  meaning: 'Shows unsaved changes, or the effect of the change in progress',
  arguments: [],
  async run(_given, { context, begun, print }) {
    if (begun) {
      await print(changeLines(await begun()));
      return;
    }
    const lines = context.history.unsaved().map((said) => {
      const { what, from, to } = changeWords(said, asWritten);
      return changeLine(what, from, to);
    });
    await print(lines.length > 0 ? lines : ['Everything is saved.']);
  },
};

const save: RunnableVerb = {
  words: ['save'],
  meaning: 'Saves the running configuration, which the switch starts with from then on',
  arguments: [],
  async run(_given, { context, perform, print }) {
    await perform([{ kind: 'set', object: sysConfig, values: { configOper: ConfigOperation.save } }]);
    await context.flash.settled();
    if (context.flash.status !== FlashStatus.success) {
      throw new Refusal(ErrorCode.commitFailed, say('Save configuration failure.'));
    }
    await print(['Save configuration finished.']);
  },
};

const ways: readonly (Choice & { readonly type: (typeof RebootType)[keyof typeof RebootType] })[] = [
  { word: 'save', meaning: 'Saves first', type: RebootType.saveFirst },
  { word: 'factory-default', meaning: 'Resets to factory settings', type: RebootType.factoryDefault },
  {
    word: 'factory-default-keep-address',
    meaning: 'Resets to factory settings except the IP address',
    type: RebootType.factoryDefaultKeepAddress,
  },
  {
    word: 'factory-default-keep-account',
    meaning: 'Resets to factory settings except the IP address and the account',
    type: RebootType.factoryDefaultKeepAddressAndAccount,
  },
];

const reboot: RunnableVerb = {
  words: ['reboot'],
  meaning: 'Restarts the switch',
  arguments: [{ meaning: 'Handling of the configuration', choices: ways, isOptional: true }],
  async run([way], { context, io, isForced, perform }) {
    const type = ways.find(({ word }) => word === way)?.type ?? RebootType.normal;
    const unsaved = type === RebootType.normal ? context.history.unsaved().length : 0;
    const why = unsaved > 0 ? `Unsaved changes (${unsaved}) will be lost: "diff" shows them.` : '';
    if (!isForced && !(await io.ask('Restart the switch?', why))) {
      throw new Refusal(ErrorCode.resourceUnavailable, say('The switch was not restarted.'));
    }
    await perform([{ kind: 'set', object: sysRebootCtrl, values: { rebootType: type } }]);
  },
};

/** Milliseconds between two looks at a test under way. */
const LOOK = 100;

const ping: RunnableVerb = {
  words: ['ping'],
  meaning: 'Sends echo requests from the switch, until Ctrl-C or all are sent',
  arguments: [
    { meaning: 'IPv4 address, IPv6 address or host name', isOptional: false },
    { meaning: 'Number of requests, 1 to 10', isOptional: true },
    { meaning: 'VLAN of a link-local address', isOptional: true },
  ],
  async run([target, count, vlan], { io, caller, context, perform, print }) {
    const given = {
      pingCtlTargetAddress: target ?? '',
      ...(count !== undefined && { pingCtlProbeCount: count }),
      ...(vlan !== undefined && { pingVlan: vlan }),
    };
    await perform([{ kind: 'set', object: pingCtlEntry, values: readValues(given) }]);
    await print(answers(context, caller, io.signal, () => perform([stopPing])));
  },
};

const stopPing: Request = { kind: 'set', object: pingCtlEntry, values: { pingStop: 1 } };

/** The entered values, as the fields have them. Throws a `Refusal` (10) with the message. */
function readValues(given: Values): Values {
  return Object.fromEntries(
    Object.entries(given).map(([column, typed]) => {
      const reading = (pingCtlEntry.fields as Fields)[column]?.read(typed);
      if (!reading?.ok) throw new Refusal(ErrorCode.wrongValue, reading?.message ?? say('Invalid value.'));
      return [column, reading.value];
    }),
  );
}

/** The answers of the caller's test as they arrive, and its result; a test that is no longer read is stopped. */
async function* answers(
  { management, clock }: DeviceContext,
  caller: Caller,
  signal: AbortSignal,
  stop: () => Promise<void>,
): AsyncGenerator<string> {
  const { fields } = pingProbeHistoryEntry;
  let told = 0;
  for (;;) {
    const [result, probes] = await Promise.all([
      management.read(pingResultsEntry, {}, caller) as Promise<GroupValues<typeof pingResultsEntry>>,
      management.read(pingProbeHistoryEntry, {}, caller) as Promise<readonly RowOf<typeof pingProbeHistoryEntry>[]>,
    ]);
    const target = result.pingResultsIpTargetAddress;
    for (const probe of probes.slice(told)) {
      const { pingProbeHistoryIndex: number, pingProbeHistoryStatus: status, pingProbeHistoryResponse: time } = probe;
      const words = fields.pingProbeHistoryStatus.show(status);
      const within = status === ProbeStatus.responseReceived ? ` ${fields.pingProbeHistoryResponse.show(time)} ms` : '';
      yield `${target} ${number}: ${words}${within}`;
    }
    told = probes.length;
    if (signal.aborted && result.pingResultsOperStatus === PingState.running) await stop();
    else if (result.pingResultsOperStatus !== PingState.running) {
      if (result.pingResultsProblem !== '') throw new Refusal(ErrorCode.genErr, say(result.pingResultsProblem));
      yield `${result.pingResultsSentProbes} sent, ${result.pingResultsProbeResponses} received, ${result.lossPercent} % lost`;
      const isSilent = result.pingResultsProbeResponses === 0 && !signal.aborted;
      if (isSilent) throw new Refusal(ErrorCode.genErr, say('{{address}} does not answer.', { address: target }));
      return;
    }
    await new Promise<void>((next) => clock.after(LOOK, next));
  }
}

/** Commands beside the pages. */
export const verbs: readonly RunnableVerb[] = [diff, save, reboot, ping, ...configurationVerbs, ...reportVerbs];
