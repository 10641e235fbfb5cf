import { describe, expect, test } from 'vitest';
import type { PortSecurityEvent, Refusal } from './events.ts';
import { stepPortSecurity } from './port-security.ts';
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
