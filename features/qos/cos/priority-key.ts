/** The priorities of IEEE 802.1Q. */
export const PRIORITIES: readonly number[] = [0, 1, 2, 3, 4, 5, 6, 7];

/** What the form's fields call the row of a priority by. */
export function priorityKey(priority: number): string {
  return `priority ${priority}`;
}
