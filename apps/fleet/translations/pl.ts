import type { Catalogue } from '../../../console/translations/language.ts';

/** Polish, of the kit, every page of the fleet and what switches are set to, in one file to fetch. */
const parts = import.meta.glob<Catalogue>(
  [
    '../../../console/translations/pl.json',
    // Switch settings appear in the comparison of a switch's configurations.
    '../../../features/**/pl.json',
    '../../../fleet/**/pl.json',
  ],
  { eager: true, import: 'default' },
);

export default Object.assign({}, ...Object.values(parts)) as Catalogue;
