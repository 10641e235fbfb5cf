import { describe, expect, test } from 'vitest';
import type { PortSecurityEvent, Refusal } from './events.ts';
import { stepPortSecurity } from './port-security.ts';
import { learntAt, learntElsewhere } from './secure-entries.ts';
import { idlePortSecurity, type PortSecuritySettings, type SecuredPort, type SecurePlace } from './state.ts';

const OWN = '02-FA-CE-00-00-01';
const [ANNA, BERT, CARL] = ['02-00-00-00-00-0A', '02-00-00-00-00-0B', '02-00-00-00-00-0C'];
const plain: SecuredPort = {
  ...{ maximum: 8, violation: 'restrict', keeps: false, ageing: 0, ageingFrom: 'begin', vlans: '1:1,20' },
  lentVlan: undefined,
};
const place = (port: number, address: string, vlan = 1): SecurePlace => ({ port, vlan, address });

/** Ports 1 and 2 are secured; 3 is not. */
function secured(change: Partial<SecuredPort> = {}, more: Partial<PortSecuritySettings> = {}) {
  const ports = new Map([1, 2].map((port) => [port, { ...plain, ...change }]));
  let settings: PortSecuritySettings = {
    ...{ maximum: 100, ports, configured: [], pinned: [], isShared: false, ownAddress: OWN, ...more },
  };
  let state = idlePortSecurity;
  const made = {
    /** Milliseconds. */
    now: 0,
    feed(event: PortSecurityEvent) {
      const step = stepPortSecurity(settings, state, event, made.now);
      state = step.state;
      return step;
    },
    hears: (of: SecurePlace) => made.feed({ kind: 'source', place: of }),
    configure(next: Partial<PortSecuritySettings>, stations: readonly SecurePlace[] = []) {
      const former = settings;
      settings = { ...settings, ...next };
      return made.feed({ kind: 'configure', former, stations });
    },
    entries: () => [...state.entries.values()],
    places: () => [...state.entries.values()].map((entry) => entry.place),
    shut: () => [...state.shut],
    state: () => state,
    settings: () => settings,
  };
  made.feed({ kind: 'configure', former: undefined, stations: [] });
  return made;
}

