import { FilePen } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useRows } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import bar from '../../../console/layouts/bar.module.css';
import { Popover } from '../../../console/layouts/Popover.tsx';
import { type Action, useAction } from '../../../console/navigation/action.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { configChangeEntry } from '../../../features/save/objects.ts';

/** Milliseconds between two reads: other sessions, programs and the command line change and save, too. */
const pollTime = 30_000;
/** Pixels. */
const popoverWidth = 480;
/** Changes shown in the panel; the Save page shows all. */
const shownAtMost = 50;

/** Fetched when the panel opens: what words changes need is of no use to who only looks at the count. */
const DiscardableChanges = lazy(() =>
  import('../../../features/save/DiscardableChanges.tsx').then((loaded) => ({ default: loaded.DiscardableChanges })),
);

/**
 * Number of changes that a restart would lose; a panel lists them in words and saves. Nothing while all is saved, or
 * saving is not possible here.
 */
export function UnsavedChanges() {
  const save = useAction('save');
  return save ? <Unsaved save={save} /> : null;
}

function Unsaved({ save }: { readonly save: Action }) {
  const t = useText();
  const { data = [] } = useRows(configChangeEntry, {}, { poll: pollTime });
  const count = data.length;
  if (count === 0) return null;
  const words = count === 1 ? t('unsaved change') : t('unsaved changes');
  return (
    <Popover
      label={`${count} ${words}`}
      className={bar.unsaved}
      width={popoverWidth}
      button={
        <>
          <FilePen size={16} strokeWidth={1.75} aria-hidden="true" />
          {count} <span>{words}</span>
        </>
      }
    >
      {(close) => (
        <>
          <div className={bar.panelHead}>
            <h2>{t('Lost at a restart')}</h2>
            <Button
              look="primary"
              onClick={() => {
                close();
                void save.run();
              }}
            >
              {t('Save')}
            </Button>
          </div>
          <div className={bar.panelBody}>
            <Suspense>
              <DiscardableChanges rows={data.slice(0, shownAtMost)} isDetailed={false} />
            </Suspense>
            {count > shownAtMost && (
              <p className={bar.muted}>{t('and {{count}} more', { count: count - shownAtMost })}</p>
            )}
          </div>
        </>
      )}
    </Popover>
  );
}
