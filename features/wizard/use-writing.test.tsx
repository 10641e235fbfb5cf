// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setGroup, setRow } from '../../console/call/object-calls.ts';
import { changeGroup } from '../../console/call/row-calls.ts';
import { ipv4InterfaceEntry } from '../system/l3-feature/objects.ts';
import { system } from '../system/system-management/objects.ts';
import { sysWizard } from './objects.ts';
import type { Writing } from './plan.ts';
import { useWriting } from './use-writing.ts';

const PLACE = { managementGuardAddress: '192.168.10.77', managementGuardTicket: 'a-ticket' };
/** How often the guard still waits when it is asked. */
let waits: number;
let gone: string[];
/** The system name by another session. */
let theirs: string | undefined;
/** Objects that were set. */
let set: string[];

beforeEach(() => {
  vi.useFakeTimers();
  gone = [];
  theirs = undefined;
  set = [];
  vi.spyOn(window.location, 'assign').mockImplementation((url) => void gone.push(String(url)));
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    const { params } = JSON.parse(new URLSearchParams(String(init.body)).get('RPC') ?? '{}');
    const [first] = params.calls ?? [];
    let error = { code: 0, message: '' };
    let result = {};
    if (params.Template === 'managementGuard') {
      waits -= 1;
      result = { ...PLACE, managementGuardState: waits < 0 ? 1 : 2 };
    } else if (first?.params.Template === 'system' || first?.params.Template === 'sysWizard') {
      if (theirs !== undefined && first.was) error = { code: 8712, message: `admin changed it: ${theirs}` };
      else set.push(first.params.Template);
    } else if (params.Force !== 1) error = { code: 8710, message: 'It carries this session.' };
    return new Response(JSON.stringify({ id: 0, error, result }));
  });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const address: Writing = {
  name: 'address',
  title: 'Address',
  words: [],
  calls: [setRow(ipv4InterfaceEntry, { ipv4InterfaceIfIndex: 10_001, ipAddressAddr: '192.168.10.77' })],
};
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

it('goes to the new address after it was shown for a moment', async () => {
  waits = 1000;
  const { result } = renderHook(useWriting);
  act(() => void result.current.run([address], 'Dashboard'));
  await pass(2_999);
  expect(result.current.url).toContain('192.168.10.77');
  expect(gone).toEqual([]);
  await pass(1);
  expect(gone).toEqual([expect.stringContaining('//192.168.10.77')]);
});

it('stays where the switch was reached again before that', async () => {
  waits = 1;
  const { result } = renderHook(useWriting);
  let complete: boolean | undefined;
  act(
    () =>
      void result.current.run([address], 'Dashboard').then((all) => {
        complete = all;
      }),
  );
  await pass(1_500);
  expect(complete).toBe(true);
  expect(result.current).toMatchObject({ url: undefined, running: false, states: { address: { state: 'done' } } });
  await pass(10_000);
  expect(gone).toEqual([]);
});

it('tells of what another session has changed, and writes it and the rest when asked again', async () => {
  theirs = 'core';
  const done: Writing = { name: 'done', title: '', words: [], calls: [setGroup(sysWizard, { sysWizardDone: 1 })] };
  const [call] = changeGroup(system, { sysName: '' }, { sysName: 'edge' });
  const name: Writing = { name: 'name', title: '', words: [], calls: call ? [call] : [] };
  const { result } = renderHook(useWriting);
  await act(() => result.current.run([done, name], ''));
  expect(result.current.states.name).toEqual({ state: 'failed', message: 'admin changed it: core' });
  await act(() => result.current.run([done, name], ''));
  expect(result.current.states).toMatchObject({ done: { state: 'done' }, name: { state: 'done' } });
  expect(set).toEqual(['sysWizard', 'system']);
});
