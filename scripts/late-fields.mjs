import { declared } from './declared.mjs';

/** Gives the palette the fields of every page, which no chunk of the console has together. */
export function lateFields() {
  return {
    name: 'late-fields',
    apply: 'build',
    enforce: 'pre',
    async transform(_, id) {
      if (!/\/console\/navigation\/field-places\.ts$/.test(id)) return undefined;
      const { fieldPlaces } = await declared();
      return { code: `export const fieldPlaces = ${JSON.stringify(fieldPlaces)};`, map: null };
    },
  };
}
