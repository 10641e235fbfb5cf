// What `npm run new` writes: files by their paths, and files that are there already as they become. Pure.
export { engineBeginning } from './beginnings/engine.mjs';
export { kindBeginning } from './beginnings/kind.mjs';
export { languageBeginning } from './beginnings/language.mjs';
export { pageBeginning } from './beginnings/page.mjs';
export { sectionBeginning } from './beginnings/section.mjs';
export { verbBeginning } from './beginnings/verb.mjs';
