import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { features } from '../../apps/device/features.ts';
import { type ServedColumn, servedColumns } from '../../features/system/snmp/served-columns.ts';
import { standardObjects } from '../../features/system/snmp/standard-objects.ts';
import { syntaxOf } from '../../model/mib/column.ts';
import { PRIVATE_ROOT, retiredColumns } from '../../model/mib/instance.ts';
import type { Field } from '../../model/schema/field.ts';
import { newCounters } from '../../protocols/snmp/agent.ts';
import { ErrorStatus, type SnmpValue } from '../../protocols/snmp/pdu.ts';
import { integer } from '../../protocols/snmp/testing.ts';
import { type PopulatedAgent, startPopulatedAgent } from './populated-agent.ts';
import { excused, privateHere, readElsewhere, readOnlyHere, unserved, withoutRows } from './standard-exceptions.ts';
import { faultOf, faultOfNumber, type StandardFact, standardFacts } from './standard-objects.ts';

const facts = standardFacts();
const objects = features.flatMap((feature) => feature.objects);
const alone = standardObjects({ counters: newCounters(), lastChange: () => 0 }).map(({ object }) => object);

/** Every column that is no private one, with what its standard says. */
const served = servedColumns([...new Set([...objects, ...alone])]).flatMap((column) => {
  const oid = column.oid.join('.');
  return oid.startsWith(`${PRIVATE_ROOT}.`) ? [] : [{ ...column, oid, fact: facts.get(oid) }];
});
type Served = Omit<ServedColumn, 'oid'> & { readonly fact: StandardFact | undefined };

const known = served.flatMap(({ fact, ...column }) => (fact ? [{ ...column, fact }] : []));
const nameOf = ({ object, column = 'RowStatus' }: Served) => `${object.name}.${column}`;

/** Whether a manager can set it. */
function isSettable({ object, column, field }: Served): boolean {
  if (!field || column === undefined) return true;
  return field.access !== 'ro' && !(object.shape === 'table' && Object.hasOwn(object.index, column));
}

const isConfigured = (field: Field) => field.access === 'rw' || field.access === 'create';

describe('every column under an identifier of a standard', () => {
  test('is an object of that standard', () => {
    expect(served.filter(({ fact }) => !fact).map(nameOf)).toEqual([]);
    expect(known.filter(({ fact }) => fact.access === 'na' || fact.access === 'notify').map(nameOf)).toEqual([]);
  });

  test('has its type', () => {
    const wrong = known.flatMap(({ fact, field, ...column }) => {
      const type = field ? syntaxOf(field).type : 'Integer32';
      const wanted = fact.type === 'Bits' ? 'OctetString' : fact.type;
      return type === wanted
        ? []
        : [`${fact.name} is ${type} for ${fact.type} (${nameOf({ ...column, field, fact })})`];
    });
    expect(wrong).toEqual([]);
  });

  test('can be set only where the standard lets it be set', () => {
    const wrong = known.filter((column) => isSettable(column) && column.fact.access === 'ro');
    expect(wrong.map(nameOf)).toEqual([]);
  });

  test('can be set wherever the standard lets it be set, or it is said why not', () => {
    const fixed = known.filter(
      (column) => !isSettable(column) && (column.fact.access === 'rw' || column.fact.access === 'create'),
    );
    expect(fixed.map(({ fact }) => fact.name).sort()).toEqual([...readOnlyHere.keys()].sort());
  });

  test('takes nothing that the standard does not know', () => {
    const wrong = known.flatMap(({ field, fact }) =>
      field && isConfigured(field)
        ? extremes(field).flatMap((value) =>
            faultOfNumber(fact, value) && excused.get(fact.name)?.value !== value ? [`${fact.name} ${value}`] : [],
          )
        : [],
    );
    expect(wrong).toEqual([]);
  });

  test('counts in the units of the standard', () => {
    const wrong = known.flatMap(({ field, fact }) => {
      const [ours, theirs] = [seconds[field?.unit ?? ''], seconds[fact.units.toLowerCase()]];
      if (!field || ours === undefined || theirs === undefined) return [];
      const encoded = syntaxOf(field).encode(60);
      return encoded === (60 * ours) / theirs ? [] : [`${fact.name}: 60 ${field.unit} are no ${encoded} ${fact.units}`];
    });
    expect(wrong).toEqual([]);
  });

  test('stands beside every other one of its table, or it is said why not', () => {
    const holds = new Set(known.map(({ oid }) => oid));
    const begun = new Set(known.map(({ oid }) => entryOf(oid)));
    const missing = [...facts.values()].filter(
      ({ oid, access, isCurrent }) =>
        isCurrent && access !== 'na' && access !== 'notify' && begun.has(entryOf(oid)) && !holds.has(oid),
    );
    expect(missing.map(({ name }) => name).sort()).toEqual([...unserved.keys()].sort());
  });
});

