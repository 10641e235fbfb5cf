import { type ComponentType, createContext } from 'react';

/** Facts of the ports beside the tables that show them; interface indexes. */
export interface PortFacts {
  readonly up: ReadonlySet<number>;
  /** Ports with a description. */
  readonly named: ReadonlySet<number>;
  /** Ports whose error counters are above 0. */
  readonly faulty: ReadonlySet<number>;
  /** Ports that lead to other switches and routers, or carry this session: "All" leaves them out. */
  readonly spared: ReadonlySet<number>;
}

/** Reads the facts while it is drawn, and draws nothing. */
export type PortFactsReader = ComponentType<{ readonly onFacts: (facts: PortFacts) => void }>;

/** The reader of this console; undefined where port tables have to do without. */
export const PortFactsContext = createContext<PortFactsReader | undefined>(undefined);

/** Which rows of a port table are shown: English source texts. */
export const portFilters = ['All', 'Up', 'Down', 'Unnamed', 'With errors'] as const;

/** One of `portFilters`. */
export type PortFilter = (typeof portFilters)[number];

/** Whether a port is among those that the filter shows; all are while nothing is known. */
export function passes(filter: PortFilter, facts: PortFacts | undefined, port: number): boolean {
  if (!facts) return true;
  switch (filter) {
    case 'All':
      return true;
    case 'Up':
      return facts.up.has(port);
    case 'Down':
      return !facts.up.has(port);
    case 'Unnamed':
      return !facts.named.has(port);
    case 'With errors':
      return facts.faulty.has(port);
  }
}
