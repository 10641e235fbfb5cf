/** The places of a table or a group in MIBs, and a field's column, as in a declaration. */
const place = /\b(?:oid: '[\d.]+'|(?:mib|privateMib): \{(?:[^{}]|\{[^{}]*\})*\}),?/g;

/**
 * Removes from the console the parts of declarations only for SNMP: the places of columns in a MIB, and the encoding of
 * values there. Only the agent answers SNMP, and the console's first page should not wait for what it never reads.
 */
export function withoutMib() {
  return {
    name: 'without-mib',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (/\/model\/mib\/syntax\.ts$/.test(id)) return { code: emptied(code), map: null };
      if (/\/features\/.*objects[\w-]*\.ts$/.test(id)) return { code: code.replaceAll(place, ''), map: null };
      return undefined;
    },
  };
}

/** A module of the same names, each of which can be named and called and is nothing. */
function emptied(code) {
  const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
  return names.map((name) => `export const ${name} = () => undefined;`).join('\n');
}
