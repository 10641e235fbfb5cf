/** Where a server is, by its address: what may be shown of it, for a password may stand in it. */
export function serverPlace(address: string): string {
  try {
    const { protocol, host, pathname } = new URL(address);
    return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
  } catch {
    return 'an address that cannot be read';
  }
}
