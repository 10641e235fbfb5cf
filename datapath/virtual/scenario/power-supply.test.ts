import { describe, expect, test } from 'vitest';
import { nextRandom } from '../../../protocols/next-random.ts';
import type { PowerState } from '../../datapath.ts';
import { emptyPlan } from '../../plan.ts';
import type { PowerPlan, PowerSupplyPlan } from '../../power.ts';
import { copperPorts } from '../virtual-harness.ts';
import { drawnPower, type PowerDemand, type PowerPlans, sharePower } from './power-supply.ts';

const ports = copperPorts(4).map((port) => ({ ...port, pse: port.number !== 4 }));
const demand = (port: number, milliwatts: number, more: Partial<PowerDemand> = {}): PowerDemand => ({
  port,
  milliwatts,
  isLegacy: false,
  fault: undefined,
  ...more,
});
const willing: PowerPlan = {
  allowed: true,
  hold: undefined,
  priority: 'low',
  limit: undefined,
  acceptsLegacy: false,
  waitsLonger: false,
};
const plans = (
  own: Readonly<Record<number, Partial<PowerPlan>>> = {},
  supply: Partial<PowerSupplyPlan> = {},
): PowerPlans => ({
  power: new Map([1, 2, 3].map((port) => [port, { ...willing, ...own[port] }])),
  powerSupply: { ...emptyPlan.powerSupply, ...supply },
});
const share = (
  budget: number,
  demands: readonly PowerDemand[],
  plan = plans(),
  former: ReadonlyMap<number, PowerState> = new Map(),
) => sharePower({ ports, budget }, plan, demands, former);
const statuses = (states: ReadonlyMap<number, PowerState>) => [...states.values()].map(({ status }) => status);
const [on, off, denied] = ['POWER ON', 'POWER OFF', 'Power denied'] as const;

describe('a port', () => {
  test('gives 30 W and no more, and one that gives none has nothing to tell', () => {
    const shares = share(100_000, [demand(1, 30_000), demand(2, 30_001), demand(4, 5000)]);
    expect([...shares.keys()]).toEqual([1, 2, 3]);
    expect(statuses(shares)).toEqual([on, 'Overload', off]);
    expect([...shares.values()].map(({ milliwatts }) => milliwatts)).toEqual([30_000, 0, 0]);
  });

  test('gives a device without a class what class 0 may draw', () => {
    const plan = plans({ 1: { acceptsLegacy: true }, 2: { acceptsLegacy: true } });
    const demands = [demand(1, 15_400, { isLegacy: true }), demand(2, 15_500, { isLegacy: true })];
    expect(statuses(share(100_000, demands, plan))).toEqual([on, 'Overload', off]);
  });

  test('counts a device as gone that had power, and no other', () => {
    const before = share(12_000, [demand(1, 5000), demand(2, 15_000)]);
    expect(statuses(before)).toEqual([on, denied, off]);
    const after = share(12_000, [], plans(), before);
    expect([...after.values()].map(({ counters }) => counters.absent)).toEqual([1, 0, 0]);
  });

  test('gives nothing where it may not, whatever is wrong with the device', () => {
    const demands = [demand(1, 5000), demand(2, 5000, { fault: 'Short' }), demand(3, 5000)];
    const plan = plans({ 1: { allowed: false }, 2: { hold: 'schedule' }, 3: { hold: 'restart' } });
    const shares = share(100_000, demands, plan);
    expect(statuses(shares)).toEqual([off, 'Time-Based OFF', off]);
    expect([...shares.values()].map(({ detection }) => detection)).toEqual(['disabled', 'disabled', 'disabled']);
    expect(statuses(share(100_000, demands, emptyPlan))).toEqual([off, off, off]);
  });

  test('gives as much as its limit says, which counts the class of the device where nothing is set', () => {
    const plan = plans({ 1: { limit: 4000 }, 2: { limit: 7000 } });
    expect(statuses(share(100_000, [demand(1, 4100), demand(2, 7000), demand(3, 15_400)], plan))).toEqual([
      'Overload',
      on,
      on,
    ]);
    expect([...share(100_000, [demand(1, 4000), demand(2, 7000), demand(3, 25_000)]).values()]).toMatchObject([
      { powerClass: 1 },
      { powerClass: 2 },
      { powerClass: 4 },
    ]);
  });

  test('powers a device from before the standard only where it is told to, and counts it where not', () => {
    const legacy = demand(1, 5000, { isLegacy: true });
    expect(share(100_000, [legacy]).get(1)).toMatchObject({
      status: off,
      detection: 'searching',
      powerClass: undefined,
      counters: { invalidSignature: 1 },
    });
    expect(share(100_000, [legacy], plans({ 1: { acceptsLegacy: true } })).get(1)).toMatchObject({
      status: on,
      powerClass: 'legacy',
    });
  });

  test('counts what befell its device once, as long as that lasts', () => {
    let states = share(100_000, [demand(1, 5000)]);
    const next = (...demands: PowerDemand[]) => {
      states = share(100_000, demands, plans(), states);
      return states.get(1)?.counters;
    };
    next(demand(1, 5000, { fault: 'Short' }));
    expect(next(demand(1, 5000, { fault: 'Short' }))).toMatchObject({ short: 1, absent: 0 });
    next(demand(1, 5000));
    expect(next()).toMatchObject({ short: 1, absent: 1 });
    expect(next()).toMatchObject({ absent: 1 });
  });
});

