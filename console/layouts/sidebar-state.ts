import { observable } from '../feedback/observable.ts';

/** Pixels below which the layout is mobile (docs/specification/product.md 9). */
const mobileBelow = 900;
const cookie = 'sidebarStatus';
const year = 365 * 24 * 60 * 60;

/** Whether the window is narrower than 900 px: the device type of the shared interface state. */
export const isMobile = observable(false);

/** Whether the sidebar is open. On wide windows the cookie sidebarStatus remembers it; a mobile layout starts closed. */
export const sidebarOpen = observable(true);

/** Follows the width of the window from now on. Called once. */
export function startSidebar(): void {
  const narrow = window.matchMedia(`(width < ${mobileBelow}px)`);
  const follow = () => {
    isMobile.set(narrow.matches);
    sidebarOpen.set(!narrow.matches && rememberedOpen());
  };
  narrow.addEventListener('change', follow);
  follow();
}

/** Opens or closes the sidebar; a wide window remembers it for a year. */
export function toggleSidebar(): void {
  const open = !sidebarOpen.get();
  sidebarOpen.set(open);
  // The Cookie Store API does not exist on plain HTTP.
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  if (!isMobile.get()) document.cookie = `${cookie}=${open ? 1 : 0}; path=/; max-age=${year}; samesite=strict`;
}

/** Closes a mobile sidebar; a wide window's stays as it is. */
export function closeMobileSidebar(): void {
  if (isMobile.get()) sidebarOpen.set(false);
}

/** 1 open, 0 closed; open where nothing is remembered. */
function rememberedOpen(): boolean {
  return !document.cookie.split('; ').includes(`${cookie}=0`);
}
