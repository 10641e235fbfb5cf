import { sequenceLength, type TcpSegment } from '../frames/tcp.ts';
import { SendQueue } from './send-queue.ts';
import { advanced, ahead } from './sequence.ts';

/** News about a connection. After the last four it is over. */
export type TcpNews =
  | 'opened'
  /** The peer has closed its direction; this side can still send. */
  | 'ended'
  /** Both sides have sent everything and know it. */
  | 'closed'
  /** Nothing listens at the peer's port. */
  | 'refused'
  | 'reset'
  /** The peer no longer answers. */
  | 'timeout';

/** Consequences of an event. */
export interface TcpStep {
  readonly send: readonly TcpSegment[];
  /** Data of the peer, in order. */
  readonly received: readonly Uint8Array[];
  readonly news: readonly TcpNews[];
}

/** The two ends of a connection, and how it begins. */
export interface TcpEnds {
  readonly localPort: number;
  readonly remotePort: number;
  /** An unpredictable unsigned 32-bit number (RFC 6528). */
  readonly initialSequence: number;
  /** Octets of content that fit into a packet on this side's link. */
  readonly maximumSegment: number;
}

type Phase = 'synSent' | 'synReceived' | 'synchronised' | 'timeWait' | 'over';

/** Milliseconds until something is sent again, doubled each time (RFC 6298), and how often at most. */
const RETRANSMIT = 1000;
const LONGEST_RETRANSMIT = 60_000;
const TRIES = 6;
/** Milliseconds for which the last acknowledgment can be repeated: twice a segment's life on a local network. */
const TIME_WAIT = 10_000;
/** Octets that this side takes at any time, and has under way at most. */
const WINDOW = 65_535;
const UNDER_WAY = 16_384;
/** Segment size of a peer that does not announce one (RFC 9293 3.7.1). */
const DEFAULT_SEGMENT = 536;

/**
 * One connection (RFC 9293): opening from either side, a stream both ways in order, retransmission, half close, reset.
 * Segments that overtake others are left to be sent again. Pure: time is handed in, monotonic and in milliseconds, and
 * `wakeAt` says when `wake` is due.
 */
export class TcpConnection {
  readonly #ends: TcpEnds;
  readonly #queue: SendQueue;
  #phase: Phase;
  /** The next expected sequence number of the peer; 0 until it has been heard. */
  #expected = 0;
  #peerWindow = DEFAULT_SEGMENT;
  #peerSegment = DEFAULT_SEGMENT;
  #peerEnded = false;
  #endedFirst = false;
  #tries = 0;
  #wakeAt = Number.POSITIVE_INFINITY;

  #send: TcpSegment[] = [];
  #received: Uint8Array[] = [];
  #news: TcpNews[] = [];

  private constructor(ends: TcpEnds, phase: Phase) {
    this.#ends = ends;
    this.#phase = phase;
    this.#queue = new SendQueue(advanced(ends.initialSequence, 1));
  }

