import layout from '../../../console/layouts/layout.module.css';
import { useText } from '../../../console/translations/use-text.ts';

/** Where the console of a switch comes through the cloud: says so, and leads back to the switch in the fleet. */
export default function FromAfar() {
  const t = useText();
  const [, serial = ''] = /^\/switch\/([^/]+)/.exec(window.location.pathname) ?? [];
  return (
    <div className={layout.banner} data-kind="afar">
      {t('This switch is reached through the cloud.')}
      <a href={`/#/Switch/${serial}`}>{t('Back to the fleet')}</a>
    </div>
  );
}
