import type { ReactNode } from 'react';
import { observable } from './observable.ts';

/** What stands above every page until whoever put it there takes it away; null while nothing does. */
export const overlay = observable<ReactNode>(null);
