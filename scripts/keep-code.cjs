// Loaded before a program of a build (`keep-code.mjs`): writes what Node has compiled of each of its parts once it has started.
const { createHash } = require('node:crypto');
const { mkdirSync, renameSync, writeFileSync } = require('node:fs');
const { basename, join } = require('node:path');
const vm = require('node:vm');
const { isMainThread, parentPort } = require('node:worker_threads');

/** Milliseconds from the start to that; later, the agent has compiled code taken out of memory. */
const SETTLING = 300;

const folder = process.env.FACEPLATE_KEPT_CODE;
const { Script } = vm;
const parts = new Map();

vm.Script = class extends Script {
  constructor(text, options) {
    super(text, options);
    parts.set(basename(options.filename), this);
  }
};

/** The part that a program starts with is written last, so that all others are there once it is. */
function keep() {
  mkdirSync(folder, { recursive: true });
  for (const [name, part] of [...parts].reverse()) {
    const file = join(folder, `${name}.code`);
    const code = part.createCachedData();
    writeFileSync(`${file}.new`, Buffer.concat([createHash('sha256').update(code).digest(), code]));
    renameSync(`${file}.new`, file);
  }
}

const settle = () => setTimeout(keep, SETTLING);

if (isMainThread) {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = (text, ...rest) => {
    if (String(text).includes('Listening on')) settle();
    return write(text, ...rest);
  };
} else {
  const post = parentPort.postMessage.bind(parentPort);
  parentPort.postMessage = (message, ...rest) => {
    if (message.kind === 'ready') settle();
    post(message, ...rest);
  };
}
