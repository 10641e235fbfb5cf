// What of others is in the packages: their licenses, and the software bill of materials (CycloneDX).
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The license texts of all packages that the product is built from. */
export function licensesOf(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const shipped = Object.entries(packages)
    .filter(
      ([path, { dev, optional, devOptional, peer, extraneous }]) =>
        path !== '' && !dev && !optional && !devOptional && !peer && !extraneous,
    )
    .map(([path, { version, license }]) => ({ path, version, license, name: path.split('node_modules/').at(-1) }))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
  const parts = shipped.map(({ path, name, version, license }) => {
    const files = readdirSync(join(root, path)).filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file));
    const texts = files.sort().map((file) => readFileSync(join(root, path, file), 'utf8').trim());
    return [`${name} ${version} (${license ?? 'see below'})`, ...texts].join('\n\n');
  });
  const line = `\n\n${'-'.repeat(80)}\n\n`;
  return `Faceplate contains parts of these packages.${line}${parts.join(line)}\n`;
}

/** The bill of materials that npm makes, without what differs each time. */
export function billOfMaterials(root, { version, epoch }) {
  const words = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];
  const { status, stdout, stderr } = spawnSync('npm', [...words, '--omit=dev', '--omit=optional'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`);
  const bill = JSON.parse(stdout);
  bill.metadata.timestamp = new Date(epoch * 1000).toISOString();
  bill.metadata.component.version = version;
  const digest = createHash('sha256').update(JSON.stringify(bill.components)).digest('hex');
  const uuid = [digest.slice(0, 8), digest.slice(8, 12), `4${digest.slice(13, 16)}`, `8${digest.slice(17, 20)}`];
  bill.serialNumber = `urn:uuid:${[...uuid, digest.slice(20, 32)].join('-')}`;
  return `${JSON.stringify(bill, undefined, 2)}\n`;
}