describe('a supply that is not enough for all', () => {
  test('gives in the order of priority, then of numbers; a smaller one behind a larger one is served, too', () => {
    const three = [demand(1, 12_000), demand(2, 9000), demand(3, 8000)];
    expect(statuses(share(20_000, three))).toEqual([on, denied, on]);
    expect(statuses(share(20_000, three, plans({ 2: { priority: 'high' }, 3: { priority: 'critical' } })))).toEqual([
      denied,
      on,
      on,
    ]);
  });

  test('leaves those that have power alone when another one comes, whatever its priority, and keeps 7 W in reserve', () => {
    const first = [demand(2, 9000)];
    const before = share(20_000, first);
    const plan = plans({ 1: { priority: 'critical' } });
    expect(statuses(share(20_000, [demand(1, 12_000), ...first], plan, before))).toEqual([denied, on, off]);
    expect(statuses(share(15_000, [demand(1, 5000), ...first], plan, before))).toEqual([denied, on, off]);
    expect(statuses(share(16_000, [demand(1, 5000), ...first], plan, before))).toEqual([on, on, off]);
  });

  test('takes power from the lowest priority where that is chosen, and gives it back when there is enough', () => {
    const plan = plans({ 1: { priority: 'high' } }, { shedding: 'lowestPriority' });
    const before = share(20_000, [demand(2, 9000), demand(3, 9000)], plan);
    const during = share(20_000, [demand(1, 9000), demand(2, 9000), demand(3, 9000)], plan, before);
    expect(statuses(during)).toEqual([on, on, denied]);
    expect(statuses(share(20_000, [demand(2, 9000), demand(3, 9000)], plan, during))).toEqual([off, on, on]);
  });

  test('is shared out again when the threshold falls below what is used, and a denied one is counted', () => {
    const demands = [demand(1, 9000), demand(2, 9000)];
    const before = share(20_000, demands);
    const after = share(20_000, demands, plans({ 2: { priority: 'high' } }, { threshold: 10_000 }), before);
    expect(statuses(after)).toEqual([denied, on, off]);
    expect(after.get(1)?.counters.denied).toBe(1);
  });

  test('counts the classes where that is chosen', () => {
    const demands = [demand(1, 8000), demand(2, 8000)];
    expect(statuses(share(30_000, demands))).toEqual([on, on, off]);
    const byClass = share(30_000, demands, plans({}, { allocation: 'class' }));
    expect(statuses(byClass)).toEqual([on, denied, off]);
    expect(byClass.get(1)).toMatchObject({ milliwatts: 8000, allocated: 15_400 });
    expect(byClass.get(2)?.allocated).toBeUndefined();
    expect(share(30_000, demands).get(1)?.allocated).toBeUndefined();
  });
});

test('never overdraws the budget, nor gives a port what it may not give, whatever changes in which order', () => {
  const seed = Number(process.env.FACEPLATE_SEED ?? 20_261);
  let random = seed;
  const below = (limit: number) => {
    random = nextRandom(random);
    return random % limit;
  };
  let states: ReadonlyMap<number, PowerState> = new Map();
  for (let turn = 0; turn < 3000; turn += 1) {
    const budget = 7000 + below(60_000);
    const own = Object.fromEntries(
      [1, 2, 3].map((port) => [
        port,
        {
          allowed: below(5) > 0,
          hold: ([undefined, undefined, 'schedule', 'restart'] as const)[below(4)],
          priority: (['low', 'high', 'critical'] as const)[below(3)] ?? 'low',
          limit: below(2) === 0 ? undefined : 1000 + below(29_000),
        },
      ]),
    );
    const plan = plans(own, {
      threshold: below(2) === 0 ? undefined : 7000 + below(60_000),
      shedding: below(2) === 0 ? 'newcomers' : 'lowestPriority',
      allocation: below(2) === 0 ? 'consumption' : 'class',
    });
    const demands = [1, 2, 3].filter(() => below(4) > 0).map((port) => demand(port, 500 + below(32_000)));
    states = share(budget, demands, plan, states);
    let used = 0;
    for (const [port, { status, milliwatts }] of states) {
      used += milliwatts;
      if (status !== on) expect(milliwatts, `seed ${seed}, turn ${turn}`).toBe(0);
      else expect([own[port]?.allowed, own[port]?.hold], `seed ${seed}, turn ${turn}`).toEqual([true, undefined]);
      expect(milliwatts).toBeLessThanOrEqual(own[port]?.limit ?? 30_000);
    }
    expect(used, `seed ${seed}, turn ${turn}`).toBeLessThanOrEqual(
      Math.min(budget, plan.powerSupply.threshold ?? budget),
    );
  }
});

test('devices draw from nine tenths to all of their share, slowly, each in its own time', () => {
  const shares = share(100_000, [demand(1, 10_000), demand(2, 10_000)]);
  const drawn = (at: number) => [...drawnPower(shares, at).values()].map(({ milliwatts }) => milliwatts);
  // The first one's wave begins at the sine of 1, the second one's at that of 2; a turn of each takes 2π times 37 seconds.
  expect(drawn(0)).toEqual([9900, 9900, 0]);
  expect(drawn(37)).toEqual([9900, 9500, 0]);
  expect(drawn(3.5 * 37)).toEqual([9000, 9100, 0]);
});
