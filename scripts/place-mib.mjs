// Writes the private MIB, as the objects and features/private-mib.ts have it, into docs/FACEPLATE-MIB.txt. Run it after an object
// of the private MIB has changed or come. With --check it changes nothing and fails where the file is stale.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { tsImport } from 'tsx/esm/api';

const file = fileURLToPath(new URL('../docs/FACEPLATE-MIB.txt', import.meta.url));
const { privateModuleText: fresh } = await tsImport('../apps/device/private-module.ts', import.meta.url);
if (process.argv.includes('--check')) {
  if (!existsSync(file) || readFileSync(file, 'utf8') !== fresh) {
    console.error('docs/FACEPLATE-MIB.txt is not what the objects say: run node scripts/place-mib.mjs.');
    process.exit(1);
  }
} else {
  writeFileSync(file, fresh);
}
