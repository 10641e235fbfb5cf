// Types of help.mjs for TypeScript.
export const help: string;
