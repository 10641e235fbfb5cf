// Writes features/hosts/vendor-list.ts: who makes the devices whose MAC addresses begin with each prefix that the IEEE assigned.
//   node scripts/vendors.mjs [VERSION of the package oui-data, default the newest]
// The package (BSD-2-Clause) holds the IEEE's registries MA-L, MA-M and MA-S. Only the makers' names are taken, without their
// addresses and legal forms.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

const target = fileURLToPath(new URL('../features/hosts/vendor-list.ts', import.meta.url));

const legalForm =
  /[\s,.(]+(?:inc|incorporated|ltd|limited|llc|l\.l\.c|corp|corporation|co|company|gmbh|gmbh & co\.? kg|kg|ag|ab|as|a\/s|oy|bv|b\.v|nv|sa|s\.a|s\.a\.s|sas|srl|s\.r\.l|spa|s\.p\.a|pte|pty|pvt|private|plc|k\.k)[.)]*$/i;

/** "Axis Communications AB": "Axis Communications". */
function nameOf(entry) {
  let name = entry
    .split('\n')[0]
    .replace(/[\s,]+/g, ' ')
    .replace(/[^\x20-\x7e]/g, '')
    .trim();
  for (let next = name; next !== ''; next = name.replace(legalForm, '').trim()) {
    if (next === name && !legalForm.test(name)) break;
    name = next;
  }
  return name.slice(0, 64);
}

const folder = mkdtempSync(join(tmpdir(), 'vendors-'));
try {
  const wanted = process.argv[2] === undefined ? 'oui-data' : `oui-data@${process.argv[2]}`;
  execFileSync('npm', ['install', '--no-save', '--ignore-scripts', '--prefix', folder, wanted], { stdio: 'ignore' });
  const place = join(folder, 'node_modules', 'oui-data');
  const { version } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
  const entries = Object.entries(JSON.parse(readFileSync(join(place, 'index.json'), 'utf8')));
  const prefixes = new Map();
  for (const [prefix, entry] of entries.sort(([a], [b]) => (a < b ? -1 : 1))) {
    const name = nameOf(entry);
    // The registry's own prefixes are divided among makers, who stand here themselves.
    if (name === '' || name === 'IEEE Registration Authority' || name === 'Private') continue;
    prefixes.set(name, [...(prefixes.get(name) ?? []), prefix]);
  }
  const lines = [...prefixes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, own]) => `${name}\t${own.join(' ')}\n`);
  const packed = brotliCompressSync(Buffer.from(lines.join(''), 'latin1'), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 22 },
  });
  const text = `// Written by scripts/vendors.mjs from the npm package oui-data ${version}.
//
// Copyright (c) silverwind. All rights reserved. Redistribution and use in source and binary forms, with or without modification,
// are permitted provided that the following conditions are met: 1. Redistributions of source code must retain the above copyright
// notice, this list of conditions and the following disclaimer. 2. Redistributions in binary form must reproduce the above copyright
// notice, this list of conditions and the following disclaimer in the documentation and/or other materials provided with the
// distribution. THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES,
// INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE DISCLAIMED. IN NO
// EVENT SHALL THE COPYRIGHT OWNER OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
// DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS
// INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR
// OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.

/** A line for each maker: its name, a tab, and its prefixes of 6, 7 or 9 hexadecimal digits; Brotli in Base64. */
export const vendorList =
  '${packed.toString('base64')}';
`;
  writeFileSync(target, text);
  console.log(`${entries.length} prefixes of ${prefixes.size} makers, ${text.length} octets.`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
