// Types of late-keywords.mjs for TypeScript.
export function lateKeywords(): {
  buildStart(): void;
  transform(code: string, id: string): { readonly code: string } | undefined;
};
