import { isIpv6 } from '../../../protocols/frames/ip.ts';
import type { IpPacket } from '../../../protocols/frames/ipv4.ts';
import { buildTcp, parseTcp, type TcpSegment } from '../../../protocols/frames/tcp.ts';
import { refusal, TcpConnection, type TcpNews, type TcpStep } from '../../../protocols/tcp/connection.ts';
import type { Cancel, Clock } from '../../clock.ts';
import type { TcpEnding, TcpListener, TcpServer, TcpStream } from '../../host-stack.ts';

/** Sends a TCP segment, from one of the switch's addresses. */
type SendSegment = (segment: Uint8Array, source: string, destination: string) => void;

/** One connection with who holds its end on the switch. */
interface Conversation {
  readonly key: string;
  readonly connection: TcpConnection;
  readonly stream: TcpStream;
  listener: TcpListener | undefined;
  cancelStart: Cancel;
  cancelWake: Cancel;
  /** Steps still to be sent and reported, in order: an answer may arrive while its question is being sent. */
  readonly steps: TcpStep[];
  busy: boolean;
}

/** Octets of content in a segment that fits into an Ethernet frame: 1500 less the headers. */
const SEGMENT_IPV4 = 1460;
const SEGMENT_IPV6 = 1440;
const FIRST_DYNAMIC = 49_152;
const LAST_PORT = 65_535;
/** Connections at most, half-open ones too: who asks for more is refused. */
const CONVERSATIONS = 256;

/** The TCP ports and connections of the switch. */
export class TcpPorts {
  readonly #clock: Clock;
  readonly #sendSegment: SendSegment;
  readonly #conversations = new Map<string, Conversation>();
  readonly #servers = new Map<number, (stream: TcpStream) => TcpListener>();
  #nextPort = FIRST_DYNAMIC;

  constructor(clock: Clock, sendSegment: SendSegment) {
    this.#clock = clock;
    this.#sendSegment = sendSegment;
  }

  /** Throws with one sentence where the port is taken. */
  listen(port: number, accept: (stream: TcpStream) => TcpListener): TcpServer {
    if (this.#servers.has(port)) throw new RangeError(`TCP port ${port} is in use.`);
    this.#servers.set(port, accept);
    return {
      port,
      close: () => {
        if (this.#servers.get(port) === accept) this.#servers.delete(port);
      },
    };
  }

  /** Opens a connection from `source`; undefined as `source` says that no way leads there. */
  connect(source: string | undefined, address: string, port: number, listener: TcpListener): TcpStream {
    const localPort = this.#freePort(address, port);
    const { connection, step } = TcpConnection.connect(this.#ends(localPort, port, address), this.#clock.now());
    const conversation = this.#begin(connection, source ?? '', localPort, address, port, listener);
    const isPossible = source !== undefined && this.#conversations.size <= CONVERSATIONS;
    // Not at once: the answer may be there before the caller has its stream.
    conversation.cancelStart = this.#clock.after(0, () => {
      if (isPossible) this.#follow(conversation, step);
      else this.#over(conversation, 'unreachable');
    });
    return conversation.stream;
  }

  /** Takes a packet for one of the switch's addresses. */
  receive(packet: IpPacket): void {
    const { source, destination } = packet;
    const segment = parseTcp(packet.payload, source, destination);
    if (!segment) return;
    const conversation = this.#conversations.get(
      keyOf(destination, segment.destinationPort, source, segment.sourcePort),
    );
    if (conversation) this.#follow(conversation, conversation.connection.receive(segment, this.#clock.now()));
    else if (!this.#accept(segment, source, destination)) {
      const answer = refusal(segment);
      if (answer) this.#sendSegment(buildTcp(answer, destination, source), destination, source);
    }
  }

