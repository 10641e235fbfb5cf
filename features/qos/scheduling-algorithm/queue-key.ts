/** What the form's fields call the row of a queue by. */
export function queueKey(queue: number): string {
  return `queue ${queue}`;
}
