import { ActionButton } from './ActionButton.tsx';
import { Breadcrumb } from './Breadcrumb.tsx';
import { Footer } from './Footer.tsx';
import { LayoutFrame, type LayoutParts } from './LayoutFrame.tsx';
import { Search } from './Search.tsx';

/** The main layout, with breadcrumb, search and footer. */
export function MainLayout(parts: LayoutParts) {
  return (
    <LayoutFrame
      {...parts}
      place={<Breadcrumb />}
      tools={<Search />}
      menuActions={<ActionButton name="surveillance" place="menu" />}
      footer={<Footer />}
    />
  );
}