describe('a source that its port does not accept', () => {
  test.each<[string, SecurePlace, Refusal | undefined, Partial<PortSecuritySettings>?]>([
    ['is a group', place(1, '03-00-00-00-00-01'), { code: 'noStation' }],
    ['has no address', place(1, '00-00-00-00-00-00'), { code: 'noStation' }],
    ['has the address of the switch', place(1, OWN), { code: 'ownAddress' }],
    ['is secure at another port', place(1, ANNA), { code: 'elsewhere', port: 2 }],
    ['is secure there in another VLAN', place(1, ANNA, 20), undefined],
    ['is secure there in another VLAN', place(1, ANNA, 20), { code: 'elsewhere', port: 2 }, { isShared: true }],
    ['is pinned to another port', place(1, CARL), { code: 'elsewhere', port: 2 }, { pinned: [place(2, CARL)] }],
    ['is pinned to an unsecured one', place(1, CARL), { code: 'elsewhere', port: 3 }, { pinned: [place(3, CARL)] }],
    ['is pinned there in another VLAN', place(1, CARL), undefined, { pinned: [place(2, CARL, 20)] }],
    ['is at an unsecured port', place(3, ANNA), { code: 'elsewhere', port: 2 }],
    ['finds room in the switch', place(1, CARL), undefined, { maximum: 3 }],
    ['is one more than the switch has room for', place(1, CARL), { code: 'switchFull' }, { maximum: 2 }],
  ])('since it %s: %o', (_what, source, why, more) => {
    const made = secured({}, more);
    made.hears(place(2, ANNA));
    made.hears(place(2, BERT));
    const before = made.places();
    const step = made.hears(source);
    expect(step.admits).toBe(why === undefined);
    expect(step.news).toEqual(why ? [{ kind: 'violation', place: source, why, isNew: true }] : []);
    expect(made.places()).toEqual(why ? before : [...before, source]);
  });

  test('is one more than its maximum, unless it is known already', () => {
    const made = secured({ maximum: 2 });
    expect([ANNA, BERT, CARL].map((address) => made.hears(place(1, address)).admits)).toEqual([true, true, false]);
    const { state } = made.feed({ kind: 'wake' });
    const again = made.hears(place(1, ANNA));
    expect(again).toEqual({ state, admits: true, news: [], keep: [], drop: [] });
  });

  test('is reported again once a minute, and counted each time', () => {
    const made = secured({ maximum: 0 });
    const isNewAt = (now: number) => {
      made.now = now;
      return made.hears(place(1, ANNA)).news.map((news) => news.kind === 'violation' && news.isNew);
    };
    expect([0, 1, 59_999, 60_000, 60_001].map(isNewAt)).toEqual([[true], [false], [false], [true], [false]]);
    expect(made.hears(place(1, BERT)).news).toMatchObject([{ isNew: true }]);
  });

  test('is dropped in silence where only that is wanted', () => {
    const made = secured({ maximum: 0, violation: 'protect' });
    expect(made.hears(place(1, ANNA))).toMatchObject({ admits: false, news: [] });
    expect(made.shut()).toEqual([]);
  });

  test('closes its port until that is opened or no longer secured', () => {
    const made = secured({ maximum: 0, violation: 'shutdown' });
    const why = { code: 'portFull' };
    expect(made.hears(place(1, ANNA)).news).toEqual([{ kind: 'shut', place: place(1, ANNA), why }]);
    expect(made.hears(place(2, ANNA)).news).toEqual([{ kind: 'shut', place: place(2, ANNA), why }]);
    expect(made.shut()).toEqual([1, 2]);
    // Frames that were under way.
    expect(made.hears(place(1, BERT))).toMatchObject({ admits: false, news: [] });
    expect(made.feed({ kind: 'opened', port: 3 }).news).toEqual([]);
    expect(made.feed({ kind: 'opened', port: 1 }).news).toEqual([{ kind: 'opened', port: 1 }]);
    expect(made.shut()).toEqual([2]);
    expect(made.configure({ ports: new Map([[1, plain]]) }).news).toEqual([{ kind: 'opened', port: 2 }]);
    expect(made.shut()).toEqual([]);
  });

  test('is anybody at a port without security', () => {
    const made = secured();
    expect(made.hears(place(3, ANNA))).toMatchObject({ admits: true, news: [], keep: [] });
    expect(made.places()).toEqual([]);
  });
});

