// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectionLostSince, noteAnswer, noteNoAnswer } from '../call/connection.ts';
import { type Action, ActionsContext } from '../navigation/action.ts';
import { MenuContext } from '../navigation/MenuContext.tsx';
import type { MenuEntry } from '../navigation/menu-entry.ts';
import { routesOf } from '../navigation/routes.ts';
import { memoryHistory } from '../router/history.ts';
import { RouterProvider } from '../router/RouterProvider.tsx';
import { createRouter } from '../router/router.ts';
import { ErrorPage } from './ErrorPage.tsx';
import { MainLayout } from './MainLayout.tsx';
import { sidebarOpen, startSidebar } from './sidebar-state.ts';

const page = (title: string, under: string[], path: string, more: Partial<MenuEntry> = {}): MenuEntry => ({
  title,
  under,
  path,
  name: title,
  page: async () => ({ default: () => <h1>{`Page ${title}`}</h1> }),
  ...more,
});
const entries = [
  page('Dashboard', [], '/'),
  page('DNS', ['System'], '/System/DNS'),
  page('Tagged', ['Network', 'VLAN'], '/Network/VLAN/Tagged'),
  page('Modify VLAN', ['Network', 'VLAN'], '/Network/ModifyVLAN/:row', {
    hidden: true,
    list: '/Network/VLAN/Tagged',
  }),
];
/** The pages of the other mode. */
const elsewhere = [page('Overview', [], '/Overview'), page('Group', [], '/Group/:row', { hidden: true })];
const save = vi.fn();
const wizard = vi.fn();
const switchMode = vi.fn();
const actions: readonly Action[] = [
  {
    name: 'wizard',
    title: 'Setup wizard',
    keywords: 'first',
    icon: () => null,
    risk: 'none',
    run: wizard,
  } as unknown as Action,
  {
    name: 'save',
    title: 'Save to flash',
    keywords: 'write',
    icon: () => null,
    risk: 'device',
    run: save,
  } as unknown as Action,
  {
    name: 'surveillance',
    title: 'Surveillance Mode',
    keywords: 'camera',
    icon: () => null,
    risk: 'device',
    run: switchMode,
  } as unknown as Action,
];

function Frame({ children }: { readonly children: ReactNode }) {
  return <ActionsContext value={actions}>{children}</ActionsContext>;
}

let width = 1440;

async function show(path = '/') {
  const parts = { name: 'core', unsavedChanges: null, cloud: null, warnings: null, banner: null };
  const main = (
    <Frame>
      <MainLayout {...parts} />
    </Frame>
  );
  const router = createRouter(routesOf({ entries, main, wizard: null }), memoryHistory(path));
  void router.start();
  startSidebar();
  render(
    <MenuContext value={{ entries, elsewhere, sections: [] }}>
      <RouterProvider router={router} failed={(reason) => <ErrorPage reason={reason} />} />
    </MenuContext>,
  );
  await screen.findByRole('main');
  return router;
}

beforeEach(() => {
  localStorage.clear();
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie is what is tested
  document.cookie = 'sidebarStatus=; max-age=0; path=/';
  width = 1440;
  vi.spyOn(window, 'matchMedia').mockImplementation(
    () => ({ matches: width < 900, addEventListener: () => undefined }) as unknown as MediaQueryList,
  );
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  save.mockReset();
  wizard.mockReset();
});

