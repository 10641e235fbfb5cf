/** What pages may weigh, in octets on the wire, and how many requests they may make. */
export const byteBudget = {
  login: { octets: 95_000, requests: 10 },
  /** With everything that it loads later. */
  dashboard: { octets: 200_000 },
  /** Each further page's own code. */
  page: { octets: 15_000 },
} as const;
