// Stands at the beginning of every program of a build. Of each part, what Node compiled during a start is kept, and taken as it is where
// it is whole and fits this part and this Node; otherwise the part is compiled, as usual. A build keeps it beside the program
// (`keep-code.mjs`). An installed program keeps it by itself where its service manager gives it a folder for such files, a while after
// the first start of a version or with another Node.
{
  const { isAscii } = require('node:buffer');
  const { createHash } = require('node:crypto');
  const { closeSync, existsSync, fstatSync, openSync, readSync, rmSync } = require('node:fs');
  const Module = require('node:module');
  const { basename, join } = require('node:path');
  const { Script } = require('node:vm');
  const usual = Module._extensions['.js'];
  const ENDING = '.code';
  /** Octets of the checksum before the code: V8 would run what is damaged. */
  const SUM = 32;
  /** Milliseconds from a start until most of what it runs is compiled; after ten seconds, code is taken out of memory again. */
  const SETTLING = 3000;
  const own = process.env.CACHE_DIRECTORY;
  const folder = join(own ?? join(__dirname, '..', 'compiled'), basename(__dirname));
  // What ended the process may be what was kept.
  if (own && process.env.FACEPLATE_CRASHED) rmSync(folder, { recursive: true, force: true });
  const sumOf = (code) => createHash('sha256').update(code).digest();
  /** The octets of a file, between the two texts. */
  const octetsOf = (file, before = '', after = '') => {
    const from = openSync(file);
    try {
      const { size } = fstatSync(from);
      const length = before.length + size + after.length;
      // Memory that can be resized goes back to the system once it is free; what a usual buffer had, the process keeps.
      const octets = Buffer.from(new ArrayBuffer(length, { maxByteLength: length }));
      octets.write(before, 'latin1');
      readSync(from, octets, before.length, size);
      octets.write(after, before.length + size, 'latin1');
      return octets;
    } finally {
      closeSync(from);
    }
  };
  const kept = (file) => {
    try {
      const octets = octetsOf(join(folder, `${basename(file)}${ENDING}`));
      const code = octets.subarray(SUM);
      return sumOf(code).equals(octets.subarray(0, SUM)) ? code : undefined;
    } catch {
      return undefined;
    }
  };
  /** The text of a part, as a module. What is ASCII, as builds are, is taken as it stands, outside of the heap; all else has to be decoded. */
  const textOf = (file) => {
    const octets = octetsOf(file, ...Module.wrapper);
    return octets.toString(isAscii(octets) ? 'latin1' : 'utf8');
  };
  const compiled = new Map();
  const keep = async () => {
    const { mkdir, readdir, rename, rm, writeFile } = require('node:fs/promises');
    const parts = [...compiled];
    compiled.clear();
    try {
      await mkdir(folder, { recursive: true });
      // Those of former versions.
      const former = (name) => name.endsWith(ENDING) && !existsSync(join(__dirname, basename(name, ENDING)));
      for (const name of await readdir(folder)) if (former(name)) await rm(join(folder, name), { force: true });
      for (const [name, script] of parts) {
        const code = script.createCachedData();
        const temporary = join(folder, `${name}.new`);
        try {
          await writeFile(temporary, Buffer.concat([sumOf(code), code]), { mode: 0o600, flush: true });
          await rename(temporary, join(folder, `${name}${ENDING}`));
        } catch (error) {
          await rm(temporary, { force: true });
          throw error;
        }
      }
    } catch {
      // A full disk only makes the next start slower.
    }
  };
  Module._extensions['.cjs'] = (module, file) => {
    if (!file.startsWith(__dirname)) return usual(module, file);
    const options = { filename: file, columnOffset: -Module.wrapper[0].length, cachedData: kept(file) };
    const script = new Script(textOf(file), options);
    if (own && (options.cachedData === undefined || script.cachedDataRejected)) {
      if (compiled.size === 0) setTimeout(keep, SETTLING).unref();
      compiled.set(basename(file), script);
    }
    const run = script.runInThisContext();
    run.call(module.exports, module.exports, Module.createRequire(file), module, file, __dirname);
  };
}
