/** The name of what begins: small letters, digits and hyphens. */
export const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** "port-names": "portNames". */
export const camel = (name) => name.replaceAll(/-(.)/g, (_, letter) => letter.toUpperCase());

/** "port-names": "PortNames". */
export const pascal = (name) => camel(`-${name}`);

/** "portNames": "port-names"; a name with hyphens stays as it is. */
export const hyphened = (name) => name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Throws for a name that is none, with what it is to be the name of. */
export function checkName(name, what) {
  if (!NAME.test(name)) throw new Error(`The name of ${what} is of small letters, digits and hyphens.`);
}

/** `text` with `line` before the only place of `mark`. */
export function before(text, mark, line) {
  const at = text.indexOf(mark);
  if (at < 0) throw new Error(`"${mark.trim()}" is no longer there to register before.`);
  return text.slice(0, at) + line + text.slice(at);
}
