// Types of late-fields.mjs for TypeScript.
export function lateFields(): { transform(code: string, id: string): Promise<{ readonly code: string } | undefined> };
