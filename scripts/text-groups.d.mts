// Types of text-groups.mjs for TypeScript.
import type { GetModuleInfo } from './console-chunks.mjs';

export interface Sources {
  readonly code: ReadonlyMap<string, string>;
  readonly languages: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export function groupOf(path: string): string;
export function groupsOf(
  sources: Sources,
  getModuleInfo: GetModuleInfo,
  ids: readonly string[],
): Map<string, Set<string>>;
export function withGroups(code: string, path: string): string;
export function linesOf(
  groups: ReadonlyMap<string, Iterable<string>>,
  languages: Sources['languages'],
): Record<string, number[]>;
export function allTexts(languages: Sources['languages']): string[];
export function catalogueOf(all: readonly string[], texts: Readonly<Record<string, unknown>>): string;
