import { createContext } from 'react';
import type { Sample } from './samples.ts';

/** The samples that the page around has taken, for cells that show a trend. */
export const SamplesContext = createContext<readonly Sample[]>([]);
