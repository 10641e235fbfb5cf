// Types of debian-root.mjs for TypeScript.
export const debianRoot: string;
