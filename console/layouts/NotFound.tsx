import { Button } from '../elements/Button.tsx';
import { useAction } from '../navigation/action.ts';
import { useMenu } from '../navigation/MenuContext.tsx';
import { Link } from '../router/Link.tsx';
import { matchRoute } from '../router/route.ts';
import { useLocation } from '../router/router-context.ts';
import { useText } from '../translations/use-text.ts';
import styles from './layout.module.css';

/**
 * Shown if there is no page at the address, or the device has closed it; a page of the other mode is one press away.
 */
export function NotFound() {
  const t = useText();
  const { pathname } = useLocation();
  const { elsewhere = [] } = useMenu();
  const [standard, surveillance] = [useAction('standard'), useAction('surveillance')];
  const other = standard ?? surveillance;
  const isElsewhere =
    other !== undefined &&
    matchRoute(
      elsewhere.map(({ path }) => ({ path })),
      pathname,
    ) !== undefined;
  return (
    <div className={styles.notice}>
      <h1>{t('Page not found')}</h1>
      <p>
        {isElsewhere
          ? t('The page at this address belongs to the {{mode}}.', { mode: t(other.title) })
          : t('There is no page at this address, or this device does not offer it.')}
      </p>
      {isElsewhere && (
        <p>
          <Button onClick={() => void other.run(pathname)}>{t(other.title)}</Button>
        </p>
      )}
      <p>
        <Link to="/">{t('To the dashboard')}</Link>
      </p>
    </div>
  );
}
