// Types of ansible-collections.mjs for TypeScript.
export const ansibleCollections: string;
