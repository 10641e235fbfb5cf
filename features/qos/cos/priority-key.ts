/** The priorities of IEEE 802.1Q. */
export const PRIORITIES: readonly number[] = [0, 1, 2, 3, 4, 5, 6, 7];

/** Key of a priority's row in the form's fields. */
export function priorityKey(priority: number): string {
  return `priority ${priority}`;
}
