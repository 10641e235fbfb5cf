/** Words of whatever was thrown; never none: an error without a message has those of its causes, or its code or name. */
export function wordsOfError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message !== '') return error.message;
  // Of a host with several addresses, none of which takes a connection, Node.js only says that of each.
  const causes = error instanceof AggregateError ? error.errors.map(wordsOfError) : [];
  if (causes.length > 0) return causes.join(', ');
  return 'code' in error ? String(error.code) : error.name;
}
