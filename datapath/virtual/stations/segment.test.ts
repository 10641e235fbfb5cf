import { expect, test } from 'vitest';
import { pauseFrame } from '../pause.ts';
import type { Cable } from '../virtual-datapath.ts';
import { Segment } from './segment.ts';

/** A segment with two listeners on a cable whose link can be taken away. */
function begin() {
  const notes: string[] = [];
  const listener = (name: string) => ({
    receive: (frame: Uint8Array, weight: number) => notes.push(`${name} hears ${frame.length} × ${weight}`),
    forget: () => notes.push(`${name} forgets`),
  });
  let link: 'up' | 'down' = 'up';
  const cable: Cable = {
    send: (frame, weight) => notes.push(`switch hears ${frame.length} × ${weight}`),
    setLink: (wanted) => notes.push(`link ${wanted}`),
    state: () => ({ port: 1, link, speed: 1000, duplex: 'full' }),
    unplug: () => {},
  };
  const segment = new Segment({ speeds: [1000], duplex: 'full', negotiates: true });
  const [phone, computer] = [listener('phone'), listener('computer')];
  segment.add(phone);
  segment.add(computer);
  const change = (wanted: 'up' | 'down') => {
    link = wanted;
    segment.linkChanged({ link });
  };
  return { segment, cable, phone, change, took: () => notes.splice(0) };
}

test('who speaks on a segment is heard by the others there and by the switch, the switch by all', () => {
  const { segment, cable, phone, took } = begin();
  segment.plug(cable);
  segment.send(phone, new Uint8Array(40), 3);
  expect(took()).toEqual(['computer hears 60 × 3', 'switch hears 60 × 3']);
  segment.receive(new Uint8Array(80), 2);
  expect(took()).toEqual(['phone hears 80 × 2', 'computer hears 80 × 2']);
});

test('nobody is heard where there is no link, and who lost it forgets the network', () => {
  const { segment, cable, phone, change, took } = begin();
  segment.send(phone, new Uint8Array(60), 1);
  segment.setLink('down');
  expect(took()).toEqual([]);
  expect(segment.isUp).toBe(false);
  segment.plug(cable);
  change('down');
  expect(took()).toEqual(['phone forgets', 'computer forgets']);
  segment.send(phone, new Uint8Array(60), 1);
  change('up');
  expect(took()).toEqual([]);
  segment.setLink('down');
  expect(took()).toEqual(['link down']);
});

test('a segment that is asked to pause goes at half its pace, and grows back turn by turn', () => {
  const { segment, change } = begin();
  expect(segment.pace).toBe(1);
  segment.receive(pauseFrame(), 1);
  segment.receive(pauseFrame(), 1);
  expect(segment.pace).toBe(0.25);
  segment.recover();
  expect(segment.pace).toBeCloseTo(0.275);
  for (let turn = 0; turn < 100; turn += 1) segment.recover();
  expect(segment.pace).toBe(1);
  for (let request = 0; request < 100; request += 1) segment.receive(pauseFrame(), 1);
  expect(segment.pace).toBe(0.02);
  change('up');
  expect(segment.pace).toBe(1);
});
