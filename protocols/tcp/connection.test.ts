import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildTcp, parseTcp, type TcpSegment } from '../frames/tcp.ts';
import { SOME_MOMENT } from '../some-moment.ts';
import { refusal, TcpConnection, type TcpEnds, type TcpStep } from './connection.ts';

const [A, B] = ['192.0.2.1', '192.0.2.2'];
const ends = (localPort: number, remotePort: number, more: Partial<TcpEnds> = {}): TcpEnds => ({
  localPort,
  remotePort,
  initialSequence: (0xffff_fff0 + localPort) >>> 0,
  maximumSegment: 100,
  ...more,
});

/** The network's treatment of one segment: how often it arrives, and how many milliseconds later. */
type Fate = readonly number[];
const ARRIVES: Fate = [1];

/** A client and a server with a simulated network between them; time is driven. */
class Net {
  now = SOME_MOMENT;
  readonly heard = { client: '', server: '' };
  readonly news = { client: [] as string[], server: [] as string[] };
  /** Segments on their way, and everything that was sent. */
  #flying: { at: number; to: 'client' | 'server'; octets: Uint8Array }[] = [];
  sent: { from: 'client' | 'server'; segment: TcpSegment }[] = [];
  client: TcpConnection;
  server: TcpConnection | undefined;
  readonly #fates: Fate[];
  readonly #serverEnds: Partial<TcpEnds>;

  constructor(fates: readonly Fate[] = [], clientEnds: Partial<TcpEnds> = {}, serverEnds: Partial<TcpEnds> = {}) {
    this.#fates = [...fates];
    this.#serverEnds = serverEnds;
    const { connection, step } = TcpConnection.connect(ends(5, 80, clientEnds), this.now);
    this.client = connection;
    this.follow('client', step);
  }

  follow(who: 'client' | 'server', step: TcpStep): void {
    for (const octets of step.received) this.heard[who] += new TextDecoder().decode(octets);
    this.news[who].push(...step.news);
    for (const segment of step.send) {
      this.sent.push({ from: who, segment });
      const [source, destination] = who === 'client' ? [A, B] : [B, A];
      const octets = buildTcp(segment, source, destination);
      expect(parseTcp(octets, source, destination)).toEqual(segment);
      for (const delay of this.#fates.shift() ?? ARRIVES) {
        this.#flying.push({ at: this.now + delay, to: who === 'client' ? 'server' : 'client', octets });
      }
    }
  }

  write(who: 'client' | 'server', text: string): void {
    const step = this[who]?.write(new TextEncoder().encode(text), this.now);
    if (step) this.follow(who, step);
  }

  end(who: 'client' | 'server'): void {
    const step = this[who]?.end(this.now);
    if (step) this.follow(who, step);
  }

  /** Lets time pass until `end`, in milliseconds, or nothing is left to happen. */
  run(end = Number.POSITIVE_INFINITY): void {
    this.#until(SOME_MOMENT + end);
  }

  #until(end: number): void {
    for (let turn = 0; turn < 10_000; turn += 1) {
      const due = Math.min(
        ...this.#flying.map(({ at }) => at),
        this.client.wakeAt,
        this.server?.wakeAt ?? Number.POSITIVE_INFINITY,
      );
      if (due > end || due === Number.POSITIVE_INFINITY) break;
      this.now = Math.max(this.now, due);
      const arrived = this.#flying.filter(({ at }) => at <= this.now);
      this.#flying = this.#flying.filter(({ at }) => at > this.now);
      for (const { to, octets } of arrived) this.#deliver(to, octets);
      for (const who of ['client', 'server'] as const) {
        const connection = this[who];
        if (connection && connection.wakeAt <= this.now) this.follow(who, connection.wake(this.now));
      }
    }
    if (end !== Number.POSITIVE_INFINITY) this.now = Math.max(this.now, end);
  }

  #deliver(to: 'client' | 'server', octets: Uint8Array): void {
    const segment = to === 'client' ? parseTcp(octets, B, A) : parseTcp(octets, A, B);
    if (!segment) throw new Error('A segment was damaged.');
    if (to === 'client') this.follow('client', this.client.receive(segment, this.now));
    else if (this.server) this.follow('server', this.server.receive(segment, this.now));
    else if (segment.syn) {
      const { connection, step } = TcpConnection.accept(ends(80, 5, this.#serverEnds), segment, this.now);
      this.server = connection;
      this.follow('server', step);
    }
  }
}

