import type { ReactNode } from 'react';
import { ActionButton } from './ActionButton.tsx';
import { Banners } from './Banners.tsx';
import styles from './layout.module.css';
import { PageFrame } from './PageFrame.tsx';
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

interface LayoutFrameProps extends LayoutParts {
  /** At the left of the bar: where one is. */
  readonly place: ReactNode;
  /** At the right of the bar, before the device's state. */
  readonly tools?: ReactNode;
  /** At the foot of the menu, before the settings. */
  readonly menuActions?: ReactNode;
  /** Below the page. */
  readonly footer?: ReactNode;
}

/** What the layouts have in common: sidebar, fixed top bar, page area (docs/specification/product.md 2, "Layouts"). */
export function LayoutFrame(props: LayoutFrameProps) {
  return (
    <div className={styles.app}>
      <SkipLink />
      <Sidebar
        name={props.name}
        footer={
          <>
            <ActionButton name="wizard" place="menu" layout="narrow" />
            <ActionButton name="support" place="menu" layout="narrow" />
            {props.menuActions}
            <Settings />
          </>
        }
      />
      <div className={styles.content}>
        <TopBar>
          <MenuButton />
          {props.place}
          <BarSpace />
          {props.tools}
          {props.unsavedChanges}
          {props.problems}
          <ActionButton name="wizard" place="bar" layout="wide" />
          {props.cloud}
          <ActionButton name="save" place="bar" />
          {props.warnings}
          <ActionButton name="support" place="bar" layout="wide" />
          <ActionButton name="logout" place="bar" />
        </TopBar>
        <Banners>{props.banner}</Banners>
        <PageFrame />
        {props.footer}
      </div>
    </div>
  );
}
