// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../console/form/test-device.tsx';
import { openPage } from '../../console/page/test-page.tsx';
import { say } from '../../model/values/message.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { trunkGroupEntry } from '../network/trunk/objects.ts';
import { dot1dTrafficClassEntry, dot1dTrafficClassesEnabled } from './cos/objects.ts';
import { defaultQueueOf, qosDscpConfig, qosDscpMapEntry } from './dscp/objects.ts';
import { qosIpv6TcEntry } from './ipv6-traffic-class/objects.ts';
import { cosPage, dscpPage, ipv6TrafficClassPage, qosPortPriorityPage, schedulingPage } from './pages.ts';
import { dot1dPortPriorityEntry } from './port-priority/objects.ts';
import { DEFAULT_QUEUES } from './queues.ts';
import { DEFAULT_WEIGHTS, qosSchedConfig, qosSchedQueueEntry } from './scheduling-algorithm/objects.ts';

let device: TestDevice;

afterEach(() => {
  cleanup();
  device.stop();
});

const sent = () => device.sets().map(({ params }) => params);
const apply = () => screen.getByRole('button', { name: /^Apply/ });
const qos = (dot1dTrafficClassesEnabledNow: 1 | 2) => ({
  object: dot1dTrafficClassesEnabled,
  values: { dot1dTrafficClassesEnabled: dot1dTrafficClassesEnabledNow },
});
/** A control, once what the device has is known. */
async function ready(find: () => HTMLElement): Promise<HTMLElement> {
  await waitFor(() => expect(find()).toHaveProperty('disabled', false));
  return find();
}
const OFF = 'QoS is disabled: settings here are kept and take effect once QoS is enabled.';

describe('QoS > CoS', () => {
  const open = () => {
    device = startTestDevice([
      qos(2),
      {
        object: dot1dTrafficClassEntry,
        rows: DEFAULT_QUEUES.map((dot1dTrafficClass, dot1dTrafficClassPriority) => ({
          dot1dTrafficClass,
          dot1dTrafficClassPriority,
        })),
      },
    ]);
    return openPage(cosPage);
  };
  const cell = (priority: number, queue: number) =>
    ready(() => screen.getByRole('radio', { name: `Priority ${priority} into queue ${queue}` }));

  it('is switched on together with what was moved to another queue', async () => {
    const { user } = open();
    expect(await cell(5, 5)).toHaveProperty('checked', true);
    await user.click(await cell(5, 7));
    await user.selectOptions(screen.getByRole('combobox', { name: 'QoS Status' }), 'Enabled');
    await user.click(apply());
    await waitFor(() =>
      expect(sent()).toEqual([
        { Template: 'dot1dTrafficClassesEnabled', dot1dTrafficClassesEnabled: 1 },
        { Template: 'dot1dTrafficClassEntry', dot1dTrafficClassPriority: 5, dot1dTrafficClass: 7 },
      ]),
    );
  });

  it('puts all priorities into one queue, and one elsewhere by the arrow keys', async () => {
    const { user } = open();
    await cell(0, 2);
    await user.click(screen.getByRole('button', { name: 'All priorities into queue 3' }));
    for (const priority of [0, 7]) expect(await cell(priority, 3)).toHaveProperty('checked', true);
    (await cell(0, 3)).focus();
    await user.keyboard('{ArrowRight}');
    expect(await cell(0, 4)).toHaveProperty('checked', true);
    await user.click(apply());
    // Priority 3 is in queue 3 anyway.
    await waitFor(() => expect(sent()).toHaveLength(7));
    expect(sent()[0]).toMatchObject({ dot1dTrafficClassPriority: 0, dot1dTrafficClass: 4 });
  });
});

