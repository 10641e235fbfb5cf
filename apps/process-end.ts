let isSaid = false;

/** Ends this process, for a reason that its user knows. */
export function end(code: number): never {
  isSaid = true;
  process.exit(code);
}

/** Ends this process and says why on standard error. */
export function fail(message: string, code = 1): never {
  process.stderr.write(`${message}\n`);
  end(code);
}

/**
 * Calls `stop` once if this process is asked to end, and lets every other end be said on standard error as that of `who`, as a
 * sentence begins: one that ends with nothing left to wait for, too.
 */
export function followEnd(who: string, stop: (signal: NodeJS.Signals) => Promise<void>): void {
  process.once('exit', (code) => {
    if (!isSaid) process.stderr.write(`${who} ended unexpectedly, with ${code}.\n`);
  });
  let isStopping = false;
  const stopOnce = async (signal: NodeJS.Signals) => {
    if (isStopping) return;
    isStopping = true;
    await stop(signal);
    end(0);
  };
  process.on('SIGINT', stopOnce);
  process.on('SIGTERM', stopOnce);
}
