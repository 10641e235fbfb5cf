import { configure, getConfig } from '@testing-library/dom';
import * as React from 'react';
import { version } from 'react';

/** Leaves out what costs the tests of pages most time and tells them nothing; for the environment of one file of tests. */
export function speedUpPages(): void {
  cacheComputedStyles();
  leaveOutOwnerStacks();
  printDocumentsAtTheEnd();
}

/**
 * Queries by role ask each element and all its parents for the same few computed styles, and the environment computes all
 * styles for each answer. As long as there is no style sheet (those of components are empty in tests), the answers depend on an
 * element's name and its `hidden`, `open` and `style` alone: what components set in `style` is not inherited.
 */
function cacheComputedStyles(): void {
  const compute = window.getComputedStyle.bind(window);
  const known = new Map<string, CSSStyleDeclaration>();
  window.getComputedStyle = (element, pseudo) => {
    if (!element.isConnected || document.styleSheets.length > 0) return compute(element, pseudo);
    const attributes = ['hidden', 'open', 'style'].map((name) => element.getAttribute(name));
    // An attribute that is there and empty is another than none.
    const key = JSON.stringify([element.localName, ...attributes, pseudo]);
    const computed = known.get(key) ?? computedOnce(compute(element, pseudo));
    known.set(key, computed);
    return computed;
  };
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

/**
 * In development, React records for each element where it was created, for warnings that no test reads. It stops after ten
 * thousand elements a second: the counter says that there were as many.
 */
function leaveOutOwnerStacks(): void {
  const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
  if (typeof internals !== 'object' || internals === null) throw new Error(`React ${version} has no owner stacks`);
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { configurable: true, get: () => 1e9, set() {} });
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