describe('QoS > Port Priority', () => {
  const open = (state: 1 | 2) => {
    device = startTestDevice([
      qos(state),
      { object: trunkGroupEntry, rows: [{ trunkId: 1, trunkMode: 1, trunkMemberPorts: '2-3' }] },
      {
        object: dot1dPortPriorityEntry,
        rows: [{ dot1dBasePort: 1 }, { dot1dBasePort: 2, trunkId: '1' }, { dot1dBasePort: 3, trunkId: '1' }],
      },
    ]);
    return openPage(qosPortPriorityPage);
  };

  it('sets all ports at once but those that follow another one', async () => {
    const { user } = open(1);
    const all = await screen.findByRole('textbox', { name: /^Priority of all ports/ });
    await screen.findAllByText('Port 3 follows port 2: both are members of trunk 1.');
    await user.type(all, '6');
    await user.click(screen.getByRole('button', { name: 'Apply 2 changes' }));
    await waitFor(() =>
      expect(sent()).toEqual([
        { Template: 'dot1dPortPriorityEntry', dot1dBasePort: 1, dot1dPortDefaultUserPriority: 6 },
        { Template: 'dot1dPortPriorityEntry', dot1dBasePort: 2, dot1dPortDefaultUserPriority: 6 },
      ]),
    );
    expect(screen.queryByText(OFF)).toBeNull();
  });

  it('says that it rests while QoS is off, and refuses a ninth priority', async () => {
    const { user } = open(2);
    expect(await screen.findByText(OFF)).toBeDefined();
    const priority = await screen.findByRole('textbox', { name: 'Priority of port 1' });
    await user.clear(priority);
    await user.type(priority, '8');
    await user.click(screen.getByRole('button', { name: 'Apply 1 change' }));
    await waitFor(() => expect(priority.getAttribute('aria-invalid')).toBe('true'));
    expect(sent()).toEqual([]);
  });
});

describe('QoS > DSCP', () => {
  const open = (moved: Readonly<Record<number, number>> = {}) => {
    device = startTestDevice([
      qos(1),
      { object: qosDscpConfig, values: {} },
      {
        object: qosDscpMapEntry,
        rows: Array.from({ length: 64 }, (_, qosDscpValue) => ({
          qosDscpValue,
          qosDscpQueue: moved[qosDscpValue] ?? defaultQueueOf(qosDscpValue),
        })),
      },
    ]);
    return openPage(dscpPage);
  };
  const queueOf = (name: string) => ready(() => screen.getByRole('combobox', { name: `Queue of DSCP ${name}` }));

  it('gives one code point another queue, by its name', async () => {
    const { user } = open();
    await user.selectOptions(await queueOf('46 EF'), '7');
    await user.selectOptions(screen.getByRole('combobox', { name: 'DSCP Mapping' }), 'Enabled');
    await user.click(apply());
    await waitFor(() =>
      expect(sent()).toEqual([
        { Template: 'qosDscpConfig', qosDscpStatus: 1 },
        { Template: 'qosDscpMapEntry', qosDscpValue: 46, qosDscpQueue: 7 },
      ]),
    );
  });

  it('gives a range one queue, whichever end is given first', async () => {
    const { user } = open();
    await queueOf('46 EF');
    await user.selectOptions(screen.getByRole('combobox', { name: 'From DSCP' }), '10 AF11');
    await user.selectOptions(screen.getByRole('combobox', { name: 'To DSCP' }), '8 CS1');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Queue ID' }), '6');
    await user.click(screen.getByRole('button', { name: 'Set' }));
    expect(sent()).toEqual([]);
    await user.click(apply());
    await waitFor(() =>
      expect(sent()).toEqual(
        [8, 9, 10].map((qosDscpValue) => ({ Template: 'qosDscpMapEntry', qosDscpValue, qosDscpQueue: 6 })),
      ),
    );
  });

  it('offers the first map again where that is meant, to be applied', async () => {
    const { user } = open({ 46: 0 });
    expect(await queueOf('46 EF')).toHaveProperty('value', '0');
    const defaults = screen.getByRole('button', { name: 'Defaults' });
    await user.click(defaults);
    expect(await screen.findByText('Reset every DSCP to its default queue?')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await queueOf('46 EF')).toHaveProperty('value', '0');
    await user.click(defaults);
    await user.click(await screen.findByRole('button', { name: 'OK' }));
    await waitFor(async () => expect(await queueOf('46 EF')).toHaveProperty('value', '5'));
    await user.click(apply());
    await waitFor(() => expect(sent()).toEqual([{ Template: 'qosDscpMapEntry', qosDscpValue: 46, qosDscpQueue: 5 }]));
  });
});

