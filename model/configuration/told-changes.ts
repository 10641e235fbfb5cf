import type { TellChanges, ToldChange } from '../schema/telling.ts';
import type { Message } from '../values/message.ts';
import type { Translate } from '../values/translate.ts';
import { type Change, type ChangeWords, changeMessage, changeWords, nameOf } from './change.ts';
import { isConsequence } from './dependent-rows.ts';
import { nameTogether, numberIn } from './names-of-rows.ts';
import { atOnce, eachInSteps, type Steps } from './steps.ts';

/**
 * The effect of changes, line by line and independent of language: the sentences that their objects have for them, and
 * for everything else a setting with its old and new value, which equally changed rows share ("Speed of ports 1-8").
 * Rows that only follow from others are omitted. Lines are in the order of the changes, a sentence after the last one
 * that it covers.
 */
export function tellChanges(changes: readonly Change[]): ToldChange<Change>[] {
  return atOnce(tellingChanges(changes));
}

/** The same in steps, for changes by the thousand. */
export function* tellingChanges(changes: readonly Change[]): Steps<ToldChange<Change>[]> {
  const own: Change[] = [];
  const places = new Map<Change, number>();
  const tellers = new Set<TellChanges>();
  yield* eachInSteps(changes, (change) => {
    if (isConsequence(change)) return;
    places.set(change, own.length);
    own.push(change);
    if (change.object.tells) tellers.add(change.object.tells);
  });
  const sentences: ToldChange<Change>[] = [];
  for (const tell of tellers) {
    sentences.push(...tell(own));
    yield undefined;
  }
  const spoken = new Set(
    sentences.flatMap(({ of, isWhole }) => (isWhole ? of : of.filter(({ kind }) => kind === 'value'))),
  );
  const others = yield* alike(own.filter((change) => !spoken.has(change)));
  yield undefined;
  const placed = [
    ...others.map((group) => ({ line: lineOf(group), at: places.get(group.changes[0]) ?? 0 })),
    ...sentences.map((line) => ({
      line,
      at: line.of.reduce((last, change) => Math.max(last, places.get(change) ?? 0), 0),
    })),
  ];
  return placed.sort((a, b) => a.at - b.at).map(({ line }) => line);
}

/** Changes in words; see `tellChanges`. */
export function wordsOfChanges(changes: readonly Change[], t: Translate): ChangeWords[] {
  return tellChanges(changes).map((line) => changeWords(line, t));
}

/** Changes that share a line: of rows that are called as the first one, but for their numbers. */
interface Alike {
  readonly changes: [Change, ...Change[]];
  readonly name: Message;
  readonly numbers: number[];
}

/** Changes by what they do, where their rows have a name together; each other one by itself. In the order of their first. */
function* alike(changes: readonly Change[]): Steps<readonly Alike[]> {
  const groups = new Map<unknown, Alike>();
  yield* eachInSteps(changes, (change) => {
    const { object, kind, column, from, to } = change;
    const name = nameOf(change);
    const number = numberIn(name);
    const key = number === undefined ? change : JSON.stringify([object.name, name.text, kind, column, from, to]);
    const group = groups.get(key);
    if (group) group.changes.push(change);
    else groups.set(key, { changes: [change], name, numbers: [] });
    if (number !== undefined) groups.get(key)?.numbers.push(number);
  });
  return [...groups.values()];
}

function lineOf({ changes, name, numbers }: Alike): ToldChange<Change> {
  return { ...changeMessage(changes[0], nameTogether(name, numbers)), of: changes };
}