describe('a connection', () => {
  test('opens, carries both ways, closes, and is over', () => {
    const net = new Net();
    net.run(100);
    expect([net.news.client, net.news.server]).toEqual([['opened'], ['opened']]);
    net.write('client', 'GET /');
    net.write('server', 'x'.repeat(1000));
    net.run(200);
    expect(net.heard).toEqual({ client: 'x'.repeat(1000), server: 'GET /' });
    net.end('client');
    net.run(300);
    expect(net.news.server).toEqual(['opened', 'ended']);
    net.write('server', 'still');
    net.end('server');
    net.run();
    expect(net.heard.client.endsWith('still')).toBe(true);
    expect(net.news).toEqual({ client: ['opened', 'ended', 'closed'], server: ['opened', 'ended', 'closed'] });
    expect([net.client.isOver, net.server?.isOver]).toEqual([true, true]);
  });

  test('cuts what it sends to the smaller segment of both sides', () => {
    const net = new Net([], { maximumSegment: 50 }, { maximumSegment: 200 });
    net.run(100);
    net.write('client', 'x'.repeat(500));
    net.write('server', 'y'.repeat(500));
    net.run(200);
    const lengths = (who: string) =>
      net.sent.filter(({ from }) => from === who).map(({ segment: { content } }) => content.length);
    expect(Math.max(...lengths('client'))).toBe(50);
    expect(Math.max(...lengths('server'))).toBe(50);
  });

  test('whatever the network loses, doubles or lets overtake, each side hears what the other wrote, once and in order', () => {
    const fate = fc.oneof(
      { weight: 5, arbitrary: fc.constant(ARRIVES) },
      { weight: 2, arbitrary: fc.constant<Fate>([]) },
      { weight: 2, arbitrary: fc.array(fc.integer({ min: 1, max: 2500 }), { minLength: 1, maxLength: 3 }) },
    );
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 700 });
    fc.assert(
      fc.property(
        fc.array(fate, { maxLength: 25 }),
        fc.array(text, { maxLength: 4 }),
        fc.array(text, { maxLength: 4 }),
        (fates, questions, answers) => {
          const net = new Net(fates);
          for (const question of questions) net.write('client', question);
          net.end('client');
          net.run(70_000);
          if (!net.server) {
            // All seven greetings may be lost, the last of which goes out after 63 s.
            net.run();
            expect(net.news.client).toEqual(['timeout']);
            return;
          }
          for (const answer of answers) net.write('server', answer);
          net.end('server');
          net.run();
          const gaveUp = [...net.news.client, ...net.news.server].includes('timeout');
          if (gaveUp) expect(fates.filter(({ length }) => length === 0).length).toBeGreaterThanOrEqual(6);
          else {
            expect(net.heard).toEqual({ client: answers.join(''), server: questions.join('') });
            expect(net.news.client.at(-1)).toBe('closed');
          }
          expect([net.client.isOver, net.server.isOver]).toEqual([true, true]);
        },
      ),
      {
        numRuns: 500,
        examples: [6, 7].map((lost): [Fate[], string[], string[]] => [Array<Fate>(lost).fill([]), ['a'], ['b']]),
      },
    );
  });

  test('sends again after one second, two, four …, and gives up after six times', () => {
    const net = new Net(Array<Fate>(50).fill([]));
    const times: number[] = [];
    for (let seen = 0; !net.client.isOver; ) {
      if (net.sent.length > seen) times.push(net.now - SOME_MOMENT);
      seen = net.sent.length;
      net.run(net.client.wakeAt - SOME_MOMENT);
    }
    expect(times).toEqual([0, 1000, 3000, 7000, 15_000, 31_000, 63_000]);
    expect(net.news.client).toEqual(['timeout']);
  });

  test('waits for a peer that takes nothing, asks with one octet, and goes on when it takes again', () => {
    const net = new Net();
    net.run(100);
    const closed = (window: number): TcpSegment => {
      const last = net.sent.findLast(({ from }) => from === 'server')?.segment;
      if (!last) throw new Error('The server has said nothing.');
      return { ...last, syn: false, maximumSegment: undefined, content: new Uint8Array(), window };
    };
    const full = { ...closed(0), sequence: (closed(0).sequence + 1) >>> 0 };
    net.follow('client', net.client.receive(full, net.now));
    net.sent = [];
    net.write('client', 'hello');
    expect(net.sent).toEqual([]);
    expect(net.client.wakeAt).toBe(net.now + 1000);
    net.follow('client', net.client.wake(net.client.wakeAt));
    expect(net.sent.map(({ segment }) => new TextDecoder().decode(segment.content))).toEqual(['h']);
    net.run(20_000);
    expect(net.heard.server).toBe('hello');
  });

  test('waits after each loss as at first once something has arrived, and twice as long after each in a row', () => {
    // The handshake, then each segment lost twice.
    const lost: Fate = [];
    const net = new Net([ARRIVES, ARRIVES, ARRIVES, lost, lost, ARRIVES, ARRIVES, lost, lost]);
    net.run(100);
    const times = (text: string) => {
      const from = net.now;
      net.sent = [];
      net.write('client', text);
      const waits: number[] = [];
      while (waits.length < 2) {
        waits.push(net.client.wakeAt - from);
        net.run(net.client.wakeAt - SOME_MOMENT);
      }
      net.run(net.now - SOME_MOMENT + 100);
      return waits;
    };
    expect(times('one')).toEqual([1000, 3000]);
    expect(times('two')).toEqual([1000, 3000]);
    expect(net.heard.server).toBe('onetwo');
  });

  test('does not end for a FIN from long before', () => {
    const net = new Net();
    net.run(100);
    net.write('server', 'a long answer');
    net.run(200);
    const last = net.sent.findLast(({ from }) => from === 'server')?.segment;
    if (!last) throw new Error('The server has said nothing.');
    net.follow('client', net.client.receive({ ...last, content: last.content.subarray(0, 3), fin: true }, net.now));
    expect(net.news.client).toEqual(['opened']);
    net.write('server', ' goes on');
    net.run(400);
    expect(net.heard.client).toBe('a long answer goes on');
  });

  test('that nobody listens to is refused, and says so', () => {
    const { connection, step } = TcpConnection.connect(ends(5, 81), 0);
    const [syn] = step.send;
    const answer = syn && refusal(syn);
    if (!answer) throw new Error('There is no answer.');
    expect(answer).toMatchObject({ reset: true, ack: true, destinationPort: 5, sourcePort: 81 });
    expect(connection.receive(answer, 1).news).toEqual(['refused']);
    expect(connection.isOver).toBe(true);
    expect(refusal(answer)).toBeUndefined();
  });

  test('ends by a reset that is in order, and by no other', () => {
    const net = new Net();
    net.run(100);
    const last = net.sent.findLast(({ from }) => from === 'server')?.segment;
    if (!last) throw new Error('The server has said nothing.');
    const reset = { ...last, syn: false, maximumSegment: undefined, reset: true };
    const expected = (last.sequence + 1) >>> 0;
    expect(net.client.receive({ ...reset, sequence: expected + 5 }, net.now).news).toEqual([]);
    expect(net.client.receive({ ...reset, sequence: expected }, net.now).news).toEqual(['reset']);
    expect(net.client.isOver).toBe(true);
  });

  test('that is broken off tells the peer', () => {
    const net = new Net();
    net.run(100);
    net.follow('client', net.client.reset());
    net.run();
    expect(net.news.server).toEqual(['opened', 'reset']);
    expect(net.client.write(Uint8Array.of(1), net.now).send).toEqual([]);
  });
});
