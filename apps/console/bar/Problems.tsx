import { TriangleAlert } from 'lucide-react';
import { classNames } from '../../../console/elements/class-names.ts';
import bar from '../../../console/layouts/bar.module.css';
import { Popover } from '../../../console/layouts/Popover.tsx';
import { Link } from '../../../console/router/Link.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { open, useAttention } from '../../../features/use-attention.ts';
import { wordsOf } from '../../../model/values/message.ts';

/** Pixels. */
const popoverWidth = 420;

/** Number of the switch's problems; a panel lists them, with links to the remedies. Nothing while there are none. */
export function Problems() {
  const t = useText();
  const findings = open(useAttention() ?? []);
  if (findings.length === 0) return null;
  const words = findings.length === 1 ? t('problem') : t('problems');
  const isBad = findings.some(({ isCritical }) => isCritical);
  return (
    <Popover
      label={`${findings.length} ${words}`}
      className={classNames(bar.unsaved, bar.problems, isBad && bar.bad)}
      width={popoverWidth}
      button={
        <>
          <TriangleAlert size={16} strokeWidth={1.75} aria-hidden="true" />
          {findings.length} <span>{words}</span>
        </>
      }
    >
      {(close) => (
        <>
          <div className={bar.panelHead}>
            <h2>{t('Needs attention')}</h2>
            <Link to="/" onClick={close}>
              {t('Show on the dashboard')}
            </Link>
          </div>
          <ul className={bar.list}>
            {findings.map(({ key, what, cause, isCritical }) => (
              <li key={key}>
                <span>
                  <b className={isCritical ? bar.critical : bar.warning}>{isCritical ? t('Critical') : t('Warning')}</b>{' '}
                  {wordsOf(what, t)}
                </span>
                <span className={bar.muted}>{wordsOf(cause, t)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Popover>
  );
}
