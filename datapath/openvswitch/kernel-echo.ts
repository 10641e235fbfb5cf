import { isIPv6 } from 'node:net';
import type { EchoOptions, EchoResult } from '../host-stack.ts';
import { CommandError, runCommand } from './run-command.ts';

/** Milliseconds that the program may take beyond the time that it waits for the reply. */
const GRACE = 2_000;

/**
 * Sends one echo request by the kernel of the host, who has the switch's own interfaces there; never rejects. `interfaceName` is
 * where a link-local address is looked for.
 */
export async function echoByKernel(
  address: string,
  { timeout, size = 56 }: EchoOptions,
  interfaceName?: string,
): Promise<EchoResult> {
  const scope = interfaceName !== undefined && isIPv6(address) && /^fe[89ab]/i.test(address) ? `%${interfaceName}` : '';
  const words = ['-n', '-c', '1', '-W', String(timeout / 1000), '-s', String(size), '--', `${address}${scope}`];
  try {
    const { stdout } = await runCommand('ping', words, { timeout: timeout + GRACE });
    return replyIn(stdout);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return isUnreachable(`${error.stdout}\n${error.stderr}`) ? { kind: 'unreachable' } : { kind: 'timeout' };
  }
}

/** "64 bytes from 192.0.2.1: icmp_seq=1 ttl=64 time=0.045 ms". */
function replyIn(printed: string): EchoResult {
  const [, timeToLive = '0', milliseconds = '0'] = /\b(?:ttl|hlim)=(\d+) time[=<]([\d.]+) ms/.exec(printed) ?? [];
  return { kind: 'reply', milliseconds: Number(milliseconds), timeToLive: Number(timeToLive) };
}

function isUnreachable(printed: string): boolean {
  return /unreachable|no route/i.test(printed);
}
