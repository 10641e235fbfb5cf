// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as ReactTypes from 'react';
import type * as DomTypes from 'react-dom';
import type * as ClientTypes from 'react-dom/client';
import { parseAst } from 'vite';
import { afterEach, describe, expect, it } from 'vitest';
import { withoutUnreachable } from '../scripts/lean-react.mjs';

const modules = `${import.meta.dirname}/../node_modules/`;
const source = (path: string) => readFileSync(modules + path, 'utf8');
const clientPath = 'react-dom/cjs/react-dom-client.production.js';
const files: Readonly<Record<string, string>> = {
  react: source('react/cjs/react.production.js'),
  'react-dom': source('react-dom/cjs/react-dom.production.js'),
  scheduler: source('scheduler/cjs/scheduler.production.js'),
};
const whole = source(clientPath);
const lean = withoutUnreachable(whole, parseAst(whole));

interface Loaded {
  readonly React: typeof ReactTypes;
  readonly dom: typeof DomTypes;
  readonly client: typeof ClientTypes;
  readonly scheduler: { unstable_scheduleCallback(priority: number, callback: () => void): unknown };
}

/** React as a browser runs it, with this text for its largest part. */
function load(client: string): Loaded {
  const loaded = new Map<string, object>();
  const evaluated = (name: string, text: string): object => {
    const known = loaded.get(name);
    if (known) return known;
    const exports = {};
    loaded.set(name, exports);
    const require = (wanted: string) => {
      const found = files[wanted];
      return found === undefined ? createRequire(modules)(wanted) : evaluated(wanted, found);
    };
    new Function('require', 'exports', 'process', text)(require, exports, { env: { NODE_ENV: 'production' } });
    return exports;
  };
  const own = { client: evaluated('react-dom/client', client), dom: evaluated('react-dom', files['react-dom'] ?? '') };
  const scheduler = evaluated('scheduler', files.scheduler ?? '');
  return { ...own, React: evaluated('react', files.react ?? ''), scheduler } as unknown as Loaded;
}

/** The priority that has its turn when nothing else is due (`unstable_IdlePriority`). */
const IDLE = 5;

/** Resolves when React has nothing to do any longer; what it decides in microtasks, and then has to do, included. */
async function settled({ unstable_scheduleCallback: schedule }: Loaded['scheduler']): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise<void>((resolve) => schedule(IDLE, resolve));
  }
}

