// What TypeScript is to know of without-mib.mjs.
export function withoutMib(): { transform(code: string, id: string): { readonly code: string } | undefined };
