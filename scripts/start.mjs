// `npm start`: installs and builds what is missing or out of date, then runs the agent with the arguments given
// (`npm start -- --help` lists them). While developing, `npm run dev` runs both from their sources.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answerHelp, installPackages, run } from './installed.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

await answerHelp('device');
installPackages(root);
run(process.execPath, [join(root, 'scripts', 'build.mjs')], { cwd: root });

// Ctrl-C reaches the agent by itself (it is in the same process group); other signals are handed on.
const agent = spawn(join(root, 'dist', 'device', 'faceplate-boot'), process.argv.slice(2), {
  stdio: 'inherit',
  env: { ...process.env, NODE: process.execPath },
});
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => agent.kill(signal));
agent.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
