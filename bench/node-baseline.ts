import { memoryOf, startNode } from './child-process.ts';
import { median } from './table.ts';

/** Resources that Node itself needs before it does anything. */
export interface NodeBaseline {
  /** Octets at rest. */
  readonly memory: number;
  /** Milliseconds from its start until its first line of output. */
  readonly startTime: number;
}

/** Measures a Node that does nothing but listen, several times. */
export async function nodeBaseline(runs = 5): Promise<NodeBaseline> {
  const memories: number[] = [];
  const startTimes: number[] = [];
  const script = "require('node:http').createServer().listen(0, '127.0.0.1', () => console.log('ready'));";
  for (let run = 0; run < runs; run += 1) {
    const node = await startNode(['-e', script], /^ready$/);
    startTimes.push(node.startTime);
    memories.push(memoryOf(node.pid));
    await node.stop();
  }
  return { memory: median(memories), startTime: median(startTimes) };
}
