import { useMemo } from 'react';
import { usageEntry } from '../../model/configuration/usage-entry.ts';
import { type RowOf, rowKey, type TableObject } from '../../model/schema/object.ts';
import { wordsOfText } from '../../model/values/message.ts';
import type { Translate } from '../../model/values/translate.ts';
import type { Values } from '../../model/wire/call.ts';
import { type ReadOptions, useRows } from '../call/use-reads.ts';
import { entryName } from '../navigation/entry-name.ts';
import type { MenuEntry } from '../navigation/menu-entry.ts';
import { Link } from '../router/Link.tsx';
import { useText } from '../translations/use-text.ts';
import styles from './usage.module.css';

/** Users of one page that are listed; the page has all. */
const AT_MOST = 8;

/** The users of a row on one page. */
interface PageUsage {
  readonly page: string;
  readonly users: readonly string[];
}

/** Where a row is used, page by page in menu order; undefined until it is known. */
export function useUsage(
  object: TableObject,
  index: Values,
  options: ReadOptions = {},
): readonly PageUsage[] | undefined {
  const t = useText();
  const query = { usageObject: object.name, usageRow: rowKey(object, index) };
  const { data } = useRows(usageEntry, query as object, options);
  return useMemo(() => data && pagesOf(data, t), [data, t]);
}

/** Users by the page where they are set, in the order of the rows. */
export function pagesOf(rows: readonly RowOf<typeof usageEntry>[], t: Translate): readonly PageUsage[] {
  const pages = new Map<string, string[]>();
  for (const { usagePage, usageSaid, usageWhat } of rows) {
    const words = wordsOfText(usageSaid, usageWhat, t);
    pages.set(usagePage, [...(pages.get(usagePage) ?? []), words]);
  }
  return [...pages].map(([page, users]) => ({ page, users }));
}

interface UsageListProps {
  readonly usage: readonly PageUsage[];
  /** The pages of the console. */
  readonly entries: readonly MenuEntry[];
  /** Called when a link is followed. */
  readonly onLeave?: () => void;
}

/** The pages where something is used, with its users there. */
export function UsageList({ usage, entries, onLeave }: UsageListProps) {
  const t = useText();
  return (
    <ul className={styles.usage}>
      {usage.map(({ page, users }) => {
        const entry = entries.find(({ path }) => path === page);
        const further = users.length - AT_MOST;
        return (
          <li key={page}>
            {entry ? (
              <Link to={page} onClick={onLeave}>
                {entryName(entry, t)}
              </Link>
            ) : (
              <span>{page}</span>
            )}
            <span className={styles.users}>
              {users.slice(0, AT_MOST).join(' · ')}
              {further > 0 && ` ${t('and {{number}} more', { number: further })}`}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
