import { describe, expect, test } from 'vitest';
import type { TcpSegment } from '../frames/tcp.ts';
import { refusal, TcpConnection } from './connection.ts';

/** This side begins at 1000, the peer at 5000. */
const ends = { localPort: 5, remotePort: 80, initialSequence: 1000, maximumSegment: 100 };

/** A segment of the peer that is in order after the opening. */
function from(part: Partial<TcpSegment>): TcpSegment {
  return {
    sourcePort: 80,
    destinationPort: 5,
    sequence: 5001,
    acknowledgment: 1001,
    syn: false,
    ack: true,
    fin: false,
    reset: false,
    push: false,
    window: 1000,
    maximumSegment: undefined,
    content: new Uint8Array(),
    ...part,
  };
}
const syn = from({ syn: true, sequence: 5000, acknowledgment: 0, ack: false, maximumSegment: 100 });
const synAck = from({ syn: true, sequence: 5000, maximumSegment: 100 });
const text = (words: string) => new TextEncoder().encode(words);

const opening = () => TcpConnection.connect(ends, 0).connection;
const asked = () => TcpConnection.accept(ends, syn, 0).connection;
function open(): TcpConnection {
  const connection = opening();
  connection.receive(synAck, 10);
  return connection;
}

const nothing = { send: [], received: [], news: [] };
const bareAck = { syn: false, ack: true, fin: false, reset: false, push: false, content: new Uint8Array() };

describe('while it opens', () => {
  test('says so, and not afterwards', () => {
    expect([opening().isOpening, asked().isOpening, open().isOpening]).toEqual([true, true, false]);
    const over = opening();
    over.reset();
    expect([over.isOpening, over.isOver]).toEqual([false, true]);
  });

  test('the greetings carry what each side takes, and the second acknowledges the first', () => {
    expect(TcpConnection.connect(ends, 0).step.send).toMatchObject([
      { syn: true, ack: false, sequence: 1000, acknowledgment: 0, maximumSegment: 100, reset: false, fin: false },
    ]);
    expect(TcpConnection.accept(ends, syn, 0).step.send).toMatchObject([
      { syn: true, ack: true, sequence: 1000, acknowledgment: 5001, maximumSegment: 100 },
    ]);
  });

  test('an answer to another greeting is reset, unless it is a reset itself', () => {
    const connection = opening();
    const step = connection.receive({ ...synAck, acknowledgment: 77 }, 10);
    expect(step).toMatchObject({ send: [{ reset: true, sequence: 77, syn: false }], news: [] });
    expect(connection.receive(from({ reset: true, acknowledgment: 77 }), 10)).toEqual(nothing);
    expect(connection.isOpening).toBe(true);
  });

  test('what is no answer changes nothing', () => {
    const connection = opening();
    expect(connection.receive(syn, 10)).toEqual(nothing);
    expect(connection.receive(from({ reset: true, ack: false, acknowledgment: 1001 }), 10)).toEqual(nothing);
    expect(connection.receive({ ...syn, acknowledgment: 1001 }, 10)).toEqual(nothing);
    expect(connection.receive(from({}), 10)).toEqual(nothing);
    expect(connection.isOpening).toBe(true);
  });

  test('the answer is acknowledged, by what was written before where there is something', () => {
    const idle = opening().receive(synAck, 10);
    expect(idle).toMatchObject({ news: ['opened'], send: [{ ...bareAck, sequence: 1001, acknowledgment: 5001 }] });
    const busy = opening();
    expect(busy.write(text('hi'), 5)).toEqual(nothing);
    expect(busy.pending).toBe(2);
    expect(busy.receive(synAck, 10).send).toMatchObject([{ sequence: 1001, push: true, content: text('hi') }]);
  });

  test('a greeting that comes twice is answered twice', () => {
    const connection = asked();
    expect(connection.receive(syn, 20)).toMatchObject({
      send: [{ syn: true, ack: true, sequence: 1000, acknowledgment: 5001, maximumSegment: 100 }],
      news: [],
    });
    expect(connection.receive(from({ acknowledgment: 77 }), 30)).toMatchObject({
      send: [{ reset: true, sequence: 77 }],
      news: [],
    });
    expect(connection.isOpening).toBe(true);
    expect(connection.receive(from({}), 40)).toEqual({ ...nothing, news: ['opened'] });
  });

  test('a side that breaks off tells a peer that it has heard of, and no other', () => {
    expect(opening().reset()).toEqual(nothing);
    expect(asked().reset()).toMatchObject({ send: [{ reset: true, sequence: 1001 }], news: [] });
    const connection = open();
    expect(connection.reset().send).toHaveLength(1);
    expect(connection.reset()).toEqual(nothing);
    expect(connection.wakeAt).toBe(Number.POSITIVE_INFINITY);
    expect(connection.receive(from({ content: text('late') }), 20)).toEqual(nothing);
    expect(connection.write(text('late'), 20)).toEqual(nothing);
    expect(connection.pending).toBe(0);
  });
});

