import { test } from 'vitest';
import { Recording } from '../../tests/recording.ts';
import { type AgentSurroundings, answerMessage, newCounters } from './agent.ts';
import { localisedKey } from './keys.ts';
import { type CommunityMessage, readMessage, readScoped, Version, writeCommunityMessage } from './message.ts';
import { notificationPdu, trapOfVersion1 } from './notification.ts';
import { compareArcs } from './oid-order.ts';
import { nothing, type Pdu, PduKind, type SnmpValue } from './pdu.ts';
import { type AuthoritativeEngine, protect, SecurityLevel, type UsmUser, unprotect } from './usm.ts';
import { viewOf } from './vacm.ts';

const engine: AuthoritativeEngine = { id: Buffer.from('80007ed90401', 'hex'), boots: 3, time: 1000 };
const ROOT = [1, 3, 6, 1, 2, 1, 1];
const values: readonly SnmpValue[] = [
  { type: 'Integer32', value: -129 },
  { type: 'Counter64', value: 2n ** 63n },
  { type: 'OctetString', value: Buffer.from('x'.repeat(130)) },
  { type: 'ObjectIdentifier', value: [1, 3, 6, 1, 4, 1, 32_473, 200] },
  { type: 'Counter32', value: 2 ** 32 - 1 },
  { type: 'IpAddress', value: Uint8Array.of(192, 0, 2, 7) },
  { type: 'TimeTicks', value: 65_536 },
];
const rows = values.map((value, at) => ({ name: [...ROOT, at + 1, 0], value }));
const user = (name: string, secret: string, withPrivacy = false): UsmUser => ({
  name,
  authentication: { protocol: 'sha256', key: localisedKey('sha256', secret, engine.id) },
  ...(withPrivacy && {
    privacy: { protocol: 'aes128', key: localisedKey('sha256', 'privacy-key', engine.id).subarray(0, 16) },
  }),
});
const known = [user('operator', 'correct-horse'), user('secret', 'correct-horse', true)];
const pdu = (kind: Pdu['kind'], names: readonly (readonly number[])[], more: Partial<Pdu> = {}): Pdu => ({
  ...{ kind, requestId: 7, errorStatus: 0, errorIndex: 0 },
  varBinds: names.map((name) => ({ name: [...name], value: nothing })),
  ...more,
});

