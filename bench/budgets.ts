/** Budgets of pages: octets on the wire, and number of requests. The test enforces them. */
export const byteBudget = {
  login: { octets: 72_000, requests: 7 },
  /** With everything that it loads later: an eighth of what Cockpit brings for its networking page. */
  dashboard: { octets: 173_750, requests: 30 },
  /** Each further page's own code. */
  page: { octets: 15_000 },
} as const;
