// The lists that agent, console and cloud import, made from what the folders below features/ and fleet/ declare. Pure.

const pageType = { type: 'MenuEntry', from: 'console/navigation/menu-entry.ts', declaring: /^pages?\.ts$/ };

/** The lists: where each is written, what it holds, and which files below its folder declare an entry. */
const lists = [
  {
    ...pageType,
    file: 'features/page-list.ts',
    folder: 'features',
    name: 'pages',
    sentence: 'Every page of the console, in the order of the menu.',
  },
  {
    file: 'apps/device/features.ts',
    folder: 'features',
    declaring: /^device\.ts$/,
    type: 'DeviceFeature',
    from: 'device/feature.ts',
    name: 'features',
    sentence: 'Everything this switch does, in the order of the menu.',
  },
  {
    ...pageType,
    file: 'fleet/page-list.ts',
    folder: 'fleet',
    name: 'fleetPages',
    sentence: 'Every page of the fleet console, in the order of its menu.',
  },
  {
    file: 'fleet/features.ts',
    folder: 'fleet',
    declaring: /^cloud\.ts$/,
    type: 'FleetFeature',
    from: 'cloud/fleet/fleet-feature.ts',
    name: 'fleetFeatures',
    sentence: 'What the pages of the fleet console need of the cloud, in the order of its menu.',
  },
];

/** The width that the formatter keeps. */
const WIDTH = 120;

/**
 * The text of each list by its path. `files`: the paths of all files below features/ and fleet/, with "/"; `read`: the text of
 * one. Throws for a file that declares nothing, and for an order that names a folder that there is not.
 */
export function featureLists(files, read) {
  return Object.fromEntries(
    lists.map((list) => {
      const place = placeOf(list.folder, files, JSON.parse(read(`${list.folder}/order.json`)));
      const declaring = files
        .filter((path) => path.startsWith(`${list.folder}/`) && list.declaring.test(path.split('/').at(-1)))
        .map((path) => ({ path, place: place(path), entries: entriesOf(path, read(path), list.type) }))
        .sort((a, b) => compare(a.place, b.place));
      return [list.file, textOf(list, declaring)];
    }),
  );
}

/** Declarations of a file, in order: single entries, or lists of them. */
function entriesOf(path, text, type) {
  const declaration = new RegExp(`^export const (\\w+)(?:: (readonly )?${type}(?:\\[\\])? = | = page\\()`, 'gm');
  const entries = [...text.matchAll(declaration)].map(([, name, isList]) => ({ name, isList: isList !== undefined }));
  if (entries.length === 0) throw new Error(`${path} declares no ${type}: "export const name: ${type} = …".`);
  return entries;
}

/**
 * A function from a file to its place among the others: for each folder on the way its place in the order, then its name. A
 * folder that the order does not name follows those that it names; a file comes before the folders beside it.
 */
function placeOf(root, files, order) {
  for (const [parent, names] of Object.entries(order)) {
    for (const name of names) {
      const folder = [root, parent, name].filter(Boolean).join('/');
      if (!files.some((path) => path.startsWith(`${folder}/`))) throw new Error(`${root}/order.json: no ${folder}.`);
    }
  }
  return (path) => {
    const folders = path.split('/').slice(1, -1);
    return folders.map((name, at) => {
      const names = order[folders.slice(0, at).join('/')] ?? [];
      return [names.includes(name) ? names.indexOf(name) : names.length, name];
    });
  };
}

/** Which of two lists of numbers, texts and such lists comes first; a beginning of the other comes first. */
function compare(a, b) {
  if (!Array.isArray(a)) return a < b ? -1 : Number(a > b);
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) {
    const order = compare(a[at], b[at]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** The module of a list, formatted as everything else. */
function textOf({ file, type, from, name, sentence, folder }, declaring) {
  const imports = [
    { path: from, line: `import type { ${type} } from '${pathFrom(file, from)}';` },
    ...declaring.map(({ path, entries }) => ({ path, line: importLine(entries, pathFrom(file, path)) })),
  ].sort((a, b) => compare(a.path.split('/'), b.path.split('/')));
  const members = declaring.flatMap(({ entries }) =>
    entries.map((entry) => `${entry.isList ? '...' : ''}${entry.name}`),
  );
  return [
    `// Written from the folders below ${folder}/ by scripts/place-features.mjs. What a folder declares is changed there, their`,
    `// order in ${folder}/order.json.`,
    ...imports.map(({ line }) => line),
    '',
    `/** ${sentence} */`,
    fitting(`export const ${name}: readonly ${type}[] = [`, members, '];'),
    '',
  ].join('\n');
}

/** Names between brackets, on one line where they fit. */
function fitting(begin, names, end, pad = '') {
  const line = `${begin}${pad}${names.join(', ')}${pad}${end}`;
  return line.length <= WIDTH ? line : `${begin}\n${names.map((name) => `  ${name},\n`).join('')}${end}`;
}

function importLine(entries, path) {
  const names = entries.map(({ name }) => name).sort(compare);
  return fitting('import {', names, `} from '${path}';`, ' ');
}

/** "apps/device/features.ts", "device/feature.ts": "../../device/feature.ts". */
function pathFrom(file, target) {
  const [own, there] = [file.split('/').slice(0, -1), target.split('/')];
  const shared = own.findIndex((name, at) => name !== there[at]);
  const common = shared < 0 ? own.length : shared;
  const up = '../'.repeat(own.length - common);
  return (up || './') + there.slice(common).join('/');
}
