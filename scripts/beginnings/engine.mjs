import { checkName, hyphened, pascal } from './names.mjs';

/** A protocol engine that does nothing but wake at an interval, with its test (docs/recipes/engine.md). */
export function engineBeginning(given) {
  const name = hyphened(given);
  checkName(name, 'an engine');
  const [type, step] = [pascal(name), `step${pascal(name)}`];
  const here = `protocols/${name}`;
  return {
    made: {
      [`${here}/state.ts`]: `/** What is configured. Times are in milliseconds. */
export interface ${type}Settings {
  readonly interval: number;
  /** The ports that take part. */
  readonly ports: ReadonlySet<number>;
}

/** State of the engine. */
export interface ${type}State {
  /** When it wants to be called; \`Infinity\`: not by itself. */
  readonly wakeAt: number;
}

/** Nothing known, and nothing to do. */
export const idle${type}: ${type}State = { wakeAt: Number.POSITIVE_INFINITY };
`,
      [`${here}/${name}.ts`]: `import type { ${type}Settings, ${type}State } from './state.ts';

/** Events of the engine. */
export type ${type}Event =
  | { readonly kind: 'configure' }
  | { readonly kind: 'frame'; readonly port: number; readonly octets: Uint8Array }
  | { readonly kind: 'wake' };

/** A frame that leaves by a port. */
interface SentFrame {
  readonly port: number;
  readonly frame: Uint8Array;
}

/** Consequences of an event. */
interface ${type}Step {
  readonly state: ${type}State;
  readonly send: readonly SentFrame[];
}

/** The engine: a pure function of its settings, its state, an event and the time (milliseconds). */
export function ${step}(
  settings: ${type}Settings,
  state: ${type}State,
  event: ${type}Event,
  now: number,
): ${type}Step {
  if (settings.ports.size === 0) return { state: { ...state, wakeAt: Number.POSITIVE_INFINITY }, send: [] };
  const isDue = event.kind === 'wake' && now >= state.wakeAt;
  const begins = event.kind === 'configure' && !Number.isFinite(state.wakeAt);
  return { state: isDue || begins ? { ...state, wakeAt: now + settings.interval } : state, send: [] };
}
`,
      [`${here}/${name}.test.ts`]: `import { expect, test } from 'vitest';
import { ${step} } from './${name}.ts';
import { idle${type} } from './state.ts';

const settings = { interval: 1000, ports: new Set([1]) };

test('wakes once an interval while a port takes part', () => {
  const begun = ${step}(settings, idle${type}, { kind: 'configure' }, 0);
  expect(begun.state.wakeAt).toBe(1000);
  expect(${step}(settings, begun.state, { kind: 'wake' }, 1000).state.wakeAt).toBe(2000);
});

test('sleeps while no port takes part', () => {
  const { state } = ${step}({ ...settings, ports: new Set() }, { wakeAt: 1000 }, { kind: 'configure' }, 0);
  expect(state.wakeAt).toBe(Number.POSITIVE_INFINITY);
});
`,
    },
    changed: {},
    next: 'Go on with docs/recipes/engine.md: frames (2), what it decides (3), hostile frames (4), and its feature (5 to 9).',
  };
}
