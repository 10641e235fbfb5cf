/** Follows the browser's history beside the router. */
export interface TypedAddresses {
  /** Told of each navigation of the router. */
  readonly follow: () => void;
  readonly stop: () => void;
}

/**
 * Numbers the entries of the browser's history that the router did not make, addresses typed into the address bar above all, as it
 * numbers its own: it can then hold back what leaves a page, and goes back from it to where it was. Begins before the router
 * does, which hears of an entry after it is numbered.
 */
export function numberTypedAddresses(): TypedAddresses {
  let present = { index: indexOf(window.history.state) ?? 0, href: window.location.href };
  const follow = () => {
    const index = indexOf(window.history.state);
    // The address may be another one already before its event comes.
    if (index !== undefined) present = { index, href: window.location.href };
  };
  const onPop = () => {
    if (indexOf(window.history.state) === undefined) {
      // A link to the address shown takes the place of its entry; any other address is a new one behind it.
      const index = window.location.href === present.href ? present.index : present.index + 1;
      window.history.replaceState({ ...window.history.state, idx: index }, '');
    }
    follow();
  };
  window.addEventListener('popstate', onPop);
  return { follow, stop: () => window.removeEventListener('popstate', onPop) };
}

/** The number that the router gave an entry; undefined where it gave none. */
function indexOf(state: unknown): number | undefined {
  return typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number'
    ? state.idx
    : undefined;
}
