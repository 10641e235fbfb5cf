const systemReasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the flash is full',
  EDQUOT: 'the flash is full',
  EROFS: 'the flash is read-only',
  EIO: 'the flash does not answer',
  EACCES: 'the agent may not write there',
};

/** Why reading or writing went wrong, as the end of a sentence ("…, because …"), without paths of the host. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'of an unknown error';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return code === undefined ? error.message : (systemReasons[code] ?? `of the error ${code}`);
}
