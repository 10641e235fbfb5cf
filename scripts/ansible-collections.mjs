// The collections by which Ansible works on command lines. Debian has them in a package of 259 MB with hundreds of others: only those
// that a test plays are taken out of it, once, into the folder that ANSIBLE_COLLECTIONS_PATH then names.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './checks.mjs';

/** The folder of the collections. */
export const ansibleCollections = join(root, '.cache', 'ansible');

/** Connections and modules for any command line, what those import, and the prompts and errors of a widespread one. */
const taken = ['ansible/netcommon', 'ansible/utils', 'cisco/ios/plugins/cliconf', 'cisco/ios/plugins/terminal'];

/** Fetches the collections unless they are there; returns why that failed, if it did. */
export function fetchAnsibleCollections() {
  if (existsSync(ansibleCollections)) return undefined;
  console.log('Fetching collections of Ansible …');
  mkdirSync(join(root, '.cache'), { recursive: true });
  const work = mkdtempSync(join(root, '.cache', 'ansible-'));
  try {
    download(work);
    const [name] = readdirSync(work).filter((file) => file.endsWith('.deb'));
    const members = taken.map((path) => `'*/ansible_collections/${path}/*'`).join(' ');
    // Below ./usr/lib/python3/dist-packages.
    const unpacking = `dpkg-deb --fsys-tarfile "$0" | tar -x --wildcards --strip-components=5 ${members}`;
    run(['sh', '-c', unpacking, name], work);
    rmSync(join(work, name));
    // As a whole: a set-up that was cut off is none.
    renameSync(work, ansibleCollections);
    return undefined;
  } catch (error) {
    return error.message;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Downloads the package, by newer lists where those that are there name one that is gone. */
function download(folder) {
  // Into a folder that the user for downloads cannot enter.
  const words = ['apt-get', '-qq', '-o', 'APT::Sandbox::User=root', 'download', 'ansible'];
  try {
    run(words, folder);
  } catch {
    run(['apt-get', '-qq', 'update'], folder);
    run(words, folder);
  }
}

function run([command, ...args], cwd) {
  const { status, error } = spawnSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} failed`);
}
