// Loaded before a program of the build: says of each part whether Node compiled it, or took what was kept of its compilation.
const vm = require('node:vm');

const parts = [];

vm.Script = class extends vm.Script {
  constructor(text, options) {
    super(text, options);
    parts.push(this.cachedDataRejected === false ? 'kept' : 'compiled');
  }
};

process.once('exit', () => process.stdout.write(parts.map((how) => `\npart ${how} `).join('')));
