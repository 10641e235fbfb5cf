/** What the device says of a configuration that it has checked. */
export interface RestoreReport {
  readonly changeCount: number;
  /** Warnings and the first changes, a line each. */
  readonly lines: readonly string[];
}

/** Reads the answer to an upload; what it lacks is empty. */
export function uploadReport(answer: unknown): RestoreReport {
  const fields = fieldsOf(answer);
  return {
    changeCount: Number(fields.get('changeCount') ?? 0),
    lines: [...texts(fields.get('warnings')), ...texts(fields.get('changes'))],
  };
}

/** Reads the columns that the device answers after it fetched a file itself. */
export function fetchReport(answer: unknown): RestoreReport {
  const fields = fieldsOf(answer);
  return {
    changeCount: Number(fields.get('cfgRestoreChanges') ?? 0),
    lines: String(fields.get('cfgRestoreReport') ?? '').split('\n'),
  };
}

function fieldsOf(answer: unknown): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(typeof answer === 'object' && answer !== null ? answer : {}));
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
