import { readFile } from 'node:fs/promises';

/** Bits of Linux's capabilities (linux/capability.h). */
const bits = { CAP_NET_ADMIN: 12, CAP_NET_RAW: 13, CAP_SYS_ADMIN: 21, CAP_BPF: 39 } as const;

/** A capability of a process, see capabilities(7). */
export type Right = keyof typeof bits;

/** The effective capabilities in the text of /proc/PID/status. */
export function rightsIn(status: string): ReadonlySet<Right> {
  const mask = BigInt(`0x${/^CapEff:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? '0'}`);
  const all = Object.entries(bits) as [Right, number][];
  return new Set(all.filter(([, bit]) => (mask >> BigInt(bit)) & 1n).map(([right]) => right));
}

/** The capabilities of this process. */
export async function ownRights(): Promise<ReadonlySet<Right>> {
  return rightsIn(await readFile('/proc/self/status', 'utf8'));
}

/** Throws one sentence where this process may not drive a switch; user id 0 is not asked for. */
export function requireRights(rights: ReadonlySet<Right>): void {
  const missing = (['CAP_NET_ADMIN', 'CAP_NET_RAW'] as const).filter((right) => !rights.has(right));
  if (missing.length === 0) return;
  throw new Error(`Driving Open vSwitch needs ${missing.join(' and ')}: start the agent as its service, or as root.`);
}

/** Whether queues can be set up: their program is loaded into the kernel. */
export function mayLoadPrograms(rights: ReadonlySet<Right>): boolean {
  return rights.has('CAP_BPF') || rights.has('CAP_SYS_ADMIN');
}
