import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What stands in the form for the name of the device's model (device/http/device-page.ts). */
const MODEL = '{{modelName}}';

/** How Vite puts the console's code into its page. */
const FIRST = /<script type="module"/;
const MODULE = /<script type="module" crossorigin src="([^"]+)"><\/script>/g;

/** Where the console draws what it shows. */
const PLACE = '<div id="console">';

/**
 * Makes `login.txt` of the page of a console in `folder`, for browsers that have not signed in: it can be filled in before its code is
 * there. It holds the login form, drawn by the component that takes over, and a script that runs before the form is painted and calls the
 * console's code after that.
 */
export async function serveLogin(folder) {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const code = [...page.matchAll(MODULE)].map(([, address]) => address);
  if (code.length === 0 || !page.includes(PLACE)) throw new Error('The page of the console has no script or no place.');
  // Before the style sheets: it would wait for them.
  const first = `<script src="/${await firstLook(folder)}" data-code="${code.join(' ')}"></script>\n    $&`;
  const html = page.replace(FIRST, first).replaceAll(MODULE, '<link rel="modulepreload" crossorigin href="$1">');
  const form = await drawn(join(folder, '.drawn'));
  writeFileSync(
    join(folder, 'login.txt'),
    html.replace(PLACE, () => PLACE + form),
  );
}

async function drawn(folder) {
  const entry = 'features/login/served-login.tsx';
  await bundle({ ssr: entry, outDir: folder, rolldownOptions: { output: { entryFileNames: 'login.mjs' } } });
  const { servedLogin } = await import(pathToFileURL(join(folder, 'login.mjs')).href);
  rmSync(folder, { recursive: true });
  return servedLogin(MODEL);
}

/** The file of the first script, from the folder of the console. */
async function firstLook(folder) {
  const output = { format: 'iife', entryFileNames: 'assets/[hash:7].js' };
  const { output: files } = await bundle({
    outDir: folder,
    emptyOutDir: false,
    target: 'es2022',
    modulePreload: false,
    rolldownOptions: { input: join(root, 'apps/console/first-look.ts'), output },
  });
  return files[0].fileName;
}

const bundle = (options) => build({ root, configFile: false, logLevel: 'warn', build: options });
