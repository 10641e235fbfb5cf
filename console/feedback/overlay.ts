import type { ReactNode } from 'react';
import { observable } from './observable.ts';

/** An overlay above every page until it is removed; null if there is none. */
export const overlay = observable<ReactNode>(null);
