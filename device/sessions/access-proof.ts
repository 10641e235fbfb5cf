import { say } from '../../model/values/message.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { grantsAccess } from '../configuration/operations.ts';
import type { DeviceContext, Operation } from '../feature.ts';
import type { Caller, Request } from '../management.ts';
import { Refusal } from '../refusal.ts';

/** Callers without a user at the moment. */
const exempt: ReadonlySet<Caller['access']> = new Set(['device', 'autoConfiguration', 'surveillanceMode']);

/** Asks for the password again. The console and the command line repeat a request with it. */
export const proofRequired = () =>
  new Refusal(
    ErrorCode.proofRequired,
    say('This change grants access to the switch. Enter your password to confirm it.'),
  );

/**
 * Refuses what grants access to somebody who has not shown the password lately: a session that was left open, or a token that
 * was stolen, must not become an access of its own. SNMP managers prove themselves with every request, those with a community
 * never do; for users of the cloud that vouches. Throws a `Refusal` (8711, or 17 where nothing can be proved).
 */
export function refuseUnproved(
  operations: readonly Operation[],
  requests: readonly Request[],
  caller: Caller,
  context: DeviceContext,
): void {
  if (exempt.has(caller.access) || !grantsAccess(operations, requests, context)) return;
  if (caller.access === 'snmp') {
    if (caller.isAuthenticated) return;
    throw new Refusal(
      ErrorCode.notWritable,
      say('This change grants access to the switch. SNMP requires a user with authentication for it.'),
    );
  }
  if (caller.isProved) return;
  if (caller.session === undefined || !context.sessions.isProved(caller.session)) throw proofRequired();
}
