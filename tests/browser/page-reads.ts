import type { Page, Request } from '@playwright/test';
import { looks } from './console.ts';
import { barReads } from './declared.ts';

/** Objects that a page reads as it wants them and never whole when it opens. */
const readInParts: ReadonlySet<string> = new Set(['dot1qTpFdbEntry']);

/** Objects that the bar at the top reads on every page. */
export const readAlways = [...barReads, 'sysCloudCtrl'];

/** Objects that the search reads by which pages are opened: what else a page wants of them its own test proves. */
export const readBySearch: readonly string[] = ['portCtrlEntry', 'ifEntry', 'poePortState'];

/**
 * Objects that the ranges of a port table read together once they are used (features/PortFacts.tsx): the walk by keyboard uses them, and
 * may have left the page by then.
 */
const readByRanges: readonly string[] = [
  'ifEntry',
  'portCtrlEntry',
  'dot3StatsEntry',
  'lldpRemEntry',
  'lldpLocalSystemData',
  'managementGuard',
];

/** Whether a call is theirs: what the page reads anyway, at the same time, is not asked for twice. */
const isOfRanges = (names: readonly string[]) =>
  names.includes('managementGuard') && names.every((name) => readByRanges.includes(name));

interface Read {
  readonly Template: string;
  readonly WebAuthenRequestState?: string;
}

/** The reads of a call; none of one that changes something. */
export function readsOf(request: Request): readonly Read[] {
  if (!request.url().endsWith('/rpc.js')) return [];
  const { method, params } = JSON.parse(new URLSearchParams(request.postData() ?? '').get('RPC') ?? '{}');
  if (method === 'CommonGet') return [params];
  return method === 'BatchGet' ? params.reads : [];
}

/** Names of the objects that are read whole for the viewer, by call. */
export function callsFrom(requests: readonly Request[]): string[][] {
  return requests
    .map((request) => namesOf(request, ['Template']))
    .filter((names) => names.length > 0 && !isOfRanges(names));
}

/** Names of the objects that are read whole, for the viewer or by a timer. */
export function allFrom(requests: readonly Request[]): string[] {
  return requests
    .map((request) => namesOf(request, ['Template', 'WebAuthenRequestState', 'Known']))
    .flatMap((names) => (isOfRanges(names) ? [] : names));
}

/** Names of the objects that a call reads with only these parameters. */
function namesOf(request: Request, parameters: readonly string[]): string[] {
  return readsOf(request)
    .filter((read) => Object.keys(read).every((name) => parameters.includes(name)) && !readInParts.has(read.Template))
    .map(({ Template }) => Template);
}

/** Waits until a page shows what it reads. */
export async function shown(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('main h1')?.checkVisibility() &&
      !document.querySelector('main [aria-busy="true"], main [class*="skeleton"]'),
    undefined,
    looks,
  );
}

/** What the page asks for while `steps` are done. */
export async function requestsDuring(page: Page, steps: () => Promise<void>): Promise<readonly Request[]> {
  const requests: Request[] = [];
  const note = (request: Request) => requests.push(request);
  page.on('request', note);
  await steps();
  page.off('request', note);
  return requests;
}
