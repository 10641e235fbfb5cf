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
