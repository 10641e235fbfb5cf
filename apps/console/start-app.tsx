import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import '../../console/theme/tokens.css';
import '../../console/theme/base.css';
import { device } from '../../console/boot/device.ts';
import { isUpdateTo } from '../../console/boot/web-version.ts';
import { startTheme } from '../../console/theme/theme.ts';
import { type Catalogues, startTranslations } from '../../console/translations/language.ts';
import { type FetchApp, openFirst, Root } from './Root.tsx';

/** Starts an app of the console's kit in its page: the login, and behind it the app. */
export async function startApp(fetchApp: FetchApp, catalogues: Catalogues): Promise<void> {
  if (isUpdateTo(device().webVersion)) {
    window.location.reload();
    return;
  }
  startTheme();
  // The language first: code is fetched with its texts.
  const [, first] = await Promise.all([startTranslations(catalogues), openFirst(fetchApp)]);
  const place = document.getElementById('console');
  if (!place) return;
  // What is being pressed has to be there until it is released, or nothing comes of that.
  while (place.querySelector(':active')) await new Promise(requestAnimationFrame);
  const served = place.querySelector('form') ?? undefined;
  const root = createRoot(place);
  flushSync(() => root.render(<Root fetchApp={fetchApp} first={first} served={served} />));
}
