import { useAction } from '../navigation/action.ts';
import { useText } from '../translations/use-text.ts';
import bar from './bar.module.css';
import { LayoutFrame, type LayoutParts } from './LayoutFrame.tsx';

/** The Surveillance Mode layout, with the mode's name and the way back to the Standard Mode; it shows no problems. */
export function SurveillanceLayout({ problems: _, ...parts }: LayoutParts) {
  const t = useText();
  const standard = useAction('standard');
  return (
    <LayoutFrame
      {...parts}
      place={<span className={bar.surveillance}>{t('Surveillance Mode')}</span>}
      tools={
        standard && (
          <button type="button" className={bar.mode} onClick={() => void standard.run()}>
            {t(standard.title)}
          </button>
        )
      }
    />
  );
}
