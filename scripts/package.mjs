// `npm run package`: builds what is out of date and packs it into dist/packages: a Debian package for all architectures, one with the
// SQLite for Node.js below 22 for this architecture, and a tarball with the files for container images; with licenses, SBOM
// and checksums. The same sources give the same files: all times are those of the last commit, or SOURCE_DATE_EPOCH.
//   --out DIR             default dist/packages
//   --only debian         only the Debian package
//   --level 0..9          how hard it is compressed, default 9
//   --firmware-keys FILE  public keys (PEM) that sign firmware for the agents in these packages
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { installPackages, packageOf, run } from './installed.mjs';
import { billOfMaterials, licensesOf } from './third-parties.mjs';

/** Octets of an asset from which on it is shipped as it is: the switch compresses it a little less well than the build. */
const SHIPPED_PLAIN = 100_000;

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    only: { type: 'string' },
    level: { type: 'string', default: '9' },
    'firmware-keys': { type: 'string' },
  },
});

installPackages(root);
run(process.execPath, [join(root, 'scripts', 'build.mjs'), '--cloud'], { cwd: root });

const packaging = join(root, 'packaging');
const dist = join(root, 'dist');
const out = resolve(values.out ?? join(dist, 'packages'));
const { version, description, engines } = packageOf(root);
const epoch = Number(process.env.SOURCE_DATE_EPOCH ?? lastCommit());
const environment = { ...process.env, SOURCE_DATE_EPOCH: String(epoch), LC_ALL: 'C', TZ: 'UTC' };
const work = mkdtempSync(join(tmpdir(), 'faceplate-package-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));

/** The product, as the folder of the tarball and of the image. */
const product = join(work, `faceplate-${version}`);
putProduct(product);

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const made = [debianPackage()];
if (values.only !== 'debian') made.push(tarball(), ...libsqlPackage());
for (const name of ['sbom.cdx.json', 'THIRD-PARTY-LICENSES.txt']) {
  copyFileSync(join(product, name), join(out, name));
  made.push(name);
}
const sums = made.map(
  (name) =>
    `${createHash('sha256')
      .update(readFileSync(join(out, name)))
      .digest('hex')}  ${name}`,
);
writeFileSync(join(out, 'SHA256SUMS'), `${sums.join('\n')}\n`);
for (const name of made) {
  console.log(`${relative(process.cwd(), join(out, name))}: ${statSync(join(out, name)).size} octets`);
}

function lastCommit() {
  const { stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' });
  return stdout?.trim() || '0';
}

function putProduct(folder) {
  for (const name of ['device', 'console', 'cloud', 'fleet']) {
    // The key is that of a developer.
    const isShipped = (path) => !/\/cloud\/node_modules|\/firmware\.pub$/.test(path) && isFormShipped(path);
    cpSync(join(dist, name), join(folder, name), { recursive: true, filter: isShipped });
  }
  if (values['firmware-keys']) copyFileSync(values['firmware-keys'], join(folder, 'device', 'firmware.pub'));
  copyFileSync(join(dist, 'FACEPLATE-MIB.txt'), join(folder, 'FACEPLATE-MIB.txt'));
  for (const name of ['README.md', 'CHANGELOG.md', 'LICENSE']) copyFileSync(join(root, name), join(folder, name));
  for (const name of ['oci', 'proxy', 'systemd', 'etc'])
    cpSync(join(packaging, name), join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), licensesOf(root));
  writeFileSync(join(folder, 'sbom.cdx.json'), billOfMaterials(root, { version, epoch }));
  settle(folder);
}

/**
 * One form of each asset, of which the switch makes the others: compressed by Brotli; the large ones and the texts as they are,
 * since console and fleet have nearly the same in them, which the package compresses once.
 */
function isFormShipped(path) {
  if (path.endsWith('.gz')) return false;
  if (!path.includes('/assets/')) return true;
  const plain = path.replace(/\.br$/, '');
  const isLarge = existsSync(plain) && statSync(plain).isFile() && statSync(plain).size > SHIPPED_PLAIN;
  return path.endsWith('.br') ? !isLarge : isLarge || !existsSync(`${path}.br`);
}

/** Rights and times that do not depend on who packs, and when. */
function settle(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) settle(path);
    else {
      const isProgram = readFileSync(path).subarray(0, 2).toString() === '#!';
      chmodSync(path, isProgram ? 0o755 : 0o644);
      utimesSync(path, epoch, epoch);
    }
  }
  chmodSync(folder, 0o755);
  utimesSync(folder, epoch, epoch);
}

