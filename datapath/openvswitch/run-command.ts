import { spawn } from 'node:child_process';

/** Output of a command. */
export interface CommandOutput {
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that could not be run, or that ended with a failure. */
export class CommandError extends Error {
  /** Its error output, trimmed. */
  readonly stderr: string;
  /** Its standard output. */
  readonly stdout: string;
  /** Whether the program does not exist on this host. */
  readonly missing: boolean;

  constructor(message: string, { stdout, stderr }: CommandOutput, missing: boolean) {
    super(message);
    this.name = 'CommandError';
    this.stderr = stderr;
    this.stdout = stdout;
    this.missing = missing;
  }
}

/** How a command is run. */
export interface CommandOptions {
  /** Written to its standard input. */
  readonly input?: string;
  /** Added to the agent's own environment. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Milliseconds after which it is killed; 20 s by default. */
  readonly timeout?: number;
}

/**
 * Runs a program without a shell and collects what it prints. Rejects with a CommandError when it is missing, fails or
 * takes too long.
 */
export function runCommand(
  program: string,
  parameters: readonly string[],
  options: CommandOptions = {},
): Promise<CommandOutput> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, LC_ALL: 'C', ...options.environment },
      timeout: options.timeout ?? 20_000,
      killSignal: 'SIGKILL',
    });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    // A program that ends before it has read all its input breaks the pipe; its exit code says the rest.
    child.stdin.on('error', () => {});
    child.stdin.end(options.input ?? '');
    child.once('error', (error: NodeJS.ErrnoException) => {
      const missing = error.code === 'ENOENT';
      reject(
        new CommandError(missing ? `${program} is not installed.` : error.message, { stdout: '', stderr: '' }, missing),
      );
    });
    child.once('close', (code, signal) => {
      const output = { stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString().trim() };
      if (code === 0) resolve(output);
      else {
        const reason = output.stderr.split('\n')[0] || (signal ? `it was ended by ${signal}` : `exit code ${code}`);
        reject(new CommandError(`${program} failed: ${reason}`, output, false));
      }
    });
  });
}
