import { expect, it } from 'vitest';
import { FreshMessages, HeardSenders, readStamp, type Stamp, Stamps, writtenStamp } from './message-stamp.ts';

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;

const stamp = (number: number, sender = 'a'.repeat(16), at = NOW): Stamp => ({ sender, number, at });

it('carries sender, number and time', () => {
  const stamps = new Stamps();
  const [first, second] = [stamps.next(NOW), stamps.next(NOW + 1)];
  expect(readStamp(Buffer.concat([writtenStamp(second), Buffer.from('text')]))).toEqual(second);
  expect(second).toEqual({ sender: first.sender, number: first.number + 1, at: NOW + 1 });
  expect(new Stamps().next(NOW).sender).not.toBe(first.sender);
  expect(readStamp(Buffer.alloc(23))).toBeUndefined();
});

it('takes each message once, though some overtake others, and none that is long overtaken', () => {
  const messages = new FreshMessages();
  const takes = (number: number) => messages.take(stamp(number), NOW);
  for (const number of [1, 2, 5, 3, 4, 40, 39, 9])
    expect([number, takes(number), takes(number)]).toEqual([number, true, false]);
  // Every one of before is refused, whether it was heard or is overtaken for too long.
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) expect(takes(number)).toBe(false);
  expect(takes(10)).toBe(true);
  expect(takes(1_000_000)).toBe(true);
  expect(takes(1_000_000 - 31)).toBe(true);
  expect(takes(1_000_000 - 32)).toBe(false);
  expect(messages.take(stamp(1, 'b'.repeat(16)), NOW)).toBe(true);
});

it('takes no message that is older or younger than clocks may differ', () => {
  const at = (minutes: number) => new FreshMessages().take(stamp(1, undefined, NOW + minutes * MINUTE), NOW);
  expect([-11, -10, 10, 11].map(at)).toEqual([false, true, true, false]);
});

it('takes nothing that was said before somebody began to listen', () => {
  const senders = new HeardSenders();
  for (const number of [7, 5]) senders.heard(stamp(number));
  const messages = new FreshMessages(senders.all());
  expect([5, 6, 7, 8].map((number) => messages.take(stamp(number), NOW))).toEqual([false, false, false, true]);
});

it('remembers as many senders as a cloud has, those heard of last', () => {
  const senders = new HeardSenders();
  const messages = new FreshMessages();
  for (let at = 0; at < 1_000; at += 1) {
    const one = stamp(1, at.toString(16).padStart(16, '0'));
    senders.heard(one);
    expect(messages.take(one, NOW)).toBe(true);
  }
  expect(senders.all().size).toBe(256);
  expect(messages.take(stamp(1, (999).toString(16).padStart(16, '0')), NOW)).toBe(false);
});