describe('an address that was learned', () => {
  const keeping = (keeps: boolean) => ({ ports: new Map([1, 2].map((port) => [port, { ...plain, keeps }])) });
  const row = { ...place(1, ANNA), isPermanent: true, isLearnt: true };

  test('is kept in the configuration once its port keeps them, and stays what it was', () => {
    const made = secured();
    made.hears(place(1, ANNA));
    made.feed({ kind: 'heard', frames: new Map([[`1,1,${ANNA}`, 7n]]) });
    made.now = 5000;
    expect(made.configure(keeping(true))).toMatchObject({ keep: [place(1, ANNA)], drop: [] });
    expect(made.configure({ configured: [row] })).toMatchObject({ keep: [], drop: [] });
    const kept = { place: place(1, ANNA), isConfigured: true, isLearnt: true, isPermanent: true };
    expect(made.entries()).toEqual([{ ...kept, since: 0, heardAt: 0, frames: 7n }]);
    expect(made.hears(place(1, BERT)).keep).toEqual([place(1, BERT)]);
    expect(made.configure({}).keep).toEqual([]);
  });

  test('is let go from the configuration when its port keeps none, and ages from then on', () => {
    const made = secured({ keeps: true }, { configured: [row] });
    made.now = 5000;
    expect(made.configure(keeping(true)).drop).toEqual([]);
    expect(made.configure(keeping(false))).toMatchObject({ keep: [], drop: [place(1, ANNA)] });
    expect(made.entries()).toMatchObject([{ isConfigured: false, isPermanent: false, since: 5000 }]);
    expect(made.configure({ configured: [] }).drop).toEqual([]);
    expect(made.places()).toEqual([place(1, ANNA)]);
  });

  test('is let go with its port, and one that an administrator has set is not', () => {
    const set = { ...place(1, BERT), isPermanent: true, isLearnt: false };
    const made = secured({ keeps: true }, { configured: [row, set] });
    expect(made.configure({ ports: new Map() }).drop).toEqual([place(1, ANNA)]);
    expect(made.places()).toEqual([]);
  });

  test('is forgotten where its port gets other VLANs, unless it is kept', () => {
    const made = secured({}, { configured: [{ ...place(1, BERT), isPermanent: false, isLearnt: false }] });
    for (const port of [1, 2]) made.hears(place(port, port === 1 ? ANNA : CARL));
    made.configure({
      ports: new Map([
        [1, { ...plain, vlans: '1:1' }],
        [2, plain],
      ]),
    });
    expect(made.places()).toEqual([place(2, CARL), place(1, BERT)]);
    // One that is about to be kept stays, too.
    const keeps = secured({ keeps: true });
    keeps.hears(place(1, ANNA));
    keeps.configure({ ports: new Map([[1, { ...plain, keeps: true, vlans: '1:1' }]]) });
    expect(keeps.places()).toEqual([place(1, ANNA)]);
  });

  test.each([
    ['of a port', { port: 1 }, [place(2, CARL)]],
    ['of that address', { address: ANNA }, [place(1, BERT), place(2, CARL)]],
    ['of neither', { port: 2, address: ANNA }, [place(1, ANNA), place(1, BERT), place(2, CARL)]],
    ['of all', {}, []],
  ])('is cleared with those %s', (_what, which, left) => {
    const made = secured();
    for (const one of [place(1, ANNA), place(1, BERT), place(2, CARL)]) made.hears(one);
    made.feed({ kind: 'clear', ...which });
    expect(made.places()).toEqual(left);
  });

  test('has aged, and is taken from the configuration where it is there', () => {
    const set = { ...place(1, BERT), isPermanent: false, isLearnt: false };
    const made = secured({ ageing: 60_000 }, { configured: [set] });
    made.hears(place(1, ANNA));
    made.now = 1;
    made.hears(place(2, CARL));
    made.now = 60_000;
    expect(made.feed({ kind: 'wake' })).toMatchObject({ drop: [place(1, BERT)], keep: [], admits: false });
    expect(made.places()).toEqual([place(2, CARL)]);
  });
});

test('administrators are taken in where a port becomes secured, and only there', () => {
  const made = secured({ keeps: true, maximum: 1 });
  const stations = [place(1, ANNA), place(3, BERT), place(3, CARL), place(3, OWN)];
  expect(made.configure({}, stations)).toMatchObject({ keep: [] });
  expect(made.places()).toEqual([]);
  const third = { ...plain, keeps: true, maximum: 2 };
  const step = made.configure({ ports: new Map([[3, third]]) }, stations);
  expect(step.keep).toEqual([place(3, BERT), place(3, CARL)]);
  expect(made.places()).toEqual([place(3, BERT), place(3, CARL)]);
});

