// The agent of `npm run dev`: bundled from its sources in a fraction of a second, and restarted with each change of them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { context } from 'esbuild';
import { asCommonJs } from './agent-bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Milliseconds that writing to flash may take, and between two looks at how it goes. */
const PATIENCE = 10_000;
const LOOK = 50;

/** `configOper`, `configOperStatus` of the object `sysConfig`. */
const SAVE = 3;
const SUCCEEDED = '1';
const FAILED = '2';

/**
 * Starts the agent at a free port of this machine, which it keeps.
 *
 * @param {string} folder for what is bundled, and by default for what the switch keeps
 * @param {readonly string[]} words of its command line
 */
export async function startDevelopedAgent(folder, words) {
  const bundling = await context({
    ...asCommonJs,
    entryPoints: { main: 'apps/device/main.ts', worker: 'apps/device/worker.ts' },
    outdir: join(folder, 'device'),
    outExtension: { '.js': '.cjs' },
    // Names, for those who read a stack.
    minifySyntax: false,
    minifyWhitespace: false,
    metafile: true,
    // They do not change, and need not be put together again.
    packages: 'external',
  });
  const given = words.includes('--data') ? words : [...words, '--data', join(folder, 'data')];
  let sources = new Set();
  let child;
  let listen = '127.0.0.1:0';

  async function bundle() {
    const { metafile } = await bundling.rebuild();
    sources = new Set(Object.keys(metafile.inputs));
  }

  async function begin() {
    child = spawn(process.execPath, [join(folder, 'device', 'main.cjs'), '--listen', listen, ...given], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: process.env,
    });
    const isListening = new Promise((resolve) => {
      child.stdout.on('data', (text) => {
        const place = /^Listening on http:\/\/([^/\s]+)/m.exec(text)?.[1];
        if (place === undefined) return;
        listen = place;
        resolve(true);
      });
    });
    return Promise.race([isListening, once(child, 'exit').then(() => false)]);
  }

  async function end() {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }

  await bundle();
  if (!(await begin())) throw new Error('The agent has not started.');
  return {
    origin: `http://${listen}`,
    /** Whether a file, by its path, is part of the agent. */
    uses: (path) => sources.has(relative(root, path)),
    /**
     * Bundles it again and starts it on what it has in its flash, for which `session` saves what it has not yet. What cannot be
     * bundled is said on the terminal, and the former agent goes on. Resolves to whether the new one runs.
     */
    async restart(session) {
      try {
        await bundle();
      } catch {
        return false;
      }
      if (session && !(await save(`http://${listen}`, session))) console.log('What was not saved could not be kept.');
      await end();
      return begin();
    },
    async close() {
      await end();
      await bundling.dispose();
    },
  };
}

/** Writes the running configuration to flash, as a session of a browser; resolves to whether that is done. */
async function save(origin, { cookie, gambit }) {
  const call = async (method, columns = {}) => {
    const RPC = JSON.stringify({ method, id: 0, params: { Template: 'sysConfig', ...columns } });
    const body = new URLSearchParams({ Gambit: gambit, RPC });
    const answer = await fetch(`${origin}/iss/specific/rpc.js`, { method: 'POST', headers: { cookie }, body });
    return (await answer.json()).result ?? {};
  };
  try {
    const { configCurrStartUpConfigID: target } = await call('CommonGet');
    await call('CommonSet', { configOperConfigID: Number(target) === 2 ? 2 : 1, configOper: SAVE });
    for (const begun = Date.now(); Date.now() - begun < PATIENCE; await sleep(LOOK)) {
      const status = String((await call('CommonGet')).configOperStatus);
      if (status === SUCCEEDED || status === FAILED) return status === SUCCEEDED;
    }
  } catch {
    // The agent may be gone.
  }
  return false;
}
