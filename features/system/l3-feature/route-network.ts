/** "192.0.2.0/24", the network that a route of either family leads to. */
export const networkOf = (row: { readonly inetCidrRouteDest: string; readonly inetCidrRoutePfxLen: number }): string =>
  `${row.inetCidrRouteDest}/${row.inetCidrRoutePfxLen}`;