describe('while it is open', () => {
  test('what comes is acknowledged once, and an acknowledgment is not', () => {
    const connection = open();
    const content = text('hello');
    const step = connection.receive(from({ content }), 20);
    expect(step).toMatchObject({ received: [text('hello')], send: [{ ...bareAck, acknowledgment: 5006 }] });
    content.fill(0);
    expect(step.received[0]).toEqual(text('hello'));
    expect(connection.receive(from({ sequence: 5006 }), 30)).toEqual(nothing);
  });

  test('of what comes again only the rest is taken, and what is ahead not at all', () => {
    const connection = open();
    connection.receive(from({ content: text('hello') }), 20);
    expect(connection.receive(from({ content: text('hello you') }), 30)).toMatchObject({
      received: [text(' you')],
      send: [{ acknowledgment: 5010 }],
    });
    expect(connection.receive(from({ content: text('hello') }), 40)).toMatchObject({
      received: [],
      send: [{ acknowledgment: 5010 }],
    });
    expect(connection.receive(from({ sequence: 5020, content: text('far'), fin: true }), 50)).toMatchObject({
      received: [],
      news: [],
      send: [{ acknowledgment: 5010 }],
    });
  });

  test('an answer carries the acknowledgment itself', () => {
    const connection = open();
    connection.write(text('x'.repeat(1000)), 10);
    const step = connection.receive(from({ content: text('hello'), acknowledgment: 1001, window: 2000 }), 20);
    expect(step.send).toHaveLength(1);
    const more = open();
    more.write(text('y'.repeat(1500)), 10);
    const answer = more.receive(from({ content: text('hello'), acknowledgment: 2001 }), 20);
    expect(answer.send.length).toBe(5);
    expect(answer.send.every(({ acknowledgment, content }) => acknowledgment === 5006 && content.length === 100)).toBe(
      true,
    );
  });

  test('a greeting out of time and a segment without an acknowledgment say nothing new', () => {
    const connection = open();
    expect(connection.receive(synAck, 20)).toMatchObject({ send: [{ ...bareAck, acknowledgment: 5001 }], news: [] });
    expect(connection.receive(from({ ack: false, content: text('hello') }), 30)).toEqual(nothing);
  });

  test('nothing is sent again before its time', () => {
    const connection = open();
    expect(connection.wakeAt).toBe(Number.POSITIVE_INFINITY);
    connection.write(text('hi'), 100);
    expect(connection.wakeAt).toBe(1100);
    connection.write(text('ho'), 500);
    expect(connection.wakeAt).toBe(1100);
    expect(connection.wake(1099)).toEqual(nothing);
    expect(connection.wake(1100).send).toMatchObject([{ sequence: 1001, content: text('hiho') }]);
    expect(connection.wakeAt).toBe(3100);
    connection.receive(from({ acknowledgment: 1005 }), 1200);
    expect([connection.wakeAt, connection.pending]).toEqual([Number.POSITIVE_INFINITY, 0]);
  });

  test('a peer that takes nothing is asked as long as it says so, and given up when it is silent', () => {
    const connection = open();
    connection.receive(from({ window: 0 }), 20);
    connection.write(text('hello'), 30);
    for (let asked = 0; asked < 20; asked += 1) {
      expect(connection.wake(connection.wakeAt).send).toMatchObject([{ content: text('h') }]);
      connection.receive(from({ window: 0 }), connection.wakeAt - 1);
    }
    const news: string[] = [];
    for (let asked = 0; asked < 7; asked += 1) news.push(...connection.wake(connection.wakeAt).news);
    expect(news).toEqual(['timeout']);
  });

  test('a peer that takes something, but acknowledges nothing, is given up', () => {
    const connection = open();
    connection.write(text('hello'), 30);
    const news: string[] = [];
    for (let asked = 0; asked < 7; asked += 1) {
      connection.receive(from({}), connection.wakeAt - 1);
      news.push(...connection.wake(connection.wakeAt).news);
    }
    expect(news).toEqual(['timeout']);
  });
});

