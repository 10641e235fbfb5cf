/** What the device says of a file that it has checked or taken over. */
export interface RestoreReport {
  readonly restarting: boolean;
  readonly warnings: readonly string[];
  readonly changeCount: number;
  readonly changes: readonly string[];
}

/** Reads the answer to an upload; what it lacks is empty. */
export function restoreReport(answer: unknown): RestoreReport {
  const fields = new Map(Object.entries(typeof answer === 'object' && answer !== null ? answer : {}));
  const count = fields.get('changeCount');
  return {
    restarting: fields.get('restarting') === true,
    warnings: texts(fields.get('warnings')),
    changeCount: typeof count === 'number' ? count : 0,
    changes: texts(fields.get('changes')),
  };
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
