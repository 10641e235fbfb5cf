import { type ReactNode, useState } from 'react';
import { isChangedFromAfar } from '../../model/cloud-capable-pages.ts';
import { device } from '../boot/device.ts';
import { LeaveGuard } from '../form/LeaveGuard.tsx';
import type { MenuEntry } from '../navigation/menu-entry.ts';
import { ActionsPlace, usePage } from '../page/page-context.ts';
import { useText } from '../translations/use-text.ts';
import { Notice } from './Notice.tsx';
import styles from './Page.module.css';

interface PageProps {
  /** Default: the heading that the page is declared with. */
  readonly title?: ReactNode;
  /** One sentence on what the page is for. Default: the declared one. */
  readonly sentence?: ReactNode;
  /** Actions at the upper right; one of them at most is primary. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page: its title, one sentence, its actions, and the cards below. */
export function Page({ title, sentence, actions, children }: PageProps) {
  const t = useText();
  const page = usePage();
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const words = sentence ?? (page?.sentence && t(page.sentence));
  return (
    <div className={styles.page}>
      <LeaveGuard />
      <div className={styles.head}>
        <div className={styles.words}>
          <h1 tabIndex={-1}>{title ?? (page && t(page.heading ?? page.title))}</h1>
          {words && <p>{words}</p>}
        </div>
        <div className={styles.actions}>
          {actions}
          <div className={styles.place} ref={setPlace} />
        </div>
      </div>
      <ActionsPlace value={place}>
        {isOutOfReach(page) ? <OutOfReach page={page}>{children}</OutOfReach> : children}
      </ActionsPlace>
    </div>
  );
}

/** Whether the page sets what is the switch's own, and the console was opened through its cloud: the switch would refuse it. */
function isOutOfReach(page: MenuEntry | undefined): page is MenuEntry {
  return page !== undefined && device().throughCloud === 1 && !isChangedFromAfar(page.path);
}

/** What can only be looked at from afar, and a sentence that says where it can be changed. */
function OutOfReach({ page, children }: { readonly page: MenuEntry; readonly children: ReactNode }) {
  const t = useText();
  return (
    <>
      <Notice>
        {page.fromAfar ? t(page.fromAfar) : t('This is changed at the switch itself, not from the cloud.')}
      </Notice>
      <fieldset disabled className={styles.outOfReach}>
        {children}
      </fieldset>
    </>
  );
}
