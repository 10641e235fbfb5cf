import { useText } from '../translations/use-text.ts';
import { ActionButton } from './ActionButton.tsx';
import { Banners } from './Banners.tsx';
import { Brand } from './Brand.tsx';
import styles from './layout.module.css';
import { PageFrame } from './PageFrame.tsx';
import { SkipLink } from './SkipLink.tsx';
import { BarSpace, TopBar } from './TopBar.tsx';

/** The wizard layout: top bar only, no sidebar. */
export function WizardLayout() {
  const t = useText();
  return (
    <div className={styles.content}>
      <SkipLink />
      <TopBar>
        <Brand name={t('Setup wizard')} inBar />
        <BarSpace />
        <ActionButton name="support" place="bar" />
        <ActionButton name="logout" place="bar" />
      </TopBar>
      <Banners />
      <PageFrame />
    </div>
  );
}
