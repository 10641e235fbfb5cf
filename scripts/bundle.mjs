// `npm run bundle`: builds what is out of date and packs it into one signed file that a switch takes as its firmware
// (docs/firmware.md).
//   --key FILE       Ed25519 private key (PEM); default a development key, made at its first use
//   --models A,B     the models that the bundle is for; default all
//   --out FILE       default dist/faceplate-VERSION.bundle
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { register } from 'tsx/esm/api';
import { installPackages, run } from './installed.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: { key: { type: 'string' }, models: { type: 'string' }, out: { type: 'string' } },
});

installPackages(root);
run(process.execPath, [join(root, 'scripts', 'build.mjs')], { cwd: root });

// The format is defined in one place, in TypeScript.
register();
const { writeBundle } = await import('../device/firmware/write-bundle.ts');
const { switchModels } = await import('../apps/device/models.ts');

const key = signingKey();
const publicKey = createPublicKey(key).export({ type: 'spki', format: 'pem' });
// The switch that runs this build, from here or from the bundle, trusts the signer of the next one.
writeFileSync(join(root, 'dist', 'device', 'firmware.pub'), publicKey);

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const files = ['package.json', ...filesUnder('dist/console'), ...filesUnder('dist/device')].map((name) => ({
  name,
  content: readFileSync(join(root, name)),
}));
const models = values.models?.split(',') ?? [...switchModels.keys()];
const unknown = models.find((model) => !switchModels.has(model));
if (unknown !== undefined) fail(`--models: there is no model ${unknown}.`);
const out = resolve(values.out ?? join(root, 'dist', `faceplate-${version}.bundle`));
const bundle = writeBundle({ models, version, files }, key);
writeFileSync(out, bundle);
console.log(`${relative(process.cwd(), out)}: version ${version}, ${files.length} files, ${bundle.length} octets`);

/** Names below the repository, with "/", in an order that is always the same. */
function filesUnder(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      relative(root, join(entry.parentPath ?? entry.path, entry.name))
        .split(sep)
        .join('/'),
    )
    .sort();
}

function signingKey() {
  const development = join(homedir(), '.config', 'faceplate', 'development-key.pem');
  const path = values.key ?? development;
  if (values.key === undefined && !existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const { privateKey } = generateKeyPairSync('ed25519');
    writeFileSync(path, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
    console.log(`Made the development key ${path}.`);
  }
  const key = createPrivateKey(readFileSync(path));
  return key.asymmetricKeyType === 'ed25519' ? key : fail(`${path} holds no Ed25519 private key.`);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
