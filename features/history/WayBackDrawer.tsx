import { setGroup, setRow } from '../../console/call/object-calls.ts';
import { Drawer } from '../../console/elements/Drawer.tsx';
import { useText } from '../../console/translations/use-text.ts';
import type { ShownEntry } from '../history-rows.ts';
import { cfgHistoryCtrl, cfgHistoryEntry, Undo } from './objects.ts';
import { WayBack } from './WayBack.tsx';

/** Shows what undoing one change will change, and undoes it, with what builds on it where that is needed. */
export function UndoDrawer({ entry, onClose }: { readonly entry: ShownEntry; readonly onClose: () => void }) {
  const t = useText();
  const undo = (how: number) => setRow(cfgHistoryEntry, { cfgHistoryIndex: entry.id, cfgHistoryUndo: how });
  return (
    <Drawer
      open
      onClose={onClose}
      title={t('Undo: {{what}}', { what: entry.lines[0]?.what ?? '' })}
      sentence={t('Changes by Undo')}
    >
      <WayBack
        call={undo(Undo.alone)}
        wider={{ call: undo(Undo.withLater), words: t('Undo together with the later changes') }}
        what="Undo"
        button={(count) => (count === 1 ? t('Undo 1 setting') : t('Undo {{count}} settings', { count }))}
        onClose={onClose}
      />
    </Drawer>
  );
}

/** Shows what discarding all unsaved changes will change, and does it. */
export function DiscardDrawer({ onClose }: { readonly onClose: () => void }) {
  const t = useText();
  return (
    <Drawer
      open
      onClose={onClose}
      title={t('Discard all unsaved changes')}
      sentence={t(
        'The startup configuration is in force again, without a restart. User name and password stay as they are.',
      )}
    >
      <WayBack
        call={setGroup(cfgHistoryCtrl, { cfgHistoryDiscard: 1 })}
        what="Discard unsaved changes"
        button={(count) => (count === 1 ? t('Discard 1 change') : t('Discard {{count}} changes', { count }))}
        onClose={onClose}
      />
    </Drawer>
  );
}
