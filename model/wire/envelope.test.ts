import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wordsOf } from '../values/message.ts';
import { reservedParameters } from './call.ts';
import { callLimits, readRemoteCall } from './envelope.ts';

/** The message that a call is refused with; "" where it is read. */
function refusal(call: unknown): string {
  const reading = readRemoteCall(typeof call === 'string' ? call : JSON.stringify(call));
  return reading.ok ? '' : wordsOf(reading.message);
}

const get = { method: 'CommonGet', id: 0, params: { Template: 'sysConfig' } };

describe('what is read', () => {
  test('calls with flat values, id or no id', () => {
    const params = { Template: 'dot1qVlanStaticEntry', dot1qVlanIndex: 20, dot1qVlanStaticName: 'Voice', RowStatus: 4 };
    const call = { method: 'CommonSet', params };
    expect(readRemoteCall(JSON.stringify({ ...call, id: 0 }))).toEqual({ ok: true, call });
    expect(readRemoteCall(JSON.stringify(call))).toEqual({ ok: true, call });
  });

  test('batches, in order', () => {
    const calls = [
      { method: 'CommonSet', params: { Template: 'a', x: 1 } },
      { method: 'CommonDelAll', params: { Template: 'b' } },
    ];
    const call = { method: 'BatchPost', params: { FuncName: 'VLAN settings', calls, Force: 1 } };
    expect(readRemoteCall(JSON.stringify({ ...call, id: 0 }))).toStrictEqual({ ok: true, call });
    for (const asked of [{}, { DryRun: 1 }, { Force: 1, DryRun: 1 }]) {
      const batch = { method: 'BatchPost', params: { FuncName: 'VLAN settings', calls, ...asked } };
      expect(readRemoteCall(JSON.stringify(batch))).toStrictEqual({ ok: true, call: batch });
    }
  });

  test('what is as large as the limits', () => {
    const columns = Object.fromEntries(Array.from({ length: callLimits.columns - 1 }, (_, index) => [`c${index}`, 1]));
    expect(refusal({ ...get, params: { Template: 'a', ...columns } })).toBe('');
    expect(refusal({ ...get, params: { Template: 'a', x: 'x'.repeat(callLimits.value) } })).toBe('');
    expect(refusal({ ...get, params: { Template: 'a', ['x'.repeat(callLimits.name)]: 1 } })).toBe('');
    const reads = Array(callLimits.reads).fill({ method: 'CommonGet', params: { Template: 'a' } });
    const sets = Array(callLimits.calls - reads.length).fill({ method: 'CommonSet', params: { Template: 'a' } });
    const calls = [...sets, ...reads];
    expect(refusal({ method: 'BatchPost', params: { FuncName: 'x'.repeat(callLimits.name), calls } })).toBe('');
    expect(refusal(JSON.stringify(get).padEnd(callLimits.text))).toBe('');
  });
});

describe('reads that travel together', () => {
  const batch = (params: unknown) => ({ method: 'BatchGet', id: 0, params });

  test('are read in order', () => {
    const params = { reads: [{ Template: 'a' }, { Template: 'b', index: 2, WebAuthenRequestState: 'Disable' }] };
    expect(readRemoteCall(JSON.stringify(batch(params)))).toEqual({ ok: true, call: { method: 'BatchGet', params } });
  });

  test('are refused where one has no Template, a name of a prototype or a value that is not flat', () => {
    expect(refusal(batch({ reads: [{ Template: 'a' }, {}] }))).toContain('params.Template is missing');
    expect(refusal(batch({ reads: [{ Template: 'a', x: [] }] }))).toContain('neither text nor a number');
    expect(refusal('{"method":"BatchGet","params":{"reads":[{"Template":"a","__proto__":1}]}}')).not.toBe('');
    expect(refusal('{"method":"BatchGet","params":{"reads":[],"constructor":1}}')).not.toBe('');
  });

  test('are refused where they are no list, too many, or come with more', () => {
    expect(refusal(batch({ reads: {} }))).toContain('must be a list');
    expect(refusal(batch({}))).toContain('"reads" is missing');
    expect(refusal(batch({ reads: [], Force: 1 }))).toContain('this name is not known');
    const reads = Array.from({ length: callLimits.reads + 1 }, () => ({ Template: 'a' }));
    expect(refusal(batch({ reads }))).toContain(`more than ${callLimits.reads} reads`);
    expect(refusal(batch({ reads: reads.slice(1) }))).toBe('');
  });
});

