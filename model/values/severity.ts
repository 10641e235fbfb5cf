/** Severity of an event, by its number (RFC 5424 6.2.1), in words. */
export const severities = {
  0: 'Emergency',
  1: 'Alert',
  2: 'Critical',
  3: 'Error',
  4: 'Warning',
  5: 'Notice',
  6: 'Informational',
  7: 'Debug',
} as const;
