import type { ReactNode } from 'react';
import { isChangedFromAfar } from '../../model/cloud-capable-pages.ts';
import { device } from '../boot/device.ts';
import { wordsAt } from '../navigation/words-at.ts';
import { useText } from '../translations/use-text.ts';
import { Notice } from './Notice.tsx';
import styles from './Page.module.css';

interface OfTheSwitchProps {
  /** The path of the page that sets it; undefined for what belongs to none. */
  readonly path: string | undefined;
  /** A source text, or its place among the late words: where it is done from afar. Default: at the switch. */
  readonly fromAfar?: string | number | undefined;
  readonly children: ReactNode;
}

/**
 * A control that may belong to the switch: through its cloud, from which the switch would refuse changes, it is
 * read-only, with a note.
 */
export function OfTheSwitch({ path, fromAfar, children }: OfTheSwitchProps) {
  const t = useText();
  if (path === undefined || device().throughCloud !== 1 || isChangedFromAfar(path)) return children;
  return (
    <>
      <Notice>
        {fromAfar !== undefined
          ? t(wordsAt(fromAfar))
          : t('This can be done only at the switch itself, not from the cloud.')}
      </Notice>
      <fieldset disabled className={styles.outOfReach}>
        {children}
      </fieldset>
    </>
  );
}
