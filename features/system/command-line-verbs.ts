import type { Choice } from '../../device/command-line/field-words.ts';
import { changeLine, changeLines, type RunnableVerb } from '../../device/command-line/shell.ts';
import { FlashStatus } from '../../device/flash/flash-control.ts';
import { Refusal } from '../../device/refusal.ts';
import { changeWords } from '../../model/configuration/change.ts';
import { say } from '../../model/values/message.ts';
import { asWritten } from '../../model/values/translate.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { ConfigOperation, sysConfig } from '../save/objects.ts';
import { RebootType, sysRebootCtrl } from '../tools/reboot/objects.ts';

const diff: RunnableVerb = {
  word: 'diff',
  meaning: 'Shows what is not saved, or what the change that was begun would do',
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
  word: 'save',
  meaning: 'Saves the running configuration: the switch starts with it from then on',
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
  { word: 'factory-default', meaning: 'Back to factory settings', type: RebootType.factoryDefault },
  {
    word: 'factory-default-keep-address',
    meaning: 'Back to factory settings, but for the IP address',
    type: RebootType.factoryDefaultKeepAddress,
  },
  {
    word: 'factory-default-keep-account',
    meaning: 'Back to factory settings, but for the IP address and the account',
    type: RebootType.factoryDefaultKeepAddressAndAccount,
  },
];

const reboot: RunnableVerb = {
  word: 'reboot',
  meaning: 'Restarts the switch',
  arguments: [{ meaning: 'What becomes of the configuration', choices: ways, isOptional: true }],
  async run([way], { context, io, isForced, perform }) {
    const type = ways.find(({ word }) => word === way)?.type ?? RebootType.normal;
    const unsaved = type === RebootType.normal ? context.history.unsaved().length : 0;
    const why = unsaved > 0 ? `What is not saved (${unsaved}) will be lost: "diff" shows it.` : '';
    if (!isForced && !(await io.ask('Restart the switch?', why))) {
      throw new Refusal(ErrorCode.resourceUnavailable, say('The switch was not restarted.'));
    }
    await perform([{ kind: 'set', object: sysRebootCtrl, values: { rebootType: type } }]);
  },
};

/** What a command line can do beside the pages. */
export const verbs: readonly RunnableVerb[] = [diff, save, reboot];
