import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { features } from '../apps/device/features.ts';
import {
  engineBeginning,
  kindBeginning,
  languageBeginning,
  pageBeginning,
  sectionBeginning,
  verbBeginning,
} from '../scripts/beginnings.mjs';
import { featureLists } from '../scripts/feature-lists.mjs';
import { joined } from '../scripts/joined-catalogues.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'faceplate-new-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What is declared below features/ and fleet/. */
const declared = ['features', 'fleet'].flatMap((name) =>
  readdirSync(join(root, name), { recursive: true, encoding: 'utf8' }).map((path) => `${name}/${path}`),
);

// The tree as it is, without its tests; what begins is written over it.
for (const room of ['model', 'protocols', 'datapath', 'device', 'console', 'features', 'cloud', 'apps', 'tests']) {
  const filter = (path: string) => !/\.test\.tsx?$/.test(path);
  cpSync(join(root, room), join(folder, room), { recursive: true, filter });
}
for (const path of ['node_modules', 'package.json']) symlinkSync(join(root, path), join(folder, path));
const page = pageBeginning('Security', 'Trial Page', read, declared);
const beginnings = [
  page,
  engineBeginning('trial-page'),
  kindBeginning('trial-kind', read),
  sectionBeginning('trial-section', read),
  verbBeginning('trial', read),
];

test('what begins compiles, with its tests', () => {
  const files = Object.assign({}, ...beginnings.flatMap(({ changed, made }) => [changed, made]));
  for (const [path, text] of Object.entries<string>(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const { compilerOptions } = JSON.parse(read('tsconfig.json'));
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: { ...compilerOptions, incremental: false, tsBuildInfoFile: undefined, preserveSymlinks: true },
      files: [...Object.keys(files).filter((path) => /\.tsx?$/.test(path)), 'console/session/node-forge-parts.d.ts'],
    }),
  );
  // Several checkers would be done no sooner beside other tests, and each checks what all need.
  const words = ['-p', folder, '--checkers', '1'];
  // Collecting memory that is there would cost a quarter more.
  const env = { ...process.env, GOGC: 'off', GOMEMLIMIT: '2GiB' };
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), words, { encoding: 'utf8', cwd: folder, env });
  expect(stdout).toBe('');
});

test('a page is in the menu and in the agent as soon as its folder is there', () => {
  const { made, changed } = pageBeginning('Security', 'Trial Page', read, declared);
  expect(changed).toEqual({});
  expect(Object.keys(made).filter((path) => !path.startsWith('features/security/trial-page/'))).toEqual([]);
  const number = Math.max(...features.flatMap(({ objects }) => objects.map((one) => one.privateMib?.number ?? 0))) + 1;
  expect(made['features/security/trial-page/objects.ts']).toContain(
    `privateMib: { number: ${number}, columns: ['trialPageState', 'trialPageNote'] },`,
  );
  const text = (path: string) => made[path] ?? read(path);
  const lists = featureLists([...declared, ...Object.keys(made)], text);
  expect(lists['features/page-list.ts']).toMatch(
    / {2}aclFinderPage,\n[\s\S]* {2}trialPagePage,\n[\s\S]* {2}firmwareUpgradePage,\n/,
  );
  expect(lists['apps/device/features.ts']).toMatch(/ {2}acl,\n[\s\S]* {2}trialPage,\n[\s\S]* {2}firmwareUpgrade,\n/);
  expect(lists['apps/device/features.ts']).toContain(
    "import { trialPage } from '../../features/security/trial-page/device.ts';\n",
  );
});

test('the lists of pages and features are those of the folders, in the order that order.json names', () => {
  const lists = featureLists(declared, read);
  for (const [path, text] of Object.entries(lists)) expect(text, path).toBe(read(path));
  const order = (names: string[]) => (path: string) =>
    path === 'fleet/order.json' ? JSON.stringify({ '': names }) : read(path);
  const reversed = featureLists(declared, order(['users', 'switches']))['fleet/features.ts'];
  expect(reversed).toContain('= [users, switches, alarms, audit, claims, firmware, rollouts];');
  expect(() => featureLists(declared, order(['nowhere']))).toThrow('fleet/order.json: no fleet/nowhere.');
});

test('a file that should declare a page or a feature and does not is named', () => {
  const empty = (path: string) => (path === 'fleet/users/cloud.ts' ? 'export default {};' : read(path));
  expect(() => featureLists(declared, empty)).toThrow('fleet/users/cloud.ts declares no FleetFeature');
});

