import { type DeviceContext, type LiveRowOf, live, operation } from '../../../device/feature.ts';
import { Severity } from '../../../device/log/log.ts';
import { type Caller, callerName } from '../../../device/management.ts';
import { placeIn, Refusal } from '../../../device/refusal.ts';
import { type TokenScope, type TokenSection, tokenScopes, tokenSections } from '../../../device/sessions/api-tokens.ts';
import { slot } from '../../../device/slot.ts';
import { formatDateTime } from '../../../model/values/date-time.ts';
import { say, wordsOf } from '../../../model/values/message.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { deviceTimeAt } from '../system-time/objects.ts';
import { apiTokenCtrl, apiTokenEntry, TokenScopeValue, TokenSectionValue } from './token-objects.ts';

const DAY = 24 * 3_600_000;

/** Milliseconds for which a new token waits to be read by the session that created it. */
const ISSUED_TIME = 60_000;

/** New tokens that their creators have not read yet, by session. */
const issuedTokens = slot<ReadonlyMap<string, { readonly secret: string; readonly until: number }>>(
  'issuedApiTokens',
  new Map(),
);

function rows({ tokens, configuration }: DeviceContext): LiveRowOf<typeof apiTokenEntry>[] {
  const moment = (time: number) => (time === 0 ? '' : formatDateTime(deviceTimeAt(configuration(), time)));
  return [...tokens.list()]
    .sort((a, b) => a.number - b.number)
    .map(({ number, name, scope, section, created, creator, expires, lastUse, lastAddress }) => ({
      apiTokenIndex: number,
      apiTokenName: name,
      apiTokenScope: TokenScopeValue[scope],
      apiTokenSection: TokenSectionValue[section === '' ? 'all' : section],
      apiTokenCreated: moment(created),
      apiTokenCreator: creator,
      apiTokenExpires: moment(expires),
      apiTokenLastUse: moment(lastUse),
      apiTokenLastAddr: lastAddress,
    }));
}

/** The token that waits for a session; it is shown once. */
function issuedTo({ slots, clock }: DeviceContext, { session }: Caller): string {
  const issued = session === undefined ? undefined : slots.get(issuedTokens).get(session);
  if (session === undefined || !issued) return '';
  slots.update(issuedTokens, (present) => new Map([...present].filter(([owner]) => owner !== session)));
  return issued.until > clock.now() ? issued.secret : '';
}

const scopeOf = (value: unknown): TokenScope => tokenScopes.find((scope) => TokenScopeValue[scope] === value) ?? 'read';

const sectionOf = (value: unknown): TokenSection =>
  tokenSections.find((section) => TokenSectionValue[section] === value) ?? '';

const changeTokens = operation(apiTokenCtrl, {
  grantsAccess: ({ values }) => values.apiTokenNewName !== undefined,
  async operate(context, { values, caller }) {
    const { tokens, log, wallClock, clock, slots } = context;
    const who = callerName(caller);
    if (values.apiTokenRevoke !== undefined) {
      const revoked = await tokens.revoke(values.apiTokenRevoke);
      if (!revoked) {
        const message = say('Token {{number}} does not exist.', { number: values.apiTokenRevoke });
        throw new Refusal(ErrorCode.noSuchName, message, placeIn(apiTokenCtrl, undefined, 'apiTokenRevoke'));
      }
      log.write(Severity.notice, say('API token {{name}} revoked by {{who}}.', { name: revoked.name, who }));
    }
    const name = values.apiTokenNewName;
    if (name === undefined) return;
    if (caller.session === undefined) {
      const message = say('A token can be created only in the console or on a command line.');
      throw new Refusal(ErrorCode.notWritable, message, placeIn(apiTokenCtrl, undefined, 'apiTokenNewName'));
    }
    const days = values.apiTokenNewDays ?? apiTokenCtrl.fields.apiTokenNewDays.default;
    const secret = await tokens.create({
      name,
      scope: scopeOf(values.apiTokenNewScope),
      section: sectionOf(values.apiTokenNewSection),
      expires: days === 0 ? 0 : wallClock.now() + days * DAY,
      creator: wordsOf(who),
    });
    log.write(Severity.notice, say('API token {{name}} created by {{who}}.', { name, who }));
    const issued = { secret, until: clock.now() + ISSUED_TIME };
    const { session } = caller;
    const now = clock.now();
    slots.update(
      issuedTokens,
      (present) => new Map([...[...present].filter(([, { until }]) => until > now), [session, issued] as const]),
    );
  },
});

/** What the tokens answer and do. */
export const tokenAnswers = [
  live(apiTokenEntry, { rows }),
  live(apiTokenCtrl, { group: (context, caller) => ({ apiTokenIssued: issuedTo(context, caller) }) }),
];

/** Creating and revoking. */
export const tokenOperations = [changeTokens];
