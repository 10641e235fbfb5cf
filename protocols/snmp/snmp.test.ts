import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { framesToTry, patience, seed } from '../random-frames.ts';
import { BerError, BerReader, BerWriter } from './ber.ts';
import { localisedKey } from './keys.ts';
import { readMessage, readScoped, Version, WrongVersion, writeCommunityMessage } from './message.ts';
import { compareArcs } from './oid-order.ts';
import { type Pdu, PduKind, type SnmpValue, type VarBind } from './pdu.ts';
import { decrypt, encrypt } from './privacy.ts';
import { respond, type Variables } from './responder.ts';
import { protect, SecurityLevel, UsmStat, type UsmUser, unprotect } from './usm.ts';
import { viewOf } from './vacm.ts';

const hex = (octets: Uint8Array) => Buffer.from(octets).toString('hex');

const FRAMES = framesToTry(3000);

const arcs = fc
  .tuple(
    fc.integer({ min: 0, max: 2 }),
    fc.integer({ min: 0, max: 39 }),
    fc.array(fc.integer({ min: 0, max: 2 ** 32 - 1 }), { maxLength: 20 }),
  )
  .map(([first, second, rest]) => [first, second, ...rest]);

const value: fc.Arbitrary<SnmpValue> = fc.oneof(
  fc.integer().map((number): SnmpValue => ({ type: 'Integer32', value: number })),
  fc
    .tuple(fc.constantFrom('Counter32', 'Unsigned32', 'TimeTicks'), fc.integer({ min: 0, max: 2 ** 32 - 1 }))
    .map(([type, number]): SnmpValue => ({ type, value: number })),
  fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map((number): SnmpValue => ({ type: 'Counter64', value: number })),
  fc.uint8Array({ maxLength: 300 }).map((octets): SnmpValue => ({ type: 'OctetString', value: octets })),
  fc.uint8Array({ minLength: 4, maxLength: 4 }).map((octets): SnmpValue => ({ type: 'IpAddress', value: octets })),
  arcs.map((identifier): SnmpValue => ({ type: 'ObjectIdentifier', value: identifier })),
  fc.constantFrom<SnmpValue>(
    { type: 'Null' },
    { type: 'noSuchObject' },
    { type: 'noSuchInstance' },
    { type: 'endOfMibView' },
  ),
);

const varBind: fc.Arbitrary<VarBind> = fc.record({ name: arcs, value });

const pdu: fc.Arbitrary<Pdu> = fc.record({
  kind: fc.constantFrom(
    PduKind.get,
    PduKind.getNext,
    PduKind.response,
    PduKind.set,
    PduKind.getBulk,
    PduKind.inform,
    PduKind.trapV2,
  ),
  requestId: fc.integer(),
  errorStatus: fc.integer({ min: 0, max: 18 }),
  errorIndex: fc.integer({ min: 0, max: 100 }),
  varBinds: fc.array(varBind, { maxLength: 8 }),
});

const version = Version.v2c;

describe(`a message (FACEPLATE_SEED=${seed})`, () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(pdu, fc.uint8Array({ maxLength: 40 }), (sent, community) => {
        const read = readMessage(writeCommunityMessage({ version, community, pdu: sent }));
        expect(read).toEqual({ version, community, pdu: sent });
      }),
      { numRuns: Math.min(FRAMES, 2000), seed },
    );
  });

  it(
    'of any octets, or damaged, is refused or read, and nothing else happens',
    () => {
      const damaged = fc
        .tuple(pdu, fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 4 }), fc.nat())
        .map(([sent, changes, end]) => {
          const octets = Uint8Array.from(
            writeCommunityMessage({ version, community: Buffer.from('public'), pdu: sent }),
          );
          for (const [at, octet] of changes) octets[at % octets.length] = octet;
          return end % 3 === 0 ? octets.subarray(0, end % octets.length) : octets;
        });
      fc.assert(
        fc.property(fc.oneof(damaged, fc.uint8Array({ maxLength: 200 })), (octets) => {
          for (const read of [readMessage, readScoped]) {
            try {
              read(octets);
            } catch (error) {
              expect(error instanceof BerError || error instanceof WrongVersion).toBe(true);
            }
          }
        }),
        { numRuns: FRAMES, seed },
      );
    },
    patience(FRAMES),
  );

  it.each([
    ['of an indefinite length', '308002010004'],
    ['whose length is longer than it is', '30820100020101'],
    ['of nothing', ''],
    ['with something behind it', '300002'],
  ])('%s is refused', (_what, octets) => {
    expect(() => readMessage(Buffer.from(octets, 'hex'))).toThrow(BerError);
  });
});

