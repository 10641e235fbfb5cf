import { spawn } from 'node:child_process';

/** What a program printed, and how it ended. */
export interface Finished {
  /** The exit code; 128 plus the signal's number where a signal ended it. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end without a shell; killed after `timeout` milliseconds. Never rejects for a bad exit code. */
export function runToEnd(
  program: string,
  parameters: readonly string[],
  options: { readonly timeout?: number; readonly input?: string } = {},
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, { timeout: options.timeout ?? 30_000, killSignal: 'SIGKILL' });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.stdin.on('error', () => {});
    child.stdin.end(options.input ?? '');
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 128, stdout, stderr }));
  });
}

/** As `runToEnd`, but rejects with what the program complained about when it fails. */
export async function mustRun(program: string, ...parameters: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runToEnd(program, parameters);
  if (code !== 0) throw new Error(`${program} ${parameters.join(' ')}: ${stderr.trim() || `exit code ${code}`}`);
  return stdout;
}
