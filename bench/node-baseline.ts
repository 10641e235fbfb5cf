import { memoryOf, type RunningProgram, startNode } from './child-process.ts';
import { median } from './table.ts';

/** Resources that Node itself needs before it does anything. */
export interface NodeBaseline {
  /** Octets at rest. */
  readonly memory: number;
  /** Milliseconds from its start until its first line of output. */
  readonly startTime: number;
}

/** Starts a Node that does nothing but listen. */
export function startBareNode(): Promise<RunningProgram> {
  const script = "require('node:http').createServer().listen(0, '127.0.0.1', () => console.log('ready'));";
  return startNode(['-e', script], /^ready$/);
}

/** Measures a Node that does nothing but listen, several times. */
export async function nodeBaseline(runs = 5): Promise<NodeBaseline> {
  const memories: number[] = [];
  const startTimes: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const node = await startBareNode();
    startTimes.push(node.startTime);
    memories.push(memoryOf(node.pid));
    await node.stop();
  }
  return { memory: median(memories), startTime: median(startTimes) };
}
