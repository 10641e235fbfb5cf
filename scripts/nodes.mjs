// `npm run nodes [-- paths]`: the unit tests on each further release of Node that is supported, fetched from the registry.
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { bin, root } from './checks.mjs';
import { installPackages, run } from './installed.mjs';

/** Beside the oldest one, which `engines` names and everything else runs on. */
const releases = [22, 24];

/** The folder with the program of a release, which is fetched when it is not there yet. */
function folderOf(release) {
  const folder = join(root, '.cache', 'node', String(release));
  if (!existsSync(join(folder, 'package', 'bin', 'node'))) {
    mkdirSync(folder, { recursive: true });
    const name = `node-${process.platform}-${process.arch}@${release}`;
    run('npm', ['pack', name, '--silent', '--pack-destination', folder], { stdio: ['ignore', 'ignore', 'inherit'] });
    const [packed] = readdirSync(folder).filter((file) => file.endsWith('.tgz'));
    run('tar', ['xzf', join(folder, packed), '-C', folder]);
  }
  return join(folder, 'package', 'bin');
}

installPackages(root);
for (const release of releases) {
  const PATH = [folderOf(release), process.env.PATH].join(delimiter);
  console.log(`Node ${release}`);
  run('node', [bin('vitest'), 'run', '--project', 'unit', '--reporter=dot', ...process.argv.slice(2)], {
    cwd: root,
    env: { ...process.env, PATH },
  });
}
