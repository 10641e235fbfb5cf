// `npm run nodes [-- paths]`: the unit tests on each further release of Node that is supported, fetched from the registry.
import { bin, root } from './checks.mjs';
import { installPackages, run } from './installed.mjs';
import { fetchNode, nodeReleases, onNode } from './node-releases.mjs';

installPackages(root);
for (const release of nodeReleases) {
  const failure = await fetchNode(release);
  if (failure !== undefined) throw new Error(`Node ${release} cannot be had: ${failure}`);
  console.log(`Node ${release}`);
  run('node', [bin('vitest'), 'run', '--project', 'unit', '--reporter=dot', ...process.argv.slice(2)], {
    cwd: root,
    env: { ...process.env, ...onNode(release) },
  });
}
