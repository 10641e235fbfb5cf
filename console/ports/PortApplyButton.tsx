import { ApplyButton } from '../elements/ApplyButton.tsx';
import { Button } from '../elements/Button.tsx';
import { useText } from '../translations/use-text.ts';
import type { PortGrid } from './use-port-grid.ts';

/** Applies what was changed in a port table, and says how much that is; beside it, Cancel while there is anything. */
export function PortApplyButton({ grid }: { grid: PortGrid }) {
  const t = useText();
  const { count } = grid;
  return (
    <>
      {count > 0 && <Button onClick={grid.cancel}>{t('Cancel')}</Button>}
      <ApplyButton busy={grid.pending} disabled={!grid.rows} onClick={() => void grid.apply()}>
        {count === 0
          ? t('Apply')
          : count === 1
            ? t('Apply 1 change')
            : t('Apply {{number}} changes', { number: count })}
      </ApplyButton>
    </>
  );
}
