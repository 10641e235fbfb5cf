import { createRequire } from 'node:module';

/** What React's scheduler is given; it may return the rest of its work. */
type Work = (isOverdue: boolean) => unknown;
interface Task {
  /** Null once done or canceled. */
  work: Work | null;
}
interface Scheduler {
  unstable_scheduleCallback(priority: number, work: Work, options?: object): object;
  unstable_cancelCallback(task: object): void;
  unstable_shouldYield(): boolean;
}
type Act = (callback: () => unknown) => PromiseLike<unknown>;

const load = createRequire(import.meta.url);
// Those of Node.js, also in tests that have a clock of their own.
const { setImmediate, queueMicrotask, reportError } = globalThis;

/** What React scheduled within the present `act`, in order; undefined outside. */
let scheduled: Task[] | undefined;
/** What it scheduled outside and has not come to yet: an `act` does that, too. */
let waiting: Task[] = [];
/** Errors within the present `act` that no boundary caught. */
const failures: unknown[] = [];

/**
 * Loads React as the console ships it, before anything else loads it. Its development build spends a sixth of the time of a
 * page's test on warnings that no test reads; but only that build has `act`, which is made up for here: what React leaves to a
 * later turn is kept, and done when the callback has ended.
 */
export function loadProductionReact(): void {
  const react: { act?: Act } = inProduction(() => load('react'));
  // The test files of a worker share it.
  if (react.act === act) return;
  if (react.act !== undefined) throw new Error('The development build of React is loaded already.');
  inProduction(() => {
    keepScheduled(load('scheduler'));
    // React takes these functions for its own when it is loaded.
    globalThis.queueMicrotask = queueOrKeep;
    globalThis.reportError = reportOrKeep;
    load('react-dom/client');
    load('react/jsx-runtime');
  });
  react.act = act;
}

function inProduction<Result>(loading: () => Result): Result {
  const mode = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    return loading();
  } finally {
    process.env.NODE_ENV = mode;
    globalThis.queueMicrotask = queueMicrotask;
    globalThis.reportError = reportError;
  }
}

function queueOrKeep(work: () => void): void {
  const task = keep(scheduled ?? waiting, work);
  // Unless an `act` ends in this turn, it is done as usual.
  queueMicrotask(() => void go(task));
}

function reportOrKeep(error: unknown): void {
  if (scheduled === undefined) reportError(error);
  else failures.push(error);
}

function keepScheduled(scheduler: Scheduler): void {
  const { unstable_scheduleCallback: schedule, unstable_shouldYield: shouldYield } = scheduler;
  scheduler.unstable_shouldYield = () => scheduled === undefined && shouldYield();
  scheduler.unstable_scheduleCallback = (priority, work, options) => {
    if (scheduled !== undefined) return keep(scheduled, work);
    const task = keep(waiting, work);
    const goOn = (isOverdue: boolean) => (go(task, isOverdue) ? goOn : undefined);
    schedule(priority, goOn, options);
    return task;
  };
  scheduler.unstable_cancelCallback = (task) => {
    if ('work' in task) task.work = null;
  };
}

function keep(tasks: Task[], work: Work): Task {
  const task = { work };
  tasks.push(task);
  return task;
}

/** Does the work of a task unless that is done; returns whether there is more of it. */
function go(task: Task, isOverdue = false): boolean {
  const { work } = task;
  task.work = null;
  const rest = work?.(isOverdue);
  if (isWork(rest)) task.work = rest;
  else waiting = waiting.filter((one) => one !== task);
  return task.work !== null;
}

const isWork = (value: unknown): value is Work => typeof value === 'function';

/** Does what was scheduled, and all that it schedules; throws what no boundary caught. */
function runAll(tasks: Task[]): void {
  tasks.unshift(...waiting.splice(0));
  for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) while (go(task));
  const [first, ...others] = failures.splice(0);
  if (others.length > 0) throw new AggregateError([first, ...others]);
  if (first !== undefined) throw first;
}

/** React's `act`: calls back, and does all that this gave React to do before it returns or resolves. */
function act(callback: () => unknown): PromiseLike<unknown> {
  const outer = scheduled;
  const tasks = outer ?? [];
  scheduled = tasks;
  let result: unknown;
  try {
    result = callback();
    if (isPromise(result)) return ended(result, outer, tasks);
    if (outer === undefined) runAll(tasks);
  } finally {
    if (!isPromise(result)) scheduled = outer;
    // After an error, what is left comes with the next one.
    if (!isPromise(result) && outer === undefined) waiting.push(...tasks.splice(0));
  }
  // Only a caller that awaits it wants what takes further turns.
  const awaited = async () => {
    if (outer === undefined) await settle(tasks);
    return result;
  };
  // biome-ignore lint/suspicious/noThenProperty: React's `act` returns what can be awaited and does not have to be.
  return { then: (resolve, reject) => awaited().then(resolve, reject) };
}

/** Waits for the end of an asynchronous callback, then does what was scheduled. */
async function ended(result: PromiseLike<unknown>, outer: Task[] | undefined, tasks: Task[]): Promise<unknown> {
  try {
    return await result;
  } finally {
    if (outer === undefined) await settle(tasks);
    else scheduled = outer;
  }
}

/** Does what was scheduled, turn by turn until nothing is left. */
async function settle(tasks: Task[]): Promise<void> {
  scheduled = tasks;
  try {
    do {
      runAll(tasks);
      await new Promise<void>((resolve) => void setImmediate(resolve));
    } while (tasks.length > 0);
  } finally {
    scheduled = undefined;
  }
}

const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
