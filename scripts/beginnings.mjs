// Files that `npm run new` writes, by their paths, and the new contents of existing ones. Pure.
export { engineBeginning } from './beginnings/engine.mjs';
export { kindBeginning } from './beginnings/kind.mjs';
export { languageBeginning } from './beginnings/language.mjs';
export { pageBeginning } from './beginnings/page.mjs';
export { sectionBeginning } from './beginnings/section.mjs';
export { verbBeginning } from './beginnings/verb.mjs';
