/** Location of a server, by its address: what may be shown of it, since it may contain a password. */
export function serverPlace(address: string): string {
  try {
    const { protocol, host, pathname } = new URL(address);
    return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
  } catch {
    return 'an address that cannot be read';
  }
}