  /**
   * There is no answer on the path to some addresses. Connections that are not open yet give up; open ones keep trying
   * for as long as for any loss (RFC 1122 4.2.3.9).
   */
  unreachable(concerns: (remoteAddress: string) => boolean): void {
    for (const conversation of [...this.#conversations.values()]) {
      const { connection, stream } = conversation;
      if (connection.isOpening && concerns(stream.remote.address)) this.#over(conversation, 'unreachable');
    }
  }

  /** Ends everything. */
  stop(): void {
    this.#servers.clear();
    for (const conversation of [...this.#conversations.values()]) this.#over(conversation, 'stopped');
  }

  #accept(segment: TcpSegment, source: string, destination: string): boolean {
    const isGreeting = segment.syn && !segment.ack && !segment.reset;
    const { destinationPort, sourcePort } = segment;
    if (!isGreeting || !this.#servers.has(destinationPort) || this.#conversations.size >= CONVERSATIONS) return false;
    const ends = this.#ends(destinationPort, sourcePort, source);
    const { connection, step } = TcpConnection.accept(ends, segment, this.#clock.now());
    this.#follow(this.#begin(connection, destination, destinationPort, source, sourcePort, undefined), step);
    return true;
  }

  #begin(
    connection: TcpConnection,
    localAddress: string,
    localPort: number,
    address: string,
    port: number,
    listener: TcpListener | undefined,
  ): Conversation {
    const act = (action: (now: number) => TcpStep) => {
      if (!connection.isOver) this.#follow(conversation, action(this.#clock.now()));
    };
    const stream: TcpStream = {
      remote: { address, port },
      local: { address: localAddress, port: localPort },
      get pending() {
        return connection.pending;
      },
      write: (content) => act((now) => connection.write(content, now)),
      end: () => act((now) => connection.end(now)),
      reset: () => act(() => connection.reset()),
    };
    const key = keyOf(localAddress, localPort, address, port);
    const nothing: Cancel = () => {};
    const rest = { cancelStart: nothing, cancelWake: nothing, steps: [], busy: false };
    const conversation: Conversation = { key, connection, stream, listener, ...rest };
    this.#conversations.set(key, conversation);
    return conversation;
  }

  #ends(localPort: number, remotePort: number, address: string) {
    const maximumSegment = isIpv6(address) ? SEGMENT_IPV6 : SEGMENT_IPV4;
    return { localPort, remotePort, initialSequence: unguessableNumber(), maximumSegment };
  }

  /** Sends, delivers and reports the results of a step once all earlier ones are done, and restarts the timer. */
  #follow(conversation: Conversation, step: TcpStep): void {
    const { connection, steps } = conversation;
    steps.push(step);
    if (conversation.busy) return;
    conversation.busy = true;
    try {
      for (let next = steps.shift(); next; next = steps.shift()) this.#perform(conversation, next);
    } finally {
      conversation.busy = false;
    }
    if (connection.isOver) this.#forget(conversation);
    else this.#setWake(conversation);
  }

  #perform(conversation: Conversation, { send, received, news }: TcpStep): void {
    const { stream } = conversation;
    const { local, remote } = stream;
    for (const segment of send) {
      this.#sendSegment(buildTcp(segment, local.address, remote.address), local.address, remote.address);
    }
    if (news.includes('opened')) {
      conversation.listener ??= this.#servers.get(local.port)?.(stream);
      if (!conversation.listener) stream.reset();
      conversation.listener?.opened?.();
    }
    for (const content of received) conversation.listener?.received(content);
    for (const each of news) this.#tell(conversation, each);
  }

  #tell({ listener }: Conversation, news: TcpNews): void {
    if (news === 'opened') return;
    if (news === 'ended') listener?.ended?.();
    else listener?.closed(news);
  }

  #setWake(conversation: Conversation): void {
    const { connection } = conversation;
    conversation.cancelWake();
    conversation.cancelWake = () => {};
    const { wakeAt } = connection;
    if (wakeAt === Number.POSITIVE_INFINITY) return;
    conversation.cancelWake = this.#clock.after(Math.max(0, wakeAt - this.#clock.now()), () =>
      this.#follow(conversation, connection.wake(this.#clock.now())),
    );
  }

  #over(conversation: Conversation, reason: TcpEnding): void {
    if (!this.#forget(conversation)) return;
    conversation.connection.reset();
    conversation.listener?.closed(reason);
  }

  #forget(conversation: Conversation): boolean {
    conversation.cancelStart();
    conversation.cancelWake();
    return this.#conversations.delete(conversation.key);
  }

  #freePort(address: string, port: number): number {
    for (let tried = FIRST_DYNAMIC; tried <= LAST_PORT; tried += 1) {
      const candidate = this.#nextPort;
      this.#nextPort = candidate === LAST_PORT ? FIRST_DYNAMIC : candidate + 1;
      const taken = [...this.#conversations.values()].some(
        ({ stream: { local, remote } }) =>
          local.port === candidate && remote.address === address && remote.port === port,
      );
      if (!taken && !this.#servers.has(candidate)) return candidate;
    }
    throw new RangeError('Every dynamic TCP port is in use.');
  }
}

function keyOf(localAddress: string, localPort: number, address: string, port: number): string {
  return `${localAddress} ${localPort} ${address} ${port}`;
}

function unguessableNumber(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
}
