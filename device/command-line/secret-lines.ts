import type { Field } from '../../model/schema/field.ts';
import type { ObjectDeclaration } from '../../model/schema/object.ts';
import type { Parsed } from './command.ts';
import { findWord } from './find-word.ts';
import type { Language } from './language.ts';
import type { MenuPlace } from './menu.ts';
import { beginsLine } from './own-words.ts';
import type { Token } from './tokens.ts';

/**
 * Whether a line holds a secret, or may hold one: what was not understood may have a mistyped word before a password, or be one that
 * was pasted where a command was asked for. `harmless` are the words that a line can begin with and no secret can follow.
 */
export function mayHoldSecret(
  tokens: readonly Token[],
  parsed: Parsed | undefined,
  { menu, verbs }: Pick<Language, 'menu' | 'verbs'>,
  harmless: ReadonlySet<string>,
): boolean {
  if (parsed?.kind === 'command') {
    const { command } = parsed;
    if (command.kind !== 'change') return false;
    return command.requests.some(({ object, values }) => Object.keys(values).some((name) => isSecret(object, name)));
  }
  const [first, ...others] = tokens.filter(({ text }, at) => at > 0 || text.toLowerCase() !== 'force');
  if (!first) return false;
  return !beginsLine(first, verbs) || (!harmless.has(first.text.toLowerCase()) && isBeforeSecret(menu, others));
}

/** Whether words behind those that lead down the menu may be a secret of the page that they lead to. */
function isBeforeSecret(place: MenuPlace, words: readonly Token[]): boolean {
  const [next, ...others] = words;
  if (!next) return false;
  const child = findWord(place.children, next.text, next.quoted);
  return child ? isBeforeSecret(child, others) : hasSecret(place);
}

function hasSecret({ targets, children }: MenuPlace): boolean {
  const isIn = ({ columns }: MenuPlace['targets'][number]) =>
    [...columns.values()].some(({ object, name }) => isSecret(object, name));
  return targets.some(isIn) || children.some(hasSecret);
}

function isSecret(object: ObjectDeclaration, name: string): boolean {
  const field: Field | undefined = object.fields[name];
  return field !== undefined && (field.access === 'wo' || field.show('x') === '');
}
