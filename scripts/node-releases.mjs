// Further releases of Node that are supported, as the registry has them.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from './checks.mjs';

/** Beside the oldest one, which `engines` names and everything else runs on. */
export const nodeReleases = [22, 24];

const cache = join(root, '.cache', 'node');

/** The environment of programs that are to run on a release which has been fetched. */
export const onNode = (release) => ({
  PATH: [join(cache, String(release), 'package', 'bin'), process.env.PATH].join(delimiter),
});

/** Fetches the program of a release unless it is there; resolves to why that failed, if it did. */
export async function fetchNode(release) {
  const folder = join(cache, String(release));
  if (existsSync(folder)) return undefined;
  mkdirSync(cache, { recursive: true });
  const work = mkdtempSync(join(cache, 'fetched-'));
  try {
    const name = `node-${process.platform}-${process.arch}@${release}`;
    await ended('npm', ['pack', name, '--silent', '--pack-destination', work]);
    const [packed] = readdirSync(work);
    await ended('tar', ['xzf', join(work, packed), '-C', work, 'package/bin/node']);
    rmSync(join(work, packed));
    // As a whole: a program that is not complete is none.
    renameSync(work, folder);
    return undefined;
  } catch (error) {
    return error.message;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Runs a command without its output; rejects with the last line of its errors where it fails. */
async function ended(command, words) {
  const child = spawn(command, words, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (code !== 0) throw new Error(said.trim().split('\n').at(-1) || `${command} ended with ${code}`);
}
