import { configure, getConfig } from '@testing-library/dom';

/** Leaves out what costs the tests of pages most time and tells them nothing; for the environment of one file of tests. */
export function speedUpPages(): void {
  cacheComputedStyles();
  leaveOutEqualNames();
  printDocumentsAtTheEnd();
}

/**
 * Queries by role ask each element and all its parents for the same few computed styles, and the environment computes all
 * styles for each answer. As long as there is no style sheet (those of components are empty in tests), the answers depend on an
 * element's name and its `hidden`, `open` and `style` alone: what components set in `style` is not inherited.
 */
function cacheComputedStyles(): void {
  const hasStyleSheets = styleSheetsSeen();
  const compute = window.getComputedStyle.bind(window);
  const known = new Map<string, CSSStyleDeclaration>();
  window.getComputedStyle = (element, pseudo) => {
    if (!element.isConnected || hasStyleSheets()) return compute(element, pseudo);
    const attributes = ['hidden', 'open', 'style'].map((name) => element.getAttribute(name));
    // An attribute that is there and empty is another than none.
    const key = JSON.stringify([element.localName, ...attributes, pseudo]);
    const computed = known.get(key) ?? computedOnce(compute(element, pseudo));
    known.set(key, computed);
    return computed;
  };
}

/** Whether the document has a style sheet; it is searched only once it may have one, since each change makes it search again. */
function styleSheetsSeen(): () => boolean {
  let isPossible = document.styleSheets.length > 0;
  const create = document.createElementNS.bind(document);
  const value = (...words: Parameters<typeof create>) => {
    const element = create(...words);
    isPossible ||= element.localName === 'style' || element.localName === 'link';
    return element;
  };
  Object.defineProperty(document, 'createElementNS', { configurable: true, value });
  return () => isPossible && document.styleSheets.length > 0;
}

/**
 * At every update, React sets the name and the type of an input, and the environment forgets all that it knows of the
 * document at every attribute that is set, though it has the value already.
 */
function leaveOutEqualNames(): void {
  for (const name of ['name', 'type'] as const) {
    const { get, set } = descriptorOf(HTMLInputElement.prototype, name);
    Object.defineProperty(HTMLInputElement.prototype, name, {
      configurable: true,
      get,
      set(this: HTMLInputElement, value: string) {
        if (this.getAttribute(name) !== value) set?.call(this, value);
      },
    });
  }
}

/** The accessors of a property, wherever they are inherited from. */
function descriptorOf(holder: object, name: string): PropertyDescriptor {
  const own = Object.getOwnPropertyDescriptor(holder, name);
  const parent: unknown = Object.getPrototypeOf(holder);
  return own ?? (typeof parent === 'object' && parent !== null ? descriptorOf(parent, name) : {});
}

/** A declaration that computes each of its values once. */
function computedOnce(computed: CSSStyleDeclaration): CSSStyleDeclaration {
  const values = new Map<string | symbol, unknown>();
  const once = (name: string | symbol, value: () => unknown) => {
    if (!values.has(name)) values.set(name, value());
    return values.get(name);
  };
  return new Proxy(computed, {
    get: (_, name) =>
      name === 'getPropertyValue'
        ? (property: string) => once(property, () => computed.getPropertyValue(property))
        : once(name, () => Reflect.get(computed, name)),
  });
}

const { getElementError: withDocument } = getConfig();

/** Prints the document when a condition is given up, not each time that it does not hold yet. */
function printDocumentsAtTheEnd(): void {
  configure({
    getElementError(message, container) {
      const config: object = getConfig();
      const isWaiting = '_disableExpensiveErrorDiagnostics' in config && config._disableExpensiveErrorDiagnostics;
      if (!isWaiting) return withDocument(message, container);
      const error = new Error(message ?? '');
      error.name = 'TestingLibraryElementError';
      return error;
    },
  });
}
