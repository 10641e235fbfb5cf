import { camel, NAME, pascal } from './names.mjs';

/**
 * A page with one form: its objects, what the switch does with them, the menu line, the parts, its texts in each language, its
 * tests (docs/recipes/page.md). `files` are those of the project, `languages` their codes; what is not German stays English, and
 * what is translated already stays as it is.
 */
export function pageBeginning(section, title, read, files, languages = ['de']) {
  const folder = section.toLowerCase().replaceAll(' ', '-');
  const name = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  if (!NAME.test(name) || !NAME.test(folder)) throw new Error('Section and title begin with a letter.');
  if (!read('features/menu.ts').includes(`{ title: '${section}',`))
    throw new Error(`The menu has no section ${section}.`);
  const [feature, object] = [camel(name), `${camel(name)}Config`];
  const path = `/${section}/${pascal(name)}`;
  const here = `features/${folder}/${name}`;
  const texts = [title, 'Note', `${title} of the switch.`];
  const german = [title, 'Notiz', `${title} des Switches.`];
  const made = {
    [`${here}/objects.ts`]: `import { status } from '../../../model/schema/kinds/enumeration.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { group } from '../../../model/schema/object.ts';

/** ${section} > ${title}. */
export const ${object} = group('${object}', {
  title: '${title}',
  page: '${path}',
  fields: {
    ${feature}State: status({ label: 'State' }),
    ${feature}Note: text({ label: 'Note', maxLength: 32 }),
  },
  privateMib: { number: ${nextNumber(files, read)}, columns: ['${feature}State', '${feature}Note'] },
});
`,
    [`${here}/device.ts`]: `import type { DeviceFeature } from '../../../device/feature.ts';
import { ${object} } from './objects.ts';

/** ${section} > ${title}. */
export const ${feature}: DeviceFeature = { objects: [${object}] };
`,
    [`${here}/page.ts`]: `import { page } from '../../../console/navigation/page.ts';

/** ${section} > ${title}. */
export const ${feature}Page = page({
  under: ['${section}'],
  title: '${title}',
  path: '${path}',
  sentence: '${title} of the switch.',
  keywords: '${name.replaceAll('-', ' ')}',
  reads: ['${object}'],
  page: () => import('./parts.ts'),
});
`,
    [`${here}/parts.ts`]: `import { form } from '../../../console/page/form.tsx';
import { ${object} } from './objects.ts';

export default [form(${object}, { title: 'Settings', what: '${title}' })];
`,
    ...Object.fromEntries(
      languages.map((code) => {
        const known = translatedTexts(code, files, read);
        const translated = texts.map((text, at) => [text, code === 'de' ? german[at] : text]);
        return [`${here}/${code}.json`, catalogue(translated.filter(([text]) => !known.has(text)))];
      }),
    ),
    [`${here}/${name}.test.ts`]: `import { expect, test } from 'vitest';
import { Configuration } from '../../../model/configuration/configuration.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { ${object} } from './objects.ts';

test('is disabled on a switch that was never configured', () => {
  expect(Configuration.empty.group(${object})).toEqual({ ${feature}State: Status.disabled, ${feature}Note: '' });
});

test('has a note of 32 characters at most', () => {
  const { ${feature}Note } = ${object}.fields;
  expect(${feature}Note.read('x'.repeat(32))).toMatchObject({ ok: true });
  expect(${feature}Note.read('x'.repeat(33))).toMatchObject({ ok: false });
});
`,
    [`${here}/page.test.tsx`]: `// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import { ${object} } from './objects.ts';
import { ${feature}Page } from './page.ts';

let device: TestDevice;
afterEach(() => {
  cleanup();
  device.stop();
});

test('sets the note that is typed', async () => {
  device = startTestDevice([{ object: ${object}, values: {} }]);
  const { user } = openPage(${feature}Page);
  await user.type(await screen.findByRole('textbox', { name: 'Note' }), 'east wing');
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(device.sets()).toHaveLength(1));
  expect(device.sets()[0]?.params).toMatchObject({ ${feature}Note: 'east wing' });
});
`,
  };
  return {
    made,
    changed: {},
    next: `It is the last of its section until features/order.json names ${name}. Go on with docs/recipes/page.md.`,
  };
}

/** Objects that are declared below the features, since the console's own parts show them. */
const below = ['model/configuration/usage-entry.ts'];

/** The number of the private MIB that no object has yet. */
function nextNumber(files, read) {
  const declarations = [...files.filter((path) => /^features\/.*objects\.ts$/.test(path)), ...below].map(read);
  const numbers = declarations.flatMap((text) => [...text.matchAll(/privateMib: \{\s*number: (\d+)/g)]);
  return Math.max(...numbers.map(([, number]) => Number(number))) + 1;
}

/** The texts that a language has translations of. */
function translatedTexts(code, files, read) {
  return new Set(
    files.filter((path) => path.endsWith(`/${code}.json`)).flatMap((path) => Object.keys(JSON.parse(read(path)))),
  );
}

/** The catalogue of these texts, each with its translation. */
function catalogue(translated) {
  return `${JSON.stringify(Object.fromEntries(translated), null, 2)}\n`;
}
