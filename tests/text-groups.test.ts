import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { bucketOf } from '../console/translations/text-bucket.ts';
import { textsOfGroups } from '../device/http/text-groups.ts';
import { literalsIn, literalsOf, spelling } from '../scripts/spelt-texts.mjs';
import { allTexts, catalogueOf, groupOf, groupsOf, linesOf, withGroups } from '../scripts/text-groups.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Module {
  readonly code: string;
  readonly now?: readonly string[];
  readonly later?: readonly string[];
}

/** A console of two features. */
const modules: Readonly<Record<string, Module>> = {
  'apps/console/main.tsx': { code: `t('Language')`, later: ['apps/console/Console.tsx'] },
  'apps/console/Console.tsx': {
    code: `t('Log out'); t('Language')`,
    now: ['features/network/vlan/pages.ts', 'features/network/vlan/objects.ts'],
    later: ['features/dashboard/Dashboard.tsx'],
  },
  'features/dashboard/Dashboard.tsx': { code: `t('Health')` },
  'features/network/vlan/pages.ts': {
    code: `page({ title: 'Tagged', sentence: 'VLANs and their ports.' })`,
    later: ['features/network/vlan/parts.tsx', 'features/network/trunk/trunk-parts.ts'],
  },
  'features/network/vlan/objects.ts': { code: `{ label: 'Name', help: 'Shown in lists.' }` },
  'features/network/vlan/parts.tsx': {
    code: `t("Member's port")`,
    now: ['features/network/vlan/objects.ts', 'features/network/trunk/objects.ts'],
  },
  'features/network/trunk/objects.ts': { code: `{ label: 'Trunk' }` },
  // Drawn for a page of another feature.
  'features/network/trunk/trunk-parts.ts': { code: `t('Members')` },
  'features/login/offered.ts': { code: `t('Caps Lock is on.')` },
  'features/network/vlan/device.ts': { code: `say('VLAN {{vlan}} is full.')` },
  'console/form/Form.tsx': { code: `t('Apply')` },
  'model/schema/field.ts': { code: `refuse('{{label}} is missing.')` },
};

const texts = [
  'Language',
  'Log out',
  'Health',
  'Tagged',
  'VLANs and their ports.',
  'Name',
  'Shown in lists.',
  "Member's port",
  'Trunk',
  'Members',
  'Caps Lock is on.',
  'VLAN {{vlan}} is full.',
  'Apply',
  '{{label}} is missing.',
  'Said by the agent.',
];

function groups(): Map<string, string[]> {
  const absolute = (names: readonly string[] = []) => names.map((name) => root + name);
  const sources = {
    code: new Map(Object.entries(modules).map(([path, { code }]) => [path, code])),
    languages: { de: Object.fromEntries(texts.map((text) => [text, `${text} auf Deutsch`])) },
  };
  const infoOf = (id: string) => {
    const { now, later } = modules[id.slice(root.length)] ?? {};
    return { importedIds: absolute(now), dynamicallyImportedIds: absolute(later) };
  };
  const made = groupsOf(sources, infoOf, absolute(Object.keys(modules)));
  return new Map([...made].map(([group, members]) => [group, [...members].sort()]));
}

describe('the groups of texts', () => {
  it('have what is shown before the login, and on every page behind it, once', () => {
    expect(groups().get('start')).toEqual(['Caps Lock is on.', 'Language']);
    expect(groups().get('console')).toEqual(['Health', 'Log out', 'Name', 'Tagged']);
  });

  it('have what any page may be made of apart, once', () => {
    expect(groups().get('kit')).toEqual(['Apply', '{{label}} is missing.']);
  });

  it('have with a feature all that its pages show, of other features too, and what its device says', () => {
    expect(groups().get('network.vlan')).toEqual(
      ['VLANs and their ports.', 'Shown in lists.', "Member's port", 'Trunk', 'VLAN {{vlan}} is full.'].sort(),
    );
  });

  it('have the words of a page with the code that draws it, whose feature it may not be', () => {
    expect(groups().get('network.trunk')).toEqual(['Members', 'Trunk', 'VLANs and their ports.']);
  });

  it('have in no bucket what is there before it, and what only a console shows', () => {
    for (const text of ['Name', 'Shown in lists.', 'VLANs and their ports.', 'Members'])
      expect(groups().get(bucketOf(text)), text).not.toContain(text);
  });

  it('have by bucket what the device may say on any page', () => {
    for (const text of ['Said by the agent.', 'VLAN {{vlan}} is full.', 'Trunk', '{{label}} is missing.']) {
      expect(groups().get(bucketOf(text)), text).toContain(text);
    }
  });

  it('have an empty bucket for what only another release says', () => {
    expect(groups().get(bucketOf('Said by a later release.'))).toEqual([]);
  });

  it('leave no text out', () => {
    expect(new Set([...groups().values()].flat())).toEqual(new Set(texts));
  });
});

