import { before, camel, checkName } from './names.mjs';

/** A verb of the command line with an argument, that prints one line, and its test in a shell (docs/recipes/command.md). */
export function verbBeginning(name, read) {
  checkName(name, 'a verb');
  const [list, verb] = ['features/system/command-line-verbs.ts', `${camel(name)}Verb`];
  const verbs = read(list);
  if (new RegExp(`words: \\['${name}'\\]`).test(verbs)) throw new Error(`There is a verb ${name} already.`);
  return {
    made: {
      [`features/system/${name}-verb.ts`]: `import type { RunnableVerb } from '../../device/command-line/runnable-verb.ts';

/** \`${name} [model|address]\` */
export const ${verb}: RunnableVerb = {
  words: ['${name}'],
  meaning: 'Prints the model of the switch, or its MAC address',
  arguments: [
    {
      meaning: 'What to print',
      choices: [
        { word: 'model', meaning: 'Name of the model' },
        { word: 'address', meaning: 'MAC address' },
      ],
      isOptional: true,
    },
  ],
  async run([what = 'model'], { context, print }) {
    const { modelName, baseMacAddress } = context.hardware;
    await print([what === 'address' ? baseMacAddress : modelName]);
  },
};
`,
      [`features/system/${name}-verb.test.ts`]: `import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CommandIo } from '../../device/command-line/command-io.ts';
import { Outcome, Shell } from '../../device/command-line/shell.ts';
import { theDevice } from '../../device/management.ts';
import { startTestAgent, type TestAgent } from '../../tests/agent/test-agent.ts';
import { ${verb} } from './${name}-verb.ts';

let agent: TestAgent;
beforeAll(async () => {
  agent = await startTestAgent();
});
afterAll(() => agent.close());

test('prints the model of the switch, or its address', async () => {
  const printed: string[] = [];
  const io: CommandIo = {
    width: 80,
    async print(lines) {
      for await (const line of lines) printed.push(line);
    },
    complain: (message) => Promise.reject(new Error(message)),
    ask: async () => false,
    signal: new AbortController().signal,
  };
  const { context } = agent.running;
  const shell = new Shell(context, theDevice, [${verb}]);
  expect(await shell.run('${name}', io)).toBe(Outcome.done);
  expect(await shell.run('${name} address', io)).toBe(Outcome.done);
  expect(printed).toEqual([context.hardware.modelName, context.hardware.baseMacAddress]);
});
`,
    },
    changed: {
      [list]: before(verbs, 'import type { Choice }', `import { ${verb} } from './${name}-verb.ts';\n`).replace(
        /(verbs: readonly RunnableVerb\[\] = \[[^\]]*)\]/,
        `$1, ${verb}]`,
      ),
    },
    next: 'Go on with docs/recipes/command.md: what it does (2), its line in docs/command-line.md (4).',
  };
}