test('requests of all kinds and versions are answered and counted as recorded', async () => {
  const recording = new Recording(0);
  const counters = newCounters();
  const around: AgentSurroundings = {
    counters,
    isSuspected: false,
    engine: () => engine,
    groupOfCommunity: (_model, community) => (community === 'public' ? 'readers' : undefined),
    user: (name) => known.find((one) => one.name === name),
    groupOfUser: (name) => (name === 'secret' ? 'writers' : 'readers'),
    grant: ({ group }) => ({
      read: viewOf([
        { subtree: ROOT, mask: new Uint8Array(0), isIncluded: true },
        { subtree: [...ROOT, 4], mask: new Uint8Array(0), isIncluded: group === 'writers' },
      ]),
      write: viewOf(group === 'writers' ? [{ subtree: ROOT, mask: new Uint8Array(0), isIncluded: true }] : []),
    }),
    variables: async () => ({
      get: async (name) => rows.find((row) => compareArcs(row.name, name) === 0)?.value ?? { type: 'noSuchInstance' },
      next: (name, view) => rows.find((row) => compareArcs(row.name, name) > 0 && view.includes(row.name)),
      set: async (varBinds) => (varBinds.length > 1 ? { status: 10, index: 2 } : undefined),
    }),
    salt: () => 1n,
  };
  const ask = async (what: string, octets: Uint8Array) => {
    const { reply, ...more } = await answerMessage(octets, '192.0.2.1', around);
    recording.note(0, what, { state: counters, reply: reply && readMessage(reply), ...more });
    return reply;
  };
  const one = [...ROOT, 1, 0];
  const requests = {
    get: pdu(PduKind.get, [one, [...ROOT, 2, 0], [...ROOT, 4, 0], [...ROOT, 9, 0]]),
    'get of one': pdu(PduKind.get, [one]),
    next: pdu(PduKind.getNext, [ROOT, one, [...ROOT, 3, 0], [...ROOT, 7, 0]]),
    'next of one': pdu(PduKind.getNext, [one]),
    bulk: pdu(PduKind.getBulk, [ROOT, [...ROOT, 2], [...ROOT, 5]], { errorStatus: 1, errorIndex: 4 }),
    'bulk below nothing': pdu(PduKind.getBulk, [ROOT], { errorStatus: -1, errorIndex: 2 }),
    'bulk of nothing': pdu(PduKind.getBulk, [ROOT], { errorStatus: 5, errorIndex: -1 }),
    'endless bulk': pdu(PduKind.getBulk, [ROOT], { errorIndex: 9000 }),
    set: pdu(PduKind.set, [one]),
    'set of two': pdu(PduKind.set, [one, [...ROOT, 2, 0]]),
    response: pdu(PduKind.response, [one]),
  };
  let last = new Uint8Array();
  for (const [name, of] of Object.entries(requests)) {
    for (const version of [Version.v1, Version.v2c] as const) {
      for (const community of ['public', 'wrong']) {
        const message: CommunityMessage = { version, community: Buffer.from(community), pdu: of };
        last = Uint8Array.from(writeCommunityMessage(message));
        await ask(`${name} of version ${version} by ${community}`, last);
      }
    }
    const scope = { contextEngineId: engine.id, contextName: new Uint8Array(0), pdu: of };
    const request = (asking: UsmUser, level: SecurityLevel, at = engine) =>
      protect({ messageId: 9, isReportable: true }, at, asking, level, 1n, scope);
    const [plain, secret] = known;
    if (!plain || !secret) throw new Error('nobody is known');
    const reply = await ask(`${name} of version 3`, request(secret, SecurityLevel.authPriv));
    const answered = reply && readMessage(reply);
    if (answered?.version === Version.v3) {
      const opened = unprotect(reply ?? last, answered, engine, around.user);
      recording.note(0, 'which is', { state: counters, opened });
    }
    if (of !== requests['get of one']) continue;
    await ask('of a reader', request(plain, SecurityLevel.authNoPriv));
    await ask('of a reader without a password', request(plain, SecurityLevel.noAuthNoPriv));
    await ask('of a reader in secret', request(secret, SecurityLevel.authNoPriv));
    await ask('of a stranger', request(user('stranger', 'correct-horse'), SecurityLevel.authNoPriv));
    await ask('by a wrong password', request(user('operator', 'wrong-horse'), SecurityLevel.authNoPriv));
    await ask(
      'of another engine',
      request(plain, SecurityLevel.authNoPriv, { ...engine, id: Buffer.from('80007ed90402', 'hex') }),
    );
    for (const time of [849, 850, 1150, 1151])
      await ask(`of the time ${time}`, request(plain, SecurityLevel.authNoPriv, { ...engine, time }));
    await ask('of another boot', request(plain, SecurityLevel.authNoPriv, { ...engine, boots: 2 }));
    const octets = request(plain, SecurityLevel.noAuthNoPriv);
    recording.reads('message of version 3', octets, (changed) => {
      const message = readMessage(changed);
      return message.version === Version.v3 ? { ...message, scoped: readScoped(message.scoped) } : message;
    });
  }
  recording.reads(
    'message',
    Uint8Array.from(
      writeCommunityMessage({
        version: Version.v2c,
        community: Buffer.from('c'),
        pdu: { ...requests.set, varBinds: rows.filter(({ value }) => value.type !== 'OctetString') },
      }),
    ),
    readMessage,
  );
  await ask('half of one', last.subarray(0, 20));
  await ask('nothing', new Uint8Array());
  for (const isInform of [false, true]) {
    const notification = { kind: [1, 3, 6, 1, 6, 3, 1, 1, 5, 3], upTime: 4711, varBinds: rows.slice(2, 4) };
    recording.note(0, `notification ${isInform}`, {
      state: counters,
      pdu: notificationPdu(notification, 3, isInform),
      trap: trapOfVersion1(notification, '192.0.2.1'),
    });
  }
  await recording.isAsIn('recorded.txt');
});