describe('a private column', () => {
  const named = new Map([...facts.values()].map((fact) => [fact.name, fact]));

  test('has no name of a standard, or it is said why', () => {
    const twice = servedColumns(objects).filter(
      ({ oid, column }) => oid.join('.').startsWith(`${PRIVATE_ROOT}.`) && named.has(column ?? ''),
    );
    expect(twice.map(({ object, column }) => `${object.name}.${column}`).sort()).toEqual(
      [...privateHere.keys()].sort(),
    );
  });

  test('is retired only where managers read it in the instance or at its place in the standard', () => {
    const places = new Set(served.map(({ oid }) => oid));
    const lost = objects.flatMap((object) =>
      retiredColumns(object)
        .filter((column) => {
          const isIndex = object.shape === 'table' && Object.hasOwn(object.index, column);
          if (!Object.hasOwn(object.fields, column) || object.fields[column]?.mib || isIndex) return false;
          return !places.has(named.get(column)?.oid ?? '');
        })
        .map((column) => `${object.name}.${column}`),
    );
    expect(lost.sort()).toEqual([...readElsewhere.keys()].sort());
  });
});

/** Seconds in a unit, of ours and of the standards. */
const seconds: Readonly<Record<string, number>> = {
  s: 1,
  ms: 0.001,
  min: 60,
  seconds: 1,
  milliseconds: 0.001,
  'centi-seconds': 0.01,
};

/** What a column is a column of: the entry of its table, or the group of its scalar. */
const entryOf = (oid: string) => oid.slice(0, oid.lastIndexOf('.'));

/** The numbers at the ends of a field's range, as in the MIB. */
function extremes(field: Field): number[] {
  const { min, max, choices, fixed = [] } = field.limits;
  const own =
    choices?.map(({ value }) => value) ?? (min === undefined || max === undefined ? [] : [min, max, ...fixed]);
  return own
    .map((value) => syntaxOf(field).encode(field.mib?.values?.[value] ?? value))
    .filter((value) => typeof value === 'number');
}

