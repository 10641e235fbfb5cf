// Types of joined-catalogues.mjs for TypeScript.
type Texts = Readonly<Record<string, unknown>>;
export function joined(catalogues: readonly { readonly file: string; readonly texts: Texts }[]): {
  readonly texts: Texts;
  /** Lines about texts of which one translation was dropped. */
  readonly doubts: readonly string[];
};