  /** Opens a connection to a peer that listens. */
  static connect(ends: TcpEnds, now: number): { connection: TcpConnection; step: TcpStep } {
    const connection = new TcpConnection(ends, 'synSent');
    connection.#sendSyn();
    connection.#arm(now);
    return { connection, step: connection.#step() };
  }

  /** Answers a peer's SYN. */
  static accept(ends: TcpEnds, syn: TcpSegment, now: number): { connection: TcpConnection; step: TcpStep } {
    const connection = new TcpConnection(ends, 'synReceived');
    connection.#greet(syn);
    connection.#sendSyn();
    connection.#arm(now);
    return { connection, step: connection.#step() };
  }

  /** When `wake` is due; Infinity for never. */
  get wakeAt(): number {
    return this.#wakeAt;
  }

  get isOpening(): boolean {
    return this.#phase === 'synSent' || this.#phase === 'synReceived';
  }

  get isOver(): boolean {
    return this.#phase === 'over';
  }

  /** Octets that were written and did not arrive yet, for who does not want to write faster than the peer reads. */
  get pending(): number {
    return this.#queue.pending;
  }

  /** Writes to the peer; ignored once this side has ended. */
  write(content: Uint8Array, now: number): TcpStep {
    if (!this.#queue.hasEnded && !this.isOver) this.#queue.write(content);
    this.#pump(now);
    return this.#step();
  }

  /** Closes this direction; the peer can still send. */
  end(now: number): TcpStep {
    this.#endedFirst ||= !this.#peerEnded;
    this.#queue.end();
    this.#pump(now);
    return this.#step();
  }

  /** Breaks the connection off. */
  reset(): TcpStep {
    if (this.#phase === 'synReceived' || this.#phase === 'synchronised') this.#emit({ reset: true });
    this.#finish();
    return this.#step();
  }

  /** A segment of this connection came in. */
  receive(segment: TcpSegment, now: number): TcpStep {
    if (this.#phase === 'synSent') this.#receiveAnswer(segment, now);
    else if (this.#phase !== 'over') this.#receiveSegment(segment, now);
    return this.#step();
  }

  /** `wakeAt` has come. */
  wake(now: number): TcpStep {
    if (now < this.#wakeAt) return this.#step();
    if (this.#phase === 'timeWait') this.#finish();
    else if (this.#tries >= TRIES) this.#finish('timeout');
    else this.#repeat(now);
    return this.#step();
  }

  #repeat(now: number): void {
    this.#tries += 1;
    if (this.#phase === 'synchronised') {
      this.#queue.rewind();
      // A peer that takes nothing is asked with one octet whether that still holds (RFC 9293 3.8.6.1).
      this.#pump(now, Math.max(1, this.#peerWindow));
    } else this.#sendSyn();
    this.#arm(now);
  }

  #receiveAnswer(segment: TcpSegment, now: number): void {
    const isForSyn = segment.ack && segment.acknowledgment === this.#queue.next;
    if (segment.ack && !isForSyn) {
      if (!segment.reset) this.#emit({ reset: true, sequence: segment.acknowledgment });
      return;
    }
    if (segment.reset && isForSyn) this.#finish('refused');
    else if (segment.syn && isForSyn) {
      this.#greet(segment);
      this.#open(segment, now);
    }
  }

  #receiveSegment(segment: TcpSegment, now: number): void {
    const early = ahead(this.#expected, segment.sequence);
    if (segment.reset) {
      // Only one that is exactly in order is believed (RFC 5961 3.2).
      if (early === 0) this.#finish(this.#phase === 'timeWait' ? undefined : 'reset');
      return;
    }
    if (segment.syn) {
      if (this.#phase === 'synReceived') this.#sendSyn();
      else this.#emit({});
      return;
    }
    if (!segment.ack || !this.#acknowledged(segment, now)) return;
    const hasNews = sequenceLength(segment) > 0;
    if (early <= 0) this.#take(segment, -early);
    const before = this.#send.length;
    this.#pump(now);
    if (hasNews && this.#send.length === before) this.#emit({});
    this.#settle(now);
  }

  /** Takes the peer's acknowledgment; returns whether the rest of the segment is to be looked at. */
  #acknowledged(segment: TcpSegment, now: number): boolean {
    if (this.#phase === 'synReceived') {
      if (segment.acknowledgment !== this.#queue.next) {
        this.#emit({ reset: true, sequence: segment.acknowledgment });
        return false;
      }
      this.#open(segment, now);
      return true;
    }
    this.#peerWindow = segment.window;
    if (this.#queue.acknowledge(segment.acknowledgment)) {
      this.#tries = 0;
      this.#arm(now);
    } else if (this.#peerWindow === 0) this.#tries = 0;
    return true;
  }

  /** Takes what is new in a segment of which the first `known` numbers were received before. */
  #take({ content, fin }: TcpSegment, known: number): void {
    if (this.#peerEnded) return;
    const fresh = content.subarray(Math.min(known, content.length));
    if (fresh.length > 0) {
      this.#received.push(fresh.slice());
      this.#expected = advanced(this.#expected, fresh.length);
    }
    if (fin && known <= content.length) {
      this.#peerEnded = true;
      this.#expected = advanced(this.#expected, 1);
      this.#news.push('ended');
    }
  }

  /** Ends the connection when both sides have; who ended first stays to repeat the last acknowledgment. */
  #settle(now: number): void {
    if (this.#phase === 'timeWait') this.#wakeAt = now + TIME_WAIT;
    if (this.#phase !== 'synchronised' || !this.#peerEnded || !this.#queue.isDone) return;
    if (!this.#endedFirst) {
      this.#finish('closed');
      return;
    }
    this.#phase = 'timeWait';
    this.#wakeAt = now + TIME_WAIT;
    this.#news.push('closed');
  }

  #greet({ sequence, maximumSegment = DEFAULT_SEGMENT }: TcpSegment): void {
    this.#expected = advanced(sequence, 1);
    this.#peerSegment = maximumSegment;
  }

  #open({ window }: TcpSegment, now: number): void {
    const answers = this.#phase === 'synSent';
    this.#phase = 'synchronised';
    this.#peerWindow = window;
    this.#tries = 0;
    this.#wakeAt = Number.POSITIVE_INFINITY;
    this.#news.push('opened');
    this.#pump(now);
    if (answers && this.#send.length === 0) this.#emit({});
  }

  /** Sends what was written, as far as the peer takes it. */
  #pump(now: number, window = this.#peerWindow): void {
    if (this.#phase !== 'synchronised') return;
    const maximum = Math.min(this.#peerSegment, this.#ends.maximumSegment);
    for (;;) {
      const part = this.#queue.take(maximum, Math.min(window, UNDER_WAY));
      if (!part) break;
      const push = part.content.length > 0;
      this.#emit({ sequence: part.sequence, content: part.content, fin: part.fin, push });
    }
    if (this.#wakeAt === Number.POSITIVE_INFINITY) this.#arm(now);
  }

  /** Sets the timer for what is under way, or held back by a peer that takes nothing. */
  #arm(now: number): void {
    const waits = this.#phase !== 'synchronised' || this.#queue.isUnderWay || this.#queue.pending > 0;
    const pause = Math.min(LONGEST_RETRANSMIT, RETRANSMIT * 2 ** this.#tries);
    this.#wakeAt = waits ? now + pause : Number.POSITIVE_INFINITY;
  }

  #sendSyn(): void {
    const { initialSequence, maximumSegment } = this.#ends;
    this.#emit({ sequence: initialSequence, syn: true, maximumSegment });
  }

  #emit(part: Partial<TcpSegment>): void {
    const { localPort, remotePort } = this.#ends;
    this.#send.push({
      sourcePort: localPort,
      destinationPort: remotePort,
      sequence: this.#queue.next,
      acknowledgment: this.#expected,
      syn: false,
      ack: this.#phase !== 'synSent',
      fin: false,
      reset: false,
      push: false,
      window: WINDOW,
      maximumSegment: undefined,
      content: new Uint8Array(),
      ...part,
    });
  }

  #finish(news?: TcpNews): void {
    if (news) this.#news.push(news);
    this.#phase = 'over';
    this.#wakeAt = Number.POSITIVE_INFINITY;
  }

  #step(): TcpStep {
    const step = { send: this.#send, received: this.#received, news: this.#news };
    [this.#send, this.#received, this.#news] = [[], [], []];
    return step;
  }
}

/** The answer to a segment that belongs to no connection (RFC 9293 3.10.7.1); undefined for a reset, which gets none. */
export function refusal(segment: TcpSegment): TcpSegment | undefined {
  if (segment.reset) return undefined;
  const { sourcePort, destinationPort, ack, acknowledgment, sequence } = segment;
  return {
    sourcePort: destinationPort,
    destinationPort: sourcePort,
    sequence: ack ? acknowledgment : 0,
    acknowledgment: ack ? 0 : advanced(sequence, sequenceLength(segment)),
    syn: false,
    ack: !ack,
    fin: false,
    reset: true,
    push: false,
    window: 0,
    maximumSegment: undefined,
    content: new Uint8Array(),
  };
}
