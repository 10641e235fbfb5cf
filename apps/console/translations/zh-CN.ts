import type { Catalogue } from '../../../console/translations/language.ts';

/** Simplified Chinese texts of the console and of every feature, in one file to fetch. */
const parts = import.meta.glob<Catalogue>(
  ['../../../console/translations/zh-CN.json', '../../../features/**/zh-CN.json'],
  {
    eager: true,
    import: 'default',
  },
);

export default Object.assign({}, ...Object.values(parts)) as Catalogue;
