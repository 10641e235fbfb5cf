// The agent of `npm run dev`: put together from its sources, and restarted with each change of them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { developedPrograms } from './dev-program.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const entries = { main: 'apps/device/main.ts', worker: 'apps/device/worker.ts' };

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
 * @param {string} folder for its programs, and by default for what the switch keeps
 * @param {readonly string[]} words of its command line
 */
export async function startDevelopedAgent(folder, words) {
  // What Node compiled of them, it keeps for the next of these agents, and takes up for whatever has the same length.
  const compiled = join(folder, 'compiled');
  rmSync(compiled, { recursive: true, force: true });
  const programs = await developedPrograms(root, entries, folder);
  const given = words.includes('--data') ? words : [...words, '--data', join(folder, 'data')];
  /** Changes that the agent does not have yet. */
  const due = new Set();
  let child;
  let listen = '127.0.0.1:0';
  let isOver = false;

  async function begin() {
    // One that began behind the end would stay.
    if (isOver) return false;
    child = spawn(process.execPath, [join(folder, 'device', 'main.cjs'), '--listen', listen, ...given], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, CACHE_DIRECTORY: compiled },
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

  if (!(await begin())) throw new Error('The agent has not started.');
  return {
    origin: `http://${listen}`,
    /** Whether a file, by its path, is part of the agent. */
    uses: programs.has,
    /**
     * Takes up files that have changed and starts it on what it has in its flash, for which `session` saves what it has not yet. What is
     * wrong with them is said on the terminal, and the former agent goes on. Resolves to whether the new one runs.
     */
    async restart(paths, session) {
      for (const path of paths) due.add(path);
      try {
        await programs.change([...due]);
      } catch {
        return false;
      }
      due.clear();
      if (session && !(await save(`http://${listen}`, session))) console.log('What was not saved could not be kept.');
      await end();
      return begin();
    },
    close() {
      isOver = true;
      return end();
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
