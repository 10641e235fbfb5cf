// Types of agent-bundle.mjs for TypeScript.
export function bundleBoot(): Promise<string>;
export const PART: RegExp;
export function bundleProgram(
  entry: string,
  name: string,
): Promise<readonly { readonly name: string; readonly text: string; readonly modules: readonly string[] }[]>;
