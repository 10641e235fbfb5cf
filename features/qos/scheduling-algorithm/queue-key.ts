/** Key of a queue's row in the form's fields. */
export function queueKey(queue: number): string {
  return `queue ${queue}`;
}
