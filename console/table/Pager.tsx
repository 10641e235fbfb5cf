import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../elements/Button.tsx';
import { useText } from '../translations/use-text.ts';
import styles from './table.module.css';

/** Rows a page (docs/specification/product.md 9). */
const pageSizes = [5, 10, 20, 40] as const;

/** Rows a page until another size is chosen (docs/specification/product.md 9). */
export const defaultPageSize = 20;

interface PagerProps {
  /** The name of the table, which distinguishes the pages of several tables. */
  readonly table: string;
  /** Undefined while the rows are read. */
  readonly total: number | undefined;
  /** From 1. */
  readonly page: number;
  readonly size: number;
  readonly onPage: (page: number) => void;
  readonly onSize: (size: number) => void;
}

/**
 * Total, sizes, previous, pages, next, and a box to go to a page (docs/specification/product.md 9). A table that fits
 * on one page of the usual size shows only its total; an empty one, and one that is still read, nothing.
 */
export function Pager({ table, total, page, size, onPage, onSize }: PagerProps) {
  const t = useText();
  const [typed, setTyped] = useState<string>();
  if (total === undefined) return null;
  const pages = Math.max(1, Math.ceil(total / size));
  const go = () => {
    const wanted = Number(typed);
    if (typed !== undefined && Number.isInteger(wanted)) onPage(Math.min(pages, Math.max(1, wanted)));
    setTyped(undefined);
  };
  if (total <= Math.min(size, defaultPageSize)) {
    return total === 0 ? null : <div className={styles.pager}>{t('Total {{total}}', { total })}</div>;
  }
  return (
    <nav className={styles.pager} aria-label={t('Pages of {{table}}', { table })}>
      <span>{t('Total {{total}}', { total })}</span>
      <select
        aria-label={t('Rows per page')}
        value={size}
        onChange={(event) => onSize(Number(event.currentTarget.value))}
      >
        {pageSizes.map((choice) => (
          <option key={choice} value={choice}>
            {t('{{size}} / page', { size: choice })}
          </option>
        ))}
      </select>
      <span className={styles.grow} />
      <Button look="text" aria-label={t('Previous page')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden="true" />
      </Button>
      {pagesShown(page, pages).map((shown, place) =>
        shown === undefined ? (
          <span key={place === 1 ? 'before' : 'after'} aria-hidden="true">
            …
          </span>
        ) : (
          <button
            key={shown}
            type="button"
            className={styles.pageNumber}
            aria-label={t('Page {{page}}', { page: shown })}
            aria-current={shown === page ? 'page' : undefined}
            onClick={() => onPage(shown)}
          >
            {shown}
          </button>
        ),
      )}
      <Button look="text" aria-label={t('Next page')} disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <ChevronRight aria-hidden="true" />
      </Button>
      <label className={styles.jump}>
        {t('Go to')}
        <input
          type="text"
          inputMode="numeric"
          aria-label={t('Go to page')}
          value={typed ?? String(page)}
          onChange={(event) => setTyped(event.currentTarget.value.replaceAll(/\D/g, ''))}
          onBlur={go}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            go();
          }}
        />
      </label>
    </nav>
  );
}

/** The first, the last, and the pages around the present one; undefined for a gap. */
export function pagesShown(page: number, pages: number): (number | undefined)[] {
  const near = new Set([1, pages, page - 1, page, page + 1].filter((shown) => shown >= 1 && shown <= pages));
  const shown: (number | undefined)[] = [];
  let last = 0;
  for (const next of [...near].sort((a, b) => a - b)) {
    if (next === last + 2) shown.push(last + 1);
    else if (next > last + 1) shown.push(undefined);
    shown.push(next);
    last = next;
  }
  return shown;
}
