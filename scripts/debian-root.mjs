// The files of the Debian on which the package is tried: the oldest one whose Node.js is new enough. Made once, by mmdebstrap.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './checks.mjs';

/** The folder of the files. */
export const debianRoot = join(root, '.cache', 'debian-13');

/** Of the package, and of the test. */
const packages = [
  'adduser',
  'nodejs',
  'openvswitch-switch',
  'iproute2',
  'ethtool',
  'iputils-ping',
  'systemd',
  'procps',
];

/** Nothing of these is asked for, and dpkg writes to a disk that may forget them. */
const sparing = [
  ...['doc', 'man', 'locale', 'info'].map((folder) => `path-exclude=/usr/share/${folder}/*`),
  'force-unsafe-io',
].map((option) => `--dpkgopt=${option}`);

/** Makes the files unless they are there; resolves to why that failed, if it did. */
export async function makeDebianRoot() {
  if (existsSync(debianRoot)) return undefined;
  mkdirSync(join(root, '.cache'), { recursive: true });
  const work = mkdtempSync(join(root, '.cache', 'debian-'));
  const words = ['--quiet', '--variant=minbase', `--include=${packages.join(',')}`, ...sparing, 'trixie'];
  let said = '';
  try {
    const making = spawn('mmdebstrap', [...words, join(work, 'root')], { stdio: ['ignore', 'ignore', 'pipe'] });
    making.stderr.on('data', (text) => {
      said += text;
    });
    const code = await new Promise((resolve, reject) => making.once('error', reject).once('close', resolve));
    if (code !== 0) return said.trim().split('\n').at(-1) || `mmdebstrap ended with ${code}`;
    // As a whole: files that are not complete are none.
    renameSync(join(work, 'root'), debianRoot);
    return undefined;
  } catch (error) {
    return error.message;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