describe('when it ends', () => {
  test('what was written goes before, the end is no content, and nothing may be written behind it', () => {
    const connection = open();
    expect(connection.end(20).send).toMatchObject([{ fin: true, push: false, sequence: 1001 }]);
    expect(connection.write(text('late'), 30)).toEqual(nothing);
    expect(connection.pending).toBe(0);
    const writing = open();
    writing.write(text('hi'), 20);
    expect(writing.end(20).send).toMatchObject([{ fin: true, sequence: 1003 }]);
  });

  test('the side that ended first repeats its last acknowledgment for ten seconds', () => {
    const connection = open();
    connection.end(100);
    expect(connection.receive(from({ acknowledgment: 1002 }), 200)).toEqual(nothing);
    const last = from({ acknowledgment: 1002, fin: true });
    expect(connection.receive(last, 300)).toMatchObject({
      news: ['ended', 'closed'],
      send: [{ ...bareAck, acknowledgment: 5002 }],
    });
    expect([connection.isOver, connection.wakeAt]).toEqual([false, 10_300]);
    expect(connection.receive(last, 5000)).toMatchObject({ news: [], send: [{ acknowledgment: 5002 }] });
    expect(connection.wakeAt).toBe(15_000);
    expect(connection.wake(15_000)).toEqual(nothing);
    expect(connection.isOver).toBe(true);
  });

  test('the other side is over as soon as its end is acknowledged', () => {
    const connection = open();
    expect(connection.receive(from({ fin: true }), 100)).toMatchObject({
      news: ['ended'],
      send: [{ acknowledgment: 5002 }],
    });
    expect(connection.receive(from({ fin: true }), 150)).toMatchObject({ news: [], send: [{ acknowledgment: 5002 }] });
    connection.end(200);
    expect(connection.isOver).toBe(false);
    expect(connection.receive(from({ sequence: 5002, acknowledgment: 1002 }), 300)).toEqual({
      ...nothing,
      news: ['closed'],
    });
    expect(connection.isOver).toBe(true);
  });

  test('a reset afterwards ends the wait without news', () => {
    const connection = open();
    connection.end(100);
    connection.receive(from({ acknowledgment: 1002, fin: true }), 300);
    expect(connection.receive(from({ sequence: 5002, reset: true }), 400)).toEqual(nothing);
    expect([connection.isOver, connection.wakeAt]).toEqual([true, Number.POSITIVE_INFINITY]);
  });
});

