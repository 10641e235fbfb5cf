import { readFile, statfs } from 'node:fs/promises';
import { cpus, freemem, totalmem } from 'node:os';

/** Time that the processors have spent, in milliseconds since the host started. */
export interface ProcessorTime {
  readonly busy: number;
  readonly all: number;
}

/** Time that all processors together have spent so far. */
export function processorTime(): ProcessorTime {
  let busy = 0;
  let all = 0;
  for (const { times } of cpus()) {
    const used = times.user + times.nice + times.sys + times.irq;
    busy += used;
    all += used + times.idle;
  }
  return { busy, all };
}

/** Percent busy between two readings, 0 to 100; 0 where no time passed. */
export function processorLoad(before: ProcessorTime, after: ProcessorTime): number {
  const passed = after.all - before.all;
  return passed <= 0 ? 0 : Math.min(100, Math.max(0, Math.round(((after.busy - before.busy) / passed) * 100)));
}

/** Percent of the memory in use, without caches that can be given back. */
export async function memoryUsed(): Promise<number> {
  const total = totalmem();
  return Math.round(((total - (await memoryAvailable())) / total) * 100);
}

/** Octets; Linux says what could be freed for programs, elsewhere free is what counts. */
export async function memoryAvailable(): Promise<number> {
  const text = await readFile('/proc/meminfo', 'utf8').catch(() => '');
  const kilobytes = /^MemAvailable:\s+(\d+) kB/m.exec(text)?.[1];
  return kilobytes === undefined ? freemem() : Number(kilobytes) * 1024;
}

/** Percent in use of the partition that holds `directory`; undefined where the host does not say. */
export async function storageUsed(directory: string): Promise<number | undefined> {
  try {
    const { blocks, bavail, bfree } = await statfs(directory);
    const used = blocks - bfree;
    return used + bavail <= 0 ? undefined : Math.round((used / (used + bavail)) * 100);
  } catch {
    return undefined;
  }
}
