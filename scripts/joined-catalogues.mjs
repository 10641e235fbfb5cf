/**
 * The texts of all catalogues of a language. One that several have keeps its translation: of a page that begins with English texts
 * nothing replaces it. Of two translations the first one stays, and the other is named in `doubts`. Pure.
 */
export function joined(catalogues) {
  const all = new Map();
  const doubts = [];
  for (const { file, texts } of catalogues) {
    for (const [text, translation] of Object.entries(texts)) {
      const known = all.get(text);
      if (known === undefined || known === text) all.set(text, translation);
      else if (translation !== text && !isSame(translation, known)) {
        doubts.push(`${file}: "${text}" stays ${JSON.stringify(known)}, not ${JSON.stringify(translation)}`);
      }
    }
  }
  return { texts: Object.fromEntries(all), doubts };
}

/** A translation may be an object with the forms of its plural. */
function isSame(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}