/** Everything that the console asks of React, and what became of it: the page after each step, and the order of effects. */
async function played({ React, dom, client, scheduler }: Loaded): Promise<string[]> {
  const { createElement: h, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } = React;
  const told: string[] = [];
  const place = document.body.appendChild(document.createElement('div'));
  const aside = document.body.appendChild(document.createElement('aside'));
  const Words = React.createContext('none');
  const followers = new Set<() => void>();
  let outside = 'outside 0';

  class Boundary extends React.Component<{ readonly children: ReactTypes.ReactNode }> {
    override state = { failed: '' };
    static getDerivedStateFromError = (failure: Error) => ({ failed: failure.message });
    override render = () => (this.state.failed === '' ? this.props.children : h('em', null, this.state.failed));
  }
  const Late = React.lazy(async () => ({ default: () => h('b', null, 'late') }));
  const Memo = React.memo(({ text }: { readonly text: string }) => {
    told.push(`memo ${text}`);
    return h('i', null, text);
  });
  function Reader() {
    const store = useSyncExternalStore(
      (follow) => {
        followers.add(follow);
        return () => followers.delete(follow);
      },
      () => outside,
    );
    return h(React.Fragment, null, React.use(Words), ' ', store);
  }
  function Breaks({ now }: { readonly now: boolean }) {
    if (now) throw new Error('broken');
    return h('u', null, 'whole');
  }
  function App() {
    const [items, setItems] = useState(['a', 'b', 'c']);
    const [typed, setTyped] = useState('');
    const [ticked, tick] = useState(false);
    const [breaks, setBreaks] = useState(false);
    const [{ sum }, add] = React.useReducer((state: { sum: number }, by: number) => ({ sum: state.sum + by }), {
      sum: 0,
    });
    const box = useRef<HTMLInputElement>(null);
    const doubled = React.useMemo(() => sum * 2, [sum]);
    useLayoutEffect(() => {
      told.push(`layout ${items} ${box.current?.tagName}`);
      return () => void told.push(`layout ends ${items}`);
    }, [items]);
    useEffect(() => {
      told.push(`effect ${doubled}`);
      return () => void told.push(`effect ends ${doubled}`);
    }, [doubled]);
    return h(
      'section',
      { onClick: () => told.push('bubbled'), style: { color: 'red', lineHeight: 2 } },
      h('input', { ref: box, value: typed, onChange: (event) => setTyped(event.currentTarget.value.toUpperCase()) }),
      h('input', { type: 'checkbox', checked: ticked, onChange: () => tick(!ticked) }),
      h('select', { value: items[0], onChange: () => {} }, ...items.map((item) => h('option', { key: item }, item))),
      h('ul', null, ...items.map((item) => h('li', { key: item, id: item }, item))),
      h('svg', { viewBox: '0 0 1 1' }, h('title', null, 'Picture'), h('path', { strokeWidth: 2 })),
      h('button', { id: 'turn', onClick: () => setItems([...items].reverse()) }, 'turn'),
      h('button', { id: 'add', disabled: sum > 1, 'aria-pressed': sum > 0, onClick: () => add(1) }, String(doubled)),
      h('button', { id: 'break', onClick: () => setBreaks(true), onPointerEnter: () => told.push('entered') }, 'break'),
      h('textarea', { defaultValue: 'text' }),
      h(Words.Provider, { value: 'given' }, h(Reader)),
      h(Memo, { text: typed }),
      h(Boundary, null, h(Breaks, { now: breaks })),
      h(React.Suspense, { fallback: h('s', null, 'waits') }, h(Late)),
      dom.createPortal(h('button', { id: 'portal' }, 'portal'), aside),
      h('p', { dangerouslySetInnerHTML: { __html: '<q>raw</q>' } }),
    );
  }
  const root = client.createRoot(place, {
    onCaughtError: (failure) => told.push(`caught ${failure}`),
    onUncaughtError: (failure) => told.push(`not caught ${failure instanceof Error ? failure.stack : failure}`),
  });
  const step = async (name: string, act: () => void) => {
    act();
    await settled(scheduler);
    told.push(`${name}: ${place.innerHTML} | ${aside.innerHTML}`);
  };
  const click = (id: string) => () => document.getElementById(id)?.click();
  await step('first', () => root.render(h(App)));
  await step('turned', click('turn'));
  await step('added', click('add'));
  await step('added again', click('add'));
  await step('disabled', click('add'));
  await step('typed', () => {
    const box = place.querySelector('input');
    if (!box) return;
    // Past React's own notes of the value, as a person types.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, 'word');
    box.dispatchEvent(new Event('input', { bubbles: true }));
  });
  told.push(`value ${place.querySelector('input')?.value}`);
  await step('ticked', () => place.querySelector<HTMLInputElement>('[type=checkbox]')?.click());
  await step('through the portal', click('portal'));
  await step('from outside', () => {
    outside = 'outside 1';
    for (const follow of followers) follow();
  });
  await step('entered', () =>
    document.getElementById('break')?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true })),
  );
  await step('broken', click('break'));
  await step('ended', () => root.unmount());
  return told;
}

describe('React as the consoles have it', () => {
  afterEach(() => document.body.replaceChildren());

  it('does what React does', async () => {
    const expected = await played(load(whole));
    document.body.replaceChildren();
    expect(await played(load(lean))).toEqual(expected);
    // The play is worth something only as long as all of it happens.
    for (const part of ['late', 'outside 1', 'caught Error: broken', 'entered', 'effect ends 2', 'value WORD'])
      expect(expected.join('\n')).toContain(part);
  });

  it('refuses what was left out', async () => {
    const { React, client, scheduler } = load(lean);
    const failures: unknown[] = [];
    const root = client.createRoot(document.body.appendChild(document.createElement('div')), {
      onUncaughtError: (failure) => failures.push(failure),
    });
    root.render(React.createElement(React.Activity, null, 'x'));
    await settled(scheduler);
    root.render(React.createElement(() => React.useDeferredValue('x')));
    await settled(scheduler);
    expect(failures.map(String)).toEqual([
      expect.stringContaining('#130'),
      expect.stringContaining('useDeferredValue is not a function'),
    ]);
    expect(client.hydrateRoot).toBeUndefined();
  });

  it('is not made of another React', () => {
    const other = whole.replaceAll('isHydrating', 'isTakingOver');
    expect(() => withoutUnreachable(other, parseAst(other))).toThrow('isHydrating');
  });
});
