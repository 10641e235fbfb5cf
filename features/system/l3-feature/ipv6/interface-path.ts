/** The path of the list. */
export const ipv6InterfaceList = '/System/L3Feature/IPv6Interface';

/** The configuration page of one interface. */
export function ipv6ConfigurationPath(index: number): string {
  return `/System/L3Feature/IPv6InterfaceConfiguration?interface=${index}`;
}
