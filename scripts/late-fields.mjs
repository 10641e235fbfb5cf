import { declared } from './declared.mjs';

/** What the build writes into modules that come late, since no chunk of the console has all declarations: by module, its one constant. */
const written = {
  // The fields of every page, for the palette.
  'console/navigation/field-places.ts': 'fieldPlaces',
  // The commands and identifiers of every field, for its help.
  'console/help/field-help.ts': 'fieldHelp',
};

/** Gives the console what only the declarations of all objects together say. */
export function lateFields() {
  return {
    name: 'late-fields',
    apply: 'build',
    enforce: 'pre',
    async transform(code, id) {
      const place = Object.keys(written).find((path) => id.endsWith(`/${path}`));
      if (place === undefined) return undefined;
      const name = written[place];
      const empty = new RegExp(`export const ${name}\\b[^=]*= [^;]*;`);
      if (!empty.test(code)) throw new Error(`${place} has no constant ${name}`);
      const { [name]: value } = await declared();
      // A text that is parsed is read faster than as much of a program.
      const filled = `export const ${name} = JSON.parse(${JSON.stringify(JSON.stringify(value))});`;
      return { code: code.replace(empty, () => filled), map: null };
    },
  };
}
