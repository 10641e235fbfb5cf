import { describe, expect, it } from 'vitest';
import type { FleetContext } from '../../cloud/fleet/fleet-feature.ts';
import type { KeptSwitch } from '../../cloud/store/switches.ts';
import type { Values } from '../../model/wire/call.ts';
import { chosenSwitches } from './chosen-switches.ts';
import { ChosenSwitches, ROLLOUT_SWITCHES } from './objects.ts';

interface Asked {
  readonly tenant: string;
  readonly search: string;
  readonly offset: number;
  readonly limit: number;
}

/** A fleet of so many switches, every tenth of which is away; models in turn. */
function fleetOf(count: number) {
  const rows = Array.from({ length: count }, (_, at) => ({
    serial: `S${String(at).padStart(5, '0')}`,
    model: at % 2 === 0 ? 'TEG-082WS' : 'TPE-1021WS',
    gateway: at % 10 === 0 ? '' : 'g1',
  })) as unknown as readonly KeptSwitch[];
  const asked: Asked[] = [];
  const store = {
    async listSwitches(question: Asked) {
      asked.push(question);
      const found = rows.filter(({ serial }) => serial.includes(question.search));
      return { total: found.length, rows: found.slice(question.offset, question.offset + question.limit) };
    },
  };
  const choose = (values: Values = {}, models?: readonly string[]) =>
    chosenSwitches({ store } as unknown as FleetContext, values, { tenant: 'own', models }).then(
      (serials) => serials,
      (error: Error) => error.message,
    );
  return { rows, asked, choose };
}

describe('the switches of a rollout', () => {
  it('are all of the fleet, page by page, those that are connected first', async () => {
    const { asked, choose } = fleetOf(2001);
    const chosen = await choose();
    expect(new Set(chosen).size).toBe(2001);
    expect(asked.map(({ offset }) => offset)).toEqual([0, 1000, 2000]);
    expect(asked.every(({ tenant }) => tenant === 'own')).toBe(true);
    expect([chosen[0], chosen[1800], chosen[1801]]).toEqual(['S00001', 'S00000', 'S00010']);
  });

  it('are those that were named, or all but those', async () => {
    const { choose } = fleetOf(5);
    const named = { fleetRolloutSwitches: 'S00001 S00003 ' };
    expect(await choose({ ...named, fleetRolloutChosen: ChosenSwitches.get })).toEqual(['S00001', 'S00003']);
    expect(await choose({ ...named, fleetRolloutChosen: ChosenSwitches.leftOut })).toEqual([
      ...['S00002', 'S00004', 'S00000'],
    ]);
    expect(await choose({ fleetRolloutSwitches: 'S00001 S99999', fleetRolloutChosen: ChosenSwitches.get })).toBe(
      'One of the switches is not in this fleet.',
    );
  });

  it('are of a model that fits, and not the one that the configuration comes from', async () => {
    const { choose } = fleetOf(5);
    expect(await choose({ fleetRolloutFrom: 'S00002' }, ['TEG-082WS'])).toEqual(['S00004', 'S00000']);
    expect(await choose({}, ['another'])).toBe('No switch fits.');
    expect(await choose({ fleetRolloutSearch: '003' })).toEqual(['S00003']);
  });

  it('are no more than a rollout may have', async () => {
    expect(await fleetOf(ROLLOUT_SWITCHES).choose()).toHaveLength(ROLLOUT_SWITCHES);
    expect(await fleetOf(ROLLOUT_SWITCHES + 1).choose()).toBe(`A rollout has at most ${ROLLOUT_SWITCHES} switches.`);
  });
});