describe('what is refused', () => {
  test('anything that is no JSON object with a known method', () => {
    expect(refusal('{"method":')).toBe('The request is not valid JSON.');
    expect(refusal('')).toBe('The request is not valid JSON.');
    for (const call of [null, 1, 'text', [], [get]]) {
      expect(refusal(JSON.stringify(call))).toBe('The request must be an object with a method and its params.');
    }
    const message = 'the method must be CommonGet, CommonSet, CommonDelAll, BatchGet or BatchPost';
    for (const method of ['Eval', '', 0, null, ['CommonGet'], 'toString']) {
      expect(refusal({ ...get, method })).toContain(message);
    }
    expect(refusal({ params: get.params })).toContain('"method" is missing');
    expect(refusal({ ...get, id: 1 })).toContain('id must be 0');
    expect(refusal({ ...get, more: 1 })).toContain('at more: this name is not known');
  });

  test('params without Template, or with values that are not flat', () => {
    expect(refusal({ ...get, params: {} })).toContain('params.Template is missing');
    expect(refusal({ ...get, params: { Template: 5 } })).toContain('params.Template is missing');
    expect(refusal({ ...get, params: { Template: '' } })).toContain('params.Template is missing');
    for (const params of [5, 'Template', null, true]) {
      expect(refusal({ ...get, params })).toContain('this must be an object without reserved names');
    }
    for (const value of [null, true, [], ['1'], {}, { toString: 1 }]) {
      expect(refusal({ ...get, params: { Template: 'a', column: value } })).toContain('neither text nor a number');
    }
    expect(refusal({ ...get, params: ['Template'] })).not.toBe('');
    expect(refusal('{"method":"CommonGet","params":{"Template":"a","column":1e999}}')).not.toBe('');
  });

  test.each(['__proto__', 'constructor', 'prototype'])('the name %s, wherever it stands', (name) => {
    const own = `"${name}":{"polluted":1}`;
    expect(refusal(`{${own},"method":"CommonGet","params":{"Template":"a"}}`)).not.toBe('');
    expect(refusal(`{"method":"CommonGet","params":{${own},"Template":"a"}}`)).not.toBe('');
    const call = `{"method":"CommonSet","params":{"Template":"a",${own}}}`;
    expect(refusal(`{"method":"BatchPost","params":{"FuncName":"x","calls":[${call}]}}`)).not.toBe('');
    expect(refusal(`{"method":"BatchPost","params":{"FuncName":"x","calls":[],${own}}}`)).not.toBe('');
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  test('batches within batches, nameless ones and those without a list', () => {
    const batch = (params: unknown) => ({ method: 'BatchPost', id: 0, params });
    expect(refusal(batch({ FuncName: 'x', calls: [batch({ FuncName: 'y', calls: [] })] }))).toContain('calls.0');
    expect(refusal(batch({ FuncName: 'x', calls: [5] }))).toContain('this must be an object');
    expect(refusal(batch({ calls: [] }))).not.toBe('');
    expect(refusal(batch({ FuncName: 'x'.repeat(65), calls: [] }))).not.toBe('');
    expect(refusal(batch({ FuncName: 'two\nlines', calls: [] }))).toContain('not allowed');
    expect(refusal(batch({ FuncName: 'x', calls: {} }))).toContain('must be a list');
    expect(refusal(batch({ FuncName: 'x', calls: [], Force: 2 }))).toContain('Force must be 1');
    expect(refusal(batch({ FuncName: 'x', calls: [], DryRun: 0 }))).toContain('DryRun must be 1');
  });

  test('what is larger than the limits', () => {
    expect(refusal({ ...get, params: { Template: 'a', x: 'x'.repeat(callLimits.value + 1) } })).toContain(
      'longer than',
    );
    expect(refusal({ ...get, params: { Template: 'a', ['x'.repeat(65)]: 1 } })).toContain('longer than 64');
    const columns = Object.fromEntries(Array.from({ length: callLimits.columns }, (_, index) => [`c${index}`, 1]));
    expect(refusal({ ...get, params: { Template: 'a', ...columns } })).toContain('more than 256');
    const calls = Array(callLimits.calls + 1).fill({ method: 'CommonSet', params: { Template: 'a' } });
    const reads = Array(callLimits.reads + 1).fill({ method: 'CommonGet', params: { Template: 'a' } });
    expect(refusal({ method: 'BatchPost', params: { FuncName: 'x', calls: reads } })).toContain(
      `more than ${callLimits.reads} reads`,
    );
    expect(refusal({ method: 'BatchPost', params: { FuncName: 'x', calls } })).toContain('more than 8192');
    expect(refusal(' '.repeat(callLimits.text + 1))).toBe('The request is longer than 4194304 characters.');
  });
});

test('the names that the protocol reserves are those of no column', () => {
  expect([...reservedParameters]).toEqual([
    'Template',
    'RowStatus',
    'Force',
    'DryRun',
    'WebAuthenRequestState',
    'Known',
    'Proof',
  ]);
});

test('whatever comes, there is an answer of one short line', () => {
  const anything = fc.oneof(
    fc.string(),
    fc.json(),
    fc
      .record({ method: fc.constantFrom('CommonGet', 'BatchPost'), id: fc.constant(0), params: fc.jsonValue() })
      .map((call) => JSON.stringify(call)),
    fc
      .dictionary(fc.string({ maxLength: 2000, size: 'max' }), fc.jsonValue())
      .map((params) => JSON.stringify({ method: 'CommonSet', params: { ...params, Template: 'a' } })),
    fc.constant('['.repeat(100_000)),
  );
  fc.assert(
    fc.property(anything, (text) => {
      const reading = readRemoteCall(text);
      if (reading.ok) expect(Object.getPrototypeOf(reading.call.params)).toBe(Object.prototype);
      else expect(wordsOf(reading.message).length).toBeLessThan(400);
    }),
    { numRuns: 500 },
  );
});
