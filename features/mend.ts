import { report } from '../console/call/report.ts';
import { changesIn, dryRun } from '../console/call/try-out.ts';
import { type Applying, together } from '../console/call/use-apply.ts';
import { confirm } from '../console/feedback/dialogs.ts';
import type { Change } from '../model/configuration/change.ts';
import { wordsOfChanges } from '../model/configuration/told-changes.ts';
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
  let lines: readonly string[];
  try {
    // Of changes that follow each other the device can say only what the first one would do.
    lines = await changeLines(inTurn ? wanted.slice(0, 1) : wanted, t);
  } catch (failure) {
    report(failure);
    return;
  }
  const what = wordsOf(label, t);
  const text = t('{{what}}?', { what });
  const detail = lines.join('\n');
  if (!inTurn) {
    await apply(wanted, { what, ask: { text, detail } });
    return;
  }
  if (!(await confirm(text, detail))) return;
  for (const call of wanted) if (!(await apply(call, { what })).ok) return;
}

/** The device's list of the changes that calls would make, a line for each change. */
async function changeLines(calls: readonly ObjectCall[], t: Translate): Promise<readonly string[]> {
  const [said, { mendedObjects }] = await Promise.all([
    dryRun(together(calls)).then(changesIn),
    import('./mended-objects.ts'),
  ]);
  const changes = said.flatMap((change): Change[] => {
    const object = mendedObjects.get(change.object);
    return object ? [{ ...change, object }] : [];
  });
  return wordsOfChanges(changes, t).map(({ what, from, to }) => (to === '' ? what : `${what}: ${from} → ${to}`));
}
