import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';
import styles from './Tooltip.module.css';

/**
 * Words that float beside `children`, a single focusable element, while it is hovered or focused. What they say must also
 * be in the element's accessible name or description: a tooltip alone is not spoken everywhere.
 */
export function Tooltip({ words, children }: { words: string; children: ReactElement }) {
  return (
    <Base.Root>
      <Base.Trigger render={children} delay={300} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} className={styles.positioner}>
          <Base.Popup className={styles.popup}>{words}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