describe('at its limits', () => {
  const many = (octets: number) => text('x'.repeat(octets));
  const lengths = (step: { send: readonly TcpSegment[] }) => step.send.map(({ content }) => content.length);

  test('a peer without a segment size takes 536 octets at once', () => {
    const { connection } = TcpConnection.connect({ ...ends, maximumSegment: 1460 }, 0);
    connection.write(many(600), 0);
    expect(lengths(connection.receive(from({ syn: true, sequence: 5000 }), 10))).toEqual([536, 64]);
    const listening = TcpConnection.accept({ ...ends, maximumSegment: 1460 }, { ...syn, maximumSegment: undefined }, 0);
    listening.connection.write(many(600), 0);
    expect(lengths(listening.connection.receive(from({}), 10))).toEqual([536, 64]);
  });

  test('the window of the opening holds from the first octet', () => {
    const connection = opening();
    connection.write(many(300), 5);
    expect(lengths(connection.receive({ ...synAck, window: 150 }, 10))).toEqual([100, 50]);
    const listening = asked();
    listening.write(many(300), 5);
    expect(lengths(listening.receive(from({ window: 250 }), 10))).toEqual([100, 100, 50]);
  });

  test('at most 16,384 octets are under way, whatever the peer takes', () => {
    const connection = open();
    connection.receive(from({ window: 65_535 }), 10);
    const sent = lengths(connection.write(many(20_000), 20));
    expect(sent.reduce((sum, length) => sum + length)).toBe(16_384);
    expect(lengths(connection.receive(from({ acknowledgment: 1101, window: 65_535 }), 30))).toEqual([100]);
  });

  test('a single octet is sent, received and asked for like any other', () => {
    const connection = open();
    expect(connection.write(text('x'), 20).send).toMatchObject([{ push: true, content: text('x') }]);
    expect(connection.receive(from({ content: text('y') }), 30).received).toEqual([text('y')]);
    const closed = open();
    closed.receive(from({ window: 0 }), 20);
    expect(closed.write(text('x'), 30).send).toEqual([]);
    expect(closed.wakeAt).toBe(1030);
  });

  test('a segment that is one octet ahead is not taken', () => {
    const connection = open();
    expect(connection.receive(from({ sequence: 5002, content: text('far') }), 20)).toMatchObject({
      received: [],
      send: [{ acknowledgment: 5001 }],
    });
  });

  test('an acknowledgment of a part neither repeats the rest nor sends anything anew', () => {
    const connection = open();
    connection.write(many(300), 20);
    expect(connection.receive(from({ acknowledgment: 1101 }), 30).send).toEqual([]);
    expect(connection.pending).toBe(200);
    expect(connection.write(text('on'), 40).send).toMatchObject([{ sequence: 1301, content: text('on') }]);
  });

  test('the pause grows to a minute at most, also before the end', () => {
    const due: number[] = [];
    const connection = opening();
    while (!connection.isOver) {
      due.push(connection.wakeAt);
      connection.wake(connection.wakeAt);
    }
    expect(due).toEqual([1000, 3000, 7000, 15_000, 31_000, 63_000, 123_000]);
  });

  test('an answer to a greeting is repeated, too, until the peer is given up', () => {
    const connection = asked();
    expect(connection.wakeAt).toBe(1000);
    expect(connection.wake(1000).send).toMatchObject([{ syn: true, ack: true, sequence: 1000, acknowledgment: 5001 }]);
    expect(connection.wakeAt).toBe(3000);
    const news: string[] = [];
    while (!connection.isOver) news.push(...connection.wake(connection.wakeAt).news);
    expect(news).toEqual(['timeout']);
  });

  test('losses of the greeting are forgotten once it is answered', () => {
    const connection = opening();
    connection.wake(1000);
    connection.wake(3000);
    connection.receive(synAck, 3500);
    connection.write(text('hi'), 4000);
    expect(connection.wakeAt).toBe(5000);
    const news: string[] = [];
    let tries = 0;
    while (!connection.isOver) {
      news.push(...connection.wake(connection.wakeAt).news);
      tries += 1;
    }
    expect([tries, news]).toEqual([7, ['timeout']]);
  });

  test('an end that is not acknowledged is sent again', () => {
    const connection = open();
    connection.end(20);
    expect(connection.wakeAt).toBe(1020);
    expect(connection.wake(1020).send).toMatchObject([{ fin: true, sequence: 1001, content: text('') }]);
    expect(connection.wakeAt).toBe(3020);
  });

  test('what comes with the answer to a greeting is taken, and with a wrong answer not', () => {
    expect(asked().receive(from({ acknowledgment: 77, content: text('hi') }), 10)).toMatchObject({
      received: [],
      send: [{ reset: true }],
    });
    expect(asked().receive(from({ content: text('hi') }), 10)).toMatchObject({
      received: [text('hi')],
      news: ['opened'],
      send: [{ ...bareAck, sequence: 1001, acknowledgment: 5003 }],
    });
  });

  test('nothing is taken from a peer behind its end', () => {
    const connection = open();
    connection.receive(from({ fin: true }), 20);
    const step = connection.receive(from({ sequence: 5002, content: text('more') }), 30);
    expect(step).toMatchObject({ received: [], news: [], send: [{ acknowledgment: 5002 }] });
  });

  test('a reset is believed at the expected place only', () => {
    const connection = open();
    for (const sequence of [5000, 5002]) {
      expect(connection.receive(from({ reset: true, sequence }), 20)).toEqual(nothing);
    }
    expect(connection.receive(from({ reset: true }), 30)).toEqual({ ...nothing, news: ['reset'] });
    expect([connection.isOver, connection.wakeAt]).toEqual([true, Number.POSITIVE_INFINITY]);
  });

  test('a greeting is refused by a reset that acknowledges it', () => {
    const connection = opening();
    expect(connection.receive(from({ reset: true }), 10)).toEqual({ ...nothing, news: ['refused'] });
    expect(connection.isOver).toBe(true);
  });
});

test('a segment without an acknowledgment is refused at the beginning, whatever stands in that field', () => {
  expect(refusal({ ...syn, acknowledgment: 77 })).toMatchObject({ sequence: 0, acknowledgment: 5001, ack: true });
  expect(refusal(from({ reset: true }))).toBeUndefined();
});

test('a segment without an acknowledgment is refused up to its last octet', () => {
  const acknowledged = (part: Partial<TcpSegment>) => refusal(from({ ack: false, ...part }))?.acknowledgment;
  expect(acknowledged({})).toBe(5001);
  expect(acknowledged({ content: text('hi') })).toBe(5003);
  expect(acknowledged({ content: text('hi'), fin: true })).toBe(5004);
});

test('a segment of no connection is refused at its own place in the stream', () => {
  expect(refusal(from({ acknowledgment: 77, content: text('hi') }))).toEqual({
    ...from({}),
    sourcePort: 5,
    destinationPort: 80,
    sequence: 77,
    acknowledgment: 0,
    ack: false,
    reset: true,
    window: 0,
  });
  expect(refusal(syn)).toMatchObject({ sequence: 0, acknowledgment: 5001, ack: true, reset: true, fin: false });
});
