/** The name and the MAC address of the host that has an address. */
interface NamedHost {
  readonly name: string;
  readonly mac: string;
}

/** Hosts with names, by MAC, IPv4 and IPv6 address. */
export type HostNames = ReadonlyMap<string, NamedHost>;

/** No host has a name. */
export const NO_NAMES: HostNames = new Map();

/** MAC addresses, dotted quads and what may be IPv6 addresses: the names that are known say which of them are hosts. */
const ADDRESS =
  /(?<![\w.:-])(?:(?:[\dA-F]{2}-){5}[\dA-F]{2}|\d{1,3}(?:\.\d{1,3}){3}|[\da-f]*:[\da-f:]*:[\da-f]*)(?![\w:/-]|\.\d)/g;

/** What may be addresses of hosts in a text, each once. */
export function addressesIn(text: string): readonly string[] {
  return [...new Set(text.match(ADDRESS) ?? [])];
}

/** A piece of a text; of the host whose address it is, if that has a name. */
export interface NamedPiece {
  readonly text: string;
  readonly host?: NamedHost;
}

/** A text in pieces, so that the addresses of hosts with names stand by themselves. */
export function namedPieces(text: string, names: HostNames): readonly NamedPiece[] {
  const pieces: NamedPiece[] = [];
  let rest = 0;
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    const host = names.get(address);
    if (!host) continue;
    if (index > rest) pieces.push({ text: text.slice(rest, index) });
    pieces.push({ text: address, host });
    rest = index + address.length;
  }
  return rest < text.length || pieces.length === 0 ? [...pieces, { text: text.slice(rest) }] : pieces;
}

/** A text in which each address of a host is followed by its name: "00-40-8C-00-00-08 (camera yard)". */
export function withHostNames(text: string, names: HostNames): string {
  if (names.size === 0) return text;
  return namedPieces(text, names)
    .map((piece) => (piece.host ? `${piece.text} (${piece.host.name})` : piece.text))
    .join('');
}
