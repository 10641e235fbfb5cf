/** Programs that were written to a folder, and follow their sources. */
export interface DevelopedPrograms {
  has(path: string): boolean;
  change(paths: readonly string[]): Promise<void>;
}

export function developedPrograms(
  root: string,
  entries: Readonly<Record<string, string>>,
  folder: string,
): Promise<DevelopedPrograms>;
