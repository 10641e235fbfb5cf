/** How long ago, in minutes below an hour, hours below a day, else days (docs/specification/product.md 9): "5 minutes ago"; below a minute "just now". */
export function timeAgo(seconds: number): string {
  const past = Math.max(0, seconds);
  if (past < 60) return 'just now';
  if (past < 3600) return count(past / 60, 'minute');
  return past < 86_400 ? count(past / 3600, 'hour') : count(past / 86_400, 'day');
}

function count(units: number, word: string): string {
  const whole = Math.floor(units);
  return `${whole} ${word}${whole === 1 ? '' : 's'} ago`;
}
