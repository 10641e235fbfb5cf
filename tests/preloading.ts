/** NODE_OPTIONS by which Node.js loads `file`, a script, before any program, beside what it says already. */
export function preloading(file: string, given = process.env.NODE_OPTIONS ?? ''): string {
  const option = `--require ${JSON.stringify(file)}`;
  return given.includes(option) ? given : `${given} ${option}`.trim();
}
