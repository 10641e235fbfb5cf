import { breath } from '../../datapath/breath.ts';
import { configurationLines, type SecretWord } from '../../device/command-line/configuration-lines.ts';
import { menuOf } from '../../device/command-line/menu.ts';
import type { RunnableVerb } from '../../device/command-line/runnable-verb.ts';
import { sealedWord } from '../../device/command-line/sealed-word.ts';
import { inQuotes } from '../../device/command-line/tokens.ts';
import type { DeviceContext } from '../../device/feature.ts';
import { placeOfSecret } from '../../device/flash/sealed-configuration.ts';
import { Severity } from '../../device/log/log.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { factoryConfiguration } from '../../model/configuration/factory.ts';
import { keptConfiguration } from '../../model/configuration/kept-configuration.ts';
import { say } from '../../model/values/message.ts';

/** Lines between two looks whether something else has to be done. */
const LINES_IN_A_BREATH = 64;

async function* linesOf(
  { objects, hardware }: DeviceContext,
  configuration: Configuration,
  secretWord: SecretWord,
): AsyncGenerator<string> {
  let count = 0;
  for (const line of configurationLines({
    objects,
    menu: menuOf(objects),
    factory: factoryConfiguration(objects, hardware),
    configuration: keptConfiguration(objects, configuration),
    secretWord,
  })) {
    yield line;
    count += 1;
    if (count % LINES_IN_A_BREATH === 0) await breath();
  }
}

function shows(
  word: 'running-config' | 'startup-config',
  meaning: string,
  configurationOf: (context: DeviceContext) => Configuration,
): RunnableVerb {
  return {
    words: ['show', word],
    meaning,
    arguments: [
      {
        meaning: 'Display of secrets',
        choices: [
          { word: 'secrets', meaning: 'In clear text, after your password; otherwise encrypted for this switch' },
        ],
        isOptional: true,
      },
    ],
    async run([secrets], { context, caller, print, prove }) {
      const configuration = configurationOf(context);
      if (secrets !== undefined) {
        await prove();
        const { user, remoteAddress: address = '' } = caller;
        context.log.write(
          Severity.notice,
          say('Configuration shown with its secrets to {{user}} from {{address}}.', { user, address }),
        );
        await print(linesOf(context, configuration, inQuotes));
        return;
      }
      await context.secrets.keep();
      await print(
        linesOf(context, configuration, (text, object, values, column) =>
          sealedWord(context.secrets.sealAlike(text, placeOfSecret(object, values, column))),
        ),
      );
    },
  };
}

/** The configuration as lines that make another switch the same. */
export const configurationVerbs: readonly RunnableVerb[] = [
  shows('running-config', 'The running configuration as commands', ({ configuration }) => configuration()),
  shows('startup-config', 'The startup configuration as commands', ({ startup }) => startup()),
];
