// `npm run cloud`: installs and builds what is missing or out of date, then runs the cloud with the arguments given
// (`npm run cloud -- --help` lists them).
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answerHelp, installPackages, run } from './installed.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

await answerHelp('cloud');
installPackages(root);
run(process.execPath, [join(root, 'scripts', 'build.mjs'), '--cloud'], { cwd: root });

// Ctrl-C reaches the cloud by itself (it is in the same process group); other signals are handed on.
const cloud = spawn(process.execPath, [join(root, 'dist', 'cloud', 'main.cjs'), ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => cloud.kill(signal));
cloud.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