test('each beginning is registered where it is found', () => {
  const [, , kind, section, verb] = beginnings.map(({ changed }) => changed);
  expect(kind?.['console/controls/control-of.ts']).toContain('  trialKind: TextControl,\n');
  expect(kind?.['model/schema/kinds/testing.ts']).toContain('make: trialKind,');
  for (const reader of ['trace', 'virtual', 'openvswitch']) {
    expect(section?.[`datapath/${reader}/sections.ts`]).toMatch(/trialSection: '(?:frames|switch|rules)',\n/);
  }
  expect(section?.['datapath/contract/describe-datapath.ts']).toContain("'trial section': describeTrialSection,");
  expect(verb?.['features/system/command-line-verbs.ts']).toContain(', trialVerb]');
});

test('a page begins with its texts in every language, but for those that are translated already', () => {
  const elsewhere = 'features/other/fr.json';
  const withOther = (path: string) => (path === elsewhere ? '{"Note": "Remarque"}' : read(path));
  const objects = declared.filter((path) => path.endsWith('.ts'));
  const { made } = pageBeginning('Security', 'Trial Page', withOther, [...objects, elsewhere], ['de', 'fr']);
  const [german, french] = ['de', 'fr'].map((code) =>
    JSON.parse(made[`features/security/trial-page/${code}.json`] ?? ''),
  );
  expect(german).toEqual({
    'Trial Page': 'Trial Page',
    Note: 'Notiz',
    'Trial Page of the switch.': 'Trial Page des Switches.',
  });
  expect(Object.keys(french)).toEqual(['Trial Page', 'Trial Page of the switch.']);
});

test('a kind has its sentence in every language', () => {
  const { changed } = kindBeginning('trial-kind', read, ['de', 'fr']);
  const sentence = '{{label}} must be a word of letters and digits.';
  const [german, french] = ['de', 'fr'].map((code) => JSON.parse(changed[`console/translations/${code}.json`] ?? ''));
  expect(german[sentence]).toContain('Buchstaben');
  expect(french[sentence]).toBe(sentence);
});

test('kinds, sections and engines may be named as in code', () => {
  expect(Object.keys(kindBeginning('trialKind', read).made)).toContain('model/schema/kinds/trial-kind.ts');
  expect(sectionBeginning('quietVlans', read).changed['datapath/plan.ts']).toContain('  quietVlans: keyedValues');
  expect(Object.keys(engineBeginning('linkWatch').made)).toContain('protocols/link-watch/link-watch.ts');
});

test('a text that two catalogues translate keeps the translation that it had', () => {
  const ports = () => ({ by: 'n', one: '{{n}} port', other: '{{n}} ports' });
  const console = {
    file: 'console/translations/fr.json',
    texts: { Note: 'Remarque', Port: 'Port', '{{n}} ports': ports() },
  };
  const page = {
    file: 'features/security/trial-page/fr.json',
    texts: { Note: 'Note', 'Trial Page': 'Page', '{{n}} ports': ports() },
  };
  for (const catalogues of [
    [console, page],
    [page, console],
  ]) {
    expect(joined(catalogues).texts).toEqual({
      ...{ Note: 'Remarque', Port: 'Port', 'Trial Page': 'Page' },
      '{{n}} ports': ports(),
    });
    expect(joined(catalogues).doubts).toEqual([]);
  }
  const other = { ...page, texts: { Note: 'Commentaire' } };
  expect(joined([console, other]).texts).toMatchObject({ Note: 'Remarque' });
  expect(joined([console, other]).doubts).toEqual([
    'features/security/trial-page/fr.json: "Note" stays "Remarque", not "Commentaire"',
  ]);
});

test('a language begins with every text in English, its own name and its catalogues', () => {
  const { made, changed } = languageBeginning('nl', 'Nederlands', read, ['features/save/de.json']);
  const texts: Record<string, string> = JSON.parse(made['features/save/nl.json'] ?? '');
  expect(Object.entries(texts).every(([key, text]) => key === text)).toBe(true);
  expect(Object.keys(texts)).toEqual(Object.keys(JSON.parse(read('features/save/de.json'))));
  expect(changed['console/translations/language.ts']).toMatch(/ {2}nl: 'Nederlands',\n\} as const;/);
  expect(changed['apps/console/translations/catalogues.ts']).toContain("nl: () => import('./nl.ts'),");
  expect(made['apps/fleet/translations/nl.ts']).toContain('/nl.json');
});

test('nothing begins under a name or in a section that there is not', () => {
  expect(() => pageBeginning('Nowhere', 'Trial Page', read, declared)).toThrow('The menu has no section Nowhere.');
  for (const beginning of [engineBeginning, kindBeginning, sectionBeginning, verbBeginning]) {
    expect(() => beginning('Trial Page', read)).toThrow('small letters');
  }
  expect(() => kindBeginning('mac', read)).toThrow('There is a kind mac already.');
  expect(() => sectionBeginning('vlans', read)).toThrow('There is a section vlans already.');
  expect(() => verbBeginning('ping', read)).toThrow('There is a verb ping already.');
  expect(() => languageBeginning('dutch', 'Nederlands', read, [])).toThrow('BCP 47');
});