describe('BER', () => {
  // X.690 8.3: the shortest form of two's complement.
  it.each([
    [0, '020100'],
    [127, '02017f'],
    [128, '02020080'],
    [-1, '0201ff'],
    [-128, '020180'],
    [-129, '0202ff7f'],
    [2 ** 31 - 1, '02047fffffff'],
    [-(2 ** 31), '020480000000'],
  ])('has %i as %s', (number, octets) => {
    const writer = new BerWriter();
    writer.integer(number);
    expect(hex(writer.finish())).toBe(octets);
    expect(new BerReader(Buffer.from(octets, 'hex')).integer()).toBe(number);
  });

  it('has 128 arcs of 32 bits at most', () => {
    const written = (arcs: readonly number[]) => {
      const writer = new BerWriter();
      writer.objectIdentifier(arcs);
      return () => new BerReader(writer.finish()).objectIdentifier();
    };
    const long = [1, 3, ...Array.from({ length: 126 }, () => 2 ** 32 - 1)];
    expect(written(long)()).toEqual(long);
    expect(written([...long, 1])).toThrow('too many arcs');
    expect(() => new BerReader(Buffer.from('06062a9080808000', 'hex')).objectIdentifier()).toThrow('beyond 32 bits');
    expect(new BerReader(Buffer.from('06062a8fffffff7f', 'hex')).objectIdentifier()).toEqual([1, 2, 2 ** 32 - 1]);
  });

  it.each([
    ['without an end', '06028180'],
    ['with a leading zero', '0603298001'],
    ['beyond 32 bits', '06062a9f80808000'],
    ['of nothing', '0600'],
  ])('has no arc %s', (_what, octets) => {
    expect(() => new BerReader(Buffer.from(octets, 'hex')).objectIdentifier()).toThrow(BerError);
  });
});

describe('the user-based security model', () => {
  const engine = { id: Buffer.from('000000000000000000000002', 'hex'), boots: 3, time: 1000 };

  // RFC 3414 A.3.
  it.each([
    ['md5', '526f5eed9fcce26f8964c2930787d82b'],
    ['sha1', '6695febc9288e36282235fc7151f128497b38f3f'],
  ] as const)('makes the key of RFC 3414 by %s', (protocol, key) => {
    expect(hex(localisedKey(protocol, 'maplesyrup', engine.id))).toBe(key);
  });

  it.each(['des', 'aes128'] as const)('decrypts what it has encrypted by %s', (protocol) => {
    const key = Buffer.from('526f5eed9fcce26f8964c2930787d82b', 'hex');
    const plain = Buffer.from('sixteen octets !');
    const { scoped, privacy } = encrypt(protocol, key, engine, 7n, plain);
    expect(hex(scoped)).not.toBe(hex(plain));
    expect(hex(decrypt(protocol, key, engine, privacy, scoped) ?? new Uint8Array(0))).toBe(hex(plain));
    expect(hex(encrypt(protocol, key, engine, 8n, plain).scoped)).not.toBe(hex(scoped));
    expect(decrypt(protocol, key, engine, privacy.subarray(1), scoped)).toBeUndefined();
  });

  it('encrypts by DES as FIPS 81 has it', () => {
    // FIPS 81, table C1: key 0123456789abcdef, vector 1234567890abcdef, "Now is the time for all ".
    const key = Buffer.from('0123456789abcdef1234567890abcdef', 'hex');
    const plain = Buffer.from('Now is the time for all ');
    const { scoped } = encrypt('des', key, { boots: 0, time: 0 }, 0n, plain);
    expect(hex(scoped)).toBe('e5c7cdde872bf27c43e934008c389c0f683788499a7c05f6');
  });

  const user: UsmUser = {
    name: 'nobody',
    authentication: { protocol: 'sha256', key: localisedKey('sha256', 'correct-horse', engine.id) },
    privacy: { protocol: 'aes128', key: localisedKey('sha256', 'battery-staple', engine.id) },
  };
  const scope = {
    contextEngineId: engine.id,
    contextName: new Uint8Array(0),
    pdu: { kind: PduKind.get, requestId: 5, errorStatus: 0, errorIndex: 0, varBinds: [] },
  };
  const users = (name: string) => (name === user.name ? user : undefined);
  const received = (octets: Uint8Array, at = engine) => {
    const message = readMessage(octets);
    if (message.version !== Version.v3) throw new WrongVersion();
    return unprotect(octets, message, at, users);
  };
  const head = { messageId: 1, isReportable: true };

  it.each(Object.values(SecurityLevel))('takes what it has protected at level %i', (level) => {
    const opened = received(protect(head, engine, user, level, 1n, scope));
    if ('wrong' in opened) throw new Error(`wrong: ${opened.wrong}`);
    expect(opened.level).toBe(level);
    expect(readScoped(opened.scoped)).toMatchObject({ pdu: { requestId: 5 } });
  });

  it('takes no message with a bit turned', () => {
    const octets = protect(head, engine, user, SecurityLevel.authPriv, 1n, scope);
    fc.assert(
      fc.property(fc.nat(octets.length * 8 - 1), (bit) => {
        const damaged = Uint8Array.from(octets);
        damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        let opened: ReturnType<typeof received> | undefined;
        try {
          opened = received(damaged);
        } catch (error) {
          expect(error instanceof BerError || error instanceof WrongVersion).toBe(true);
        }
        expect(!opened || 'wrong' in opened || opened.level < SecurityLevel.authNoPriv).toBe(true);
      }),
      { numRuns: Math.min(FRAMES, octets.length * 8), seed },
    );
  });

  it.each([
    [{ ...engine, time: engine.time + 151 }, UsmStat.notInTimeWindows],
    [{ ...engine, time: engine.time - 151 }, UsmStat.notInTimeWindows],
    [{ ...engine, boots: 4 }, UsmStat.notInTimeWindows],
    [{ ...engine, boots: 2 ** 31 - 1 }, UsmStat.notInTimeWindows],
    [{ ...engine, id: Buffer.from('0102030405', 'hex') }, UsmStat.unknownEngineIds],
  ])('does not take a message of another moment or engine', (at, wrong) => {
    expect(received(protect(head, engine, user, SecurityLevel.authPriv, 1n, scope), at)).toMatchObject({ wrong });
  });

  it('takes no message any more once its engine has restarted as often as can be counted', () => {
    const at = (boots: number) => {
      const restarted = { ...engine, boots };
      return received(protect(head, restarted, user, SecurityLevel.authPriv, 1n, scope), restarted);
    };
    expect(at(2 ** 31 - 2)).not.toHaveProperty('wrong');
    expect(at(2 ** 31 - 1)).toMatchObject({ wrong: UsmStat.notInTimeWindows });
  });

  it('takes one that is 150 seconds late', () => {
    const octets = protect(head, engine, user, SecurityLevel.authPriv, 1n, scope);
    expect(received(octets, { ...engine, time: engine.time + 150 })).not.toHaveProperty('wrong');
  });

  it('tells a wrong key, a stranger, and a level that has no keys', () => {
    const wrongKey = { ...user, authentication: { protocol: 'sha256', key: Buffer.alloc(32) } } as const;
    expect(received(protect(head, engine, wrongKey, SecurityLevel.authNoPriv, 1n, scope))).toMatchObject({
      wrong: UsmStat.wrongDigests,
    });
    const stranger = { ...user, name: 'stranger' };
    expect(received(protect(head, engine, stranger, SecurityLevel.authNoPriv, 1n, scope))).toMatchObject({
      wrong: UsmStat.unknownUserNames,
    });
    const octets = protect(head, engine, user, SecurityLevel.authPriv, 1n, scope);
    const message = readMessage(octets);
    if (message.version !== Version.v3) throw new Error('no message of version 3');
    expect(unprotect(octets, message, engine, () => ({ name: 'nobody' }))).toMatchObject({
      wrong: UsmStat.unsupportedSecLevels,
    });
  });
});

