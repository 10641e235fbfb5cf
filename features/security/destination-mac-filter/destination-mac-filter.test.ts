import { describe, expect, it } from 'vitest';
import { compilePlan } from '../../../device/configuration/compile-plan.ts';
import { changesBetween } from '../../../model/configuration/change.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { factoryConfiguration } from '../../../model/configuration/factory.ts';
import { dot1qStaticUnicastEntry } from '../../network/static-unicast/objects.ts';
import { testHardware } from '../../network/testing.ts';
import { destinationMacFilter } from './device.ts';
import { dot1dStaticEntry } from './objects.ts';
import { destinationFilterRules } from './rules.ts';

const address = '00-11-22-33-44-55';
const objects = [dot1dStaticEntry, dot1qStaticUnicastEntry];
const before = factoryConfiguration(objects, testHardware);

const problemsOf = (from: Configuration, after: Configuration) => {
  const changes = changesBetween(objects, from, after);
  const question = { before: from, after, changes, hardware: testHardware };
  return destinationFilterRules.flatMap((rule) => [...rule.check(question)]);
};

const messagesOf = (from: Configuration, after: Configuration) =>
  problemsOf(from, after).map(({ message }) => message.text);

const planOf = (configuration: Configuration) =>
  compilePlan(destinationMacFilter.contributions ?? [], {
    configuration,
    hardware: testHardware,
    slots: { get: ({ empty }) => empty },
  }).whole;

const filtered = (configuration: Configuration, dot1dStaticAddress = address) =>
  configuration.withRow(dot1dStaticEntry, { dot1dStaticAddress });

const pinned = (configuration: Configuration, vlan = 1) =>
  configuration.withRow(dot1qStaticUnicastEntry, {
    dot1qVlanIndex: vlan,
    dot1qStaticUnicastAddress: address,
    dot1qStaticUnicastAllowedToGoTo: 3,
  });

describe('filtered addresses', () => {
  it('reach the plan', () => {
    expect(planOf(before).destinationFilter.size).toBe(0);
    const after = filtered(filtered(before), '00-11-22-33-44-66');
    expect(messagesOf(before, after)).toEqual([]);
    expect([...planOf(after).destinationFilter.keys()]).toEqual([address, '00-11-22-33-44-66']);
  });

  it('are those of one station, in any way of writing it', () => {
    const { dot1dStaticAddress: field } = dot1dStaticEntry.fields;
    for (const wrong of ['01-80-C2-00-00-00', 'FF-FF-FF-FF-FF-FF', '00-00-00-00-00-00', '', '00-11-22']) {
      expect(field.read(wrong).ok).toBe(false);
    }
    expect(field.read('001122aabbcc')).toEqual({ ok: true, value: '00-11-22-AA-BB-CC' });
  });

  it("are never the switch's own", () => {
    expect(problemsOf(before, filtered(before, testHardware.baseMacAddress))).toMatchObject([
      { object: 'dot1dStaticEntry', message: { text: "This is the switch's own address." } },
    ]);
  });

  it('are not pinned to a port: whichever comes second is refused', () => {
    expect(problemsOf(pinned(before), filtered(pinned(before)))).toMatchObject([
      {
        object: 'dot1dStaticEntry',
        row: { dot1dStaticAddress: address },
        message: { text: 'Address is in the static unicast table.' },
      },
    ]);
    expect(problemsOf(filtered(before), pinned(filtered(before)))).toMatchObject([
      {
        object: 'dot1qStaticUnicastEntry',
        row: { dot1qVlanIndex: 1, dot1qStaticUnicastAddress: address },
        message: { text: 'Address is in the table of the destination MAC filter.' },
      },
    ]);
    expect(messagesOf(before, filtered(pinned(before)))).toHaveLength(1);
    const swapped = filtered(before);
    expect(messagesOf(pinned(before), swapped)).toEqual([]);
    const moved = pinned(filtered(before, '00-11-22-33-44-66'));
    expect(messagesOf(filtered(before, '00-11-22-33-44-66'), moved)).toEqual([]);
  });
});
