import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { BatchCall, ObjectCall } from '../../model/wire/call.ts';
import { toast } from '../feedback/toast.ts';
import { translate } from '../translations/language.ts';
import type { Move, Question } from './guarded.ts';
import { callGuarded } from './guarded-call.ts';
import { report } from './report.ts';

interface ApplyOptions {
  /** The change's purpose for the device's log. Default: the names of the objects. */
  readonly what?: string;
  /** The toast after success, translated; default 'Success.', false for none. */
  readonly success?: string | false;
  /** Leaves telling the administrator of a failure to the caller, who shows it under a field. */
  readonly quiet?: boolean;
  /** Milliseconds the device may take; default 20000. */
  readonly timeout?: number;
  /** The device restarts afterwards: what is forced is confirmed by signing in again. */
  readonly restarts?: boolean;
  /** The switch's location afterwards; shown if the change has to be forced. */
  readonly move?: Move;
  /** Asked first, together with the guard's reason if the change would cut this session off. */
  readonly ask?: Question;
  /** The guard's reason that the administrator has accepted already: what `askOnce` answered. */
  readonly accepted?: string;
}

/** How applying went. `cancelled`: the administrator did not want it, or not the risk. */
type Applied =
  | { readonly ok: true; readonly results: readonly unknown[]; readonly awaitsSignIn: boolean }
  | { readonly ok: false; readonly cancelled: boolean; readonly failure?: unknown };

/** Applying changes, and whether that is under way. */
export interface Applying {
  /** Applies the calls together, all or nothing; never rejects. */
  apply(calls: ObjectCall | readonly ObjectCall[], options?: ApplyOptions): Promise<Applied>;
  readonly pending: boolean;
}

/**
 * Applies changes: one CommonSet, or one BatchPost for several. A change that could cut this session off is confirmed
 * first. Afterwards everything shown is reloaded: a change may be visible anywhere.
 */
export function useApply(): Applying {
  const client = useQueryClient();
  const [pending, setPending] = useState(false);
  const apply = useCallback(
    async (calls: ObjectCall | readonly ObjectCall[], options: ApplyOptions = {}): Promise<Applied> => {
      const list = 'method' in calls ? [calls] : calls;
      const call = together(list, options.what);
      let { accepted } = options;
      try {
        if (options.ask) {
          const { askOnce } = await import('./asked-call.ts');
          accepted = await askOnce(call, options.ask, options.move);
          if (accepted === undefined) return { ok: false, cancelled: true };
        }
        setPending(true);
        const outcome = await callGuarded(call, { ...options, accepted });
        if (!outcome.applied) return { ok: false, cancelled: true };
        if (options.success !== false) toast(options.success ?? translate('Success.'));
        const { result, awaitsSignIn } = outcome;
        return { ok: true, results: list.length === 1 ? [result] : Array.isArray(result) ? result : [], awaitsSignIn };
      } catch (failure) {
        if (!options.quiet) report(failure);
        return { ok: false, cancelled: false, failure };
      } finally {
        setPending(false);
        void client.invalidateQueries();
      }
    },
    [client],
  );
  return { apply, pending };
}

/** One call for all: the call itself, or a batch of several. */
export function together(calls: readonly ObjectCall[], what?: string): ObjectCall | BatchCall {
  const [only, ...more] = calls;
  if (only && more.length === 0) return only;
  const names = [...new Set(calls.map(({ params }) => params.Template))].join(', ');
  return { method: 'BatchPost', params: { FuncName: what ?? names, calls } };
}
