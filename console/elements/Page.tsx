import { type ReactNode, useContext, useState } from 'react';
import { LeaveGuard } from '../form/LeaveGuard.tsx';
import { wordsAt } from '../navigation/words-at.ts';
import { ActionsPlace, PageNoticesContext, usePage } from '../page/page-context.ts';
import { useText } from '../translations/use-text.ts';
import { OfTheSwitch } from './OfTheSwitch.tsx';
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
  const Notices = useContext(PageNoticesContext);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const words = sentence ?? (page?.sentence !== undefined && t(wordsAt(page.sentence)));
  return (
    <div className={styles.page}>
      <LeaveGuard />
      <div className={styles.head}>
        <div className={styles.words}>
          <h1 tabIndex={-1}>{title ?? (page && t(wordsAt(page.heading ?? page.title)))}</h1>
          {words && <p>{words}</p>}
        </div>
        <div className={styles.actions}>
          {actions}
          <div className={styles.place} ref={setPlace} />
        </div>
      </div>
      {page && Notices && <Notices path={page.path} />}
      <ActionsPlace value={place}>
        <OfTheSwitch path={page?.path} fromAfar={page?.fromAfar}>
          {children}
        </OfTheSwitch>
      </ActionsPlace>
    </div>
  );
}
