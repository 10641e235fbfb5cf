import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const entry = 'apps/console/main.tsx';
const core = 'apps/console/Console.tsx';
const dashboard = 'features/dashboard/Dashboard.tsx';

/** Kinds of pages, by the module that draws them, in the order in which a page needs them: a list has a form, too. */
const kits = {
  form: [
    'console/page/form.tsx',
    'console/page/PageActions.tsx',
    // A file of their own would cost more than these.
    'console/form/use-merged-ports.ts',
    'console/call/use-watched.ts',
  ],
  table: ['console/page/list.tsx', 'console/table/ObjectTable.tsx', 'console/table/HeadingChoice.tsx'],
  ports: ['console/page/port-table.tsx'],
};

/**
 * Names the chunk of each module of the console, by its users: modules of every page behind the login are in one file,
 * those shared by several pages in a few, and those of only one page go with that page (null: the bundler's own
 * choice). Dozens of small files cost more than their contents.
 */
export function consoleChunks() {
  let plan;
  return (id, modules) => {
    plan ??= planned((wanted) => modules.getModuleInfo(wanted));
    // The bundler's own few lines are of no use before the first file of ours.
    return id.includes('rolldown/runtime') ? 'start' : (plan.get(id) ?? null);
  };
}

/** The chunk of every module that does not belong to only one page. */
function planned(getModuleInfo) {
  const absolute = (path) => (root + path).split(sep).join('/');
  const first = closure(getModuleInfo, absolute(entry));
  const behindLogin = closure(getModuleInfo, absolute(core));
  const roots = lateRoots(getModuleInfo, new Set([...first, ...behindLogin]));
  const users = new Map();
  for (const late of roots) {
    for (const id of closure(getModuleInfo, late)) users.set(id, [...(users.get(id) ?? []), late]);
  }
  const parts = Object.entries(kits).map(([kit, modules]) => [
    kit,
    new Set(modules.flatMap((module) => [...closure(getModuleInfo, absolute(module))])),
  ]);
  const kitOf = (id) => parts.find(([, modules]) => modules.has(id))?.[0];
  const sharedBy = (id, by) =>
    `${id.startsWith(absolute('features/')) ? 'objects' : 'rest'}${by.length < SELDOM ? ` of ${sectionOf(id)}` : ''}`;
  const pagesOf = (feature) => [...roots].filter((late) => featureOf(late) === feature).length;
  const plan = new Map();
  for (const [id, by] of users) {
    // The dashboard is what is shown first: what it shares with another page is there anyway.
    if (by.length > 1)
      plan.set(
        id,
        by.includes(absolute(dashboard)) ? 'console' : (kitOf(id) ?? featuresOf(by, pagesOf) ?? sharedBy(id, by)),
      );
  }
  for (const id of behindLogin) plan.set(id, 'console');
  for (const id of first) plan.set(id, 'start');
  return plan;
}

/** Features that share a module from which on it belongs to what all pages share. */
const MANY = 6;

/** Pages, and parts of pages, below which a module that many features share is only with those of its section. */
const SELDOM = 25;

/** Pages of one feature from which on what fewer than half of them share is a file of its own: the first brings none of it. */
const STEPS = 10;

/** The few features that share a module, as a name; undefined for many. */
function featuresOf(users, pagesOf) {
  const features = [...new Set(users.map(featureOf))].sort();
  if (features.length >= MANY) return undefined;
  const [feature, ...others] = features;
  const pages = others.length === 0 ? pagesOf(feature) : 0;
  return pages >= STEPS && users.length * 2 < pages ? `some of ${feature}` : features.join(' ');
}

/** The folder of a menu entry with all its pages; the module itself where it is outside of all features. */
function featureOf(id) {
  const path = relative(root, id).split(sep).join('/');
  return /^features\/((?:[\w-]+\/){1,2})/.exec(path)?.[1] ?? path;
}

/** The section of the menu that a feature is in. */
const sectionOf = (id) => featureOf(id).split('/')[0];

/** The modules that one needs before it can run. */
export function closure(getModuleInfo, from) {
  const found = new Set();
  const open = [from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    open.push(...(getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/** Every module that is fetched only when it is wanted, but for those that are there from the start. */
function lateRoots(getModuleInfo, start) {
  const found = new Set();
  const open = [...start];
  const seen = new Set();
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const { importedIds = [], dynamicallyImportedIds = [] } = getModuleInfo(id) ?? {};
    for (const late of dynamicallyImportedIds) if (!start.has(late)) found.add(late);
    open.push(...importedIds, ...dynamicallyImportedIds);
  }
  return found;
}
