import { relative } from 'node:path';
import { type ESTree, type Plugin, parseSync, Visitor } from 'vite';
import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** What is watched: the product, and of it no helper of tests. */
const watched = /^(?:model|protocols|datapath|device|features|cloud|fleet|console|apps)\/.*\.tsx?$/;
const helper = /\.test\.tsx?$|testing\.ts$|-harness\.ts$|\/contract\/|test-bench\.ts$/;

/** A piece of the text that becomes another one; those at one place in the order of `rank`. */
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly rank: number;
}

/** The edits that make "a < b" the call of `edge` (tests/edges-seen.ts), by its place. */
function editsOf(path: string, code: string): Edit[] {
  const edits: Edit[] = [];
  let count = 0;
  const loops = new Set<unknown>();
  new Visitor({
    ForStatement: ({ test }) => void loops.add(test),
    BinaryExpression(node: ESTree.BinaryExpression) {
      const { left, right, operator, start, end } = node;
      if (!['<', '<=', '>', '>='].includes(operator) || loops.has(node)) return;
      count += 1;
      const place = `${path}:${code.slice(0, start).split('\n').length}  ${code.slice(start, end).replaceAll(/\s+/g, ' ')}`;
      edits.push(
        { from: left.start, to: left.start, text: `globalThis.edge(${JSON.stringify(place)}, `, rank: count },
        { from: left.end, to: right.start, text: `, ${JSON.stringify(operator)}, `, rank: 0 },
        { from: right.end, to: right.end, text: ')', rank: -count },
      );
    },
  }).visit(parseSync(path, code).program);
  return edits.sort((a, b) => a.from - b.from || a.rank - b.rank);
}

const edges: Plugin = {
  name: 'edges',
  enforce: 'pre',
  transform(code, id) {
    const path = relative(import.meta.dirname, id.replace(/\?.*$/, ''));
    if (!watched.test(path) || helper.test(path)) return undefined;
    let at = 0;
    let text = '';
    for (const edit of editsOf(path, code)) {
      text += code.slice(at, edit.from) + edit.text;
      at = edit.to;
    }
    return { code: text + code.slice(at), map: null };
  },
};

const [unit] = base.test?.projects ?? [];
if (typeof unit !== 'object' || !('test' in unit)) throw new Error('There are no unit tests.');

/** The unit tests, for `npm run edges`. */
export default defineConfig({
  ...unit,
  plugins: [edges, ...(unit.plugins ?? [])],
  test: {
    ...unit.test,
    setupFiles: ['tests/edges-seen.ts', ...[unit.test?.setupFiles ?? []].flat()],
  },
});
