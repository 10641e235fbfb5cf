import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isRecord } from '../../model/values/json-record.ts';
import { type Message, readMessage } from '../../model/values/message.ts';
import type { BatchCall, ObjectCall } from '../../model/wire/call.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { CallRefused } from './failure.ts';
import { commandsIn, dryRun } from './try-out.ts';
import { together } from './use-apply.ts';

/** Milliseconds without another change before the device is asked. */
const pause = 300;

/** The device's answer to changes that are not applied yet. */
export interface DryRun {
  /** They would cut this session off. */
  readonly guard?: { readonly reason: Message };
  /** The lines that make them on a command line; undefined where there are none. */
  readonly commands?: readonly string[];
}

const nothing: DryRun = {};

/**
 * Asks the device for the effect of the calls. While it is asked again, its last verdict of the guard is shown. Refusals are reported
 * when the change is applied; here they count as unknown. Where another session has changed the same values, the page is read again:
 * it then shows what they are.
 */
export function useDryRun(calls: readonly ObjectCall[]): DryRun {
  const client = useQueryClient();
  const [known, setKnown] = useState<{ readonly of: string; readonly run: DryRun }>({ of: '', run: nothing });
  const asked = calls.length === 0 ? '' : JSON.stringify(together(calls));
  useEffect(() => {
    if (asked === '') {
      setKnown({ of: '', run: nothing });
      return;
    }
    let superseded = false;
    const timer = setTimeout(() => {
      const waiting: ObjectCall | BatchCall = JSON.parse(asked);
      void dryRun(waiting)
        .then(answerIn, (failure: unknown) => {
          if (failure instanceof CallRefused && failure.code === ErrorCode.changedMeanwhile) {
            void client.invalidateQueries();
          }
          return nothing;
        })
        .then((answer) => {
          if (!superseded) setKnown({ of: asked, run: answer });
        });
    }, pause);
    return () => {
      superseded = true;
      clearTimeout(timer);
    };
  }, [asked, client]);
  if (asked === '') return nothing;
  // Lines of other changes must not be copied.
  const { commands, ...answered } = known.run;
  return known.of === asked && commands ? { ...answered, commands } : answered;
}

function answerIn(result: unknown): DryRun {
  if (!isRecord(result)) return nothing;
  const reason = isRecord(result.guard) ? readMessage(result.guard.reason) : undefined;
  const commands = commandsIn(result);
  return { ...(reason && { guard: { reason } }), ...(commands && { commands }) };
}
