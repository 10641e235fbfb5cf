// Writes the order of processing, as datapath/stages.ts declares it, into the table of docs/datapath.md. Run it after a stage
// has changed. With --check it changes nothing and fails where the table is stale.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { tsImport } from 'tsx/esm/api';

const page = fileURLToPath(new URL('../docs/datapath.md', import.meta.url));
const begin = '<!-- stages -->\n';
const end = '<!-- end of stages -->';

const { stages } = await tsImport('../datapath/stages.ts', import.meta.url);

/** The stages of one direction as a table. */
function table(direction, title) {
  const lines = stages
    .filter((stage) => stage.direction === direction)
    .map(({ name, title: words, does }) => `| \`${name}\` | ${words} | ${does} |`);
  return [`| ${title} | | what happens |`, '|---|---|---|', ...lines].join('\n');
}

const text = readFileSync(page, 'utf8');
const [before, rest] = text.split(begin);
const after = rest?.split(end)[1];
if (after === undefined) throw new Error(`${page} has no place for the stages.`);
const tables = `\n${table('ingress', 'way in')}\n\n${table('egress', 'way out')}\n\n`;
const fresh = `${before}${begin}${tables}${end}${after}`;

if (process.argv.includes('--check')) {
  if (fresh !== text) {
    console.error(
      'docs/datapath.md does not list the stages of datapath/stages.ts: run node scripts/place-stages.mjs.',
    );
    process.exit(1);
  }
} else {
  writeFileSync(page, fresh);
}
