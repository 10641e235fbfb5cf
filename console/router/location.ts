/** An address within the console, as behind the "#" of the browser's. */
export interface Address {
  /** "/Network/VLAN/Tagged"; what it escapes is still escaped. */
  readonly pathname: string;
  /** "?index=3", or empty. */
  readonly search: string;
}

/** The console's location. Each arrival is an object of its own, even at an address that was shown before. */
export interface Location extends Address {
  /** The state handed over by the navigation; the browser's history keeps it. */
  readonly state: unknown;
}

/** Reads an address; one that begins with no "/" is one from the top. */
export function addressOf(text: string): Address {
  const [path = ''] = text.split('#', 1);
  const at = path.indexOf('?');
  const pathname = at < 0 ? path : path.slice(0, at);
  const search = at < 0 ? '' : path.slice(at);
  return { pathname: pathname.startsWith('/') ? pathname : `/${pathname}`, search: search === '?' ? '' : search };
}

/** The text of an address, as `addressOf` reads it. */
export function addressText({ pathname, search }: Address): string {
  return pathname + search;
}
