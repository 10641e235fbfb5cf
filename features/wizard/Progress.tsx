import { Notice } from '../../console/elements/Notice.tsx';
import { useText } from '../../console/translations/use-text.ts';
import type { Writing } from './plan.ts';
import type { WritingStates } from './use-writing.ts';
import { WritingTable } from './WritingTable.tsx';

interface ProgressProps {
  readonly writings: readonly Writing[];
  readonly states: WritingStates;
  /** The console at the new address, where the browser is on its way there. */
  readonly url: string | undefined;
  /** A DHCP server gives the address. */
  readonly dhcp: boolean;
}

/** The written values and their progress; while the address changes, the new one. */
export function Progress({ writings, states, url, dhcp }: ProgressProps) {
  const t = useText();
  const isMoving = states.address?.state === 'writing';
  return (
    <>
      <WritingTable writings={writings} states={states} />
      {isMoving && url === undefined && (
        <Notice live>
          {dhcp
            ? t('The switch requests an address by DHCP. This page opens it as soon as it is known.')
            : t('The address of the switch changes.')}
        </Notice>
      )}
      {isMoving && url !== undefined && (
        <Notice live>
          {t('The switch has a new address. This page opens it:')} <a href={url}>{new URL(url).host}</a>{' '}
          {t('If it is unreachable there, the switch returns to its former address within a minute.')}
        </Notice>
      )}
    </>
  );
}
