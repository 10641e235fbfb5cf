import type { ReactNode } from 'react';
import { ActionButton } from './ActionButton.tsx';
import { Banners } from './Banners.tsx';
import { Breadcrumb } from './Breadcrumb.tsx';
import { Footer } from './Footer.tsx';
import styles from './layout.module.css';
import { PageFrame } from './PageFrame.tsx';
import { Search } from './Search.tsx';
import { Settings } from './Settings.tsx';
import { Sidebar } from './Sidebar.tsx';
import { SkipLink } from './SkipLink.tsx';
import { BarSpace, MenuButton, TopBar } from './TopBar.tsx';

/** Parts of the layouts that show the device's state; each reads what it needs. */
export interface LayoutParts {
  /** How the switch is called. */
  readonly name: ReactNode;
  readonly unsavedChanges: ReactNode;
  /** Number of the device's problems; left out if they are not searched for. */
  readonly problems?: ReactNode;
  readonly cloud: ReactNode;
  readonly warnings: ReactNode;
  /** A word about work that waits to be taken up again. */
  readonly banner: ReactNode;
}

/** The main layout (docs/specification/product.md 2, "Layouts"): sidebar, fixed top bar, page area, footer. */
export function MainLayout({ name, unsavedChanges, problems, cloud, warnings, banner }: LayoutParts) {
  return (
    <div className={styles.app}>
      <SkipLink />
      <Sidebar
        name={name}
        footer={
          <>
            <ActionButton name="wizard" place="menu" layout="narrow" />
            <ActionButton name="support" place="menu" layout="narrow" />
            <ActionButton name="surveillance" place="menu" />
            <Settings />
          </>
        }
      />
      <div className={styles.content}>
        <TopBar>
          <MenuButton />
          <Breadcrumb />
          <BarSpace />
          <Search />
          {unsavedChanges}
          {problems}
          <ActionButton name="wizard" place="bar" layout="wide" />
          {cloud}
          <ActionButton name="save" place="bar" />
          {warnings}
          <ActionButton name="support" place="bar" layout="wide" />
          <ActionButton name="logout" place="bar" />
        </TopBar>
        <Banners>{banner}</Banners>
        <PageFrame />
        <Footer />
      </div>
    </div>
  );
}
