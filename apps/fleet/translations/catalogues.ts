import type { Catalogues } from '../../../console/translations/language.ts';

/** How the texts of each language are fetched; nothing is fetched for English. */
export const catalogues: Catalogues = {
  de: () => import('./de.ts'),
};
