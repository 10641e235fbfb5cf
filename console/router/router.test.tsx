// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { confirm, dialogs, warn } from '../feedback/dialogs.ts';
import { hashHistory } from './history.ts';
import { Link, Navigate } from './Link.tsx';
import { Outlet, RouterProvider } from './RouterProvider.tsx';
import type { Route } from './route.ts';
import { createRouter, type Router } from './router.ts';
import { useComing, useLocation, useNavigate, useParams, useSearchParams } from './router-context.ts';

function Layout() {
  const coming = useComing();
  return (
    <>
      <p>{coming ? 'On its way' : 'At rest'}</p>
      <Link to="/Ports">Ports</Link>
      <Link to="/Row/a%2Fb">Row</Link>
      <Link to="/Late">Late</Link>
      <Link to="/Broken">Broken</Link>
      <Outlet />
    </>
  );
}

function Row() {
  const { row } = useParams();
  const { state } = useLocation();
  return <h1>{`Row ${row} ${JSON.stringify(state) ?? ''}`}</h1>;
}

function Search() {
  const [parameters, set] = useSearchParams();
  const navigate = useNavigate();
  return (
    <>
      <h1>{`Search ${parameters.get('index')}`}</h1>
      <button type="button" onClick={() => set({ index: '3' })}>
        Third
      </button>
      <button type="button" onClick={() => void navigate('/Row/7', { state: { handed: 1 } })}>
        Seventh
      </button>
    </>
  );
}

const named = (name: string) => () => <h1>{name}</h1>;

let late: (page: ComponentType) => void;
let lateFetches = 0;
let fails = true;
let draws: 'ok' | 'throws' = 'ok';

function Broken() {
  if (draws === 'throws') throw new Error('drawn wrongly');
  return <h1>Drawn again</h1>;
}

const layout = <Layout />;
const routes: readonly Route[] = [
  { id: 'home', path: '/', layout, page: async () => named('Home') },
  { id: 'ports', path: '/Ports', layout, page: async () => named('Ports page') },
  { id: 'row', path: '/Row/:row', layout, page: async () => Row },
  { id: 'one', path: '/Row/One', layout, page: async () => named('The one row') },
  { id: 'search', path: '/Search', layout, page: async () => Search },
  {
    id: 'late',
    path: '/Late',
    layout,
    page: () =>
      new Promise((resolve) => {
        lateFetches += 1;
        late = resolve;
      }),
  },
  {
    id: 'failing',
    path: '/Failing',
    layout,
    page: async () => {
      if (fails) throw new Error('not fetched');
      return named('Fetched');
    },
  },
  { id: 'broken', path: '/Broken', layout, page: async () => Broken },
  { path: '/old', redirect: '/Ports' },
  { id: 'on', path: '/On', layout, page: async () => () => <Navigate to="/Ports" replace /> },
  { path: '*', layout, page: async () => named('Not found') },
];

let router: Router;
let departures: string[];
/** The pages that came, of those that were asked for. */
let arrivals: string[];
/** The promise that a page on its way waits for. */
let ready: Promise<unknown> | undefined;

async function open(hash: string) {
  window.history.replaceState(null, '', hash);
  departures = [];
  arrivals = [];
  router = createRouter(routes, hashHistory(), (path) => {
    departures.push(path);
    return { ready, comes: () => void arrivals.push(path) };
  });
  const started = router.start();
  const view = render(<RouterProvider router={router} failed={(reason) => <h1>{`Failed: ${reason}`}</h1>} />);
  await act(() => started);
  return { user: userEvent.setup(), view };
}

const heading = () => screen.getByRole('heading').textContent;
const address = () => window.location.hash;

/** The browser's event when an address is typed: an unknown entry. */
async function type(hash: string) {
  await act(async () => {
    window.history.pushState(null, '', hash);
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  });
}

/** Presses Back or Forward, and waits until the browser is there. */
async function press(way: 'back' | 'forward') {
  const there = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  await act(async () => {
    window.history[way]();
    await there;
  });
}

