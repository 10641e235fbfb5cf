import type { Translate } from '../../model/values/translate.ts';
import { toast } from '../feedback/toast.ts';

/** Puts text into the clipboard, and says whether the browser allowed it. */
export async function copyText(text: string, t: Translate): Promise<void> {
  toast((await isCopied(text)) ? t('Copied to the clipboard.') : t('The browser does not allow copying.'), 'info');
}

/** Copies text, also where the page is not served securely and browsers have no clipboard for it. */
async function isCopied(text: string): Promise<boolean> {
  const { clipboard } = navigator as { readonly clipboard?: Clipboard };
  if (clipboard) {
    return clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const focused = document.activeElement;
  const box = document.createElement('textarea');
  box.value = text;
  document.body.append(box);
  box.select();
  const copied = document.execCommand('copy');
  box.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
