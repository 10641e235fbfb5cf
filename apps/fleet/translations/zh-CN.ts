import type { Catalogue } from '../../../console/translations/language.ts';

/** Simplified Chinese, of the kit, every page of the fleet and what switches are set to, in one file to fetch. */
const parts = import.meta.glob<Catalogue>(
  [
    '../../../console/translations/zh-CN.json',
    // Switch settings appear in the comparison of a switch's configurations.
    '../../../features/**/zh-CN.json',
    '../../../fleet/**/zh-CN.json',
  ],
  { eager: true, import: 'default' },
);

export default Object.assign({}, ...Object.values(parts)) as Catalogue;
