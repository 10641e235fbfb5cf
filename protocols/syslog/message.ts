import { withoutControlCharacters } from '../../model/values/log-entry.ts';

/** Content of a syslog message in any format. */
export interface SyslogMessage {
  /** 0..23; local0 to local7 are 16 to 23 (RFC 5424 table 1). */
  readonly facility: number;
  /** 0 emergency to 7 debug (RFC 5424 table 2). */
  readonly severity: number;
  /** Milliseconds since 1970; undefined where the message carries no time (RFC 5424 NILVALUE). */
  readonly time: number | undefined;
  /** Minutes east of UTC that the device's clock shows. */
  readonly utcOffset: number;
  /** The name or address of the sender; "" where it has none. */
  readonly hostName: string;
  /** The program that speaks. */
  readonly application: string;
  readonly text: string;
  /** The kind of event, for machines; none where it is not given (RFC 5424 6.2.7). */
  readonly messageId?: string;
  /** Elements of structured data by their SD-ID, each with its parameters (RFC 5424 6.3). */
  readonly data?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** The longest datagram that every receiver should take (RFC 5426 3.2). */
const RFC5424_MAXIMUM = 2048;

/** The longest packet of the older format (RFC 3164 4.1). */
const RFC3164_MAXIMUM = 1024;

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

const BYTE_ORDER_MARK = '\uFEFF';

/** A message as RFC 5424 section 6 has it, of at most 2048 octets: for one UDP datagram, or a frame of `octetCounted`. */
export function buildRfc5424(message: SyslogMessage): Uint8Array {
  const header = [
    `<${priority(message)}>1`,
    timestamp(message),
    headerText(message.hostName, 255),
    headerText(message.application, 48),
    '-',
    headerText(message.messageId ?? '', 32),
    structuredData(message.data),
  ].join(' ');
  const text = withoutControlCharacters(message.text);
  // RFC 5424 6.4: a text in UTF-8 begins with the mark; in ASCII it may do without.
  const mark = /^[\x20-\x7e]*$/.test(text) ? '' : BYTE_ORDER_MARK;
  return shortened(`${header} ${mark}${text}`, RFC5424_MAXIMUM);
}

/** A message behind the number of its octets, as it goes over TCP (RFC 6587 3.4.1) and TLS (RFC 5425 4.3). */
export function octetCounted(message: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`${message.length} `), message]);
}

/** Characters of a parameter's value at most, so that header and text have room in the shortest message that all receivers take. */
const VALUE_LENGTH = 64;

function structuredData(data: SyslogMessage['data']): string {
  const elements = Object.entries(data ?? {}).map(([id, values]) => {
    const named = Object.entries(values).map(([name, value]) => ` ${name}="${parameterValue(value)}"`);
    return `[${id}${named.join('')}]`;
  });
  return elements.join('') || '-';
}

/** RFC 5424 6.3.3: three characters have a backslash before them. */
function parameterValue(value: string): string {
  return [...withoutControlCharacters(value)]
    .slice(0, VALUE_LENGTH)
    .join('')
    .replaceAll(/["\\\]]/g, '\\$&');
}

/** A message as RFC 3164 section 4 has it, in one UDP datagram of at most 1024 octets. */
export function buildRfc3164(message: SyslogMessage): Uint8Array {
  // Without the time of the device, the receiver puts its own (RFC 3164 4.3.2).
  const header = message.time === undefined ? '' : `${rfc3164Date(message.time + message.utcOffset * 60_000)} `;
  const tag = message.application.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 32);
  return shortened(
    `<${priority(message)}>${header}${headerText(message.hostName, 255)} ${tag}: ${withoutControlCharacters(message.text)}`,
    RFC3164_MAXIMUM,
  );
}

/** "Jan  3 13:05:09" of local milliseconds. */
function rfc3164Date(milliseconds: number): string {
  const date = new Date(milliseconds);
  const day = String(date.getUTCDate()).padStart(2, ' ');
  return `${MONTHS[date.getUTCMonth()]} ${day} ${date.toISOString().slice(11, 19)}`;
}

/** Priority value: facility times eight plus severity (RFC 5424 6.2.1). */
function priority({ facility, severity }: SyslogMessage): number {
  return facility * 8 + severity;
}

/** RFC 3339 with milliseconds and the device's own offset. */
function timestamp({ time, utcOffset }: SyslogMessage): string {
  if (time === undefined) return '-';
  const local = new Date(time + utcOffset * 60_000).toISOString().slice(0, -1);
  if (utcOffset === 0) return `${local}Z`;
  const size = Math.abs(utcOffset);
  const clock = `${String(Math.floor(size / 60)).padStart(2, '0')}:${String(size % 60).padStart(2, '0')}`;
  return `${local}${utcOffset < 0 ? '-' : '+'}${clock}`;
}

/** A header field is printable ASCII without blanks; "-" means none. */
function headerText(text: string, maximum: number): string {
  return text.replaceAll(/[^\x21-\x7e]/g, '').slice(0, maximum) || '-';
}

/** In UTF-8, cut at a character's end so that it is at most `maximum` octets. */
function shortened(text: string, maximum: number): Uint8Array {
  const octets = new Uint8Array(maximum);
  const { written } = new TextEncoder().encodeInto(text, octets);
  return octets.subarray(0, written);
}
