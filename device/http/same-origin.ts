import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a request may change something or sign in: it comes from a page of this device, or from no page at all.
 * Browsers say where a request comes from in `Origin` (every POST) and `Sec-Fetch-Site` (on trustworthy origins); other
 * clients send neither.
 */
export function isSameOrigin(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const { origin, host } = headers;
  if (origin === undefined) return true;
  // What a browser sends nearly always, and no text to take apart.
  if (origin === `https://${host}` || origin === `http://${host}`) return true;
  try {
    return new URL(origin).host === new URL(`http://${host}`).host || sameDefaultPort(origin, host);
  } catch {
    return false;
  }
}

/** `Origin` leaves out the port that is its scheme's default; `Host` may spell it. */
function sameDefaultPort(origin: string, host: string | undefined): boolean {
  const { protocol, host: name } = new URL(origin);
  return new URL(`${protocol}//${host}`).host === name;
}
