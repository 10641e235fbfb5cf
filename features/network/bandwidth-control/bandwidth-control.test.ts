import { describe, expect, it } from 'vitest';
import { factory, messagesOf, planOf, testHardware } from '../testing.ts';
import { rateCtrlEntry, stormCtrlEntry } from './objects.ts';

const NONE = {
  ingressKilobits: undefined,
  egressKilobits: undefined,
  broadcasts: undefined,
  multicasts: undefined,
  unknownUnicasts: undefined,
};

describe('the plan', () => {
  it('limits nothing as long as nothing is enabled', () => {
    expect(planOf(factory()).rates.size).toBe(0);
  });

  it('holds each kind that is enabled to 64 frames a second times the threshold', () => {
    const configuration = factory()
      .withRow(stormCtrlEntry, { ifIndex: 2, stormCtrlBroadcast: 1, stormCtrlDlf: 1, stormCtrlThreshold: 10 })
      .withRow(stormCtrlEntry, { ifIndex: 3, stormCtrlMulticast: 1, stormCtrlThreshold: 1 });
    expect(planOf(configuration).rates).toEqual(
      new Map([
        [2, { ...NONE, broadcasts: 640, unknownUnicasts: 640 }],
        [3, { ...NONE, multicasts: 64 }],
      ]),
    );
  });

  it('joins both rates and the storm control of a port', () => {
    const configuration = factory()
      .withRow(stormCtrlEntry, { ifIndex: 2, stormCtrlBroadcast: 1, stormCtrlThreshold: 1 })
      .withRow(rateCtrlEntry, {
        rateCtrlIndex: 2,
        rateCtrlIngressStatus: 1,
        rateCtrlIngressRate: 100,
        rateCtrlEgressRate: 9,
      })
      .withRow(rateCtrlEntry, {
        rateCtrlIndex: 4,
        rateCtrlEgressStatus: 1,
        rateCtrlEgressRate: 15_625,
        rateCtrlIngressRate: 9,
      });
    expect(planOf(configuration).rates).toEqual(
      new Map([
        [2, { ...NONE, broadcasts: 64, ingressKilobits: 6400 }],
        [4, { ...NONE, egressKilobits: 1_000_000 }],
      ]),
    );
  });
});

describe('a rate', () => {
  const wide = {
    ...testHardware,
    ports: new Map([
      ...testHardware.ports,
      [10, { number: 10, media: 'fiber' as const, speeds: [10_000], pse: false }],
    ]),
  };

  it('goes up to what the port runs at', () => {
    const before = factory(wide);
    const set = (port: number, rate: number) =>
      messagesOf(before, before.withRow(rateCtrlEntry, { rateCtrlIndex: port, rateCtrlEgressRate: rate }), wide);
    expect(set(1, 15_624)).toEqual([]);
    expect(set(1, 15_626)).toEqual(['Please enter an integer between 1 ~ 15625']);
    expect(set(10, 156_249)).toEqual([]);
  });

  it('is that of the port to begin with', () => {
    const rates = factory(wide)
      .rows(rateCtrlEntry)
      .map((row) => row.rateCtrlIngressRate);
    expect([rates[0], rates[9]]).toEqual([15_625, 156_250]);
  });
});
