// Stands at the beginning of every program of a build. Of each part, what Node compiled during a start is kept beside the program
// (`keep-code.mjs`), and taken as it is where it fits this part and this Node; otherwise the part is compiled, as usual.
{
  const { closeSync, fstatSync, openSync, readFileSync, readSync } = require('node:fs');
  const Module = require('node:module');
  const { basename, join } = require('node:path');
  const { Script } = require('node:vm');
  const usual = Module._extensions['.js'];
  const kept = (file) => {
    try {
      const from = openSync(join(__dirname, '..', 'compiled', basename(__dirname), `${basename(file)}.code`));
      const { size } = fstatSync(from);
      // Memory that can be resized goes back to the system once it is free; what a usual buffer had, the process keeps.
      const code = new Uint8Array(new ArrayBuffer(size, { maxByteLength: size }));
      readSync(from, code);
      closeSync(from);
      return code;
    } catch {
      return undefined;
    }
  };
  Module._extensions['.cjs'] = (module, file) => {
    if (!file.startsWith(__dirname)) return usual(module, file);
    const options = { filename: file, columnOffset: -Module.wrapper[0].length, cachedData: kept(file) };
    const run = new Script(Module.wrap(readFileSync(file, 'utf8')), options).runInThisContext();
    run.call(module.exports, module.exports, Module.createRequire(file), module, file, __dirname);
  };
}
