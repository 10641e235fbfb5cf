import * as v from 'valibot';

/** The fields read of Chromium's trace events (Trace Event Format); times in microseconds. */
const trace = v.object({
  traceEvents: v.array(
    v.object({
      name: v.string(),
      pid: v.number(),
      tid: v.number(),
      /** Processor time of the thread: what else the machine does is not in it. */
      tdur: v.optional(v.number(), 0),
      args: v.optional(v.object({ name: v.optional(v.unknown()) })),
    }),
  ),
});

/** Milliseconds of processor time of the longest task on a page's main thread, out of a trace's JSON text. */
export function longestTaskOf(json: string): number {
  const { traceEvents } = v.parse(trace, JSON.parse(json));
  const mainThreads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(({ name, pid, tid }) => name === 'RunTask' && mainThreads.has(`${pid} ${tid}`));
  if (tasks.length === 0) throw new Error('the trace holds no task of a main thread.');
  return Math.max(...tasks.map(({ tdur }) => tdur)) / 1000;
}