describe('a view', () => {
  const family = (subtree: number[], isIncluded = true, mask = '') => ({
    subtree,
    isIncluded,
    mask: Buffer.from(mask, 'hex'),
  });

  it('is decided by its longest family', () => {
    const view = viewOf([family([1, 3, 6]), family([1, 3, 6, 1, 2], false), family([1, 3, 6, 1, 2, 5])]);
    expect(
      [
        [1, 3, 6],
        [1, 3, 6, 1, 3],
        [1, 3, 6, 1, 2, 4],
        [1, 3, 6, 1, 2, 5, 9],
        [1, 3],
      ].map((name) => view.includes(name)),
    ).toEqual([true, true, false, true, false]);
    expect([view.reaches([1]), view.reaches([1, 3, 6, 1, 2]), view.reaches([1, 4])]).toEqual([true, true, false]);
  });

  it('lets any number stand where its mask has a 0', () => {
    // Row 3 of every column of the interfaces' table.
    const view = viewOf([family([1, 3, 6, 1, 2, 1, 2, 2, 1, 0, 3], true, 'FFA0')]);
    expect(view.includes([1, 3, 6, 1, 2, 1, 2, 2, 1, 8, 3])).toBe(true);
    expect(view.includes([1, 3, 6, 1, 2, 1, 2, 2, 1, 8, 4])).toBe(false);
  });
});

