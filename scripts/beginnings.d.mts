// Types of beginnings.mjs for TypeScript.
interface Beginning {
  /** Texts by the paths of the files that come. */
  readonly made: Readonly<Record<string, string>>;
  /** Texts by the paths of files that there are, as they become. */
  readonly changed: Readonly<Record<string, string>>;
  /** Next steps. */
  readonly next: string;
}
export function pageBeginning(
  section: string,
  title: string,
  read: (path: string) => string,
  files: readonly string[],
  languages?: readonly string[],
): Beginning;
export function engineBeginning(name: string): Beginning;
export function languageBeginning(
  code: string,
  ownName: string,
  read: (path: string) => string,
  files: readonly string[],
): Beginning;
export function kindBeginning(name: string, read: (path: string) => string, languages?: readonly string[]): Beginning;
export function sectionBeginning(name: string, read: (path: string) => string): Beginning;
export function verbBeginning(name: string, read: (path: string) => string): Beginning;
