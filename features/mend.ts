import { report } from '../console/call/report.ts';
import { rowCalls } from '../console/call/row-calls.ts';
import { changesIn, dryRun } from '../console/call/try-out.ts';
import { type Applying, together } from '../console/call/use-apply.ts';
import { confirm } from '../console/feedback/dialogs.ts';
import type { Change } from '../model/configuration/change.ts';
import { wordsOfChanges } from '../model/configuration/told-changes.ts';
import { rowKey } from '../model/schema/object.ts';
import { wordsOf } from '../model/values/message.ts';
import type { Translate } from '../model/values/translate.ts';
import type { ObjectCall } from '../model/wire/call.ts';
import type { AttentionAction } from './attention/said.ts';

/** An action that changes something. */
export type Mending = Extract<AttentionAction, { calls: unknown }>;

/**
 * Performs the action of a finding as a page does: the device lists the changes, the administrator confirms, and the
 * guard judges. Never rejects.
 */
export async function mend({ label, calls, inTurn }: Mending, apply: Applying['apply'], t: Translate): Promise<void> {
  const wanted = calls.map(
    ({ object, values }): ObjectCall => ({ method: 'CommonSet', params: { Template: object, ...values } }),
  );
  let changes: readonly Change[];
  try {
    // Of changes that follow each other the device can say only what the first one would do.
    changes = await foreseen(inTurn ? wanted.slice(0, 1) : wanted);
  } catch (failure) {
    report(failure);
    return;
  }
  const what = wordsOf(label, t);
  const text = t('{{what}}?', { what });
  const detail = changeLines(changes, t).join('\n');
  if (!inTurn) {
    await apply(
      wanted.map((call) => asForeseen(call, changes)),
      { what, ask: { text, detail } },
    );
    return;
  }
  if (!(await confirm(text, detail))) return;
  for (const call of wanted) if (!(await apply(call, { what })).ok) return;
}

/** The changes that calls would make, as the device says. */
async function foreseen(calls: readonly ObjectCall[]): Promise<readonly Change[]> {
  const [said, { mendedObjects }] = await Promise.all([
    dryRun(together(calls)).then(changesIn),
    import('./mended-objects.ts'),
  ]);
  return said.flatMap((change): Change[] => {
    const object = mendedObjects.get(change.object);
    return object ? [{ ...change, object }] : [];
  });
}

/** The call, which is refused where its columns are no longer what the administrator was shown. */
function asForeseen(call: ObjectCall, changes: readonly Change[]): ObjectCall {
  const own = changes.filter(
    ({ object, row = {} }) =>
      object.name === call.params.Template &&
      (object.shape === 'group' || rowKey(object, row) === rowKey(object, call.params)),
  );
  const was = rowCalls(own)[0]?.was;
  return { ...call, ...(was && { was }) };
}

/** A line for each change. */
function changeLines(changes: readonly Change[], t: Translate): readonly string[] {
  return wordsOfChanges(changes, t).map(({ what, from, to }) => (to === '' ? what : `${what}: ${from} → ${to}`));
}
