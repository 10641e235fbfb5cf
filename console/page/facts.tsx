import type { Field, Fields } from '../../model/schema/field.ts';
import type { GroupObject } from '../../model/schema/object.ts';
import { measuredText } from '../../model/schema/value-text.ts';
import type { Values } from '../../model/wire/call.ts';
import { readFailureText } from '../call/failure.ts';
import { useRowsOfEach } from '../call/use-reads.ts';
import { Card } from '../elements/Card.tsx';
import { FactList } from '../elements/FactList.tsx';
import { Notice } from '../elements/Notice.tsx';
import type { Part } from '../navigation/menu-entry.ts';
import { useText } from '../translations/use-text.ts';

/** A value of a group, to read. */
interface Fact {
  readonly object: GroupObject;
  readonly column: string;
  /** Source text; default: the column's label. */
  readonly name?: string;
}

/** A value of a group for `facts`, under another name than its label where one is given. */
export function fact<G extends GroupObject>(object: G, column: keyof G['fields'] & string, name?: string): Fact {
  return { object, column, ...(name !== undefined && { name }) };
}

/** A card of values to read. `title` is a source text, `poll` the milliseconds between two reads. */
export function facts(title: string, chosen: readonly Fact[], { poll }: { readonly poll?: number } = {}): Part {
  const objects = [...new Set(chosen.map(({ object }) => object))];
  return function Facts() {
    const t = useText();
    const reads = useRowsOfEach(objects, { poll: poll ?? false });
    const failed = reads.find(({ isError, data }) => isError && !data);
    const shownOf = (field: Field, values: Values | undefined, column: string) =>
      values && measuredText(t, field, values[column]);
    return (
      <Card title={t(title)}>
        {failed ? (
          <Notice tone="warn" live>
            {readFailureText(failed.error, t)}
          </Notice>
        ) : (
          <FactList
            facts={chosen.flatMap(({ object, column, name }) => {
              const field: Field | undefined = (object.fields as Fields)[column];
              if (!field) return [];
              const values = reads[objects.indexOf(object)]?.data?.[0];
              return [{ name: t(name ?? field.label), value: shownOf(field, values, column) }];
            })}
          />
        )}
      </Card>
    );
  };
}
