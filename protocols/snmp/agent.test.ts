import { describe, expect, test } from 'vitest';
import { type AgentSurroundings, answerMessage, newCounters } from './agent.ts';
import { localisedKey } from './keys.ts';
import { readMessage, readScoped, Version } from './message.ts';
import { nothing, type Pdu, PduKind } from './pdu.ts';
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

/**
 * What comes back to a sender who is suspected, but for the credentials that proved themselves before; `count` what was counted.
 */
async function answer(octets: Uint8Array, proved: readonly string[]) {
  const counters = newCounters();
  const around: AgentSurroundings = {
    counters,
    isSuspected: true,
    proves: (credential) => proved.includes(credential),
    engine: () => engine,
    groupOfCommunity: () => undefined,
    user: (name) => (name === operator.name ? operator : undefined),
    groupOfUser: () => 'ops',
    grant: () => ({ read: everything, write: everything }),
    variables: () => ({
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
  test('goes on being answered where he proved himself before', async () => {
    expect(await answer(request(operator), ['user operator'])).toMatchObject({ kind: PduKind.response });
  });

  test('learns the engine, which is no secret', async () => {
    const nobody = { name: '' };
    const strange = { ...engine, id: new Uint8Array(0) };
    const answered = await answer(request(nobody, strange, SecurityLevel.noAuthNoPriv), []);
    expect(answered).toMatchObject({ kind: PduKind.report });
    expect(answered.isGuess).toBeUndefined();
  });

  test('hears nothing of a right password that he did not use before, as of a wrong one', async () => {
    const right = await answer(request(operator), []);
    const wrong = await answer(request(guesser), []);
    expect([right.kind, wrong.kind]).toEqual([undefined, undefined]);
    expect([right.isGuess, wrong.isGuess]).toEqual([true, true]);
    expect(right.counters).toEqual(wrong.counters);
  });

  test('is not told the time by which he would know a right password, unless he proved himself before', async () => {
    const late = request(operator, { ...engine, time: 1 });
    expect((await answer(late, [])).kind).toBeUndefined();
    const told = await answer(late, ['user operator']);
    expect([told.kind, told.counters.usm[UsmStat.notInTimeWindows]]).toEqual([PduKind.report, 1]);
  });

  test('is not heard by a name alone where he had proved to be its owner', async () => {
    const named = request({ name: 'operator' }, engine, SecurityLevel.noAuthNoPriv);
    expect((await answer(named, ['user operator'])).isGuess).toBe(true);
  });
});