beforeEach(() => {
  lateFetches = 0;
  fails = true;
  draws = 'ok';
  ready = undefined;
});
afterEach(() => {
  router.stop();
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a page that is left', () => {
  afterEach(() => dialogs.set([]));

  it('takes its questions along, as if they were cancelled, and leaves messages', async () => {
    await open('#/Ports');
    const answer = confirm('Delete VLAN 20?');
    void warn('The port is disabled.');
    await type('#/Row/7');
    expect(await answer).toBe(false);
    expect(dialogs.get()).toMatchObject([{ text: 'The port is disabled.' }]);
  });

  it('is not one whose address gets other parameters', async () => {
    const { user } = await open('#/Search?index=2');
    void confirm('Delete VLAN 20?');
    await user.click(screen.getByRole('button', { name: 'Third' }));
    expect(heading()).toBe('Search 3');
    expect(dialogs.get()).toHaveLength(1);
  });
});

describe('the router', () => {
  it('shows the page of the address, and what it escapes unescaped', async () => {
    await open('#/Row/a%2Fb');
    expect(heading()).toBe('Row a/b ');
    expect(departures).toEqual(['/Row/a%2Fb']);
  });

  it('takes a route of just these words before one with a parameter, in great and small letters, and slashes at the end', async () => {
    await open('#/row/ONE/');
    expect(heading()).toBe('The one row');
  });

  it.each(['', '#', '#/', '#?a=b'])('is at the top where the address is %j', async (hash) => {
    await open(`/${hash}`);
    expect(heading()).toBe('Home');
  });

  it('shows what was escaped wrongly as it was typed', async () => {
    await open('#/Row/100%');
    expect(heading()).toBe('Row 100% ');
  });

  it('has a page for an address that has none', async () => {
    await open('#/Nowhere/at/all');
    expect(heading()).toBe('Not found');
  });

  it('follows a link, and Back and Forward', async () => {
    const { user } = await open('#/');
    const link = screen.getByRole('link', { name: 'Ports' });
    expect(link.getAttribute('href')).toBe('#/Ports');
    await user.click(link);
    expect([heading(), address()]).toEqual(['Ports page', '#/Ports']);
    await press('back');
    expect([heading(), address()]).toEqual(['Home', '#/']);
    await press('forward');
    expect(heading()).toBe('Ports page');
  });

  it('leaves to the browser what opens a link elsewhere', async () => {
    const { user } = await open('#/');
    const taken = vi.fn((event: Event) => event.preventDefault());
    document.addEventListener('click', taken, { once: true });
    await user.keyboard('{Control>}');
    await user.click(screen.getByRole('link', { name: 'Ports' }));
    expect(taken).toHaveBeenCalledOnce();
    expect(heading()).toBe('Home');
  });

  it('adds nothing to the history for a link to where it is, but arrives there anew', async () => {
    const { user } = await open('#/Ports');
    const { length } = window.history;
    const before = router.state.shown.location;
    await user.click(screen.getByRole('link', { name: 'Ports' }));
    expect(window.history.length).toBe(length);
    expect(router.state.shown.location).not.toBe(before);
    expect(departures).toEqual(['/Ports', '/Ports']);
  });

  it('hands over what a page is opened with, and keeps it while the console is loaded anew', async () => {
    const { user, view } = await open('#/Search');
    await user.click(screen.getByRole('button', { name: 'Seventh' }));
    expect(heading()).toBe('Row 7 {"handed":1}');
    view.unmount();
    router.stop();
    router = createRouter(routes, hashHistory());
    render(<RouterProvider router={router} failed={() => null} />);
    await act(() => router.start());
    expect(heading()).toBe('Row 7 {"handed":1}');
  });

  it('sets parameters of the address in its place', async () => {
    const { user } = await open('#/Search?index=1');
    const { length } = window.history;
    expect(heading()).toBe('Search 1');
    await user.click(screen.getByRole('button', { name: 'Third' }));
    expect([heading(), address(), window.history.length]).toEqual(['Search 3', '#/Search?index=3', length]);
  });

  it('goes on from an address that another one has taken the place of', async () => {
    await open('#/old');
    expect([heading(), address()]).toEqual(['Ports page', '#/Ports']);
    await type('#/old');
    expect([heading(), address()]).toEqual(['Ports page', '#/Ports']);
    await act(() => router.navigate('/On'));
    await screen.findByRole('heading', { name: 'Ports page' });
    expect(address()).toBe('#/Ports');
  });

  it('keeps page and address until the next page is fetched', async () => {
    const { user } = await open('#/Ports');
    await user.click(screen.getByRole('link', { name: 'Late' }));
    expect([heading(), address()]).toEqual(['Ports page', '#/Ports']);
    expect(screen.getByText('On its way')).toBeTruthy();
    await act(async () => late(named('Late page')));
    expect([heading(), address()]).toEqual(['Late page', '#/Late']);
    expect(screen.getByText('At rest')).toBeTruthy();
  });

  it('shows the page that was asked for last, whichever is fetched first', async () => {
    const { user } = await open('#/');
    await user.click(screen.getByRole('link', { name: 'Late' }));
    await user.click(screen.getByRole('link', { name: 'Ports' }));
    await act(async () => late(named('Late page')));
    expect([heading(), address()]).toEqual(['Ports page', '#/Ports']);
    expect(screen.getByText('At rest')).toBeTruthy();
  });

  it('keeps page and address until what the next page waits for is there, and shows the first page without waiting', async () => {
    let arrive = () => {};
    ready = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await open('#/');
    expect(heading()).toBe('Home');
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    await act(async () => void router.navigate('/Ports'));
    expect([heading(), address()]).toEqual(['Home', '#/']);
    await act(async () => arrive());
    expect([heading(), address()]).toEqual(['Ports page', '#/Ports']);
  });

  it('does not wait long for what the next page waits for', async () => {
    ready = new Promise(() => {});
    await open('#/');
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    await act(async () => void router.navigate('/Ports'));
    expect(heading()).toBe('Home');
    await act(async () => vi.advanceTimersByTime(100));
    expect(heading()).toBe('Ports page');
  });

  it('asks for what a page shows as soon as its link is pressed, and once', async () => {
    const { user } = await open('#/');
    const target = screen.getByRole('link', { name: 'Ports' });
    await user.pointer({ keys: '[MouseLeft>]', target });
    expect([heading(), departures, arrivals]).toEqual(['Home', ['/', '/Ports'], ['/']]);
    await user.pointer({ keys: '[/MouseLeft]', target });
    expect([heading(), departures, arrivals]).toEqual(['Ports page', ['/', '/Ports'], ['/', '/Ports']]);
    await user.pointer({ keys: '[MouseLeft>]', target });
    await act(() => router.navigate('/'));
    expect([departures.slice(2), arrivals.slice(2)]).toEqual([['/Ports', '/'], ['/']]);
  });

  it('asks for nothing where a touch begins to scroll, and once where it follows the link', async () => {
    const { user } = await open('#/');
    const target = screen.getByRole('link', { name: 'Ports' });
    await user.pointer({ keys: '[TouchA>]', target });
    expect(departures).toEqual(['/']);
    await user.pointer({ keys: '[/TouchA]', target });
    expect([heading(), departures, arrivals]).toEqual(['Ports page', ['/', '/Ports'], ['/', '/Ports']]);
  });

  it('asks again where the link was held down for long, or another one was pressed', async () => {
    const { user } = await open('#/');
    const now = vi.spyOn(performance, 'now');
    const press = (name: string) => user.pointer({ keys: '[MouseLeft>]', target: screen.getByRole('link', { name }) });
    await press('Ports');
    now.mockReturnValue(performance.now() + 1000);
    await act(() => router.navigate('/Ports'));
    expect(departures).toEqual(['/', '/Ports', '/Ports']);
    await press('Row');
    await act(() => router.navigate('/'));
    await act(() => router.navigate('/Row/a%2Fb'));
    expect(departures.slice(3)).toEqual(['/Row/a%2Fb', '/', '/Row/a%2Fb']);
  });

  it('asks for nothing where a press opens the link elsewhere', async () => {
    const { user } = await open('#/');
    const target = screen.getByRole('link', { name: 'Ports' });
    await user.pointer({ keys: '[MouseRight>][/MouseRight]', target });
    await user.keyboard('{Control>}');
    await user.pointer({ keys: '[MouseLeft>]', target });
    expect(departures).toEqual(['/']);
  });

  it.each(['pointed at', 'focused'])('fetches the page of a link that is %s, once', async (how) => {
    const { user } = await open('#/');
    const link = screen.getByRole('link', { name: 'Late' });
    if (how === 'focused') act(() => link.focus());
    else await user.hover(link);
    expect(lateFetches).toBe(1);
    await user.click(link);
    await act(async () => late(named('Late page')));
    expect([heading(), lateFetches]).toEqual(['Late page', 1]);
  });

  it('fetches a page again that could not be fetched when its link was pointed at', async () => {
    await open('#/');
    await act(async () => router.foresee('/Failing'));
    fails = false;
    await act(() => router.navigate('/Failing'));
    expect(heading()).toBe('Fetched');
  });

  it('does not go back to a page that was left while it waited', async () => {
    let arrive = () => {};
    const { user } = await open('#/');
    ready = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await user.click(screen.getByRole('link', { name: 'Row' }));
    ready = undefined;
    await user.click(screen.getByRole('link', { name: 'Ports' }));
    await act(async () => arrive());
    expect([heading(), address()]).toEqual(['Ports page', '#/Ports']);
  });

  it('says that a page could not be fetched, within its layout, and fetches it when it is asked for again', async () => {
    await open('#/Failing');
    expect(heading()).toBe('Failed: Error: not fetched');
    expect(screen.getByRole('link', { name: 'Ports' })).toBeTruthy();
    fails = false;
    await act(() => router.navigate('/Failing'));
    expect(heading()).toBe('Fetched');
  });

  it('says that a page could not be drawn, within its layout, and draws the next one', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    draws = 'throws';
    const { user } = await open('#/Broken');
    expect(heading()).toBe('Failed: Error: drawn wrongly');
    await user.click(screen.getByRole('link', { name: 'Ports' }));
    expect(heading()).toBe('Ports page');
    draws = 'ok';
    await user.click(screen.getByRole('link', { name: 'Broken' }));
    expect(heading()).toBe('Drawn again');
  });

  it('follows the browser no longer when it has stopped', async () => {
    await open('#/');
    router.stop();
    await type('#/Ports');
    expect(heading()).toBe('Home');
  });
});

