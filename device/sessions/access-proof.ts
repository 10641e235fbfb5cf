import type { Change } from '../../model/configuration/change.ts';
import type { ObjectDeclaration } from '../../model/schema/object.ts';
import { say } from '../../model/values/message.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { refuseWhereCloudOwns } from '../cloud/ownership.ts';
import { grantsAccess } from '../configuration/operations.ts';
import type { DeviceContext, Operation } from '../feature.ts';
import type { Caller, Request } from '../management.ts';
import { Refusal } from '../refusal.ts';
import { isInSection } from './api-tokens.ts';

/** Callers without a user at the moment. */
const exempt: ReadonlySet<Caller['access']> = new Set(['device', 'autoConfiguration', 'surveillanceMode']);

/** Asks for the password again. The console and the command line repeat a request with it. */
export const proofRequired = () =>
  new Refusal(
    ErrorCode.proofRequired,
    say('This change grants access to the switch. Enter your password to confirm it.'),
  );

/**
 * Refuses changes that requests make of the configuration as a whole where they touch what the cloud decides, or what may let somebody in
 * and was not proved, as it would be refused if it were asked for by itself. Throws a `Refusal`.
 */
export function refuseEdited(
  operations: readonly Operation[],
  changes: readonly Change[],
  caller: Caller,
  context: DeviceContext,
): void {
  if (caller.access === 'cloud') {
    // Its confirmation would have to say what of it is the switch's own.
    throw new Refusal(ErrorCode.notWritable, say('This can be done only at the switch itself, not from the cloud.'));
  }
  const touched = new Set(changes.map(({ object }) => object));
  for (const object of touched) refuseOutsideSection(object, caller);
  const requests = [...touched].map((object): Request => ({ kind: 'set', object, values: {} }));
  refuseWhereCloudOwns(context.slots, requests, caller);
  const grants = [...touched].some(
    (object) =>
      Object.values(object.fields).some(({ access }) => access === 'wo') ||
      operations.some((operation) => operation.object === object && operation.grantsAccess),
  );
  if (grants) refuseUnprovedCaller(caller, context);
}

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
  if (exempt.has(caller.access)) return;
  // Only its own user sets the account, after a login.
  const isOwners = caller.token !== undefined && requests.some(({ object }) => object.isOwn);
  if (isOwners || grantsAccess(operations, requests, context)) refuseUnprovedCaller(caller, context);
}

/** Refuses what is outside of the menu section that the caller's token is limited to. Throws a `Refusal` (17). */
export function refuseOutsideSection(object: ObjectDeclaration, { token }: Pick<Caller, 'token'>): void {
  if (token && !isInSection(token.section, object)) throw limitedTo(token.section);
}

/** Refuses what reads or changes every menu section to a token that is limited to one. Throws a `Refusal` (17). */
export function refuseLimited({ token }: { readonly token?: Pick<NonNullable<Caller['token']>, 'section'> }): void {
  if (token && token.section !== '') throw limitedTo(token.section);
}

const limitedTo = (section: string) =>
  new Refusal(ErrorCode.notWritable, say('This API token is limited to the section {{section}}.', { section }));

function refuseUnprovedCaller(caller: Caller, context: DeviceContext): void {
  if (exempt.has(caller.access)) return;
  if (caller.access === 'snmp') {
    if (caller.isAuthenticated) return;
    throw new Refusal(
      ErrorCode.notWritable,
      say('This change grants access to the switch. SNMP requires a user with authentication for it.'),
    );
  }
  if (caller.access === 'token') {
    throw new Refusal(
      ErrorCode.notWritable,
      say('This change grants access to the switch, which an API token cannot. Log in for it.'),
    );
  }
  if (caller.isProved) return;
  if (caller.session === undefined || !context.sessions.isProved(caller.session)) throw proofRequired();
}