describe('at its edges', () => {
  const twice = (violation: SecuredPort['violation']) => {
    const made = secured({ maximum: 1, violation });
    made.hears(place(1, ANNA));
    return made;
  };

  test('a violation is new again after a minute, at each port and of each address by itself', () => {
    const made = twice('restrict');
    made.hears(place(2, CARL, 20));
    const isNew = (of: SecurePlace, now: number) => {
      made.now = now;
      return made.hears(of).news.map((news) => news.kind === 'violation' && news.isNew);
    };
    expect(isNew(place(1, BERT), 0)).toEqual([true]);
    expect(isNew(place(2, BERT), 1)).toEqual([true]);
    expect(isNew(place(1, BERT, 20), 2)).toEqual([true]);
    expect(isNew(place(1, BERT), 59_999)).toEqual([false]);
    expect(isNew(place(1, BERT), 60_000)).toEqual([true]);
    expect(isNew(place(1, BERT), 60_001)).toEqual([false]);
  });

  test('512 violations are remembered, and the one told longest ago is forgotten', () => {
    const made = twice('restrict');
    const of = (at: number) =>
      place(
        1,
        `02-00-00-01-${(at >> 8).toString().padStart(2, '0')}-${(at & 255).toString(16).padStart(2, '0').toUpperCase()}`,
      );
    const isNew = (at: number) => made.hears(of(at)).news.some((news) => news.kind === 'violation' && news.isNew);
    for (let at = 0; at < 512; at += 1) isNew(at);
    expect([isNew(0), isNew(512), isNew(1), isNew(0)]).toEqual([false, true, false, true]);
  });

  test('a shut port stays shut when another one is opened, and opening is told once', () => {
    const made = secured({ maximum: 0, violation: 'shutdown' });
    for (const port of [1, 2]) expect(made.hears(place(port, ANNA)).news).toMatchObject([{ kind: 'shut' }]);
    expect(made.hears(place(1, BERT))).toMatchObject({ news: [], admits: false });
    expect(made.feed({ kind: 'opened', port: 1 }).news).toEqual([{ kind: 'opened', port: 1 }]);
    expect(made.feed({ kind: 'opened', port: 1 }).news).toEqual([]);
    expect(made.shut()).toEqual([2]);
    expect(made.configure({ ports: new Map([[1, plain]]) }).news).toEqual([{ kind: 'opened', port: 2 }]);
    expect(made.configure({ ports: new Map([[1, plain]]) }).news).toEqual([]);
  });

  test('clearing concerns the port and the address that are named', () => {
    const filled = () => {
      const made = secured();
      for (const of of [place(1, ANNA), place(1, BERT), place(2, CARL), place(2, ANNA, 20)]) made.hears(of);
      return made;
    };
    const left = (event: { readonly port?: number; readonly address?: string }) => {
      const made = filled();
      made.feed({ kind: 'clear', ...event });
      return made.places();
    };
    expect(left({ port: 1 })).toEqual([place(2, CARL), place(2, ANNA, 20)]);
    expect(left({ address: ANNA })).toEqual([place(1, BERT), place(2, CARL)]);
    expect(left({ port: 2, address: ANNA })).toEqual([place(1, ANNA), place(1, BERT), place(2, CARL)]);
    expect(left({})).toEqual([]);
  });

  test('a lost link takes learned addresses of its port, not saved and not configured ones', () => {
    const configured = [{ ...place(1, CARL), isPermanent: false, isLearnt: false }];
    const made = secured();
    made.configure({ configured });
    for (const of of [place(1, ANNA), place(2, BERT)]) made.hears(of);
    made.feed({ kind: 'linkDown', port: 1 });
    expect(made.places()).toEqual([place(1, CARL), place(2, BERT)]);
    const keeping = secured({ keeps: true });
    expect(keeping.hears(place(1, ANNA)).keep).toEqual([place(1, ANNA)]);
    keeping.feed({ kind: 'linkDown', port: 1 });
    keeping.feed({ kind: 'clear' });
    expect(keeping.places()).toEqual([place(1, ANNA)]);
  });

  test('an address learned in a lent VLAN is not kept, and goes with the link', () => {
    const made = secured({ keeps: true, lentVlan: 20 });
    expect([made.hears(place(1, ANNA, 20)).keep, made.hears(place(1, BERT, 1)).keep]).toEqual([[], [place(1, BERT)]]);
    made.feed({ kind: 'linkDown', port: 1 });
    expect(made.places()).toEqual([place(1, BERT)]);
  });

  test.each(['begin', 'lastFrame'] as const)('ageing from %s ends to the millisecond', (ageingFrom) => {
    const made = secured({ ageing: 60_000, ageingFrom });
    made.hears(place(1, ANNA));
    made.now = 30_000;
    const counted = (frames: bigint) => made.feed({ kind: 'heard', frames: new Map([[`1,1,${ANNA}`, frames]]) });
    counted(5n);
    made.now = 40_000;
    counted(5n);
    const end = ageingFrom === 'begin' ? 60_000 : 90_000;
    made.now = end - 1;
    made.feed({ kind: 'wake' });
    expect(made.places()).toEqual([place(1, ANNA)]);
    made.now = end;
    expect(made.feed({ kind: 'wake' }).drop).toEqual([]);
    expect(made.places()).toEqual([]);
  });

  test('frames of one address refresh no other', () => {
    const made = secured({ ageing: 60_000, ageingFrom: 'lastFrame' });
    for (const of of [place(1, ANNA), place(2, ANNA, 20)]) made.hears(of);
    made.now = 30_000;
    made.feed({ kind: 'heard', frames: new Map([[`2,20,${ANNA}`, 1n]]) });
    made.now = 60_000;
    made.feed({ kind: 'wake' });
    expect(made.places()).toEqual([place(2, ANNA, 20)]);
  });

  test('a saved address of a port that never kept any stays configured', () => {
    const configured = [{ ...place(1, CARL), isPermanent: true, isLearnt: true }];
    const made = secured();
    expect(made.configure({ configured }).drop).toEqual([]);
    expect(made.configure({ maximum: 99 }).drop).toEqual([]);
    expect(made.entries()).toMatchObject([{ isConfigured: true, isPermanent: true, isLearnt: true, since: 0 }]);
  });

  test('a pinned address takes room once, whether it is heard or not', () => {
    const room = (isShared: boolean, pinned: readonly SecurePlace[]) => {
      const made = secured({ maximum: 2 }, { pinned, isShared });
      return [made.hears(place(1, CARL)).admits, made.hears(place(1, ANNA)).admits, made.hears(place(1, BERT)).admits];
    };
    expect(room(false, [place(1, CARL)])).toEqual([true, true, false]);
    expect(room(false, [place(1, CARL), place(1, CARL, 20)])).toEqual([true, false, false]);
    expect(room(true, [place(1, CARL), place(1, CARL, 20)])).toEqual([true, true, false]);
    expect(room(false, [place(2, CARL, 20)])).toEqual([true, true, false]);
  });

  test('an address pinned to a port without security takes no room of the switch', () => {
    const admitted = (pinnedTo: number) => {
      const made = secured({}, { maximum: 2, pinned: [place(pinnedTo, CARL)] });
      return [ANNA, BERT].map((address) => made.hears(place(1, address)).admits);
    };
    expect(admitted(3)).toEqual([true, true]);
    expect(admitted(2)).toEqual([true, false]);
  });

  test('an address pinned in another VLAN of the port is known with shared learning only', () => {
    for (const isShared of [true, false]) {
      const made = secured({}, { pinned: [place(1, CARL, 20)], isShared });
      expect(made.hears(place(1, CARL)).admits).toBe(true);
      expect(made.places()).toEqual(isShared ? [] : [place(1, CARL)]);
    }
  });

  test('an address learned elsewhere is found, unless it is configured there or of another VLAN', () => {
    const made = secured();
    made.configure({ configured: [{ ...place(2, CARL), isPermanent: false, isLearnt: false }] });
    made.hears(place(2, ANNA));
    made.hears(place(2, BERT, 20));
    const found = (of: SecurePlace, isShared = false) =>
      learntElsewhere({ ...made.settings(), isShared }, made.state(), of);
    expect([found(place(1, ANNA)), found(place(2, ANNA)), found(place(1, ANNA, 20))]).toEqual([
      2,
      undefined,
      undefined,
    ]);
    expect([found(place(1, BERT)), found(place(1, BERT), true), found(place(1, CARL))]).toEqual([
      undefined,
      2,
      undefined,
    ]);
    expect([learntAt(made.state(), 1), learntAt(made.state(), 2)]).toEqual([0, 2]);
  });

  test('administrators are taken in one by one, in their order, as far as there is room', () => {
    const made = secured({ maximum: 2 });
    const ports = new Map([1, 2].map((port) => [port, { ...plain, maximum: 2, keeps: true, vlans: 'other' }]));
    const step = made.configure({ ports }, [
      place(1, OWN),
      place(1, ANNA),
      place(1, BERT),
      place(1, CARL),
      place(3, CARL),
    ]);
    expect(made.places()).toEqual([place(1, ANNA), place(1, BERT)]);
    expect(step.keep).toEqual([place(1, ANNA), place(1, BERT)]);
  });
});
