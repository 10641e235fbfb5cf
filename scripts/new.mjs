// Writes the beginning of a page, an engine, a kind of field, a section of the plan, a verb or a language, with its test, as
// docs/recipes/ has them:
//   npm run new page Security "Port Names"     npm run new engine port-names     npm run new language nl Nederlands
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  engineBeginning,
  kindBeginning,
  languageBeginning,
  pageBeginning,
  sectionBeginning,
  verbBeginning,
} from './beginnings.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

const usage = `npm run new page SECTION "Title"    a page with one form below a menu section
npm run new engine NAME             a protocol engine: "link-watch" in protocols/link-watch/
npm run new kind NAME               a kind of field: "hex-color" or "hexColor"
npm run new section NAME            a section of the forwarding plan: "quiet-vlans" or "quietVlans"
npm run new verb NAME               a verb of the command line: "locate"
npm run new language CODE NAME      a language by its BCP 47 code and its own name: nl Nederlands`;

const read = (path) => readFileSync(join(root, path), 'utf8');
/** The files of the project, new ones among them. */
const projectFiles = () =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  }).split('\n');

/** The codes of the languages that there are catalogues of. */
const languages = () =>
  readdirSync(join(root, 'console/translations')).flatMap((file) => /^([\w-]+)\.json$/.exec(file)?.[1] ?? []);

function beginning([what, first, second]) {
  if (what === 'page' && first && second) return pageBeginning(first, second, read, projectFiles(), languages());
  if (what === 'engine' && first) return engineBeginning(first);
  if (what === 'kind' && first) return kindBeginning(first, read, languages());
  if (what === 'section' && first) return sectionBeginning(first, read);
  if (what === 'verb' && first) return verbBeginning(first, read);
  if (what === 'language' && first && second) return languageBeginning(first, second, read, projectFiles());
  throw new Error(usage);
}

try {
  const { made, changed, next } = beginning(process.argv.slice(2));
  const present = Object.keys(made).filter((path) => existsSync(join(root, path)));
  if (present.length > 0) throw new Error(`${present.join(', ')} exists already.`);
  for (const [path, text] of Object.entries({ ...made, ...changed })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const code = [...Object.keys(made), ...Object.keys(changed)].filter((path) => /\.tsx?$/.test(path));
  execFileSync(join(root, 'node_modules/.bin/biome'), ['check', '--write', '--log-level=none', ...code], { cwd: root });
  for (const script of ['place-features', 'place-translations'])
    execFileSync('node', [`scripts/${script}.mjs`], { cwd: root });
  console.log([...Object.keys(made), ...Object.keys(changed), '', next].join('\n'));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
