// The parts of node-forge fill one object; its types are declared for the whole package only.
declare module 'node-forge/lib/forge.js' {
  export { default } from 'node-forge';
}
declare module 'node-forge/lib/rsa.js';
declare module 'node-forge/lib/sha256.js';
