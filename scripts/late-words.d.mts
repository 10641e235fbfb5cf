// Types of late-words.mjs for TypeScript.
export function lateWords(): { transform(code: string, id: string): { readonly code: string } | undefined };