describe('the main layout', () => {
  it('goes to a page by its menu line: title, breadcrumb, top of the page and focus follow', async () => {
    const user = userEvent.setup();
    await show();
    await user.click(screen.getByRole('button', { name: 'System' }));
    await user.click(screen.getByRole('link', { name: 'DNS' }));
    const heading = await screen.findByRole('heading', { name: 'Page DNS' });
    expect(document.title).toMatch(/^DNS – /);
    expect(within(screen.getByRole('navigation', { name: 'Breadcrumb' })).getByText('System')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'DNS' }).getAttribute('aria-current')).toBe('page');
    expect(window.scrollTo).toHaveBeenCalledWith(0, 0);
    expect(document.activeElement).toBe(heading);
  });

  it('marks the line of the page shown, or of the list that its row is in, and no other', async () => {
    const router = await show('/Network/VLAN/Tagged');
    const marked = () =>
      [...document.querySelectorAll('#menu a:is([aria-current], [data-within])')].map((line) => [
        line.textContent,
        line.getAttribute('aria-current'),
      ]);
    await screen.findByRole('link', { name: 'Tagged' });
    expect(marked()).toEqual([['Tagged', 'page']]);
    await act(() => router.navigate('/'));
    expect(marked()).toEqual([['Dashboard', 'page']]);
    await act(() => router.navigate('/Network/ModifyVLAN/3'));
    expect(marked()).toEqual([['Tagged', null]]);
  });

  it('opens the headings over the page shown and keeps hidden pages out of the menu', async () => {
    await show('/Network/VLAN/Tagged');
    expect(await screen.findByRole('link', { name: 'Tagged' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Modify VLAN' })).toBeNull();
  });

  it('folds the headings over a page behind it, but not those that were opened by hand', async () => {
    const user = userEvent.setup();
    const router = await show('/Network/VLAN/Tagged');
    const isOpen = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-expanded');
    await act(() => router.navigate('/System/DNS'));
    expect([isOpen('System'), isOpen('Network')]).toEqual(['true', 'false']);
    await user.click(screen.getByRole('button', { name: 'Network' }));
    await user.click(screen.getByRole('button', { name: 'System' }));
    await act(() => router.navigate('/'));
    expect([isOpen('System'), isOpen('Network')]).toEqual(['false', 'true']);
    await act(() => router.navigate('/System/DNS'));
    expect(isOpen('System')).toBe('true');
  });

  it('brings into sight the line of the page shown, that of the list for the page of a row, and an opened section', async () => {
    const seen: (string | null)[] = [];
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      seen.push(this.textContent);
    });
    const router = await show('/System/DNS');
    // With the next frame.
    await waitFor(() => expect(seen).toEqual(['DNS']));
    await act(() => router.navigate('/Network/ModifyVLAN/20'));
    await screen.findByRole('heading', { name: 'Page Modify VLAN' });
    await waitFor(() => expect(seen).toEqual(['DNS', 'Tagged']));
    const back = within(screen.getByRole('navigation', { name: 'Breadcrumb' })).getByRole('link', { name: 'Tagged' });
    expect(back.getAttribute('href')).toBe('#/Network/VLAN/Tagged');
    await userEvent.click(screen.getByRole('button', { name: 'System' }));
    expect(seen).toEqual(['DNS', 'Tagged', 'DNS']);
  });

  it('says so where no page stands at the address', async () => {
    await show('/Nowhere');
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
    expect(within(screen.getByRole('main')).queryByRole('button')).toBeNull();
  });

  it.each(['/Overview', '/Group/101'])('leads to %s of the other mode, which it is not in', async (path) => {
    const user = userEvent.setup();
    await show(path);
    await screen.findByText('The page at this address belongs to the Surveillance Mode.');
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Surveillance Mode' }));
    expect(switchMode).toHaveBeenLastCalledWith(path);
  });

  it('remembers a closed sidebar in its cookie', async () => {
    const user = userEvent.setup();
    await show();
    const menu = screen.getByRole('button', { name: 'Menu' });
    await user.click(menu);
    expect(document.cookie).toContain('sidebarStatus=0');
    expect(screen.queryByRole('navigation', { name: 'Menu' })).toBeNull();
    startSidebar();
    expect(sidebarOpen.get()).toBe(false);
    await user.click(menu);
    expect(document.cookie).toContain('sidebarStatus=1');
  });

  it('closes the menu of a narrow window by Escape, by its backdrop, and by going to a page', async () => {
    width = 899;
    const user = userEvent.setup();
    await show();
    const menu = screen.getByRole('button', { name: 'Menu' });
    expect(menu.getAttribute('aria-expanded')).toBe('false');
    await user.click(menu);
    await user.keyboard('{Escape}');
    expect(sidebarOpen.get()).toBe(false);
    expect(document.activeElement).toBe(menu);
    await user.click(menu);
    await user.click(document.querySelector('[class*=backdrop]') ?? document.body);
    expect(sidebarOpen.get()).toBe(false);
    await user.click(menu);
    await user.click(screen.getByRole('link', { name: 'Dashboard' }));
    expect(sidebarOpen.get()).toBe(false);
    expect(document.cookie).not.toContain('sidebarStatus=');
  });

  it('moves the rarer actions of a narrow window from the bar into the menu', async () => {
    const user = userEvent.setup();
    await show();
    const bar = () => within(screen.getByRole('banner'));
    expect(bar().getByRole('button', { name: 'Setup wizard' })).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Setup wizard' })).toHaveLength(1);
    cleanup();
    width = 390;
    await show();
    expect(bar().queryByRole('button', { name: 'Setup wizard' })).toBeNull();
    expect(bar().getByRole('button', { name: 'Save to flash' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    await user.click(screen.getByRole('button', { name: 'Setup wizard' }));
    expect(wizard).toHaveBeenCalledOnce();
    expect(sidebarOpen.get()).toBe(false);
  });

  it('finds pages and actions by keyboard', async () => {
    const user = userEvent.setup();
    const router = await show();
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox', { name: 'Find a page or setting' }), 'vlan');
    const lines = within(screen.getByRole('listbox')).getAllByRole('option');
    expect(lines.map((line) => line.textContent)).toEqual(['Network / VLAN / TaggedPage']);
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('heading', { name: 'Page Tagged' })).toBeTruthy();
    expect(router.state.shown.location.pathname).toBe('/Network/VLAN/Tagged');
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox', { name: 'Find a page or setting' }), 'flash{Enter}');
    expect(save).toHaveBeenCalledOnce();
  });

  it('chooses the first of what is found again with every letter', async () => {
    const user = userEvent.setup();
    await show();
    await user.keyboard('{Control>}k{/Control}');
    const query = await screen.findByRole('combobox', { name: 'Find a page or setting' });
    const lines = () => within(screen.getByRole('listbox')).getAllByRole('option');
    const chosen = () => lines().findIndex((line) => line.getAttribute('aria-selected') === 'true');
    await user.type(query, 'a{ArrowDown}');
    expect(chosen()).toBe(1);
    await user.type(query, '{Backspace}e');
    expect(lines().length).toBeGreaterThan(1);
    expect(chosen()).toBe(0);
  });

  it('says since when the switch does not answer, and no longer when it does', async () => {
    await show();
    act(() => noteNoAnswer(Date.now()));
    expect(await screen.findByText(/The switch has not responded since/)).toBeTruthy();
    act(noteAnswer);
    expect(connectionLostSince()).toBeUndefined();
    expect(screen.queryByText(/has not responded/)).toBeNull();
  });
});
