/**
 * The links of the device page for a browser that has signed in: code and style of the console and of its first page, which
 * it would otherwise ask for one after the other. `manifest` is Vite's, by source file; what `page` names is there anyway.
 */
export function behindLogin(manifest, page) {
  const needed = [...reached(manifest, 'features/dashboard/Dashboard.tsx')].map((key) => manifest[key]);
  const chunks = needed.filter(({ file }) => !page.includes(file));
  const styles = chunks.flatMap(({ css = [] }) => css).reverse();
  return [
    ...chunks.map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
  ].join('\n');
}

/** A chunk and its imports before it can run. */
function reached(manifest, from, found = new Set()) {
  if (found.has(from)) return found;
  const chunk = manifest[from];
  if (!chunk) throw new Error(`The console has no chunk ${from}.`);
  found.add(from);
  for (const key of chunk.imports ?? []) reached(manifest, key, found);
  return found;
}
