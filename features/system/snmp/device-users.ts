import { type CallersRequest, type DeviceContext, type LiveColumnsOf, operation } from '../../../device/feature.ts';
import { placeIn, Refusal } from '../../../device/refusal.ts';
import { indexOf, type RowOf, rowKey } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import type { Values } from '../../../model/wire/call.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { ownEngineId } from './engine-id.ts';
import { snmpAgentCtrl } from './objects.ts';
import { AuthProtocol, PrivProtocol, UserStatus, usmUserEntry } from './user-objects.ts';

type User = RowOf<typeof usmUserEntry>;

/** The columns that a password makes; they come from nowhere else. */
const kept = ['usmUserAuthKey', 'usmUserPrivKey', 'usmUserKeyEngineID'] as const;

/** Turns the passwords of a new or changed user into keys. */
export const localiseKeys = operation(usmUserEntry, {
  grantsAccess: ({ kind }) => kind === 'create' || kind === 'set',
  async prepare(context, request) {
    const { values, kind } = request;
    for (const column of kept) {
      if (values[column] === undefined) continue;
      const label = say(usmUserEntry.fields[column].label);
      const place = placeIn(usmUserEntry, values, column);
      throw new Refusal(ErrorCode.notWritable, say('{{label}} is read only.', { label }), place);
    }
    if (kind !== 'create' && kind !== 'set') return values;
    const keys = await keysOf(context, request);
    return { ...values, usmUserAuthPassword: '', usmUserPrivPassword: '', ...keys };
  },
});

async function keysOf(context: DeviceContext, { values, kind }: CallersRequest): Promise<Values> {
  const present = context.configuration().rowMap(usmUserEntry).get(rowKey(usmUserEntry, values));
  const { fields } = usmUserEntry;
  const auth = values.usmUserAuthProtocol ?? present?.usmUserAuthProtocol ?? fields.usmUserAuthProtocol.default;
  const priv = values.usmUserPrivProtocol ?? present?.usmUserPrivProtocol ?? fields.usmUserPrivProtocol.default;
  const engine = String(values.usmUserEngineID || ownEngineId(context.configuration(), context.hardware));
  const authPassword = String(values.usmUserAuthPassword ?? '');
  const privPassword = String(values.usmUserPrivPassword ?? '');
  if (kind === 'create') {
    if (auth !== AuthProtocol.none) require(values, 'usmUserAuthPassword', authPassword);
    if (priv !== PrivProtocol.none) require(values, 'usmUserPrivPassword', privPassword);
  }
  if (kind === 'set' && authPassword === '' && privPassword === '') return {};
  // Keys of a former engine ID would remain beside new ones.
  if (kind === 'set' && present && present.usmUserKeyEngineID !== engine) {
    if (auth !== AuthProtocol.none) require(values, 'usmUserAuthPassword', authPassword);
    if (priv !== PrivProtocol.none) require(values, 'usmUserPrivPassword', privPassword);
  }
  const { localisedKey } = await import('../../../protocols/snmp/keys.ts');
  const digest = auth === AuthProtocol.md5 ? 'md5' : auth === AuthProtocol.sha1 ? 'sha1' : 'sha256';
  const key = (password: string) =>
    Buffer.from(localisedKey(digest, password, Buffer.from(engine, 'hex')))
      .toString('hex')
      .toUpperCase();
  return {
    usmUserKeyEngineID: engine,
    ...(auth !== AuthProtocol.none && authPassword !== '' && { usmUserAuthKey: key(authPassword) }),
    // RFC 3414 8.2.1: the key of privacy is made by the digest of authentication.
    ...(auth !== AuthProtocol.none &&
      priv !== PrivProtocol.none &&
      privPassword !== '' && { usmUserPrivKey: key(privPassword) }),
  };
}

function require(values: Values, column: 'usmUserAuthPassword' | 'usmUserPrivPassword', password: string): void {
  if (password !== '') return;
  const label = say(usmUserEntry.fields[column].label);
  const message = say('{{label}} must be {{min}} to {{max}} characters.', { label, min: 8, max: 32 });
  throw new Refusal(ErrorCode.wrongLength, message, placeIn(usmUserEntry, values, column));
}

/** Whether a user's keys are those of the engine that he is a user of. */
function hasKeysOf(row: User, own: string): boolean {
  return row.usmUserKeyEngineID === (row.usmUserEngineID || own);
}

/** Users of a changed engine ID are deleted with it: their keys are no longer valid (RFC 3414 2.6). */
export const forgetUsers = operation(snmpAgentCtrl, {
  async operate(context, { values, caller }) {
    if (values.snmpEngineID === undefined) return;
    const own = ownEngineId(context.configuration(), context.hardware);
    const lost = context
      .configuration()
      .rows(usmUserEntry)
      .filter((row) => row.usmUserEngineID === '' && !hasKeysOf(row, own));
    if (lost.length === 0) return;
    const requests = lost.map(
      (row) => ({ kind: 'destroy', object: usmUserEntry, values: indexOf(usmUserEntry, row) }) as const,
    );
    await context.management.perform(requests, caller);
  },
});

/** The read-only columns of the users. */
export function liveUsers(context: DeviceContext): LiveColumnsOf<typeof usmUserEntry> {
  const own = ownEngineId(context.configuration(), context.hardware);
  return new Map(
    context
      .configuration()
      .rows(usmUserEntry)
      .map((row) => [
        rowKey(usmUserEntry, row),
        { usmUserStatus: hasKeysOf(row, own) ? UserStatus.active : UserStatus.notInService },
      ]),
  );
}
