import { killed, type Namespace } from './namespace.ts';

/** A running tcpdump. */
export interface Capture {
  /** The lines printed so far. */
  lines(): readonly string[];
  /** Resolves with the first line that fits, past or to come; rejects after `timeout` milliseconds. */
  line(pattern: RegExp, timeout?: number): Promise<string>;
  /** Ends the capture and returns every line. */
  stop(): Promise<readonly string[]>;
}

/** Runs tcpdump with link-level headers on `device`; resolves once it listens. `filter` is in the words of pcap-filter(7). */
export async function startCapture(namespace: Namespace, device: string, ...filter: string[]): Promise<Capture> {
  const child = namespace.spawn('tcpdump', ['-n', '-e', '-l', '-i', device, '--immediate-mode', ...filter], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const seen: string[] = [];
  const waiting = new Set<() => void>();
  let rest = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    seen.push(...lines);
    for (const look of [...waiting]) look();
  });
  await new Promise<void>((resolve, reject) => {
    let complaint = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaint += text;
      if (complaint.includes('listening on')) resolve();
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`tcpdump ended: ${complaint.trim()}`)));
  });
  return {
    lines: () => seen,
    line: (pattern, timeout = 5000) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = seen.find((line) => pattern.test(line));
          if (found === undefined) return;
          waiting.delete(look);
          clearTimeout(timer);
          resolve(found);
        };
        const timer = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`tcpdump saw no line like ${pattern} within ${timeout} ms, but:\n${seen.join('\n')}`));
        }, timeout);
        waiting.add(look);
        look();
      }),
    async stop() {
      await killed(child);
      return seen;
    },
  };
}
