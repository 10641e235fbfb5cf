import { type ReactNode, Suspense, useContext, useEffect, useRef, useState } from 'react';
import { formatNumberRanges } from '../../model/values/port-list.ts';
import { Button } from '../elements/Button.tsx';
import { useText } from '../translations/use-text.ts';
import styles from './cells.module.css';
import { type PortFacts, PortFactsContext } from './port-facts.ts';

/** "All" above ports, which leaves out those that lead to other switches or carry this session. */
interface AllPorts<State> {
  /** Gives the state to all ports but those. */
  readonly setAll: (state: State) => void;
  /** Ends the note: something else was chosen. */
  readonly forget: () => void;
  /** Which ports were skipped, with the button that sets them, too. */
  readonly note: ReactNode;
}

/**
 * Sets all ports at once, except those that are named beside it: links to other switches and this session's port. `set`
 * receives the ports. Facts of the ports are read at the first use; where there are none, nothing is skipped.
 */
export function useAllPorts<State>(
  ports: readonly number[],
  set: (ports: readonly number[], state: State) => void,
): AllPorts<State> {
  const t = useText();
  const Reader = useContext(PortFactsContext);
  const [facts, setFacts] = useState<PortFacts>();
  const [asked, setAsked] = useState<{ readonly state: State }>();
  const done = useRef<typeof asked>(undefined);
  const latest = useRef(set);
  latest.current = set;
  const spared = ports.filter((port) => facts?.spared.has(port));
  const others = ports.filter((port) => !spared.includes(port));
  const isKnown = facts !== undefined || !Reader;
  // biome-ignore lint/correctness/useExhaustiveDependencies: done once for each request, as soon as the facts are known
  useEffect(() => {
    if (!asked || !isKnown || done.current === asked) return;
    done.current = asked;
    latest.current(others, asked.state);
  }, [asked, isKnown]);
  return {
    setAll: (state) => setAsked({ state }),
    forget: () => setAsked(undefined),
    note: asked && Reader && (
      <>
        <Suspense>
          <Reader onFacts={setFacts} />
        </Suspense>
        {spared.length > 0 && (
          <span role="status" className={styles.note}>
            {t('"All" skips {{ports}}: this session or a link to another switch.', {
              ports: formatNumberRanges(spared),
            })}{' '}
            <Button
              look="text"
              onClick={() => {
                latest.current(spared, asked.state);
                setAsked(undefined);
              }}
            >
              {t('Select all')}
            </Button>
          </span>
        )}
      </>
    ),
  };
}
