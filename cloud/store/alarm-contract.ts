import { expect, it } from 'vitest';
import { say, wordsOf } from '../../model/values/message.ts';
import type { AlarmQuery, RaisedAlarm } from './alarms.ts';
import { claimedSwitch, endLine, NOW, reportedBy, reportOf } from './contract-switch.ts';
import type { Store } from './store.ts';

const all: AlarmQuery = {
  tenant: 'own',
  search: '',
  standing: undefined,
  severity: undefined,
  serial: undefined,
  orderBy: 'raisedAt',
  descending: true,
  offset: 0,
  limit: 1000,
};

const alarm = (mark: string, values: Partial<RaisedAlarm> = {}): RaisedAlarm => ({
  mark,
  kind: 'power',
  severity: 4,
  said: say('Fault {{mark}}.', { mark }),
  ...values,
});

/** Cases for the alarms of every store. */
export function alarmCases(storeNow: () => Store): void {
  const list = async (query: Partial<AlarmQuery> = {}) => (await storeNow().alarms.list({ ...all, ...query })).rows;
  const marks = async (query: Partial<AlarmQuery> = {}) => (await list(query)).map(({ mark }) => mark);
  const claim = (serial: string, tenant = 'own') => storeNow().claimed(claimedSwitch(serial, { tenant }));

  it('raises what stands, clears what does not any more, and counts it beside the switch', async () => {
    const { alarms } = storeNow();
    await claim('A');
    await alarms.stand('A', 'switch', [alarm('1'), alarm('2', { severity: 2 })], NOW);
    await alarms.stand('A', 'cloud', [alarm('drift')], NOW + 1);
    expect(await storeNow().switchOf('A')).toMatchObject({ alarms: 3, worstAlarm: 2 });
    // The same again says nothing new; other words are said of the same alarm.
    await alarms.stand('A', 'switch', [alarm('1'), alarm('2', { said: say('Worse.') })], NOW + 2);
    expect(await list({ standing: 'standing', descending: false })).toMatchObject([
      { mark: '2', count: 2, lastAt: NOW + 2, said: { text: 'Worse.' } },
      { mark: '1', count: 1, lastAt: NOW },
      { mark: 'drift', number: 3 },
    ]);
    await alarms.stand('A', 'switch', [alarm('1')], NOW + 3);
    expect(await marks({ standing: 'cleared' })).toEqual(['2']);
    expect(await storeNow().switchOf('A')).toMatchObject({ alarms: 2, worstAlarm: 4 });
    // It comes back as another one.
    await alarms.stand('A', 'switch', [alarm('1'), alarm('2')], NOW + 4);
    expect((await list()).map(({ number }) => number)).toEqual([4, 3, 2, 1]);
    await alarms.stand('nobody', 'switch', [alarm('1')], NOW);
    expect(await list({ serial: 'nobody' })).toEqual([]);
  });

  it('narrows them by tenant, words, severity and switch', async () => {
    await claim('A');
    await claim('B');
    await claim('T', 'other');
    await storeNow().report('B', reportOf({ name: 'cellar' }), reportedBy({ gateway: '' }));
    await storeNow().alarms.stand('A', 'switch', [alarm('x%'), alarm('y', { severity: 1 })], NOW);
    await storeNow().alarms.stand('B', 'switch', [alarm('z')], NOW + 1);
    await storeNow().alarms.stand('T', 'switch', [alarm('theirs')], NOW);
    expect(await marks()).toHaveLength(3);
    expect(await marks({ severity: 2 })).toEqual(['y']);
    expect(await marks({ search: 'CELLAR' })).toEqual(['z']);
    expect(await marks({ search: '%' })).toEqual(['x%']);
    expect(await marks({ serial: 'A', limit: 1 })).toHaveLength(1);
    const page = await storeNow().listSwitches({
      ...all,
      orderBy: 'alarms',
      condition: undefined,
      drifted: false,
      isAlarmed: true,
    });
    expect(page.rows.map(({ serial, alarms }) => [serial, alarms])).toEqual([
      ['A', 2],
      ['B', 1],
    ]);
  });

  it('is acknowledged once, by its tenant; what only happened is over with that', async () => {
    const { alarms } = storeNow();
    await claim('A');
    await alarms.stand('A', 'switch', [alarm('1')], NOW);
    await alarms.note('A', alarm('login'), NOW);
    await alarms.note('A', alarm('login'), NOW + 1);
    expect(await list({ search: 'login' })).toMatchObject([{ count: 2, number: 2 }]);
    const by = { user: 'ann', at: NOW + 2 };
    expect(await alarms.acknowledge('other', 'A', 1, by)).toBe(false);
    expect(await Promise.all([1, 1].map((number) => alarms.acknowledge('own', 'A', number, by)))).toEqual([
      true,
      false,
    ]);
    expect(await alarms.acknowledge('own', 'A', 2, by)).toBe(true);
    expect(await marks({ standing: 'open' })).toEqual([]);
    expect(await list({ standing: 'standing' })).toMatchObject([{ mark: '1', acknowledgedBy: 'ann' }]);
    expect(await storeNow().switchOf('A')).toMatchObject({ alarms: 1 });
  });

  it('keeps a bounded number of a switch, whatever it says', async () => {
    const { alarms } = storeNow();
    await claim('A');
    await alarms.stand(
      'A',
      'switch',
      Array.from({ length: 500 }, (_, each) => alarm(`s${each}`)),
      NOW,
    );
    for (let each = 0; each < 60; each += 1) await alarms.note('A', alarm(`n${each}`, { said: say('N.') }), NOW + each);
    for (let each = 0; each < 5; each += 1) {
      await alarms.stand(
        'A',
        'cloud',
        Array.from({ length: 60 }, (_, at) => alarm(`c${each} ${at}`)),
        NOW,
      );
    }
    expect((await storeNow().switchOf('A'))?.alarms).toBe(64 + 20 + 60);
    expect(await marks({ standing: 'standing', search: 'N.', limit: 1 })).toEqual(['n59']);
    expect((await storeNow().alarms.list(all)).total).toBeLessThan(300);
  });

  it('says of switches that are without a line for long, until they are back, and forgets what is old', async () => {
    const { alarms } = storeNow();
    for (const serial of ['A', 'B', 'never']) await claim(serial);
    await storeNow().report('A', reportOf(), reportedBy());
    await storeNow().report('B', reportOf(), reportedBy());
    await endLine(storeNow(), 'A', NOW + 10);
    const offline = alarm('line');
    expect(await alarms.watchLines(offline, NOW + 10, NOW + 70, 10)).toBe(false);
    expect(await alarms.watchLines(offline, NOW + 11, NOW + 71, 10)).toBe(true);
    expect(await alarms.watchLines(offline, NOW + 11, NOW + 72, 10)).toBe(false);
    expect((await list()).map(({ serial, said }) => [serial, wordsOf(said)])).toEqual([['A', 'Fault line.']]);
    await storeNow().report('A', reportOf(), reportedBy({ at: NOW + 80 }));
    expect(await alarms.watchLines(offline, NOW + 11, NOW + 81, 10)).toBe(true);
    expect((await storeNow().switchOf('A'))?.alarms).toBe(0);
    await alarms.note('B', alarm('login'), NOW);
    await alarms.forget(NOW + 1, NOW);
    expect(await marks({ standing: 'standing' })).toEqual([]);
    await alarms.forget(NOW, NOW + 1000);
    expect(await marks()).toEqual([]);
    await alarms.note('B', alarm('login'), NOW);
    await storeNow().releaseSwitch('B');
    expect(await marks()).toEqual([]);
  });
}