describe('a GetBulk', () => {
  /** Two columns of three rows each below 1.3, and nothing behind them. */
  const names = [1, 2].flatMap((column) => [1, 2, 3].map((row) => [1, 3, column, row]));
  const variables: Variables = {
    get: async () => ({ type: 'noSuchObject' }),
    async next(name, view) {
      const found = names.find((one) => compareArcs(one, name) > 0 && view.includes(one));
      return found && { name: found, value: { type: 'Integer32', value: 1 } };
    },
    set: async () => undefined,
  };
  const everything = viewOf([{ subtree: [1], mask: new Uint8Array(), isIncluded: true }]);

  /** The names of the response; those that are asked for, how many of them once, and how often the others. */
  async function answered(asked: readonly (readonly number[])[], once: number, times: number, room = 1400) {
    const varBinds = asked.map((name): VarBind => ({ name, value: { type: 'Null' } }));
    const pdu: Pdu = { kind: PduKind.getBulk, requestId: 1, errorStatus: once, errorIndex: times, varBinds };
    const asking = { isVersion1: false, read: everything, write: everything, room };
    const response = await respond(pdu, variables, asking);
    return response?.varBinds.map(({ name, value }) => (value.type === 'endOfMibView' ? 'end' : name.join('.')));
  }

  it('answers non-repeaters once, and the others as often as asked, in the order of RFC 3416 section 4.2.3', async () => {
    expect(
      await answered(
        [
          [1, 3],
          [1, 3, 1],
          [1, 3, 2],
        ],
        1,
        2,
      ),
    ).toEqual([...['1.3.1.1'], ...['1.3.1.1', '1.3.2.1'], ...['1.3.1.2', '1.3.2.2']]);
    expect(
      await answered(
        [
          [1, 3, 1],
          [1, 3, 2],
        ],
        2,
        10,
      ),
    ).toEqual(['1.3.1.1', '1.3.2.1']);
    expect(
      await answered(
        [
          [1, 3, 1],
          [1, 3, 2],
        ],
        7,
        10,
      ),
    ).toEqual(['1.3.1.1', '1.3.2.1']);
    expect(
      await answered(
        [
          [1, 3, 1],
          [1, 3, 2],
        ],
        1,
        0,
      ),
    ).toEqual(['1.3.1.1']);
  });

  it('ends with the repetition in which nothing follows any more, and where there is no room', async () => {
    expect(await answered([[1, 3, 2]], 0, 10)).toEqual(['1.3.2.1', '1.3.2.2', '1.3.2.3', 'end']);
    expect(
      await answered(
        [
          [1, 3, 2],
          [1, 3, 2, 2],
        ],
        0,
        3,
      ),
    ).toEqual([...['1.3.2.1', '1.3.2.3'], ...['1.3.2.2', 'end'], ...['1.3.2.3', 'end']]);
    expect(
      await answered(
        [
          [1, 3],
          [1, 3, 1],
          [1, 3, 2],
        ],
        1,
        2,
        60,
      ),
    ).toHaveLength(2);
  });
});

describe('a manager of version 1', () => {
  /** Three counters of 64 bits in a row between two numbers, which version 1 has no type for (RFC 3584 4.2.2.1). */
  const values: readonly SnmpValue[] = [
    { type: 'Integer32', value: 7 },
    ...[1n, 2n, 3n].map((count): SnmpValue => ({ type: 'Counter64', value: count })),
    { type: 'Integer32', value: 9 },
  ];
  const variables: Variables = {
    get: async (name) => values[Number(name.at(-1))] ?? { type: 'noSuchInstance' },
    async next(name) {
      const at = name.length > 2 ? Number(name.at(-1)) + 1 : 0;
      const value = values[at];
      return value && { name: [1, 3, at], value };
    },
    set: async () => undefined,
  };
  const view = viewOf([{ subtree: [1], mask: new Uint8Array(), isIncluded: true }]);
  const ask = async (kind: typeof PduKind.get | typeof PduKind.getNext, name: readonly number[], isVersion1 = true) => {
    const varBinds: VarBind[] = [{ name, value: { type: 'Null' } }];
    const pdu: Pdu = { kind, requestId: 1, errorStatus: 0, errorIndex: 0, varBinds };
    const response = await respond(pdu, variables, { isVersion1, read: view, write: view, room: 1400 });
    return [response?.errorStatus, response?.errorIndex, response?.varBinds[0]?.name.join('.')];
  };

  it('walks past all counters that it cannot read', async () => {
    expect(await ask(PduKind.getNext, [1, 3])).toEqual([0, 0, '1.3.0']);
    expect(await ask(PduKind.getNext, [1, 3, 0])).toEqual([0, 0, '1.3.4']);
    expect(await ask(PduKind.getNext, [1, 3, 0], false)).toEqual([0, 0, '1.3.1']);
  });

  it('is told that there is none of them, and nothing behind the last variable', async () => {
    expect(await ask(PduKind.get, [1, 3, 2])).toEqual([2, 1, '1.3.2']);
    expect(await ask(PduKind.getNext, [1, 3, 4])).toEqual([2, 1, '1.3.4']);
  });
});
