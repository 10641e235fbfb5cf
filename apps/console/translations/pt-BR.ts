import type { Catalogue } from '../../../console/translations/language.ts';

/** Brazilian Portuguese texts of the console and of every feature, in one file to fetch. */
const parts = import.meta.glob<Catalogue>(
  ['../../../console/translations/pt-BR.json', '../../../features/**/pt-BR.json'],
  {
    eager: true,
    import: 'default',
  },
);

export default Object.assign({}, ...Object.values(parts)) as Catalogue;