function tarball() {
  const name = `faceplate-${version}.tar.gz`;
  const words = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${epoch}`, '--format=ustar'];
  const tar = spawnSync('tar', [...words, '-c', '-C', work, basename(product)], {
    maxBuffer: 1 << 30,
    env: environment,
  });
  if (tar.status !== 0) throw new Error(`tar failed: ${tar.stderr}`);
  writeFileSync(join(out, name), gzipSync(tar.stdout, { level: Number(values.level) }));
  return name;
}

function debianPackage() {
  const tree = join(work, 'debian');
  const put = (from, to) => {
    mkdirSync(dirname(join(tree, to)), { recursive: true });
    cpSync(from, join(tree, to), { recursive: true });
  };
  for (const name of ['device', 'console', 'cloud', 'fleet']) put(join(product, name), `usr/lib/faceplate/${name}`);
  put(join(packaging, 'with-options'), 'usr/lib/faceplate/with-options');
  for (const name of ['faceplate', 'faceplate-cloud']) put(join(packaging, name), `usr/bin/${name}`);
  for (const name of readdirSync(join(packaging, 'systemd'))) {
    // Where Debian 12 looks, too.
    put(join(packaging, 'systemd', name), `lib/systemd/system/${name}`);
  }
  put(join(packaging, 'etc'), 'etc/faceplate');
  put(join(product, 'FACEPLATE-MIB.txt'), 'usr/share/snmp/mibs/FACEPLATE-MIB.txt');
  for (const name of ['README.md', 'THIRD-PARTY-LICENSES.txt', 'sbom.cdx.json']) {
    put(join(product, name), `usr/share/doc/faceplate/${name}`);
  }
  put(join(product, 'LICENSE'), 'usr/share/doc/faceplate/copyright');
  put(join(product, 'proxy'), 'usr/share/doc/faceplate/examples');
  writeFileSync(
    join(tree, 'usr/share/doc/faceplate/changelog.gz'),
    gzipSync(readFileSync(join(product, 'CHANGELOG.md')), { level: 9 }),
  );
  const control = join(tree, 'DEBIAN');
  mkdirSync(control);
  for (const name of ['postinst', 'prerm', 'postrm'])
    copyFileSync(join(packaging, 'debian', name), join(control, name));
  writeFileSync(join(control, 'conffiles'), '/etc/faceplate/agent.conf\n/etc/faceplate/cloud.conf\n');
  return build(tree, {
    Package: 'faceplate',
    Architecture: 'all',
    Depends: `nodejs (${engines.node.replace('>=', '>= ')}), adduser`,
    Recommends: 'openvswitch-switch, iproute2, ethtool, iputils-ping',
    Suggests: 'faceplate-libsql',
    Section: 'net',
    Description: description,
  });
}

/** SQLite of a Node.js that has none of its own; undefined where this one has. */
function libsqlPackage() {
  const modules = join(dist, 'cloud', 'node_modules');
  if (!existsSync(modules)) return [];
  const { stdout } = spawnSync('dpkg', ['--print-architecture'], { encoding: 'utf8' });
  const tree = join(work, 'libsql');
  cpSync(modules, join(tree, 'usr/lib/faceplate/cloud/node_modules'), { recursive: true });
  const documents = join(tree, 'usr/share/doc/faceplate-libsql');
  mkdirSync(documents, { recursive: true });
  copyFileSync(join(root, 'node_modules', 'libsql', 'LICENSE'), join(documents, 'copyright'));
  mkdirSync(join(tree, 'DEBIAN'));
  const name = build(tree, {
    Package: 'faceplate-libsql',
    Architecture: stdout.trim(),
    Depends: `faceplate (= ${version}), libc6`,
    Section: 'net',
    Description: 'SQLite for the Faceplate cloud on Node.js below 22',
  });
  return [name];
}

/** Packs a tree; the fields of its control file are completed. */
function build(tree, { Description, ...fields }) {
  const control = {
    ...fields,
    Version: version,
    Priority: 'optional',
    Maintainer: 'Faceplate maintainers <maintainers@faceplate.example>',
    'Installed-Size': Math.ceil(sizeOf(tree) / 1024),
    Description,
  };
  const lines = Object.entries(control).map(([name, value]) => `${name}: ${value}\n`);
  writeFileSync(join(tree, 'DEBIAN', 'control'), lines.join(''));
  settle(tree);
  const name = `${fields.Package}_${version}_${fields.Architecture}.deb`;
  const words = ['--root-owner-group', '-Zxz', `-z${values.level}`, '--build', tree, join(out, name)];
  const packed = spawnSync('dpkg-deb', words, { env: environment, encoding: 'utf8' });
  if (packed.error) throw new Error(`dpkg-deb is needed to build a Debian package: ${packed.error.message}`);
  if (packed.status !== 0) throw new Error(packed.stderr);
  return name;
}

function sizeOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath ?? entry.path, entry.name)).size, 0);
}