describe('QoS > Scheduling Algorithm', () => {
  const open = (algorithm: 1 | 2) => {
    device = startTestDevice([
      qos(1),
      { object: qosSchedConfig, values: { qosSchedAlgorithm: algorithm } },
      {
        object: qosSchedQueueEntry,
        rows: DEFAULT_WEIGHTS.map((qosSchedWeight, qosSchedQueue) => ({ qosSchedQueue, qosSchedWeight })),
      },
    ]);
    return openPage(schedulingPage);
  };
  const weightOf = (queue: number) =>
    screen.findByRole('textbox', { name: new RegExp(`^Weight of queue ${queue}\\b`) });

  it('takes weights once they count, and shows what they come to', async () => {
    const { user } = open(1);
    expect(await weightOf(7)).toHaveProperty('disabled', true);
    expect(screen.queryByText(/% of a port/)).toBeNull();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Scheduling Algorithm' }), 'Weighted Round Robin');
    expect(await screen.findByText('50 % of a port that all queues use')).toBeDefined();
    const lowest = await weightOf(0);
    await user.clear(lowest);
    await user.type(lowest, '127');
    expect(screen.getAllByText('33 % of a port that all queues use')).toHaveLength(2);
    await user.click(apply());
    await waitFor(() =>
      expect(sent()).toEqual([
        { Template: 'qosSchedConfig', qosSchedAlgorithm: 2 },
        { Template: 'qosSchedQueueEntry', qosSchedQueue: 0, qosSchedWeight: 127 },
      ]),
    );
  });

  it.each(['0', '128'])('refuses a weight of %s at its field', async (weight) => {
    const { user } = open(2);
    const field = await weightOf(3);
    await user.clear(field);
    await user.type(field, weight);
    await user.click(apply());
    expect(await screen.findByText('Please enter an integer between 1 ~ 127')).toBeDefined();
    expect(document.activeElement).toBe(field);
    expect(sent()).toEqual([]);
  });
});

describe('QoS > IPv6 Traffic Class', () => {
  const open = () => {
    device = startTestDevice([qos(1), { object: qosIpv6TcEntry, rows: [{ qosIpv6TcValue: 184, qosIpv6TcQueue: 7 }] }]);
    return openPage(ipv6TrafficClassPage);
  };

  it('shows the DSCP of a class, and adds another one', async () => {
    const { user } = open();
    const row = (await screen.findByText('46 (EF)')).closest('tr') as HTMLElement;
    expect(within(row).getByText('184')).toBeDefined();
    await user.click(await screen.findByRole('button', { name: 'Add traffic class' }));
    const value = screen.getByRole('textbox', { name: 'IPv6 Traffic Class' });
    await user.clear(value);
    await user.type(value, '255');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(sent()).toMatchObject([{ qosIpv6TcValue: 255, qosIpv6TcQueue: 0, RowStatus: 4 }]));
  });

  it('says at the field that a class is there already', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Add traffic class' }));
    const value = await screen.findByRole('textbox', { name: 'IPv6 Traffic Class' });
    await user.clear(value);
    await user.type(value, '184');
    device.refuse(ErrorCode.inconsistentValue, say('The entry already exists.'), {
      object: 'qosIpv6TcEntry',
      column: 'qosIpv6TcValue',
    });
    await user.click(screen.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('The entry already exists.')).toBeDefined();
    expect(document.activeElement).toBe(value);
  });

  it('modifies the queue alone, and asks before a class is deleted', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: /^Modify/ }));
    const form = await screen.findByRole('region', { name: 'IPv6 traffic class 184' });
    const queue = within(form).getByRole('textbox', { name: 'Queue ID' });
    await user.clear(queue);
    await user.type(queue, '6');
    await user.click(apply());
    await waitFor(() =>
      expect(sent()).toEqual([{ Template: 'qosIpv6TcEntry', qosIpv6TcValue: 184, qosIpv6TcQueue: 6 }]),
    );
    await user.click(screen.getByRole('button', { name: /^Delete IPv6 traffic class 184/ }));
    await user.click(await screen.findByRole('button', { name: 'OK' }));
    await waitFor(() => expect(sent().at(-1)).toMatchObject({ qosIpv6TcValue: 184, RowStatus: 6 }));
  });
});