describe('on a switch with something in every table', () => {
  let populated: PopulatedAgent;
  let variables: ReadonlyMap<string, SnmpValue>;
  beforeAll(async () => {
    populated = await startPopulatedAgent();
    variables = await populated.manager.walk('1');
  });
  afterAll(() => populated.agent.close());

  /** The variables of standards by the object that each is an instance of. */
  function instances(): ReadonlyMap<StandardFact | undefined, readonly (readonly [string, SnmpValue])[]> {
    const found = new Map<StandardFact | undefined, [string, SnmpValue][]>();
    for (const [name, value] of variables) {
      if (name.startsWith(`${PRIVATE_ROOT}.`)) continue;
      let at = name;
      while (at !== '' && !facts.has(at)) at = at.includes('.') ? entryOf(at) : '';
      const fact = facts.get(at);
      found.set(fact, [...(found.get(fact) ?? []), [name, value]]);
    }
    return found;
  }

  test('every variable has a value that its standard knows', () => {
    const wrong = [...instances()].flatMap(([fact, all]) =>
      all.flatMap(([name, value]) => {
        const fault = fact ? faultOf(fact, value) : 'of no standard';
        const given = 'value' in value ? value.value : undefined;
        if (fault === undefined || excused.get(fact?.name ?? '')?.value === given) return [];
        return [`${fact?.name ?? ''} (${name}): ${fault}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('every column has a value, so that none of this is by chance', () => {
    const held = new Set([...instances().keys()].map((fact) => fact?.oid));
    const empty = known.filter(({ oid }) => !held.has(oid)).map(({ fact }) => fact.name);
    expect(empty.sort()).toEqual([...withoutRows.keys()].sort());
  });

  test('what a standard lets nobody set is refused as such', async () => {
    const held = instances();
    const taken: string[] = [];
    for (const column of known.filter((one) => !isSettable(one))) {
      const [first] = held.get(column.fact) ?? [];
      if (!first) continue;
      const [status] = await populated.manager.set({ [first[0]]: first[1] });
      if (status !== ErrorStatus.notWritable) taken.push(`${column.fact.name}: ${status}`);
    }
    expect(taken).toEqual([]);
  });

  test('spanning-tree times are hundredths of a second, and seconds on the page', async () => {
    const MAX_AGE = '1.3.6.1.2.1.17.2.12.0';
    const { manager, client } = populated;
    expect(await manager.get(MAX_AGE)).toEqual([integer(2000)]);
    expect(await manager.set({ [MAX_AGE]: integer(1900) })).toEqual([ErrorStatus.noError, 0]);
    expect(await client.read('dot1dStp')).toMatchObject({ dot1dStpBridgeMaxAge: 19 });
    for (const wrong of [20, 599, 4001, 1950]) {
      expect(await manager.set({ [MAX_AGE]: integer(wrong) }), String(wrong)).toEqual([ErrorStatus.wrongValue, 1]);
    }
    expect(await manager.set({ [MAX_AGE]: integer(2000) })).toEqual([ErrorStatus.noError, 0]);
  });

  test('neighbors stand there by the octets of their addresses, and by bits of what they can do', async () => {
    const rows = [...variables].map(([name, value]) => [name, 'value' in value ? value.value : undefined] as const);
    const column = (number: number) =>
      rows
        .filter(([name]) => name.startsWith(`1.0.8802.1.1.2.1.4.1.1.${number}.`))
        .map(([, value]) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value));
    expect(column(5)).toEqual(expect.arrayContaining(['020000009901', '01c0000209']));
    expect(column(7)).toEqual(expect.arrayContaining(['020000009902', Buffer.from('eth7').toString('hex')]));
    // Every one of the eight; bridge and router.
    expect(column(11)).toContain('ff');
    expect(column(12)).toContain('28');
  });

  test('discovery finds trunks, layers, neighbors with addresses, parts, sensors, processor and memory', () => {
    const values = new Map(
      [...variables].map(([name, value]) => [name, 'value' in value ? value.value : undefined] as const),
    );
    const below = (root: string) => [...values].filter(([name]) => name.startsWith(`${root}.`));
    // One of the two members of the trunk, 21 and 22, sends: the far end speaks no LACP.
    expect(
      below('1.2.840.10006.300.43.1.2.1.1.13')
        .map(([, trunk]) => trunk)
        .filter((trunk) => trunk === 5001),
    ).toHaveLength(1);
    for (const layer of ['31.1.2.1.3.5001.21', '31.1.2.1.3.0.5001', '77.1.1.1.1.22.5001', '77.1.1.1.1.0.3']) {
      expect([layer, values.get(`1.3.6.1.2.1.${layer}`)]).toEqual([layer, 1]);
    }
    expect(values.has('1.3.6.1.2.1.31.1.2.1.3.0.21')).toBe(false);
    // The interface 7 at which 192.0.2.9 is reached, of a neighbor at port 6.
    const addresses = below('1.0.8802.1.1.2.1.4.2.1.4').filter(([name]) => name.endsWith('.1.4.192.0.2.9'));
    expect(addresses.map(([, interfaceNumber]) => interfaceNumber)).toEqual([7, 7]);
    // Entity 3 is port 2, in the chassis, entity 1; sensor 202 says what power it draws, 120 how warm it is, 130
    // that the first fan turns.
    expect(values.get('1.3.6.1.2.1.47.1.3.2.1.2.3.0')).toEqual([1, 3, 6, 1, 2, 1, 2, 2, 1, 1, 2]);
    expect(values.get('1.3.6.1.2.1.47.1.3.3.1.1.1.3')).toBe(3);
    expect([1, 8].map((column) => values.get(`1.3.6.1.2.1.99.1.1.1.${column}.202`))).toEqual([6, 0]);
    expect(values.get('1.3.6.1.2.1.99.1.1.1.4.202')).toBeGreaterThan(1000);
    expect(values.get('1.3.6.1.2.1.99.1.1.1.1.120')).toBe(8);
    expect([1, 4].map((column) => values.get(`1.3.6.1.2.1.99.1.1.1.${column}.130`))).toEqual([12, 1]);
    expect(values.get('1.3.6.1.2.1.25.3.3.1.2.1')).toBeLessThanOrEqual(100);
    const [units, size, used] = [4, 5, 6].map((column) => Number(values.get(`1.3.6.1.2.1.25.2.3.1.${column}.1`)));
    expect([units, Number(size) > Number(used), Number(used) > 0]).toEqual([1024, true, true]);
  });
});
