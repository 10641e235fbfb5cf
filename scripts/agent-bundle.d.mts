// What TypeScript is to know of agent-bundle.mjs.
export function bundleBoot(): Promise<string>;
export const PART: RegExp;
export function bundleProgram(
  entry: string,
  name: string,
): Promise<readonly { readonly name: string; readonly text: string; readonly modules: readonly string[] }[]>;
