import type { Catalogues } from '../../../console/translations/language.ts';

/** How the texts of each language are fetched; nothing is fetched for English. */
export const catalogues: Catalogues = {
  de: () => import('./de.ts'),
  fr: () => import('./fr.ts'),
  es: () => import('./es.ts'),
  it: () => import('./it.ts'),
  'pt-BR': () => import('./pt-BR.ts'),
  pl: () => import('./pl.ts'),
  ja: () => import('./ja.ts'),
  'zh-CN': () => import('./zh-CN.ts'),
};
