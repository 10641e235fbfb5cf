import { createRoot } from 'react-dom/client';
import '../../console/theme/tokens.css';
import '../../console/theme/base.css';
import { device } from '../../console/boot/device.ts';
import { isFirstLoadOf } from '../../console/boot/web-version.ts';
import { startTheme } from '../../console/theme/theme.ts';
import { startTranslations } from '../../console/translations/language.ts';
import { openFirst, Root } from './Root.tsx';
import { catalogues } from './translations/catalogues.ts';

async function start(): Promise<void> {
  if (isFirstLoadOf(device().webVersion)) {
    window.location.reload();
    return;
  }
  startTheme();
  const [first] = await Promise.all([openFirst(), startTranslations(catalogues)]);
  const place = document.getElementById('console');
  if (place) createRoot(place).render(<Root first={first} />);
}

void start();
