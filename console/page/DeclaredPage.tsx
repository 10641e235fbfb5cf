import { type ComponentType, createElement } from 'react';
import { Page } from '../elements/Page.tsx';
import { RefreshButton } from '../elements/RefreshButton.tsx';
import type { MenuEntry, PageContent } from '../navigation/menu-entry.ts';
import { useParams } from '../router/router-context.ts';
import { PageContext } from './page-context.ts';

/** Contents of a menu entry's route, made of the exports of its module. */
export function pageOf(entry: MenuEntry, content: PageContent): ComponentType {
  return function DeclaredPage() {
    return (
      <PageContext value={entry}>
        <Content content={content} ofRow={entry.path.endsWith('/:row')} />
      </PageContext>
    );
  };
}

function Content({ content, ofRow }: { readonly content: PageContent; readonly ofRow: boolean }) {
  const { row = '' } = useParams();
  if (!isParts(content)) return createElement(content);
  const shown = ofRow ? content.filter(({ Row }) => Row) : content;
  return (
    <Page actions={<RefreshButton />}>
      {shown.map((Part, at) => {
        const { Row } = Part;
        // biome-ignore lint/suspicious/noArrayIndexKey: a page's parts are always the same
        return ofRow && Row ? <Row key={`${at} ${row}`} row={row} /> : <Part key={at} />;
      })}
    </Page>
  );
}

function isParts(content: PageContent): content is Extract<PageContent, readonly unknown[]> {
  return Array.isArray(content);
}
