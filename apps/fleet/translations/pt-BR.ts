import type { Catalogue } from '../../../console/translations/language.ts';

/** Brazilian Portuguese, of the kit, every page of the fleet and what switches are set to, in one file to fetch. */
const parts = import.meta.glob<Catalogue>(
  [
    '../../../console/translations/pt-BR.json',
    // Switch settings appear in the comparison of a switch's configurations.
    '../../../features/**/pt-BR.json',
    '../../../fleet/**/pt-BR.json',
  ],
  { eager: true, import: 'default' },
);

export default Object.assign({}, ...Object.values(parts)) as Catalogue;
