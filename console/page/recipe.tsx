import { useMemo } from 'react';
import { type Change, changesBetween } from '../../model/configuration/change.ts';
import { Configuration } from '../../model/configuration/configuration.ts';
import type { Field } from '../../model/schema/field.ts';
import { defaultsOf, type GroupObject, type GroupValues, type ObjectDeclaration } from '../../model/schema/object.ts';
import type { Message } from '../../model/values/message.ts';
import { wordsOf } from '../../model/values/message.ts';
import type { Values } from '../../model/wire/call.ts';
import { settingsPoll, useRowsOfEach } from '../call/use-reads.ts';
import { useWatched } from '../call/use-watched.ts';
import { Page } from '../elements/Page.tsx';
import { warn } from '../feedback/dialogs.ts';
import { type Draft, draftKey, type FormPart, isShown } from '../form/form-part.ts';
import { ObjectForm } from '../form/ObjectForm.tsx';
import { useNavigate } from '../router/router-context.ts';
import { useText } from '../translations/use-text.ts';
import { DeclaredFields, type FieldChoice } from './DeclaredFields.tsx';

/** A task that asks for what matters and writes the rest. */
export interface Recipe<G extends GroupObject = GroupObject> {
  /** What is asked for. No call has its name: it is only a form. */
  readonly asks: G;
  /** What the recipe looks at and changes. */
  readonly objects: readonly ObjectDeclaration[];
  /** The configuration of those objects with the task done. Pure. */
  readonly change: (before: Configuration, asked: GroupValues<G>) => Configuration;
  /** Answers that follow from the configuration, before anything is typed. Pure. */
  readonly suggests?: (before: Configuration) => Partial<GroupValues<G>>;
  /** What is wrong with the answers, by field. Pure. */
  readonly problems?: (before: Configuration, asked: GroupValues<G>) => Readonly<Record<string, Message | undefined>>;
  /** Default: every field. */
  readonly fields?: readonly FieldChoice[];
  /** The page that shows the result. */
  readonly leadsTo: string;
}

/** The page of a recipe: its questions, what they will change, and one Apply for all of it. */
export function recipe<G extends GroupObject>(declared: Recipe<G>) {
  const { asks, objects, fields, leadsTo } = declared;
  return function RecipePage() {
    const t = useText();
    const navigate = useNavigate();
    const reads = useRowsOfEach(objects, { poll: settingsPoll });
    const values = reads.map(({ data }) => data);
    // The list of what was read is another one on each drawing; what it holds is not.
    // biome-ignore lint/correctness/useExhaustiveDependencies: see above
    const before = useMemo(() => configurationOf(objects, values), values);
    const parts = useMemo((): readonly FormPart[] => [partOf(declared, before)], [before]);
    const watch = useWatched(objects);
    const isSame = useMemo(() => before && watch(), [watch, before]);
    const sure = async () => {
      if ((await isSame?.()) !== false) return true;
      void warn(t('The settings were changed by another session. Check the changes and apply again.'));
      return false;
    };
    const check = (draft: Draft) => {
      const [part] = parts;
      const asked = part && before && answersIn(part, draft);
      const problems = asked ? (declared.problems?.(before, asked as GroupValues<G>) ?? {}) : {};
      return Object.fromEntries(
        Object.entries(problems).flatMap(([column, message]) => (message ? [[column, wordsOf(message, t)]] : [])),
      );
    };
    return (
      <Page>
        <ObjectForm
          parts={parts}
          failure={reads.find(({ isError, data }) => isError && !data)?.error}
          what={asks.title}
          check={check}
          sure={sure}
          onApplied={() => void navigate(leadsTo)}
        >
          {fields && <DeclaredFields fields={fields} />}
        </ObjectForm>
      </Page>
    );
  };
}

/** What a recipe changes, object by object; nothing until every question has an answer. */
export function recipeChanges<G extends GroupObject>(
  { asks, objects, change }: Recipe<G>,
  before: Configuration,
  asked: Values,
): readonly Change[] {
  const part: FormPart = { object: asks, values: asked };
  const isComplete = Object.entries<Field>(asks.fields).every(
    ([name, field]) => asked[name] !== undefined || !isShown(part, field, {}),
  );
  if (!isComplete) return [];
  const all = { ...defaultsOf(asks.fields), ...asked };
  return changesBetween(objects, before, change(before, all as GroupValues<G>));
}

function partOf<G extends GroupObject>(declared: Recipe<G>, before: Configuration | undefined): FormPart {
  const { asks } = declared;
  if (!before) return { object: asks, values: undefined };
  return {
    object: asks,
    values: { ...defaultsOf(asks.fields), ...(declared.suggests?.(before) as Values | undefined) },
    changes: (asked) => recipeChanges(declared, before, asked),
  };
}

function answersIn(part: FormPart, draft: Draft): Values {
  const columns = Object.keys(part.object.fields);
  return Object.fromEntries(columns.map((column) => [column, draft[draftKey(part, column)] ?? '']));
}

function configurationOf(
  objects: readonly ObjectDeclaration[],
  values: readonly (readonly Values[] | undefined)[],
): Configuration | undefined {
  let configuration = Configuration.empty;
  for (const [at, object] of objects.entries()) {
    const rows = values[at];
    if (!rows) return undefined;
    configuration =
      object.shape === 'group'
        ? configuration.withGroup(object, rows[0] ?? {})
        : configuration.withRows(object, rows as readonly Partial<Values>[]);
  }
  return configuration;
}
