// Types of without-mib.mjs for TypeScript.
export function withoutMib(): { transform(code: string, id: string): { readonly code: string } | undefined };