describe('a catalogue with the lines of its groups', () => {
  const languages = {
    de: { Name: 'Name', Ports: 'Ports, \n"alle"', 'Trunk {{n}}': { by: 'n', one: 'Ein Trunk', other: '{{n}} Trunks' } },
    ja: { Name: '名前', Ports: 'ポート' },
  };
  const groups = new Map([
    ['find', ['Ports', 'IGMP', 'Name']],
    ['trunk', ['Trunk {{n}}']],
    ['none', ['MLD']],
  ]);

  it.each([
    ['de', 'find', { Ports: languages.de.Ports, Name: 'Name' }],
    ['de', 'trunk', { 'Trunk {{n}}': languages.de['Trunk {{n}}'] }],
    // What a language lacks is in English.
    ['ja', 'trunk', { 'Trunk {{n}}': 'Trunk {{n}}' }],
    ['ja', 'none', {}],
  ] as const)('gives the texts that have a translation: %s, %s', (language, group, texts) => {
    const catalogue = catalogueOf(allTexts(languages), languages[language]);
    const lines = JSON.stringify(linesOf(groups, languages));
    expect(JSON.parse(textsOfGroups(catalogue, lines, [group]) ?? '')).toEqual(texts);
  });
});

describe('code that is fetched late', () => {
  it.each([
    ['features/network/vlan/parts.tsx', 'network.vlan'],
    ['features/save/Save.tsx', 'save'],
    ['features/PortFacts.tsx', 'PortFacts'],
    ['features/dashboard/PortWorkplace.tsx', 'dashboard.PortWorkplace'],
    ['features/dashboard/Dashboard.tsx', 'console'],
    ['features/login/offered.ts', 'start'],
    ['apps/console/Console.tsx', 'console'],
    ['console/help/HelpPanel.tsx', 'kit'],
    ['console/session/plain-http-encryption.ts', 'start'],
  ])('has its group: %s', (path, group) => expect(groupOf(path)).toBe(group));

  it('waits for it', () => {
    const late = `const a = () => import('./parts.tsx');`;
    expect(withGroups(late, 'features/network/vlan/pages.ts')).toBe(
      `import { withTexts } from './../../../console/translations/language.ts';\nconst a = () => withTexts('kit,network.vlan', () => import('./parts.tsx'));`,
    );
  });

  it.each([
    ['apps/console/main.tsx', './Console.tsx', 'console'],
    ['console/chart/Chart.tsx', '../help/HelpPanel.tsx', 'kit'],
  ])('waits for one group where that is all: %s', (path, to, group) => {
    expect(withGroups(`import('${to}')`, path)).toContain(`withTexts('${group}', () => import('${to}'))`);
  });

  it('is left as it is where its texts are there before it, and where only its type is meant', () => {
    for (const code of [
      `type Drawing = typeof import('./plot.ts');`,
      `const encryption = () => import('../session/plain-http-encryption.ts');`,
      `const forge = () => import('node-forge');`,
    ])
      expect(withGroups(code, 'console/chart/Chart.tsx')).toBe(code);
    const dashboard = `import('../../features/dashboard/Dashboard.tsx')`;
    expect(withGroups(dashboard, 'apps/console/Console.tsx')).toBe(dashboard);
  });
});

describe('a text that code asks for', () => {
  const spelt = (code: string) => literalsIn(spelling(code));

  it.each([
    ['in single quotes', `t('The link\\'s down.')`, "The link's down."],
    ['in double quotes', `t("The link's down.")`, "The link's down."],
    ['in backticks', 't(`Port`)', 'Port'],
    ['over two lines', `t(\n  'The link ' +\n    'is down.',\n)`, 'The link is down.'],
  ])('is found: %s', (_, code, text) => {
    expect(literalsOf(text).some((literal) => spelt(code).includes(literal))).toBe(true);
  });

  it('is not one that a comment names', () => {
    for (const code of ["/** As 'Port' does. */", " * As 'Port' does.", "  // As 'Port' does."])
      expect(spelt(code)).not.toContain("'Port'");
  });
});