describe('a page that is not to be left', () => {
  const held: (() => void)[] = [];

  /** Holds back whatever leaves the page "/Ports"; the ways out wait in `held`. */
  function hold() {
    held.length = 0;
    return router.guard((from, to, go) => {
      if (from.pathname === to.pathname || from.pathname !== '/Ports') return false;
      held.push(go);
      return true;
    });
  }

  /** Lets the last one go that was held back. */
  const release = () => act(async () => held.at(-1)?.());

  it('holds back a link until it may go', async () => {
    const { user } = await open('#/Ports');
    hold();
    await user.click(screen.getByRole('link', { name: 'Row' }));
    expect([heading(), address(), held.length]).toEqual(['Ports page', '#/Ports', 1]);
    await release();
    expect([heading(), address(), held.length]).toEqual(['Row a/b ', '#/Row/a%2Fb', 1]);
  });

  it('lets go what stays on it', async () => {
    const { user } = await open('#/Ports');
    hold();
    await user.click(screen.getByRole('link', { name: 'Ports' }));
    expect(held).toEqual([]);
  });

  it('takes the address of Back and of Forward back, and goes there when it may', async () => {
    await open('#/');
    await act(() => router.navigate('/Ports'));
    await act(() => router.navigate('/Search'));
    await press('back');
    hold();
    await press('back');
    await vi.waitFor(() => expect(address()).toBe('#/Ports'));
    expect(heading()).toBe('Ports page');
    await press('forward');
    await vi.waitFor(() => expect(address()).toBe('#/Ports'));
    expect(heading()).toBe('Ports page');
    await release();
    expect(await screen.findByRole('heading', { name: 'Search null' })).toBeTruthy();
    expect(address()).toBe('#/Search');
    expect(held).toHaveLength(2);
  });

  it('takes an address back that was typed, and goes there when it may', async () => {
    await open('#/');
    await act(() => router.navigate('/Ports'));
    hold();
    await type('#/Search');
    await vi.waitFor(() => expect(address()).toBe('#/Ports'));
    expect(heading()).toBe('Ports page');
    await release();
    expect(await screen.findByRole('heading', { name: 'Search null' })).toBeTruthy();
    await press('back');
    expect([heading(), address()]).toEqual(['Ports page', '#/Ports']);
  });

  it('takes Back from an address that was typed back by as many entries as it went', async () => {
    await open('#/');
    await type('#/Search');
    await act(() => router.navigate('/Ports'));
    hold();
    await press('back');
    await vi.waitFor(() => expect(address()).toBe('#/Ports'));
    await release();
    expect(await screen.findByRole('heading', { name: 'Search null' })).toBeTruthy();
    await press('back');
    expect([heading(), address()]).toEqual(['Home', '#/']);
  });

  it('is left freely when nobody guards it any more', async () => {
    await open('#/Ports');
    hold()();
    await act(() => router.navigate('/'));
    expect(heading()).toBe('Home');
  });
});
