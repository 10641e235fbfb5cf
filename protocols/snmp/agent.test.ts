import { describe, expect, test } from 'vitest';
import { type AgentSurroundings, answerMessage, newCounters } from './agent.ts';
import { localisedKey } from './keys.ts';
import { readMessage, readScoped, Version } from './message.ts';
import { ErrorStatus, nothing, type Pdu, PduKind } from './pdu.ts';
import { countAnswer, newPduCounts } from './pdu-counts.ts';
import { type AuthoritativeEngine, protect, SecurityLevel, UsmStat, type UsmUser } from './usm.ts';
import { viewOf } from './vacm.ts';

const engine: AuthoritativeEngine = { id: Buffer.from('80007ed90401', 'hex'), boots: 3, time: 1000 };
const protocol = 'sha256';
const operator: UsmUser = {
  name: 'operator',
  authentication: { protocol, key: localisedKey(protocol, 'correct-horse', engine.id) },
};
const guesser: UsmUser = {
  name: 'operator',
  authentication: { protocol, key: localisedKey(protocol, 'wrong-horse', engine.id) },
};
const NAME = [1, 3, 6, 1, 2, 1, 1, 5, 0];
const everything = viewOf([{ subtree: [1], mask: new Uint8Array(0), isIncluded: true }]);

const get: Pdu = {
  kind: PduKind.get,
  requestId: 7,
  errorStatus: 0,
  errorIndex: 0,
  varBinds: [{ name: NAME, value: nothing }],
};

/** A request of a user, of the time that its sender believes. */
function request(user: UsmUser, of: AuthoritativeEngine = engine, level: SecurityLevel = SecurityLevel.authNoPriv) {
  const scope = { contextEngineId: engine.id, contextName: new Uint8Array(0), pdu: get };
  return protect({ messageId: 9, isReportable: true }, of, user, level, 1n, scope);
}

/** The answer to a sender whose address is suspected, and the counters. */
async function answer(octets: Uint8Array) {
  const counters = newCounters();
  const around: AgentSurroundings = {
    counters,
    isSuspected: true,
    engine: () => engine,
    groupOfCommunity: () => undefined,
    user: (name) => (name === operator.name ? operator : undefined),
    groupOfUser: () => 'ops',
    grant: () => ({ read: everything, write: everything }),
    variables: async () => ({
      get: async () => ({ type: 'Integer32', value: 1 }),
      next: async () => undefined,
      set: async () => undefined,
    }),
    salt: () => 1n,
  };
  const { reply, isGuess } = await answerMessage(octets, '192.0.2.1', around);
  if (!reply) return { isGuess, counters };
  const message = readMessage(reply);
  if (message.version !== Version.v3) throw new Error('an answer of another version');
  return { isGuess, counters, kind: readScoped(message.scoped).pdu.kind };
}

describe('a suspected sender of version 3', () => {
  test('is answered where the password is right: somebody else may have sent the wrong ones', async () => {
    expect(await answer(request(operator))).toMatchObject({ kind: PduKind.response });
  });

  test('learns the engine, which is no secret', async () => {
    const nobody = { name: '' };
    const strange = { ...engine, id: new Uint8Array(0) };
    const answered = await answer(request(nobody, strange, SecurityLevel.noAuthNoPriv));
    expect(answered).toMatchObject({ kind: PduKind.report });
    expect(answered.isGuess).toBeUndefined();
  });

  test('hears nothing of a wrong password', async () => {
    const wrong = await answer(request(guesser));
    expect([wrong.kind, wrong.isGuess]).toEqual([undefined, true]);
  });

  test('is told the time that a right password lacks', async () => {
    const told = await answer(request(operator, { ...engine, time: 1 }));
    expect([told.kind, told.counters.usm[UsmStat.notInTimeWindows]]).toEqual([PduKind.report, 1]);
  });
});

test('requests are counted by their kinds, with what they read and what came of them', () => {
  const counts = newPduCounts();
  const answered = (more: Partial<Pdu> = {}): Pdu => ({ ...get, kind: PduKind.response, ...more });
  countAnswer(counts, get, answered());
  countAnswer(counts, { ...get, kind: PduKind.getNext }, answered({ errorStatus: ErrorStatus.noSuchName }));
  countAnswer(counts, { ...get, kind: PduKind.getBulk }, answered({ varBinds: [...get.varBinds, ...get.varBinds] }));
  countAnswer(counts, { ...get, kind: PduKind.set }, answered());
  countAnswer(counts, { ...get, kind: PduKind.set }, answered({ errorStatus: ErrorStatus.tooBig }));
  expect(counts).toMatchObject({
    getRequests: 1,
    getNexts: 1,
    setRequests: 2,
    variablesRead: 3,
    variablesSet: 1,
    responses: 5,
    noSuchNames: 1,
    tooBigs: 1,
    badValues: 0,
  });
});
