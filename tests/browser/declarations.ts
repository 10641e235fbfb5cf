// What the tests here know of the product by its declarations: see `declared.ts`.
export { barReads } from '../../apps/console/bar/bar-reads.ts';
export { features } from '../../apps/device/features.ts';
export { entryName } from '../../console/navigation/entry-name.ts';
export { languages } from '../../console/translations/language.ts';
export { menu } from '../../features/menu.ts';
