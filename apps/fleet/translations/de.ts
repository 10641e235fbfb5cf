import type { Catalogue } from '../../../console/translations/language.ts';

/** German, of the kit, the login and every page of the fleet, in one file to fetch. */
const parts = import.meta.glob<Catalogue>(
  ['../../../console/translations/de.json', '../../../features/login/de.json', '../../../fleet/**/de.json'],
  { eager: true, import: 'default' },
);

export default Object.assign({}, ...Object.values(parts)) as Catalogue;
