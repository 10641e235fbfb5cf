import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../datapath/virtual/scenario/random.ts';
import { consoleChunks } from '../scripts/console-chunks.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dashboard = 'features/dashboard/Dashboard.tsx';
const kits = ['form', 'list', 'port-table'].map((name) => `console/page/${name}.tsx`);

/** What a module imports, and what it fetches later. */
type Imports = Readonly<Record<string, { readonly now?: readonly string[]; readonly later?: readonly string[] }>>;

/** The chunk of each module of a console that consists of these. */
function chunksOf(imports: Imports): Map<string, string | null> {
  const absolute = (names: readonly string[] = []) => names.map((name) => root + name);
  const chunk = consoleChunks();
  const modules = {
    getModuleInfo: (id: string) => {
      const { now, later } = imports[id.slice(root.length)] ?? {};
      return { importedIds: absolute(now), dynamicallyImportedIds: absolute(later) };
    },
  };
  return new Map(Object.keys(imports).map((name) => [name, chunk(root + name, modules)]));
}

/** A console whose pages, one in each of so many features, import these. */
function withPages(pages: Readonly<Record<string, readonly string[]>>, others: Imports = {}): Imports {
  const later = Object.keys(pages);
  return {
    'apps/console/main.tsx': { now: ['console/login.ts'], later: ['apps/console/Console.tsx'] },
    'console/login.ts': {},
    'apps/console/Console.tsx': { later: [dashboard, ...later] },
    [dashboard]: { now: [] },
    'console/table/ObjectTable.tsx': {},
    ...Object.fromEntries(kits.map((kit) => [kit, {}])),
    ...Object.fromEntries(Object.entries(pages).map(([page, now]) => [page, { now }])),
    ...others,
  };
}

const pagesIn = (features: readonly string[]) => features.map((feature) => `features/network/${feature}/Page.tsx`);

describe('the chunk of a module', () => {
  it('is that of the page which alone needs it: the bundler decides', () => {
    const [page = ''] = pagesIn(['vlan']);
    const chunks = chunksOf(
      withPages({ [page]: ['features/network/vlan/objects.ts'] }, { 'features/network/vlan/objects.ts': {} }),
    );
    expect(chunks.get('features/network/vlan/objects.ts')).toBeNull();
    expect(chunks.get('console/login.ts')).toBe('start');
  });

  it('is shared by just the few features that need it', () => {
    const objects = { 'features/network/trunk/objects.ts': {}, 'features/network/vlan/objects.ts': {} };
    const [vlan = '', trunk = '', other = ''] = pagesIn(['vlan', 'trunk', 'mirroring']);
    const chunks = chunksOf(
      withPages(
        {
          [vlan]: ['features/network/vlan/objects.ts', 'features/network/trunk/objects.ts'],
          [trunk]: ['features/network/trunk/objects.ts', 'features/network/vlan/objects.ts'],
          'features/network/trunk/Other.tsx': ['features/network/trunk/objects.ts'],
          [other]: [],
        },
        objects,
      ),
    );
    const both = 'features/network/trunk/ features/network/vlan/'.replaceAll('features/', '');
    expect(chunks.get('features/network/trunk/objects.ts')).toBe(both);
    expect(chunks.get('features/network/vlan/objects.ts')).toBe(both);
  });

  it('is the kit of the kind of page that many have: a form brings no table', () => {
    const pages = pagesIn(['a', 'b', 'c', 'd', 'e', 'f']);
    const chunks = chunksOf(
      withPages(Object.fromEntries(pages.map((page) => [page, kits])), {
        'console/page/form.tsx': { now: ['console/form/draft.ts'] },
        'console/page/list.tsx': { now: ['console/form/draft.ts', 'console/table/rows.ts'] },
        'console/page/port-table.tsx': { now: ['console/table/rows.ts', 'console/ports/cells.ts'] },
        'console/form/draft.ts': {},
        'console/table/rows.ts': {},
        'console/ports/cells.ts': {},
      }),
    );
    expect(['form/draft', 'table/rows', 'ports/cells'].map((name) => chunks.get(`console/${name}.ts`))).toEqual([
      'form',
      'table',
      'ports',
    ]);
  });

  it('is apart from those of other sections that some pages need', () => {
    const [vlan, power] = ['features/network/vlan/objects.ts', 'features/poe/power/objects.ts'];
    const pages = pagesIn(['a', 'b', 'c', 'd', 'e', 'f']);
    const chunks = chunksOf(
      withPages(Object.fromEntries(pages.map((page) => [page, [vlan, power]])), { [vlan]: {}, [power]: {} }),
    );
    expect(chunks.get(vlan)).not.toBe(chunks.get(power));
  });

  it('is there with the dashboard if that needs it, too', () => {
    const pages = pagesIn(['a', 'b']);
    const shared = 'features/network/a/objects.ts';
    const chunks = chunksOf(
      withPages(Object.fromEntries(pages.map((page) => [page, [shared]])), {
        [shared]: {},
        [dashboard]: { now: [shared] },
      }),
    );
    expect(chunks.get(shared)).toBe('console');
  });
});

it('no two chunks need each other before they can run', () => {
  const random = seededRandom(1);
  for (let round = 0; round < 30; round += 1) {
    const modules = Array.from({ length: 40 }, (_, at) =>
      at % 3 === 0 ? `console/form/m${at}.ts` : `features/network/f${at % 9}/m${at}.ts`,
    );
    const later = (at: number, density: number) => modules.slice(at + 1).filter(() => random() < density);
    const imports = withPages(
      Object.fromEntries(
        pagesIn([...'abcdefghijk']).map((page) => [page, [...later(-1, 0.35), ...kits.filter(() => random() < 0.8)]]),
      ),
      {
        [dashboard]: { now: later(-1, 0.1) },
        ...Object.fromEntries(
          kits.map((kit) => [kit, { now: modules.filter((name) => /^console/.test(name) && random() < 0.3) }]),
        ),
        ...Object.fromEntries(
          modules.map((name, at) => [
            name,
            { now: later(at, 0.08).filter((other) => /^features/.test(name) || /^console/.test(other)) },
          ]),
        ),
      },
    );
    const chunks = chunksOf(imports);
    // What goes with its only page is imported by nothing else.
    const chunkOf = (name: string) => chunks.get(name) ?? name;
    const needs = new Map<string, Set<string>>();
    for (const [name, { now = [] }] of Object.entries(imports)) {
      for (const other of now) {
        if (chunkOf(name) === chunkOf(other)) continue;
        needs.set(chunkOf(name), (needs.get(chunkOf(name)) ?? new Set()).add(chunkOf(other)));
      }
    }
    expect(circleIn(needs), `round ${round}`).toBeUndefined();
  }
});

/** A way from a chunk back to itself; undefined if there is none. */
function circleIn(needs: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] | undefined {
  const done = new Set<string>();
  const from = (chunk: string, way: readonly string[]): readonly string[] | undefined => {
    if (way.includes(chunk)) return [...way, chunk];
    if (done.has(chunk)) return undefined;
    for (const other of needs.get(chunk) ?? []) {
      const circle = from(other, [...way, chunk]);
      if (circle) return circle;
    }
    done.add(chunk);
    return undefined;
  };
  for (const chunk of needs.keys()) {
    const circle = from(chunk, []);
    if (circle) return circle;
  }
  return undefined;
}
