import { useAction } from '../navigation/action.ts';
import { useText } from '../translations/use-text.ts';
import { ActionButton } from './ActionButton.tsx';
import { Banners } from './Banners.tsx';
import bar from './bar.module.css';
import styles from './layout.module.css';
import type { LayoutParts } from './MainLayout.tsx';
import { PageFrame } from './PageFrame.tsx';
import { Settings } from './Settings.tsx';
import { Sidebar } from './Sidebar.tsx';
import { SkipLink } from './SkipLink.tsx';
import { BarSpace, MenuButton, TopBar } from './TopBar.tsx';

/** The Surveillance Mode layout: a top bar with the mode's name and the way back to the Standard Mode, sidebar on the left. */
export function SurveillanceLayout({ name, unsavedChanges, cloud, warnings, banner }: LayoutParts) {
  const t = useText();
  const standard = useAction('standard');
  return (
    <div className={styles.app}>
      <SkipLink />
      <Sidebar
        name={name}
        footer={
          <>
            <ActionButton name="wizard" place="menu" layout="narrow" />
            <ActionButton name="support" place="menu" layout="narrow" />
            <Settings />
          </>
        }
      />
      <div className={styles.content}>
        <TopBar>
          <MenuButton />
          <span className={bar.surveillance}>{t('Surveillance Mode')}</span>
          <BarSpace />
          {standard && (
            <button type="button" className={bar.mode} onClick={() => void standard.run()}>
              {t(standard.title)}
            </button>
          )}
          {unsavedChanges}
          <ActionButton name="wizard" place="bar" layout="wide" />
          {cloud}
          <ActionButton name="save" place="bar" />
          {warnings}
          <ActionButton name="support" place="bar" layout="wide" />
          <ActionButton name="logout" place="bar" />
        </TopBar>
        <Banners>{banner}</Banners>
        <PageFrame />
      </div>
    </div>
  );
}
