/** A language: its name, its catalogues, and every text in English for translation (docs/recipes/language.md). */
export function languageBeginning(code, ownName, read, files) {
  if (!/^[a-z]{2,3}(?:-[A-Za-z]+)?$/.test(code)) throw new Error('A language is named by its BCP 47 code: fr, pt-BR.');
  const languages = 'console/translations/language.ts';
  const german = files.filter((path) => path.endsWith('/de.json'));
  const untranslated = (text) =>
    `${JSON.stringify(Object.fromEntries(Object.keys(JSON.parse(text)).map((key) => [key, key])), null, 2)}\n`;
  const catalogues = ['console', 'fleet'].map((app) => `apps/${app}/translations`);
  const key = /^\w+$/.test(code) ? code : `'${code}'`;
  return {
    made: Object.fromEntries([
      ...german.map((path) => [path.replace(/de\.json$/, `${code}.json`), untranslated(read(path))]),
      ...catalogues.map((path) => [
        `${path}/${code}.ts`,
        read(`${path}/de.ts`).replaceAll('de.json', `${code}.json`).replaceAll('German', ownName),
      ]),
    ]),
    changed: {
      [languages]: read(languages).replace(
        /(export const languages = \{\n(?: {2}.*\n)*)/,
        `$1  ${key}: '${ownName}',\n`,
      ),
      ...Object.fromEntries(
        catalogues.map((path) => [
          `${path}/catalogues.ts`,
          read(`${path}/catalogues.ts`).replace(
            /(Catalogues = \{\n(?: {2}.*\n)*)/,
            `$1  ${key}: () => import('./${code}.ts'),\n`,
          ),
        ]),
      ),
    },
    next: `Translate the values of every ${code}.json, then go on with docs/recipes/language.md, step 5.`,
  };
}
