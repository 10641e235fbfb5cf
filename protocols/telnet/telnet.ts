/** Commands behind IAC (RFC 854). */
const Command = {
  endOfFile: 236,
  end: 240,
  breakSignal: 243,
  interrupt: 244,
  areYouThere: 246,
  eraseCharacter: 247,
  eraseLine: 248,
  begin: 250,
  will: 251,
  wont: 252,
  doIt: 253,
  dont: 254,
  escape: 255,
} as const;

/** Options that are agreed to (RFC 857, 858, 1073). */
const Option = { echo: 1, suppressGoAhead: 3, windowSize: 31 } as const;

/** Octets of a subnegotiation at most; what is longer is thrown away. */
const SUBNEGOTIATION = 64;

/** Result of octets of the other end. */
export interface TelnetReceived {
  /** Typed data, with commands of the keyboard as control characters. */
  readonly data: Uint8Array;
  /** Data to be sent at once. */
  readonly reply: Uint8Array;
  /** The terminal's size, if known. */
  readonly size?: { readonly columns: number; readonly rows: number };
}

type State = 'data' | 'command' | 'option' | 'subnegotiation' | 'subnegotiationCommand';

/** The server's end of a Telnet connection (RFC 854, 855): pure but for what it remembers of the octets so far. Never throws. */
export class TelnetServer {
  /** Options of ours that are on, or asked for. */
  readonly #own = new Set<number>([Option.echo, Option.suppressGoAhead]);
  /** Options of the client's that are on, or asked for. */
  readonly #theirs = new Set<number>([Option.windowSize, Option.suppressGoAhead]);
  /** Our first word on these has not been answered yet. */
  readonly #asked = new Set(['own 1', 'own 3', 'theirs 3', 'theirs 31']);
  #state: State = 'data';
  #verb = 0;
  #collected: number[] = [];

  /** Sent first: the server echoes, neither side says "go ahead", and the client reports its size. */
  static readonly greeting: Uint8Array = Uint8Array.of(
    ...[Command.escape, Command.will, Option.echo],
    ...[Command.escape, Command.will, Option.suppressGoAhead],
    ...[Command.escape, Command.doIt, Option.suppressGoAhead],
    ...[Command.escape, Command.doIt, Option.windowSize],
  );

  /** Whether what is typed is shown by the server; otherwise the client does. */
  get echoes(): boolean {
    return this.#own.has(Option.echo);
  }

  receive(octets: Uint8Array): TelnetReceived {
    const data: number[] = [];
    const reply: number[] = [];
    let size: TelnetReceived['size'];
    for (const octet of octets) {
      switch (this.#state) {
        case 'data':
          if (octet === Command.escape) this.#state = 'command';
          else data.push(octet);
          break;
        case 'command':
          this.#command(octet, data, reply);
          break;
        case 'option':
          this.#state = 'data';
          this.#negotiate(octet, reply);
          break;
        case 'subnegotiation':
          if (octet === Command.escape) this.#state = 'subnegotiationCommand';
          else this.#collect(octet);
          break;
        case 'subnegotiationCommand':
          if (octet === Command.escape) {
            this.#state = 'subnegotiation';
            this.#collect(octet);
          } else {
            this.#state = 'data';
            size = octet === Command.end ? (this.#toldSize() ?? size) : size;
          }
          break;
      }
    }
    return { data: Uint8Array.from(data), reply: Uint8Array.from(reply), ...(size && { size }) };
  }

  #command(octet: number, data: number[], reply: number[]): void {
    this.#state = 'data';
    switch (octet) {
      case Command.escape:
        data.push(octet);
        break;
      case Command.will:
      case Command.wont:
      case Command.doIt:
      case Command.dont:
        this.#verb = octet;
        this.#state = 'option';
        break;
      case Command.begin:
        this.#collected = [];
        this.#state = 'subnegotiation';
        break;
      case Command.interrupt:
      case Command.breakSignal:
        data.push(3);
        break;
      case Command.endOfFile:
        data.push(4);
        break;
      case Command.eraseCharacter:
        data.push(127);
        break;
      case Command.eraseLine:
        data.push(21);
        break;
      case Command.areYouThere:
        reply.push(...Buffer.from('\r\n[yes]\r\n'));
        break;
      default:
    }
  }

  /** Answers what changes something, and what is not agreed to; never an answer to our own word (RFC 854, RFC 1143). */
  #negotiate(option: number, reply: number[]): void {
    const isOwn = this.#verb === Command.doIt || this.#verb === Command.dont;
    const isWanted = this.#verb === Command.doIt || this.#verb === Command.will;
    const set = isOwn ? this.#own : this.#theirs;
    const key = `${isOwn ? 'own' : 'theirs'} ${option}`;
    const isAnswer = this.#asked.delete(key);
    const was = set.has(option);
    const agreed = isOwn
      ? option === Option.echo || option === Option.suppressGoAhead
      : option === Option.windowSize || option === Option.suppressGoAhead;
    const is = isWanted && agreed;
    if (is) set.add(option);
    else set.delete(option);
    if (isAnswer) return;
    if (isWanted ? is === was && is : !was) return;
    const word = isOwn ? (is ? Command.will : Command.wont) : is ? Command.doIt : Command.dont;
    reply.push(Command.escape, word, option);
  }

  #collect(octet: number): void {
    if (this.#collected.length <= SUBNEGOTIATION) this.#collected.push(octet);
  }

  #toldSize(): TelnetReceived['size'] {
    const [option, ...told] = this.#collected;
    const [wideHigh = 0, wide = 0, highHigh = 0, high = 0] = told;
    if (option !== Option.windowSize || told.length !== 4) return undefined;
    return { columns: wideHigh * 256 + wide, rows: highHigh * 256 + high };
  }
}

/** Text on the wire: UTF-8, IAC doubled, and no bare carriage return (RFC 854). */
export function telnetText(text: string): Buffer {
  const octets = Buffer.from(text.replaceAll(/\r(?!\n)/g, '\r\0'));
  if (!octets.includes(Command.escape)) return octets;
  return Buffer.from([...octets].flatMap((octet) => (octet === Command.escape ? [octet, octet] : [octet])));
}
