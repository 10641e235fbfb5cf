import type { Catalogue } from '../../../console/translations/language.ts';

/** Italian texts of the console and of every feature, in one file to fetch. */
const parts = import.meta.glob<Catalogue>(['../../../console/translations/it.json', '../../../features/**/it.json'], {
  eager: true,
  import: 'default',
});

export default Object.assign({}, ...Object.values(parts)) as Catalogue;
