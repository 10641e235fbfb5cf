// Types of console-chunks.mjs for TypeScript.

/** What a bundler knows of a module, by its identifier. */
export type GetModuleInfo = (
  id: string,
) => { readonly importedIds: readonly string[]; readonly dynamicallyImportedIds: readonly string[] } | null | undefined;

export function consoleChunks(): (id: string, modules: { getModuleInfo: GetModuleInfo }) => string | null;
export function closure(getModuleInfo: GetModuleInfo, from: string): Set<string>;
