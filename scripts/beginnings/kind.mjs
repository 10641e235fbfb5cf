import { before, camel, checkName, hyphened, pascal } from './names.mjs';

/**
 * A kind of field for words of one form: its values, the kind, its example for the tests, its control, its sentence in each of
 * `languages` (docs/recipes/field-kind.md). What is not German stays English.
 */
export function kindBeginning(given, read, languages = ['de']) {
  const name = hyphened(given);
  checkName(name, 'a kind');
  const [kind, parse] = [camel(name), `parse${pascal(name)}`];
  const [fields, examples, controls] = [
    'model/schema/field.ts',
    'model/schema/kinds/testing.ts',
    'console/controls/control-of.ts',
  ];
  const sentence = `{{label}} must be a word of letters and digits.`;
  if (read(fields).includes(`  | '${kind}'\n`)) throw new Error(`There is a kind ${kind} already.`);
  const example = `  'a ${name}': {
    make: ${kind},
    kind: '${kind}',
    limits: { maxLength: 32, optional: true },
    typed: DIGITS + LETTERS,
    dropped: ' -.',
    syntax: 'OctetString',
    takes: [
      ['', ''],
      [' Word1 ', 'word1'],
    ],
    refuses: refusedAs('Field must be a word of letters and digits.', ['two words', 'a-b', 'x'.repeat(33), 1, null]),
    ascending: ['', 'a', 'b'],
  },
`;
  const imported = `import { ${kind} } from './${name}.ts';\n`;
  return {
    made: {
      [`model/values/${name}.ts`]: `/** A word of at most 32 letters and digits in small letters, or ""; undefined for any other text. */
export function ${parse}(text: string): string | undefined {
  return /^[A-Za-z0-9]{0,32}$/.test(text) ? text.toLowerCase() : undefined;
}
`,
      [`model/schema/kinds/${name}.ts`]: `import { text as textSyntax } from '../../smi/syntax.ts';
import { say } from '../../values/message.ts';
import { ${parse} } from '../../values/${name}.ts';
import { type Access, accept, accessOf, compareText, type Field, type FieldOptions, refuse } from '../field.ts';

/** A word of letters and digits; canonical in small letters, "" is a value. */
export function ${kind}<const A extends Access = 'rw'>(options: FieldOptions<string, A>): Field<string, NoInfer<A>> {
  const refusal = say('${sentence}', { label: say(options.label) });
  return {
    ...options,
    kind: '${kind}',
    syntax: textSyntax,
    access: accessOf(options, 'rw'),
    default: options.default ?? '',
    limits: { maxLength: 32, characters: /[A-Za-z0-9]/, optional: true },
    read(input) {
      const value = typeof input === 'string' ? ${parse}(input.trim()) : undefined;
      return value === undefined ? refuse(refusal) : accept(value);
    },
    show: (value) => value,
    compare: compareText,
  };
}
`,
    },
    changed: {
      [fields]: before(read(fields), "  | 'counter64'\n", `  | '${kind}'\n`),
      [examples]: before(before(read(examples), 'import { counter64 }', imported), "  'one VLAN at least': {", example),
      [controls]: before(read(controls), '  ticks: ReadOnlyControl,\n', `  ${kind}: TextControl,\n`),
      ...Object.fromEntries(
        languages.map((code) => {
          const path = `console/translations/${code}.json`;
          const translated = code === 'de' ? '{{label}} muss ein Wort aus Buchstaben und Ziffern sein.' : sentence;
          return [path, `${JSON.stringify({ ...JSON.parse(read(path)), [sentence]: translated }, null, 2)}\n`];
        }),
      ),
    },
    next: `Its example in ${examples} is its test: npm run unit -- model/schema device/flash console/controls. Go on with docs/recipes/field-kind.md.`,
  };
}
