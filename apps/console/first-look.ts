import { cover } from '../../console/boot/cover.ts';
import { isUpdate } from '../../console/boot/web-version.ts';
import { lasting, lastingHere } from '../../console/session/browser-storage.ts';
import { showTheme } from '../../console/theme/theme.ts';

// A script of its own, which runs before anything of the page is painted (scripts/served-login.mjs): the login form that came with the
// page stands there in the theme of this browser, or not at all where a session, another language or another version of the console is
// going to take its place.
showTheme();
// All that is asked here of what the device says of itself; reading it is the console's.
const [, webVersion = ''] = /"webVersion":"([^"]*)"/.exec(document.getElementById('device')?.textContent ?? '') ?? [];
const isCovered =
  lasting.get('GAMBIT') !== '' ||
  !['', 'en'].includes(lasting.get('i18n')) ||
  isUpdate(lastingHere.get('webVersion'), webVersion);
if (isCovered) cover();

// Sent before the code is there that signs in: it looks sent, and the code goes on from that (features/login/entered.ts).
addEventListener('submit', ({ submitter }) => submitter?.setAttribute('aria-disabled', 'true'), { once: true });

const code = document.currentScript?.dataset.code ?? '';
const load = () => {
  for (const address of code.split(' ')) void import(/* @vite-ignore */ address);
};
// The console is fetched meanwhile, and runs when the form has been painted. A page in the background paints nothing.
document.addEventListener('DOMContentLoaded', () => {
  if (isCovered || document.hidden) load();
  else requestAnimationFrame(() => setTimeout(load));
});
