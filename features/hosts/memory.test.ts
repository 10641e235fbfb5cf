import { describe, expect, it } from 'vitest';
import { atOnce } from '../../model/configuration/steps.ts';
import { DAY, HostMemory, QUARTER, QUARTERS, REMEMBERED_MAXIMUM } from './memory.ts';

const start = Date.UTC(2026, 10, 26);
const mac = '00-40-8C-00-00-08';
const at = (lastSeen: number, port = 3, vlan = 1) => ({ mac, port, vlan, lastSeen });

describe('the memory of hosts', () => {
  it('knows since when a host is where it is, and where it was before', () => {
    const memory = new HostMemory();
    atOnce(memory.look([at(start)], start));
    atOnce(memory.look([at(start + 60_000)], start + 60_000));
    atOnce(memory.look([at(start + 120_000, 7, 40)], start + 120_000));
    expect(memory.stations.get(mac)).toMatchObject({
      since: start + 120_000,
      lastSeen: start + 120_000,
      port: 7,
      vlan: 40,
    });
    expect(memory.movesOf(mac)).toEqual([{ at: start + 120_000, port: 3, vlan: 1 }]);
  });

  it('keeps the last four places that a host was at', () => {
    const memory = new HostMemory();
    for (const port of [1, 2, 3, 4, 5, 6]) atOnce(memory.look([at(start + port * 1000, port)], start + port * 1000));
    expect(memory.movesOf(mac).map(({ port }) => port)).toEqual([5, 4, 3, 2]);
  });

  it('takes a host that is in two VLANs of its port for one that stays', () => {
    const memory = new HostMemory();
    atOnce(memory.look([at(start, 3, 1)], start));
    atOnce(memory.look([at(start + 1000, 3, 1), at(start + 2000, 3, 20)], start + 2000));
    expect(memory.movesOf(mac)).toEqual([]);
    expect(memory.stations.get(mac)).toMatchObject({ since: start, vlan: 1 });
  });

  it('forgets a host a day after its last frame, not before', () => {
    const memory = new HostMemory();
    atOnce(memory.look([at(start)], start));
    atOnce(memory.look([], start + DAY));
    expect(memory.stations.has(mac)).toBe(true);
    atOnce(memory.look([], start + DAY + 1));
    expect(memory.stations.has(mac)).toBe(false);
  });

  it('has the quarters of an hour in which a host was there, across all of its day', () => {
    const memory = new HostMemory();
    for (const quarter of [0, 1, 33, 70])
      atOnce(memory.look([at(start + quarter * QUARTER)], start + quarter * QUARTER));
    const day = memory.dayOf(mac, start + 90 * QUARTER);
    const heard = [...day].flatMap((bit, place) => (bit === '1' ? [place - (QUARTERS - 1) + 90] : []));
    expect(day).toHaveLength(QUARTERS);
    expect(heard).toEqual([0, 1, 33, 70]);
  });

  it('shows nothing of a day that is over', () => {
    const memory = new HostMemory();
    atOnce(memory.look([at(start)], start));
    expect(memory.dayOf(mac, start + 96 * QUARTER)).toBe('0'.repeat(QUARTERS));
  });

  it('holds no more hosts than it may, and lets those go that were heard longest ago', () => {
    const memory = new HostMemory();
    const many = Array.from({ length: REMEMBERED_MAXIMUM + 10 }, (_, number) => ({
      ...at(start + number),
      mac: `02-00-00-00-${number >> 8}-${number & 0xff}`,
    }));
    atOnce(memory.look(many, start + many.length));
    expect(memory.stations.size).toBe(REMEMBERED_MAXIMUM);
    expect(memory.stations.has(many[9]?.mac ?? '')).toBe(false);
    expect(memory.stations.has(many[10]?.mac ?? '')).toBe(true);
  });

  it('moves with the date when that is set', () => {
    const memory = new HostMemory();
    atOnce(memory.look([at(start)], start));
    memory.shift(3 * DAY);
    atOnce(memory.look([], start + 3 * DAY));
    expect(memory.stations.get(mac)).toMatchObject({ since: start + 3 * DAY, lastSeen: start + 3 * DAY });
  });

  it('was moved as long ago as before when the date is set', () => {
    const memory = new HostMemory();
    atOnce(memory.look([at(start)], start));
    atOnce(memory.look([at(start + 60_000, 7, 40)], start + 60_000));
    memory.shift(3 * DAY);
    expect(memory.movesOf(mac)).toEqual([{ at: start + 60_000 + 3 * DAY, port: 3, vlan: 1 }]);
  });

  it('was there in the same quarters of an hour when the date is set', () => {
    const memory = new HostMemory();
    const hour = 4 * QUARTER;
    atOnce(memory.look([at(start)], start));
    memory.shift(2 * hour);
    expect(memory.dayOf(mac, start + 2 * hour)).toBe('1'.padStart(QUARTERS, '0'));
    atOnce(memory.look([at(start + 2 * hour + QUARTER)], start + 2 * hour + QUARTER));
    expect(memory.dayOf(mac, start + 2 * hour + QUARTER)).toBe('11'.padStart(QUARTERS, '0'));
  });

  it('moves with a date that is set while the address table is looked at', () => {
    const memory = new HostMemory();
    const others = Array.from({ length: 1000 }, (_, number) => ({ ...at(start), mac: `02-00-00-00-00-${number}` }));
    atOnce(memory.look([at(start), ...others], start));
    const looking = memory.look([at(start), ...others], start);
    looking.next();
    memory.shift(-3 * DAY);
    atOnce(looking);
    expect(memory.stations.size).toBe(1001);
    expect(memory.stations.get(mac)).toMatchObject({ since: start - 3 * DAY, lastSeen: start - 3 * DAY });
  });
});
