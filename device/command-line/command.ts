import type { ObjectDeclaration } from '../../model/schema/object.ts';
import type { Values } from '../../model/wire/call.ts';
import type { Request } from '../management.ts';
import type { Choice } from './field-words.ts';
import type { LinePattern } from './line-pattern.ts';

/** The object to be shown, and how. */
export interface Shown {
  /** The words of its page. */
  readonly path: readonly string[];
  readonly object: ObjectDeclaration;
  /** Index columns that rows must have; none of a group. */
  readonly query: Values;
  /** One index column whose value is among these numbers; undefined where it is not asked for. */
  readonly among?: { readonly column: string; readonly numbers: ReadonlySet<number> };
}

/** Treatment of the lines of an answer. */
export type Filter =
  | { readonly kind: 'json' }
  | { readonly kind: 'include' | 'exclude' | 'section' | 'begin'; readonly patterns: readonly LinePattern[] }
  | { readonly kind: 'count' };

/** The command of a line, its values read by their fields and found valid. */
export type Command =
  | { readonly kind: 'show'; readonly shown: readonly Shown[]; readonly filter: Filter | undefined }
  | { readonly kind: 'change'; readonly requests: readonly Request[]; readonly forced: boolean }
  /** `replaces`: the lines that follow are a whole configuration, and not a change of the present one. */
  | { readonly kind: 'begin'; readonly replaces: boolean }
  | { readonly kind: 'discard' | 'help' | 'exit' | 'history' | 'enable' | 'disable' }
  | { readonly kind: 'terminal'; readonly size: { readonly rows: number } | { readonly columns: number } }
  | { readonly kind: 'apply'; readonly forced: boolean }
  | {
      readonly kind: 'verb';
      readonly verb: Verb;
      readonly given: readonly string[];
      readonly forced: boolean;
      readonly filter: Filter | undefined;
    };

/** A first word of a line beyond those of every switch: a word of its own, or "show" and words that lead to no page. */
export interface Verb {
  readonly words: readonly [string, ...string[]];
  readonly meaning: string;
  /** Its arguments, in this order; mandatory ones come first. */
  readonly arguments: readonly VerbArgument[];
}

/** One word behind a verb. */
interface VerbArgument {
  readonly meaning: string;
  /** The words that it can be; undefined where it is any. */
  readonly choices?: readonly Choice[];
  readonly isOptional: boolean;
}

/** The words allowed at the place of a line where parsing stopped. */
export interface Expected {
  readonly choices: readonly Choice[];
  /** Meaning of a word that is none of the choices; undefined if there is no such word. */
  readonly value?: string;
  /** Whether the line can end here. */
  readonly isEnd: boolean;
}

/** Result of parsing a line. */
export type Parsed =
  | { readonly kind: 'command'; readonly command: Command; readonly next: Expected }
  | { readonly kind: 'incomplete'; readonly message: string; readonly next: Expected }
  /** `at` counts the words before the one at fault. */
  | { readonly kind: 'wrong'; readonly message: string; readonly at: number; readonly next: Expected };
