import { useEffect, useState } from 'react';
import { type Message, readMessage } from '../../model/values/message.ts';
import type { BatchCall, ObjectCall } from '../../model/wire/call.ts';
import { dryRun } from './try-out.ts';
import { together } from './use-apply.ts';

/** Milliseconds without another change before the device is asked. */
const pause = 300;

/** The device's answer to changes that are not applied yet. */
export interface DryRun {
  /** They would cut this session off. */
  readonly guard?: { readonly reason: Message };
}

const nothing: DryRun = {};

/**
 * Asks the device for the effect of the calls. While it is asked again, its last answer is shown. Refusals are reported
 * when the change is applied; here they count as unknown.
 */
export function useDryRun(calls: readonly ObjectCall[]): DryRun {
  const [known, setKnown] = useState(nothing);
  const asked = calls.length === 0 ? '' : JSON.stringify(together(calls));
  useEffect(() => {
    if (asked === '') {
      setKnown(nothing);
      return;
    }
    let superseded = false;
    const timer = setTimeout(() => {
      const waiting: ObjectCall | BatchCall = JSON.parse(asked);
      void dryRun(waiting)
        .then(guardIn, () => nothing)
        .then((answer) => {
          if (!superseded) setKnown(answer);
        });
    }, pause);
    return () => {
      superseded = true;
      clearTimeout(timer);
    };
  }, [asked]);
  return asked === '' ? nothing : known;
}

function guardIn(result: unknown): DryRun {
  if (typeof result !== 'object' || result === null || !('guard' in result)) return nothing;
  const { guard } = result;
  const reason =
    typeof guard === 'object' && guard !== null && 'reason' in guard ? readMessage(guard.reason) : undefined;
  return reason ? { guard: { reason } } : nothing;
}
